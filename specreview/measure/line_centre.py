"""Where the middle of a line lies, how well that is known, and how lopsided the line is.

The centre is the centroid under a Gaussian weight as wide as the line, sought until the weight
sits on it (the windowed centroid of SExtractor, Bertin & Arnouts 1996): for a Gaussian line this is
the least-squares fit, and no edge of a pixel or of a half-maximum cuts it.
"""

from dataclasses import dataclass

import numpy as np

from specreview.measure.noise import FloatArray

_STEPS = 20
_NEAR = 1e-3
"""The search ends when a step is shorter than this share of the line's σ."""


@dataclass(frozen=True)
class Centre:
    """Velocity of the middle of a line and its error, km/s, from the pixels' noise alone.

    `asymmetry` is (red - blue) / (red + blue) of the flux within one FWHM on either side, with its
    error; None where that flux is not positive.
    """

    velocity_kms: float
    error_kms: float
    asymmetry: float | None
    asymmetry_error: float | None


def line_centre(
    velocity: FloatArray, height: FloatArray, noise: FloatArray, start: float, fwhm: float
) -> Centre | None:
    """The centre near `start`; None where the weighted flux is not positive or the search strays.

    Parameters
    ----------
    velocity, height, noise : (n,) float
        km/s from the rest wavelength, flux over continuum minus one in the line's sense, 1σ.
    start, fwhm
        A first centre, and the width as seen, km/s.
    """
    sigma = fwhm / 2.354820
    cell = np.gradient(velocity)
    centre = start
    for _ in range(_STEPS):
        offset = velocity - centre
        weight = cell * np.exp(-0.5 * (offset / sigma) ** 2)
        total = float(np.sum(weight * height))
        if total <= 0.0:
            return None
        step = 2.0 * float(np.sum(weight * offset * height)) / total
        centre += float(np.clip(step, -sigma, sigma))
        if abs(centre - start) > fwhm:
            return None
        if abs(step) < _NEAR * sigma:
            break
    return _with_errors(velocity, height, noise, centre, sigma)


def _with_errors(
    velocity: FloatArray, height: FloatArray, noise: FloatArray, centre: float, sigma: float
) -> Centre | None:
    """Errors to first order in the noise of the pixels."""
    offset = velocity - centre
    weight = np.gradient(offset) * np.exp(-0.5 * (offset / sigma) ** 2)
    total = float(np.sum(weight * height))
    if total <= 0.0:
        return None
    # Of a peaked line the response is half the weighted flux; a dip in the middle lowers it.
    response = float(np.sum(weight * height * (1.0 - (offset / sigma) ** 2)))
    pull = weight * offset / max(response, 0.25 * total)
    error = float(np.sqrt(np.sum((pull * noise) ** 2)))
    asymmetry, own = _asymmetry(offset, height, noise, 2.354820 * sigma, pull)
    return Centre(centre, error, asymmetry, own)


def _asymmetry(
    offset: FloatArray, height: FloatArray, noise: FloatArray, fwhm: float, pull: FloatArray
) -> tuple[float | None, float | None]:
    cell = np.gradient(offset)
    inside = np.clip((fwhm - np.abs(offset)) / cell + 0.5, 0.0, 1.0)
    total = float(np.sum(height * cell * inside))
    if total <= 0.0:
        return None, None
    side = np.clip(2.0 * offset / cell, -1.0, 1.0) * inside * cell
    middle = max(float(np.interp(0.0, offset, height)), 0.0)
    part = side / total - 2.0 * middle * pull / total
    own = float(np.sqrt(np.sum((part * noise) ** 2)))
    return float(np.sum(side * height)) / total, own
