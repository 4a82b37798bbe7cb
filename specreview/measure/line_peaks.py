"""Whether a line has two peaks, as the disc of a cataclysmic variable or of a Be star gives it."""

import numpy as np

from specreview.measure.noise import FloatArray

_BOX = 3
"""Pixels of the boxcar: about the resolution, so that no single pixel makes a peak."""

_LEAST_KMS, _MOST_KMS = 300.0, 2400.0
"""Separations that count: closer ones are not resolved, wider ones are two lines."""

_DIP_SIGMA = 4.0
_DIP_SHARE = 0.07
"""Least depth of the dip under the lower peak, over its error and as a share of that peak."""


def peak_separation(
    velocity: FloatArray, height: FloatArray, noise: FloatArray, limits: tuple[float, float]
) -> float | None:
    """km/s between the two peaks of a line, None where no dip is sure.

    Parameters
    ----------
    velocity, height, noise : (n,) float
        km/s, flux over continuum minus one in the line's sense, 1σ.
    limits
        km/s between which the line stands above half its maximum.
    """
    inside = (velocity >= limits[0]) & (velocity <= limits[1])
    if limits[1] - limits[0] < _LEAST_KMS or np.count_nonzero(inside) < 5:
        return None
    box = np.full(_BOX, 1.0 / _BOX)
    smooth = np.convolve(height, box, "same")[inside]
    error = np.sqrt(np.convolve(noise**2, box, "same") / _BOX)[inside]
    place = velocity[inside]
    found = _deepest(smooth)
    if found is None:
        return None
    left, middle, right = found
    lower = left if smooth[left] < smooth[right] else right
    depth = smooth[lower] - smooth[middle]
    sure = depth > _DIP_SIGMA * np.hypot(error[lower], error[middle])
    if not sure or depth < _DIP_SHARE * smooth[lower]:
        return None
    separation = float(place[right] - place[left])
    return separation if _LEAST_KMS <= separation <= _MOST_KMS else None


def _deepest(smooth: FloatArray) -> tuple[int, int, int] | None:
    """The valley that lies deepest below the lower of the peaks on its two sides."""
    left = np.maximum.accumulate(smooth)
    right = np.maximum.accumulate(smooth[::-1])[::-1]
    middle = int(np.argmax(np.minimum(left, right) - smooth))
    if not 0 < middle < smooth.size - 1:
        return None
    return (
        int(np.argmax(smooth[:middle])),
        middle,
        middle + 1 + int(np.argmax(smooth[middle + 1 :])),
    )
