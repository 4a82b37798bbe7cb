"""One small panel: its stretch of the spectrum, the continuum and the measured area."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from specreview.measure.measurement import Measurement
from specreview.spectra.frames import SPEED_OF_LIGHT_KMS, velocity
from specreview.tasks.task import Panel
from specreview.views.options import ChartOptions
from specreview.views.palette import Palette
from specreview.views.segments import DrawnPixels, envelope
from specreview.views.wire import Array, Trace, sampled, silent, single

HEADROOM = 0.43
"""Share of a panel's height kept free for a name and two rows of text."""

_PER_ROW = 0.06
_WIDE = 4500.0
"""km/s to either side beyond which figures at 2000 would run into the one at 0, at 1024 px."""
_ALL_BINS = 10_000
_AREA_KINDS = ("emission", "absorption")


@dataclass(frozen=True)
class PanelDrawing:
    """A panel and what is drawn in it; wavelengths are rest-frame vacuum Å."""

    panel: Panel
    measured: Measurement | None
    drawn: DrawnPixels
    options: ChartOptions
    colours: Palette

    @property
    def limits(self) -> tuple[float, float]:
        return panel_window(self.panel)

    @cached_property
    def _rest(self) -> Array:
        return self.drawn.wavelength / (1.0 + (self.options.redshift or 0.0))

    @cached_property
    def _stretch(self) -> slice:
        """The panel's pixels and one more on either side, so that the line runs to the frame."""
        low, high = self.limits
        first = max(int(np.searchsorted(self._rest, low)) - 1, 0)
        return slice(first, int(np.searchsorted(self._rest, high, side="right")) + 1)

    @property
    def rest(self) -> Array:
        return self._rest[self._stretch]

    @property
    def flux(self) -> Array:
        return self.drawn.flux[self._stretch]

    @property
    def empty(self) -> bool:
        """Whether no good pixel lies in the panel's stretch."""
        return int(np.count_nonzero(np.isfinite(self.flux))) < 2

    def position(self, rest: Array) -> Array:
        """Axis position of rest wavelengths: km/s, Å or nm."""
        if self.panel.axis == "velocity" and self.panel.rest:
            return velocity(rest, self.panel.rest)
        return rest / (10.0 if self.options.unit == "nm" else 1.0)

    def traces(self) -> list[Trace]:
        """From back to front: 1σ, measured area, continuum, flux; nothing where there is none."""
        if self.empty:
            return []
        x = self.position(self.rest)
        line = {"color": self.colours.ink, "width": 1}
        velocities = self.panel.axis == "velocity"
        axis = "%{x:.0f} km/s" if velocities else f"%{{x:.1f}} {self.options.unit}"
        flux: Trace = {
            "type": "scatter",
            "mode": "lines",
            **sampled(x),
            "y": single(self.flux),
            "connectgaps": False,
            "line": line,
            "hovertemplate": f"{axis}<br>flux %{{y:.4~g}}<extra></extra>",
        }
        return [*self._error_shade(x), *self._measured_area(x), flux]

    def _error_shade(self, x: Array) -> list[Trace]:
        if not self.options.errors or self.drawn.sigma is None:
            return []
        sigma = self.drawn.sigma[self._stretch]
        outline = envelope(x, self.flux - sigma, self.flux + sigma, _ALL_BINS)
        return [_shade(*outline, self.colours.sigma_fill)]

    def _measured_area(self, x: Array) -> list[Trace]:
        """The continuum, dashed; for a line also the area between it and the flux."""
        measured = self.measured
        if measured is None or measured.continuum is None or not measured.measurable:
            return []
        (left, low), (right, high) = measured.continuum
        ends = np.clip(np.array([left, right]), *self.limits)
        if ends[1] <= ends[0]:
            return []
        area: list[Trace] = []
        if measured.kind in _AREA_KINDS and measured.window is not None:
            lower, upper = measured.window
            inside = (self.rest >= lower) & (self.rest <= upper) & np.isfinite(self.flux)
            area = self._area(x, inside, np.interp(self.rest, [left, right], [low, high]))
        heights = np.interp(ends, [left, right], [low, high])
        dashes = {"color": self.colours.supported, "width": 1.5, "dash": "7px,5px"}
        return [*area, silent("lines", self.position(ends), heights, line=dashes)]

    def _area(self, x: Array, inside: NDArray[np.bool_], continuum: Array) -> list[Trace]:
        if np.count_nonzero(inside) < 2:
            return []
        outline = np.concatenate([x[inside], x[inside][::-1]])
        heights = np.concatenate([self.flux[inside], continuum[inside][::-1]])
        return [_shade(outline, heights, self.colours.supported_tint)]

    def x_axis(self) -> dict[str, Any]:
        ends = self.position(np.array(self.limits)).round(3).tolist()
        axis = {"range": ends, "fixedrange": True, "showgrid": False}
        if self.panel.axis == "velocity":
            far = 2000 if ends[1] < _WIDE else 4000
            return {**axis, "tickvals": [-far, 0, far], "ticktext": [f"−{far}", "0", f"{far}"]}
        return {**axis, "nticks": 4, "tickformat": "~f"}

    def y_axis(self, rows: int) -> dict[str, Any]:
        """The flux seen in the panel, with room above for a name and `rows` rows of text."""
        axis = {"fixedrange": True, "nticks": 4, "showgrid": False}
        if self.empty:
            return {**axis, "range": [0, 1], "showticklabels": False, "ticks": ""}
        low, high = float(np.nanmin(self.flux)), float(np.nanmax(self.flux))
        room = 0.06 * (high - low) or 0.1 * abs(high) or 1.0
        low, high = low - room, high + room
        free = HEADROOM + _PER_ROW * max(rows - 2, 0)
        return {**axis, "range": [low, low + (high - low) / (1.0 - free)]}

    def rest_line(self, x: str, y: str) -> list[dict[str, Any]]:
        """An upright at the rest wavelength, below the text; none on a wavelength axis."""
        if self.panel.axis != "velocity":
            return []
        style = {"color": self.colours.rule, "width": 1, "dash": "3px,3px"}
        ends = {"x0": 0, "x1": 0, "y0": 0, "y1": 1.0 - HEADROOM + 0.05}
        place = {"xref": x, "yref": f"{y} domain", "layer": "below"}
        return [{"type": "line", **place, **ends, "line": style}]


def panel_window(panel: Panel) -> tuple[float, float]:
    """A panel's limits in rest-frame vacuum Å.

    Raises
    ------
    ValueError
        When the panel names neither a rest wavelength nor a window.
    """
    if panel.axis == "velocity" and panel.rest is not None:
        reach = panel.rest * panel.half_width_kms / SPEED_OF_LIGHT_KMS
        return panel.rest - reach, panel.rest + reach
    if panel.window is None:
        raise ValueError(f"panel {panel.label} names neither a rest wavelength nor a window")
    return panel.window


def _shade(x: Array, y: Array, colour: str) -> Trace:
    return silent("lines", x, y, fill="toself", fillcolor=colour, line={"width": 0})
