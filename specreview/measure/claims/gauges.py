"""What claims are held against: lines, bands, the slope and the noise of one spectrum, once each.

The measuring is that of the diagnostics (`measure.lines`, `measure.bands`, `measure.slope`), in
more windows, as a claim does not say how wide its line is.
"""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import TypeVar

import numpy as np

from specreview.measure.bands import Ratio, flux_ratio
from specreview.measure.lines import Line, LineWindow, measure_line, stack_lines
from specreview.measure.prepared import Prepared
from specreview.measure.slope import Slope, continuum_slope
from specreview.spectra.frames import SPEED_OF_LIGHT_KMS

T = TypeVar("T")

_CORE = (1500.0, 1605.0, 3000.0)
_WIDE = (2600.0, 2800.0, 5500.0)
_NARROW = (450.0, 600.0, 1500.0)
"""Half-width of a line's window and inner and outer end of its side bands, km/s: those of the
diagnostics, and one for narrow lines, whose limit is lower."""

_STARK = LineWindow(76.0, 80.0, 115.0)
"""Å: for lines as broad as a white dwarf's."""

_SLOPE = ((4180.0, 4260.0), (5080.0, 5150.0), (6050.0, 6150.0))
"""Windows of the tasks' slope diagnostics, vacuum Å."""

_LEVELS = ((4000.0, 5500.0), (5950.0, 6850.0), (7350.0, 8850.0))
"""Where the S/N is told, vacuum Å."""


@dataclass
class Gauges:
    """The measurements of one prepared spectrum, each made when first asked for and kept."""

    prepared: Prepared
    _kept: dict[object, object] = field(default_factory=dict, repr=False)

    def windows(self, rest: float, sense: int) -> tuple[Line, ...]:
        """The line at `rest` (vacuum Å) in narrow, core and wide windows, as far as covered."""
        return self._once(("line", rest, sense), lambda: self._measured(rest, sense))

    def reason(self, rest: float) -> str:
        """Why the line at `rest` cannot be measured; "" if it can."""
        found = measure_line(self.prepared, rest, 1, _in_angstrom(rest, _CORE))
        return found if isinstance(found, str) else ""

    def ratio(self, feature: tuple[float, float], reference: tuple[float, float]) -> Ratio | str:
        """Flux in `feature` over that in `reference` (vacuum Å)."""
        made = ("ratio", feature, reference)
        return self._once(made, lambda: flux_ratio(self.prepared, feature, reference))

    def stark(self, rest: float) -> Line | str:
        """The line at `rest` (vacuum Å) in absorption, over ±76 Å."""
        return self._once(("stark", rest), lambda: self._broadened(rest))

    def slope(self) -> Slope | str:
        """d ln f / d ln λ of the continuum."""
        return self._once("slope", lambda: continuum_slope(self.prepared, _SLOPE))

    def snr(self) -> tuple[float, ...]:
        """Median S/N a pixel over all, then its 5 and 95 % points and those of wide ranges."""
        return self._once("snr", self._signal)

    def _measured(self, rest: float, sense: int) -> tuple[Line, ...]:
        windows = [_in_angstrom(rest, sides) for sides in (_CORE, _WIDE, _NARROW)]
        found = [measure_line(self.prepared, rest, sense, window) for window in windows]
        return tuple(line for line in found if isinstance(line, Line))

    def _broadened(self, rest: float) -> Line | str:
        """Measured on the axis in Å that lines broadened by pressure share, over its continuum in
        the spectrum's flux, as it is drawn.
        """
        mean = stack_lines(self.prepared, (rest,), -1, _STARK)
        line = measure_line(self.prepared, rest, -1, _STARK)
        if isinstance(mean, str) or isinstance(line, str):
            return mean
        return replace(mean, continuum=line.continuum)

    def _signal(self) -> tuple[float, ...]:
        prepared = self.prepared
        if not prepared.wavelength.size:
            return ()
        signal = prepared.flux / prepared.sigma
        parts = [prepared.between(*level) for level in _LEVELS]
        levels = [float(np.median(signal[p])) for p in parts if p.stop - p.start > 50]
        ends = np.percentile(signal, (5.0, 95.0))
        return float(np.median(signal)), *(float(end) for end in ends), *levels

    def _once(self, key: object, make: Callable[[], T]) -> T:
        if key not in self._kept:
            self._kept[key] = make()
        return self._kept[key]  # type: ignore[return-value]


def _in_angstrom(rest: float, sides: tuple[float, float, float]) -> LineWindow:
    half, inner, outer = (kms * rest / SPEED_OF_LIGHT_KMS for kms in sides)
    return LineWindow(half, inner, outer)
