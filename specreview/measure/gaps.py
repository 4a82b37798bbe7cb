"""Pixels that a file holds a number for, though nothing was observed there."""

import numpy as np

from specreview.measure.noise import BoolArray, FloatArray, running_noise

_ZEROS = 5
"""So many exact zeros in a row are no flux: how files without errors fill their gaps."""

_STRAIGHT = 40
_SMOOTHER = 1e-3
"""A run of 40 pixels that bends a thousand times less than the spectrum's noise is drawn in by
interpolation: of Gaussian noise one pixel in a thousand bends so little, 40 in a row never do."""

_NOISE_FREE = 1e-4
"""A spectrum whose noise lies below this share of its flux is a template: smooth all over."""


def filled(flux: FloatArray) -> BoolArray:
    """(n,) whether a pixel lies in a run of zeros, or of a straight line, that fills a gap.

    Parameters
    ----------
    flux : (n,) float
        In any unit; not finite where nothing is known.
    """
    result = _runs(flux == 0, _ZEROS)
    noise = _noise(flux[np.isfinite(flux) & ~result])
    if noise > 0.0 and flux.size > _STRAIGHT:
        with np.errstate(invalid="ignore"):
            bend = np.abs(2.0 * flux[1:-1] - flux[:-2] - flux[2:])
            straight = np.concatenate([[False], bend < _SMOOTHER * noise, [False]])
        result |= _runs(straight, _STRAIGHT)
    return result


def _noise(flux: FloatArray) -> float:
    """Typical 1σ a pixel; 0 where the spectrum has none to speak of."""
    if flux.size < 5:
        return 0.0
    noise = float(np.median(running_noise(flux)))
    return noise if noise > _NOISE_FREE * float(np.median(np.abs(flux))) else 0.0


def _runs(marked: BoolArray, least: int) -> BoolArray:
    """Those of `marked` that stand `least` or more in a row."""
    edges = np.flatnonzero(np.diff(np.concatenate([[0], marked.astype(np.int8), [0]])))
    result = np.zeros(marked.size, dtype=bool)
    for start, stop in zip(edges[::2], edges[1::2], strict=True):
        result[start:stop] = stop - start >= least
    return result
