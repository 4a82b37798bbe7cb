"""Band heads and indices: the ratio of mean flux in two windows."""

from dataclasses import dataclass

import numpy as np

from specreview.measure.continuum import FLOOR, LEAST_COVERED, uncovered
from specreview.measure.noise import FloatArray
from specreview.measure.prepared import Prepared

Range = tuple[float, float]

_CLIP = 6.0


@dataclass(frozen=True)
class Ratio:
    """Mean flux in `feature` over mean flux in `reference`, and its error with the 0.8 % floor.

    `random_error` is without that floor. `points` are the two windows' centres and means, in the
    prepared flux scale.
    """

    value: float
    error: float
    random_error: float
    covered: float
    snr: float
    points: tuple[tuple[float, float], tuple[float, float]]


def flux_ratio(prepared: Prepared, feature: Range, reference: Range) -> Ratio | str:
    """The ratio, or the reason why it cannot be measured."""
    covered = min(prepared.covered(*feature), prepared.covered(*reference))
    for window in (feature, reference):
        part = prepared.between(*window)
        if part.stop - part.start < 1 or prepared.covered(*window) < LEAST_COVERED:
            return uncovered(prepared, *window, "the band's window")
    top, top_error = _mean(prepared, feature)
    base, base_error = _mean(prepared, reference)
    if base <= 3.0 * base_error:
        return "no flux above the noise beside the band"
    value = top / base
    relative = np.hypot(top_error, value * base_error) / base
    error = float(np.hypot(relative, FLOOR * max(abs(value), 0.1)))
    part = prepared.between(min(feature[0], reference[0]), max(feature[1], reference[1]))
    return Ratio(
        value=value,
        error=error,
        random_error=float(relative),
        covered=covered,
        snr=float(np.median(prepared.flux[part] / prepared.sigma[part])),
        points=((_centre(reference), base), (_centre(feature), top)),
    )


def _centre(window: Range) -> float:
    return 0.5 * (window[0] + window[1])


def _mean(prepared: Prepared, window: Range) -> tuple[float, float]:
    """Mean flux after a 6σ clip about the median, and its error."""
    part = prepared.between(*window)
    flux, sigma = prepared.flux[part], prepared.sigma[part]
    middle = np.median(flux)
    scatter = 1.4826 * np.median(np.abs(flux - middle))
    kept: FloatArray = np.abs(flux - middle) <= _CLIP * np.maximum(sigma, scatter)
    n = max(int(np.sum(kept)), 1)
    return float(np.mean(flux[kept])), float(np.sqrt(np.sum(sigma[kept] ** 2)) / n)
