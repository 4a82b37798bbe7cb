"""A figure's traces as SVG paths in whole units, broken where there is no flux."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from specreview.report.axes_svg import Field
from specreview.report.colours import fill, stroke
from specreview.views.segments import runs

Array = NDArray[np.float64]

_TRIANGLES = {"triangle-up": "M-4,3.5H4L0,-3.5Z", "triangle-down": "M-4,-3.5H4L0,3.5Z"}


def position(trace: Mapping[str, Any]) -> Array:
    """(n,) axis position of a trace's points."""
    if trace["x"] is not None:
        return np.asarray(trace["x"], np.float64)
    start, step = float(trace["x0"]), float(trace["dx"])
    return start + step * np.arange(len(trace["y"]), dtype=np.float64)


def trace_path(trace: Mapping[str, Any], field: Field) -> str:
    """A line, a filled area, or lone points; "" for markers that stand outside of the field."""
    x, y = field.across(position(trace)), field.down(np.asarray(trace["y"], float))
    if trace["mode"] == "markers":
        return "" if symbols(trace) else _points(trace, x, y)
    area = trace["fill"] == "toself"
    path = line_path(x, y, closed=area)
    if not path:
        return ""
    line = trace["line"]
    if area:
        return f'<path class="{fill(trace["fillcolor"])}" d="{path}"/>'
    dash = ' stroke-dasharray="7 5"' if line["dash"] else ""
    css = f"line {stroke(line['color'])}"
    return f'<path class="{css}" stroke-width="{line["width"]:g}"{dash} d="{path}"/>'


def line_path(x: Array, y: Array, *, closed: bool = False) -> str:
    """Relative steps in whole units, which are short; a new piece after each gap."""
    path: list[str] = []
    for first, last in runs(np.isfinite(x) & np.isfinite(y)):
        points = np.rint(np.stack([x[first : last + 1], y[first : last + 1]])).astype(np.int64)
        steps = np.diff(points, axis=1).T.tolist()
        path.append(f"M{points[0, 0]},{points[1, 0]}")
        if steps:
            path.append("l" + " ".join(f"{dx},{dy}" for dx, dy in steps).replace(",-", "-"))
        path.append("Z" if closed else "")
    return "".join(path)


def symbols(trace: Mapping[str, Any]) -> list[str]:
    """The triangle of each point that lies off the scale; [] where the points are pixels."""
    kinds = trace["marker"]["symbol"] if trace["mode"] == "markers" else None
    return [] if kinds is None or isinstance(kinds, str) else list(kinds)


def off_scale(trace: Mapping[str, Any], field: Field) -> str:
    """Triangles at the edge, in pixels of the drawing."""
    colour = fill(trace["marker"]["color"])
    marks = []
    for kind, x, y in zip(symbols(trace), position(trace), trace["y"], strict=True):
        place = f"{field.pixel_x(float(x)):.1f},{field.pixel_y(float(y)):.1f}"
        marks.append(f'<path d="{_TRIANGLES[kind]}" transform="translate({place})"/>')
    return f'<g class="off-scale {colour}">{"".join(marks)}</g>' if marks else ""


def _points(trace: Mapping[str, Any], x: Array, y: Array) -> str:
    """Lone pixels as dots: lines of no length with round ends."""
    marker = trace["marker"]
    dots = "".join(f"M{round(a)},{round(b)}h1" for a, b in zip(x, y, strict=True))
    css = f"line dot {stroke(marker['color'])}"
    return f'<path class="{css}" stroke-width="{marker["size"]:g}" d="{dots}"/>' if dots else ""
