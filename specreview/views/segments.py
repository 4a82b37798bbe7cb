"""Gaps and runs: where a line must break, and which stretches of pixels are marked."""

import itertools
from dataclasses import dataclass

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from specreview.spectra.spectrum import Spectrum

Array = NDArray[np.float64]
Mask = NDArray[np.bool_]

GAP_STEPS = 5.0
"""A step this many times the usual one is a gap."""

_STEPS_ABOUT = 3


@dataclass(frozen=True)
class DrawnPixels:
    """The spectrum as drawn, one entry a pixel and one more in each gap.

    Attributes
    ----------
    wavelength : (m,) float64
        Å, vacuum, observed; in the middle of a gap for its extra entry.
    flux : (m,) float64
        NaN where the pixel is not good, and in gaps: a line through it breaks there.
    sigma : (m,) float64 or None
        1σ, NaN where unknown.
    """

    wavelength: Array
    flux: Array
    sigma: Array | None


def gaps_after(wavelength: Array) -> NDArray[np.intp]:
    """Indices of the pixels after which the wavelength jumps.

    A jump exceeds 5 times the median step, and 5 times the median of the 7 steps about it:
    sampling that coarsens, as where an ultraviolet and an infrared spectrum meet, has no gap.
    """
    step = np.diff(wavelength)
    far = np.flatnonzero(step > GAP_STEPS * np.median(step))
    if far.size == 0:
        return far
    padded = np.pad(step, _STEPS_ABOUT, mode="edge")
    about = sliding_window_view(padded, 2 * _STEPS_ABOUT + 1)[far]
    return far[step[far] > GAP_STEPS * np.median(about, axis=1)]


def runs(mask: Mask) -> list[tuple[int, int]]:
    """(first, last) of each stretch of true entries, both ends included."""
    edges = np.flatnonzero(np.diff(np.concatenate([[False], mask, [False]]).astype(np.int8)))
    return list(zip(edges[::2].tolist(), (edges[1::2] - 1).tolist(), strict=True))


def few_runs(found: list[tuple[int, int]], most: int) -> list[tuple[int, int]]:
    """At most `most` runs, those with the narrowest gaps between them joined."""
    surplus = len(found) - most
    if surplus <= 0:
        return found
    gap = np.array([after[0] - before[1] for before, after in itertools.pairwise(found)])
    joined = set(np.argsort(gap, kind="stable")[:surplus].tolist())
    kept = [found[0]]
    for index, (first, last) in enumerate(found[1:]):
        if index in joined:
            kept[-1] = (kept[-1][0], last)
        else:
            kept.append((first, last))
    return kept


def drawn_pixels(spectrum: Spectrum) -> DrawnPixels:
    """The good flux with a break at every bad pixel and in every gap."""
    wavelength = spectrum.wavelength
    after = gaps_after(wavelength)
    flux = np.where(spectrum.good, spectrum.flux, np.nan).astype(np.float64)
    sigma = None if spectrum.sigma is None else spectrum.sigma.astype(np.float64)
    if after.size == 0:
        return DrawnPixels(wavelength, flux, sigma)
    middle = 0.5 * (wavelength[after] + wavelength[after + 1])
    return DrawnPixels(
        np.insert(wavelength, after + 1, middle),
        np.insert(flux, after + 1, np.nan),
        None if sigma is None else np.insert(sigma, after + 1, np.nan),
    )


def running_mean(flux: Array, width: int) -> Array:
    """(n,) mean of the finite values within `width` entries around each; NaN stays NaN.

    The window ends at a break, so that nothing leaks across a gap.
    """
    if width <= 1:
        return flux
    smooth = np.full_like(flux, np.nan)
    reach = width // 2
    for first, last in runs(np.isfinite(flux)):
        piece = flux[first : last + 1]
        total = np.concatenate([[0.0], np.cumsum(piece)])
        index = np.arange(piece.size)
        low = np.maximum(index - reach, 0)
        high = np.minimum(index + reach + 1, piece.size)
        smooth[first : last + 1] = (total[high] - total[low]) / (high - low)
    return smooth


def isolated(flux: Array) -> NDArray[np.intp]:
    """Indices of finite values with no finite neighbour: a line alone would not show them."""
    return np.array([first for first, last in runs(np.isfinite(flux)) if first == last], np.intp)


def envelope(position: Array, lower: Array, upper: Array, bins: int) -> tuple[Array, Array]:
    """The band between `lower` and `upper` as closed outlines, parted by NaN.

    Each bin keeps the least `lower` and the greatest `upper`, so the band never looks narrower
    than it is.  `bins` bounds the number of bins; three pixels go to a bin at least.
    """
    finite = np.isfinite(lower) & np.isfinite(upper)
    size = max(3, -(-int(np.count_nonzero(finite)) // max(bins, 1)))
    xs: list[Array] = []
    ys: list[Array] = []
    for first, last in runs(finite):
        starts = np.arange(first, last + 1, size)
        stop = last + 1
        low = np.minimum.reduceat(lower[:stop], starts)
        high = np.maximum.reduceat(upper[:stop], starts)
        x = position[np.minimum(starts + size // 2, last)].copy()
        x[0], x[-1] = position[first], position[last]
        if x.size == 1:
            x, low, high = position[[first, last]], np.repeat(low, 2), np.repeat(high, 2)
        xs += [x, x[::-1], _BREAK]
        ys += [high, low[::-1], _BREAK]
    if not xs:
        return np.empty(0), np.empty(0)
    return np.concatenate(xs[:-1]), np.concatenate(ys[:-1])


_BREAK = np.array([np.nan])
