"""Where something stands out of a continuum: boxes of several widths, and a limit for all trials.

The limit follows from the share of windows of pure noise in which something may stand out: the
places that are looked at count as `TRIALS` independent ones for each pixel, both senses together.
"""

from dataclasses import dataclass
from statistics import NormalDist

import numpy as np

from specreview.measure.noise import FloatArray

FALSE_ALARM = 0.01
"""Share of windows of pure Gaussian noise in which a feature, of either sense, is reported."""

TRIALS = 1.3
"""Independent trials a pixel, over all boxes, both senses: measured
on 20 000 windows of noise, 60 to 600 Å wide."""

BOXES = (3, 5, 9, 17, 33, 65)
"""Pixels: from an unresolved line to the wings of a white dwarf's Balmer line."""

_SPIKE_SIGMA = 6.0
_SPIKE_SHARE = 0.2
"""Beside a spike the flux falls to less than this share of it; that of the narrowest line that the
spectrograph lets through falls to 0.35 or more."""


@dataclass(frozen=True)
class Found:
    """The pixel in the middle of the box that stands out most, its width, and by how many σ."""

    pixel: int
    box: int
    significance: float


def limit(pixels: int) -> float:
    """σ from which something counts as a feature in a window of so many pixels."""
    trials = max(TRIALS * pixels, 1.0)
    return NormalDist().inv_cdf(1.0 - 0.5 * FALSE_ALARM / trials)


def strongest(
    height: FloatArray, noise: FloatArray, level_error: float, inside: slice
) -> Found | None:
    """The box with the largest summed `height` whose middle lies `inside`; None without pixels.

    Parameters
    ----------
    height, noise : (n,) float
        Flux over continuum minus one in the sense sought, and its 1σ.
    level_error
        1σ of the continuum relative to itself: common to all pixels of a box.
    inside
        The window's pixels.
    """
    best: Found | None = None
    for box in BOXES:
        if box > height.size:
            break
        ones = np.ones(box)
        summed = np.convolve(height, ones, "same")
        error = np.hypot(np.sqrt(np.convolve(noise**2, ones, "same")), level_error * box)
        score = (summed / error)[inside]
        if not score.size:
            return None
        top = int(np.argmax(score))
        if best is None or score[top] > best.significance:
            best = Found(inside.start + top, box, float(score[top]))
    return best


def spikes(height: FloatArray, noise: FloatArray) -> list[int]:
    """Pixels of spikes upwards that are one or two pixels wide: cosmic rays, not lines.

    Only for pixels finer than the resolution, where no line is that narrow.
    """
    found: set[int] = set()
    for start in np.flatnonzero(height > _SPIKE_SIGMA * noise).tolist():
        for stop in (start + 1, start + 2):
            if stop <= height.size and _lonely(height, noise, start, stop):
                found.update(range(start, stop))
    return sorted(found)


def _lonely(height: FloatArray, noise: FloatArray, start: int, stop: int) -> bool:
    """Whether the pixels stand high and those beside them do not."""
    top, error = height[start:stop], noise[start:stop]
    if not np.all(top > _SPIKE_SIGMA * error):
        return False
    beside = [pixel for pixel in (start - 1, stop) if 0 <= pixel < height.size]
    return bool(np.all(height[beside] < _SPIKE_SHARE * np.min(top) + noise[beside]))
