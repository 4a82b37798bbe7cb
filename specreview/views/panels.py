"""Four small panels that stay in sight: each a line or band, with its measured value written in.

All four share one figure.  The value comes from `measure`; where there is none, the panel says
"not measured" and why, rather than a number.
"""

import textwrap
from collections.abc import Mapping
from typing import Any

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from specreview.measure.measurement import Measurement
from specreview.spectra.frames import SPEED_OF_LIGHT_KMS, velocity
from specreview.spectra.spectrum import Spectrum
from specreview.tasks.task import Panel, VettingTask
from specreview.views.layout import base_axis, base_layout, figure
from specreview.views.options import ChartOptions
from specreview.views.palette import Palette, palette
from specreview.views.segments import drawn_pixels, envelope
from specreview.views.wording import plain

Array = NDArray[np.float64]
Trace = dict[str, Any]

HEADROOM = 0.43
"""Share of a panel's height kept free for its text."""

_GAP = 0.062
_WRAP = 23
_MOST_LINES = 3
_ALL_BINS = 10_000


def panels_figure(
    spectrum: Spectrum,
    task: VettingTask,
    measurements: Mapping[str, Measurement],
    options: ChartOptions,
) -> go.Figure:
    """One figure with a task's four panels, in the rest frame of the redshift that is applied.

    Velocity panels run over km/s from the line's rest wavelength, wavelength panels over
    rest-frame vacuum Å (or nm).  `measurements` are keyed by diagnostic.
    """
    colours = palette(dark=options.dark)
    revision = f"{spectrum.content_hash[:16]}:{options.unit}:{options.redshift}"
    layout: dict[str, Any] = {
        **base_layout(colours, revision),
        "margin": {"l": 38, "r": 8, "t": 4, "b": 36},
        "dragmode": False,
        "hovermode": "closest",
        "annotations": [],
        "shapes": [],
    }
    traces: list[Trace] = []
    width = (1.0 - _GAP * (len(task.panels) - 1)) / len(task.panels)
    for index, panel in enumerate(task.panels):
        start = index * (width + _GAP)
        measured = measurements.get(panel.diagnostic or "")
        drawing = _Drawing(spectrum, panel, measured, options, colours)
        suffix = "" if index == 0 else str(index + 1)
        axes = {"xaxis": f"x{suffix}", "yaxis": f"y{suffix}"}
        traces += [{**trace, **axes} for trace in drawing.traces()]
        layout[f"xaxis{suffix}"] = {
            **drawing.x_axis(),
            "domain": [start, start + width],
            "anchor": f"y{suffix}",
        }
        layout[f"yaxis{suffix}"] = {**drawing.y_axis(), "anchor": f"x{suffix}"}
        layout["shapes"].append(drawing.rest_line(f"x{suffix}", f"y{suffix}"))
        layout["annotations"].append(drawing.text(start))
    layout["shapes"] = [shape for shape in layout["shapes"] if shape]
    layout["annotations"] += _axis_titles(task.panels, width, options)
    return figure(traces, layout)


class _Drawing:
    """One panel: its stretch of the spectrum, on its own axis."""

    def __init__(
        self,
        spectrum: Spectrum,
        panel: Panel,
        measured: Measurement | None,
        options: ChartOptions,
        colours: Palette,
    ) -> None:
        self.panel = panel
        self.measured = measured
        self.colours = colours
        self._per = 10.0 if options.unit == "nm" and panel.axis == "wavelength" else 1.0
        self._unit = options.unit
        drawn = drawn_pixels(spectrum)
        rest = drawn.wavelength / (1.0 + (options.redshift or 0.0))
        low, high = panel_window(panel)
        # One pixel more on either side, so that the line runs to the frame.
        first = max(int(np.searchsorted(rest, low)) - 1, 0)
        last = int(np.searchsorted(rest, high, side="right")) + 1
        self.rest = rest[first:last]
        self.flux = drawn.flux[first:last]
        self.sigma = drawn.sigma[first:last] if options.errors and drawn.sigma is not None else None
        self.range = self.position(np.array([low, high])).tolist()

    def position(self, rest: Array) -> Array:
        """Axis position of rest-frame wavelengths (Å)."""
        if self.panel.axis == "velocity" and self.panel.rest:
            return velocity(rest, self.panel.rest)
        return rest / self._per

    @property
    def empty(self) -> bool:
        return not np.isfinite(self.flux).any()

    def traces(self) -> list[Trace]:
        if self.empty:
            return []
        x = self.position(self.rest)
        drawn: list[Trace] = []
        if self.sigma is not None:
            bx, by = envelope(x, self.flux - self.sigma, self.flux + self.sigma, _ALL_BINS)
            shade = {"fill": "toself", "fillcolor": self.colours.sigma_fill, "line": {"width": 0}}
            drawn.append({**_line(bx, by, **shade), "hoverinfo": "skip"})
        drawn += self._measured_area(x)
        axis = "%{x:.0f} km/s" if self.panel.axis == "velocity" else f"%{{x:.1f}} {self._unit}"
        line = {"color": self.colours.ink, "width": 1}
        hover = f"{axis}<br>flux %{{y:.4~g}}<extra></extra>"
        drawn.append({**_line(x, self.flux, line=line), "hovertemplate": hover})
        return drawn

    def _measured_area(self, x: Array) -> list[Trace]:
        """The continuum, dashed, and the area between it and the flux that was summed up."""
        measured = self.measured
        if measured is None or measured.continuum is None or not measured.measurable:
            return []
        (left, low), (right, high) = measured.continuum
        if right <= left or right < self.rest[0] or left > self.rest[-1]:
            return []
        area: list[Trace] = []
        if measured.window is not None:
            lower, upper = measured.window
            inside = (self.rest >= lower) & (self.rest <= upper) & np.isfinite(self.flux)
            area = self._fill(x, inside, np.interp(self.rest, [left, right], [low, high]))
        ends = np.clip(np.array([left, right]), *panel_window(self.panel))
        heights = low + (high - low) * (ends - left) / (right - left)
        dashes = {"color": self.colours.supported, "width": 1.5, "dash": "7px,5px"}
        continuum = _line(self.position(ends), heights, line=dashes)
        return [*area, {**continuum, "hoverinfo": "skip"}]

    def _fill(self, x: Array, inside: NDArray[np.bool_], continuum: Array) -> list[Trace]:
        if np.count_nonzero(inside) < 2:
            return []
        outline = np.concatenate([x[inside], x[inside][::-1]])
        heights = np.concatenate([self.flux[inside], continuum[inside][::-1]])
        style = {"fill": "toself", "fillcolor": self.colours.supported_tint, "line": {"width": 0}}
        return [{**_line(outline, heights, **style), "hoverinfo": "skip"}]

    def x_axis(self) -> dict[str, Any]:
        axis = {
            **base_axis(self.colours),
            "range": self.range,
            "fixedrange": True,
            "showgrid": False,
        }
        if self.panel.axis == "velocity":
            return {**axis, "tickvals": [-2000, 0, 2000], "ticktext": ["−2000", "0", "2000"]}
        return {**axis, "nticks": 4, "tickformat": "~f"}

    def y_axis(self) -> dict[str, Any]:
        """The flux seen in the panel, with room above for the text."""
        axis = {**base_axis(self.colours), "fixedrange": True, "nticks": 4}
        if self.empty:
            return {**axis, "range": [0, 1], "showticklabels": False, "ticks": ""}
        low, high = float(np.nanmin(self.flux)), float(np.nanmax(self.flux))
        room = 0.06 * (high - low) or 0.1 * abs(high) or 1.0
        low, high = low - room, high + room
        return {**axis, "range": [low, low + (high - low) / (1.0 - HEADROOM)]}

    def rest_line(self, x: str, y: str) -> dict[str, Any]:
        """An upright at the rest wavelength, below the text; nothing on a wavelength axis."""
        if self.panel.axis != "velocity":
            return {}
        style = {"color": self.colours.rule, "width": 1, "dash": "3px,3px"}
        ends = {"x0": 0, "x1": 0, "y0": 0, "y1": 1.0 - 0.9 * HEADROOM}
        place = {"xref": x, "yref": f"{y} domain", "layer": "below"}
        return {"type": "line", **place, **ends, "line": style}

    def text(self, start: float) -> dict[str, Any]:
        """Name and value, stacked at the top left."""
        lines = self._value_lines()
        muted = self.measured is None or not self.measured.measurable or self.empty
        body = "<br>".join(plain(line) for line in lines)
        if muted and body:
            body = f'<span style="color:{self.colours.muted}">{body}</span>'
        name = f"<b>{plain(self.panel.label)}</b>"
        return {
            "text": f"{name}<br>{body}" if body else name,
            "x": start,
            "y": 1,
            "xref": "paper",
            "yref": "paper",
            "xanchor": "left",
            "yanchor": "top",
            "xshift": 5,
            "align": "left",
            "showarrow": False,
        }

    def _value_lines(self) -> list[str]:
        if self.measured is None:
            return ["not measured: no good pixel here"] if self.empty else []
        sentence = self.measured.sentence()
        stacked = [sentence] if sentence.startswith("not measured") else sentence.split(", ")
        lines = [line for part in stacked for line in textwrap.wrap(part, _WRAP)]
        if len(lines) > _MOST_LINES:
            lines = [*lines[: _MOST_LINES - 1], lines[_MOST_LINES - 1].rstrip(",;:") + " …"]
        return lines


def panel_window(panel: Panel) -> tuple[float, float]:
    """A panel's limits in rest-frame vacuum Å."""
    if panel.axis == "velocity" and panel.rest is not None:
        reach = panel.rest * panel.half_width_kms / SPEED_OF_LIGHT_KMS
        return panel.rest - reach, panel.rest + reach
    if panel.window is None:
        raise ValueError(f"panel {panel.label} names neither a rest wavelength nor a window")
    return panel.window


def _line(x: Array, y: Array, **style: Any) -> Trace:
    return {
        "type": "scatter",
        "mode": "lines",
        "x": x.astype(np.float32),
        "y": y.astype(np.float32),
        "connectgaps": False,
        **style,
    }


def _axis_titles(
    panels: tuple[Panel, ...], width: float, options: ChartOptions
) -> list[dict[str, Any]]:
    """One title under each run of panels with the same kind of axis."""
    shift = "no shift applied"
    if options.redshift is not None:
        shift = f"z = {options.redshift:.5f} applied".replace("-", "−")
    titles = []
    first = 0
    for index in range(1, len(panels) + 1):
        if index < len(panels) and panels[index].axis == panels[first].axis:
            continue
        whole = index - first == len(panels)
        left, right = first * (width + _GAP), (index - 1) * (width + _GAP) + width
        if panels[first].axis == "velocity":
            text = "velocity from the rest wavelength (km s⁻¹)" if index - first > 1 else "km s⁻¹"
        else:
            text = (
                f"rest wavelength, vacuum ({options.unit})" if index - first > 1 else options.unit
            )
        titles.append(
            {
                "text": f"{text}, {shift}" if whole else text,
                "x": 0.5 * (left + right),
                "y": 0,
                "xref": "paper",
                "yref": "paper",
                "yanchor": "top",
                "yshift": -18,
                "showarrow": False,
            }
        )
        first = index
    return titles
