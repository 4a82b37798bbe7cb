"""The width of the Gaussian that fits a line best, and how well it is known.

A width at half maximum ends at the first noise dip and starts from the highest noise peak: on
injected Gaussians it came out up to 4 % low. The weighted second moment under a Gaussian as wide as
the line itself is the least-squares fit and has half the scatter.
"""

import numpy as np

from specreview.measure.noise import FloatArray

FWHM = 2.354820
"""FWHM of a Gaussian over its σ."""

_STEPS = 40
_NEAR = 1e-3


def gaussian_fwhm(
    velocity: FloatArray,
    height: FloatArray,
    noise: FloatArray,
    start: tuple[float, float],
    level_error: float,
) -> tuple[float, float] | None:
    """FWHM and its error, km/s, not corrected for resolution; None where the search fails.

    Parameters
    ----------
    velocity, height, noise : (n,) float
        km/s, flux over continuum minus one in the line's sense, 1σ.
    start
        Centre, which is kept, and a first FWHM, km/s.
    level_error
        1σ of the continuum's level as a fraction of it: it widens or narrows the line's foot.
    """
    square = (velocity - start[0]) ** 2
    cell = np.gradient(velocity)
    sigma = start[1] / FWHM
    for _ in range(_STEPS):
        weight = cell * np.exp(-0.5 * square / sigma**2)
        total = float(np.sum(weight * height))
        if total <= 0.0:
            return None
        excess = weight * (square - 0.5 * sigma**2) / total
        step = 2.0 * float(np.sum(excess * height)) / sigma
        if abs(step) < _NEAR * sigma:
            pixels = float(np.sum((excess * noise) ** 2))
            level = level_error * float(np.sum(excess))
            return FWHM * sigma, FWHM * 2.0 / sigma * float(np.hypot(np.sqrt(pixels), level))
        sigma += float(np.clip(step, -0.3 * sigma, 0.3 * sigma))
    return None
