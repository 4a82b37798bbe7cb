"""Flux in figures that fit beside an axis: a power of ten goes from the numbers to the unit."""

import math
from dataclasses import replace
from typing import TypeVar

import numpy as np

from specreview.measure.measurement import Measurement, Point
from specreview.views.options import MarkedClaim
from specreview.views.segments import DrawnPixels
from specreview.views.wire import Array
from specreview.views.wording import power_of_ten

_SHORT = (1e-2, 1e5)
"""Numbers from here to there are written out on an axis."""
_LEAST = 1e-300
"""Flux below this is none: its inverse, by which it would be drawn, is beyond a float."""

Drawn = TypeVar("Drawn", MarkedClaim, Measurement)


def power_for(flux: Array) -> int:
    """The power of ten, a multiple of three, to take out of `flux`; 0 where its numbers are short.

    Files in erg s⁻¹ cm⁻² Å⁻¹ hold 10⁻¹⁵, which leaves no room for an axis title.
    """
    finite = np.abs(flux[np.isfinite(flux)])
    level = float(np.percentile(finite, 99.5)) if finite.size else 0.0
    if level < _LEAST or _SHORT[0] <= level < _SHORT[1]:
        return 0
    return 3 * math.floor(math.log10(level) / 3)


def pixels_without(drawn: DrawnPixels, power: int) -> DrawnPixels:
    """The pixels with flux and σ over 10^`power`."""
    if not power:
        return drawn
    factor = 10.0**-power
    sigma = None if drawn.sigma is None else drawn.sigma * factor
    return DrawnPixels(drawn.wavelength, drawn.flux * factor, sigma)


def continuum_without(drawn: Drawn, power: int) -> Drawn:
    """A claim or a measurement with its continuum over 10^`power`."""
    if not power or drawn.continuum is None:
        return drawn
    (left, low), (right, high) = drawn.continuum
    factor = 10.0**-power
    ends: tuple[Point, Point] = ((left, low * factor), (right, high * factor))
    if isinstance(drawn, MarkedClaim):
        return drawn._replace(continuum=ends)
    return replace(drawn, continuum=ends)


def unit_with(unit: str, power: int) -> str:
    """As in "10⁻¹⁵ erg s⁻¹ cm⁻² Å⁻¹": the unit in words, with the power taken out."""
    if not power:
        return unit
    between = " × " if unit.startswith("10") else " "
    return f"{power_of_ten(power)}{between}{unit}"
