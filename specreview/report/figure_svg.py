"""One of our Plotly figures as SVG: the same chart where no script of Plotly's is.

It knows what our figures are made of, and refuses the rest: lines, areas and points over one or
several axis pairs, marks from foot to top of a field, texts above and in it.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

import plotly.graph_objects as go

from specreview.report.axes_svg import UNITS, Field, frame
from specreview.report.colours import fill, stroke
from specreview.report.shapes_svg import BAR_PIXELS, RUG_PIXELS, bar, behind, in_rug
from specreview.report.text_svg import LINE_PIXELS, longest_line, words
from specreview.report.traces_svg import off_scale, symbols, trace_path

_CHARACTER = 6.3
_TITLE_GAP = 36


@dataclass(frozen=True)
class Canvas:
    """A figure and the size, in pixels, at which it is drawn."""

    figure: go.Figure
    width: float
    height: float

    @property
    def layout(self) -> dict[str, Any]:
        layout: dict[str, Any] = self.figure.layout.to_plotly_json()
        return layout

    @property
    def plot(self) -> tuple[float, float, float, float]:
        """Left, top, width and height of what the margins leave."""
        margin = self.layout["margin"]
        width = self.width - margin["l"] - margin["r"]
        return margin["l"], margin["t"], width, self.height - margin["t"] - margin["b"]

    def fields(self) -> dict[str, Field]:
        """Its axis pairs by the name of their x axis ("x", "x2")."""
        layout = self.layout
        names = [name for name in layout if name.startswith("xaxis")]
        return {name.replace("axis", ""): self._field(layout, name[5:]) for name in names}

    def _field(self, layout: dict[str, Any], number: str) -> Field:
        left, top, width, height = self.plot
        x_axis, y_axis = layout[f"xaxis{number}"], layout[f"yaxis{number}"]
        start, stop = x_axis.get("domain") or (0.0, 1.0)
        return Field(
            left + width * start,
            top,
            width * (stop - start),
            height,
            (float(x_axis["range"][0]), float(x_axis["range"][1])),
            (float(y_axis["range"][0]), float(y_axis["range"][1])),
            x_axis,
            y_axis,
        )


def figure_svg(canvas: Canvas, name: str, about: str, more: str = "") -> str:
    """The whole drawing.

    Parameters
    ----------
    canvas
        The figure, of the light theme: its colours become those of either.
    name
        The drawing's class.
    about
        What it shows, for those who do not see it.
    more
        Further attributes, escaped by the caller.
    """
    fields = canvas.fields()
    drawn = "".join(_field(canvas, key, field) for key, field in fields.items())
    size = f"0 0 {canvas.width:g} {canvas.height:g}"
    return (
        f'<svg class="figure {name}" viewBox="{size}" role="img" '
        f'aria-label="{escape(about, quote=True)}"{more}>'
        f"{drawn}{_texts(canvas, fields)}</svg>"
    )


def _field(canvas: Canvas, key: str, field: Field) -> str:
    """One axis pair from back to front: frame, marks behind the data, data, rug, bars."""
    shapes = [one for one in canvas.layout.get("shapes", ()) if _axis(one) == key]
    traces = [one for one in canvas.figure.data if (one["xaxis"] or "x") == key]
    rugs = [one for one in shapes if one.get("yanchor") == 0]
    bars = [one for one in shapes if one.get("yanchor") == 1]
    back = [one for one in shapes if "yanchor" not in one]
    plot = (field.left, field.top, field.width, field.height)
    foot = (field.left, field.top + field.height - RUG_PIXELS, field.width, RUG_PIXELS)
    return (
        frame(field)
        + _inner("back", plot, UNITS, (behind(one, field) for one in back))
        + _inner("zero", plot, UNITS, [_zero(field)])
        + _inner("data", plot, UNITS, (trace_path(one, field) for one in traces))
        + _inner("rug", foot, RUG_PIXELS, (in_rug(one, field) for one in rugs))
        + "".join(_bar(field, one) for one in bars)
        + "".join(off_scale(one, field) for one in traces if symbols(one))
        + _titles(field)
    )


def _axis(shape: dict[str, Any]) -> str:
    return str(shape.get("xref") or "x")


def _inner(css: str, place: Sequence[float], height: float, drawn: Iterable[str]) -> str:
    """Drawings in units of the field, stretched to its place, and cut at its edge."""
    content = "".join(drawn)
    if not content:
        return ""
    left, top, width, tall = place
    return (
        f'<svg class="inner {css}" x="{left:.1f}" y="{top:.1f}" width="{width:.1f}" '
        f'height="{tall:.1f}" viewBox="0 0 {UNITS} {height:g}" preserveAspectRatio="none">'
        f"{content}</svg>"
    )


def _zero(field: Field) -> str:
    """The line at zero flux, where the figure asks for one."""
    if not field.y_axis.get("zeroline"):
        return ""
    down = round(field.down(0.0))
    css = f"line {stroke(field.y_axis['zerolinecolor'])}"
    return f'<path class="{css}" stroke-width="1" d="M0,{down}H{UNITS}"/>'


def _bar(field: Field, shape: dict[str, Any]) -> str:
    top = field.top - shape["y0"] - BAR_PIXELS / 2
    return _inner(
        "bar", (field.left, top, field.width, BAR_PIXELS), BAR_PIXELS, [bar(shape, field)]
    )


def _titles(field: Field) -> str:
    """What the axes are, in words."""
    across = (field.x_axis.get("title") or {}).get("text", "")
    up = (field.y_axis.get("title") or {}).get("text", "")
    drawn = ""
    if across:
        foot = field.top + field.height + _TITLE_GAP
        drawn += words(across, field.left + field.width / 2, foot, anchor="middle", css="title")
    if up:
        place = f"translate(13,{field.top + field.height / 2:.1f}) rotate(-90)"
        drawn += f'<g transform="{place}">{words(up, 0, 0, anchor="middle", css="title")}</g>'
    return drawn


def _texts(canvas: Canvas, fields: dict[str, Field]) -> str:
    """The annotations: those at a wavelength move with a zoom, the others stay."""
    return "".join(_text(canvas, fields, one) for one in canvas.layout.get("annotations", ()))


def _text(canvas: Canvas, fields: dict[str, Field], note: dict[str, Any]) -> str:
    left, top, width, height = canvas.plot
    on_axis = note.get("xref") != "paper"
    x = fields["x"].pixel_x(note["x"]) if on_axis else left + width * note["x"]
    shift = note.get("xshift", 0)
    y = top + height * (1 - note["y"]) - note.get("yshift", 0)
    y += {"top": LINE_PIXELS - 2, "middle": 4.0, "bottom": 0.0}[note["yanchor"]]
    anchor = {"left": "start", "center": "middle", "right": "end"}[note["xanchor"]]
    drawn = _box(note, x + shift, y) + words(
        note["text"], x + shift, y, anchor=anchor, css=_text_class(note)
    )
    moves = f' data-x="{note["x"]:.3f}" data-at="{x + shift:.1f}"' if on_axis else ""
    return f'<g class="note"{moves}>{_title(note)}{drawn}</g>'


def _text_class(note: dict[str, Any]) -> str:
    font = note.get("font") or {}
    weight = "strong" if font.get("weight") == 600 else ""
    return " ".join(filter(None, (fill(font.get("color")), weight)))


def _box(note: dict[str, Any], x: float, y: float) -> str:
    """The frame about a window's number."""
    if not note.get("bordercolor"):
        return ""
    wide = _CHARACTER * longest_line(note["text"]) + 8
    css = f"{fill(note['bgcolor'])} {stroke(note['bordercolor'])}"
    place = f'x="{x - wide / 2:.1f}" y="{y - 12:.1f}" width="{wide:.1f}" height="16"'
    return f'<rect class="{css}" {place}/>'


def _title(note: dict[str, Any]) -> str:
    """What a window is called, on hover; our wording has it escaped once."""
    return f"<title>{note['hovertext']}</title>" if note.get("hovertext") else ""
