"""The slope of the continuum, d ln f_lambda / d ln lambda."""

from dataclasses import dataclass

import numpy as np

from specreview.measure.continuum import LEAST_COVERED, clipped_median
from specreview.measure.prepared import Prepared

Range = tuple[float, float]

CALIBRATION = 0.04
"""Relative error of each window's level: survey flux calibration is good to about 10 % over
4000 to 9000 Å (Xiang et al. 2015, Du et al. 2016), less between neighbouring windows."""


@dataclass(frozen=True)
class Slope:
    """Slope and its error, with calibration in it; `points` are the fit at its two ends.

    `random_error` is from the pixels' noise alone.
    """

    value: float
    error: float
    random_error: float
    covered: float
    snr: float
    points: tuple[tuple[float, float], tuple[float, float]]


def continuum_slope(prepared: Prepared, windows: tuple[Range, ...]) -> Slope | str:
    """Weighted straight line in ln f against ln λ through the windows' medians, or a reason."""
    if prepared.problem:
        return prepared.problem
    if prepared.offset:
        return "the continuum was already subtracted from this spectrum"
    x, y, noise, snr = [], [], [], []
    for lower, upper in windows:
        part = prepared.between(lower, upper)
        if part.stop - part.start < 3 or prepared.covered(lower, upper) < LEAST_COVERED:
            continue
        level, spread = clipped_median(prepared.flux[part], prepared.sigma[part])
        if level <= 3.0 * spread:
            continue
        x.append(np.log(0.5 * (lower + upper)))
        y.append(np.log(level))
        noise.append(spread / level)
        snr.append(float(np.median(prepared.flux[part] / prepared.sigma[part])))
    if len(x) < 2 or max(x) - min(x) < 0.5 * _reach(windows):
        return "too few of the continuum's windows have flux above the noise"
    return _fit(np.array(x), np.array(y), np.array(noise), len(x) / len(windows), min(snr))


def _reach(windows: tuple[Range, ...]) -> float:
    centres = [0.5 * (lower + upper) for lower, upper in windows]
    return float(np.log(max(centres) / min(centres)))


def _fit(
    x: np.ndarray[tuple[int], np.dtype[np.float64]],
    y: np.ndarray[tuple[int], np.dtype[np.float64]],
    noise: np.ndarray[tuple[int], np.dtype[np.float64]],
    covered: float,
    snr: float,
) -> Slope:
    weight = 1.0 / (noise**2 + CALIBRATION**2)
    centre = np.sum(weight * x) / np.sum(weight)
    level = np.sum(weight * y) / np.sum(weight)
    spread = np.sum(weight * (x - centre) ** 2)
    value = float(np.sum(weight * (x - centre) * (y - level)) / spread)
    random = float(np.sqrt(np.sum((weight * (x - centre) * noise) ** 2)) / spread)
    ends = [(float(np.exp(e)), float(np.exp(level + value * (e - centre)))) for e in (x[0], x[-1])]
    error = float(1.0 / np.sqrt(spread))
    return Slope(value, error, random, covered, snr, (ends[0], ends[1]))
