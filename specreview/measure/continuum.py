"""The pseudo-continuum under a line: a straight line between two side bands."""

from dataclasses import dataclass

import numpy as np

from specreview.measure.noise import FloatArray
from specreview.measure.prepared import Prepared

LEAST_COVERED = 0.6
"""A window with a smaller share of good pixels counts as not covered."""

FLOOR = 0.008
"""Systematic error of a local continuum as a fraction of it: without it a spectrum of S/N 200
shows 20σ lines that are curvature (measured on the flux standards)."""

_CLIP = 3.5
_MEDIAN_ERROR = 1.2533
"""Error of a median over that of a mean, for Gaussian noise."""


@dataclass(frozen=True, eq=False)
class Continuum:
    """A line through (x, y) of the blue and the red side band, with the error of each."""

    blue: tuple[float, float]
    red: tuple[float, float]
    blue_error: float
    red_error: float

    def at(self, x: FloatArray) -> FloatArray:
        """The continuum at `x` (any shape, same axis as the side bands)."""
        (x0, y0), (x1, y1) = self.blue, self.red
        return y0 + (y1 - y0) * (x - x0) / (x1 - x0)

    @property
    def level(self) -> float:
        """Mean of both sides."""
        return 0.5 * (self.blue[1] + self.red[1])

    @property
    def level_error(self) -> float:
        """Statistical error of `level`, without the systematic floor."""
        return 0.5 * float(np.hypot(self.blue_error, self.red_error))

    @property
    def total_error(self) -> float:
        """Statistical error and the 0.8 % floor in quadrature."""
        return float(np.hypot(self.level_error, FLOOR * self.level))


def clipped_median(values: FloatArray, sigma: FloatArray) -> tuple[float, float]:
    """Median after a 3.5σ clip, and its error from noise and scatter; needs one value."""
    middle = np.median(values)
    spread = max(1.4826 * float(np.median(np.abs(values - middle))), 1e-12)
    kept = np.abs(values - middle) <= _CLIP * spread
    n = max(int(np.sum(kept)), 1)
    noise = float(np.sqrt(np.mean(sigma[kept] ** 2))) if np.any(kept) else spread
    error = _MEDIAN_ERROR * max(noise, spread) / np.sqrt(n)
    return float(np.median(values[kept])) if np.any(kept) else float(middle), float(error)


def side_continuum(
    prepared: Prepared, blue: tuple[float, float], red: tuple[float, float]
) -> Continuum | str:
    """The continuum through two side bands (rest Å), or why there is none."""
    ends = []
    for lower, upper in (blue, red):
        part = prepared.between(lower, upper)
        if part.stop - part.start < 3 or prepared.covered(lower, upper) < LEAST_COVERED:
            return uncovered(prepared, lower, upper, "the continuum beside it")
        level, error = clipped_median(prepared.flux[part], prepared.sigma[part])
        ends.append((float(np.median(prepared.wavelength[part])), level, error))
    (x0, y0, e0), (x1, y1, e1) = ends
    return Continuum((x0, y0), (x1, y1), e0, e1)


def uncovered(prepared: Prepared, lower: float, upper: float, what: str) -> str:
    """Why [lower, upper] has too few good pixels."""
    if prepared.problem:
        return prepared.problem
    wavelength = prepared.wavelength
    if upper < wavelength[0] or lower > wavelength[-1]:
        return f"{what} lies outside the spectrum"
    sky = prepared.sky_in(lower, upper)
    if sky:
        return f"{sky} in the window"
    share = 100.0 * prepared.covered(lower, upper)
    return f"only {share:.0f} % of {what} has good pixels"
