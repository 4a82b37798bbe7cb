"""How far apart two spectra are in what was measured of them."""

from collections.abc import Sequence

import numpy as np

from specreview.known.vectors import Array, Vector

_MOST = 4.0
"""One axis counts no more than so many scales: an outlier is far, not infinitely far."""

_ONE_SIDED = 1.5
"""Scales that count for an axis measured in only one of two spectra."""

_LEAST_SHARED = 2
_FLOOR = 0.05


def scales(pool: Sequence[Vector]) -> Array:
    """(d,) robust spread of each axis over the pool: 1.4826 times the median deviation.

    Where half of the pool or more agree, as on a line that few have, the mean deviation.
    """
    if not pool:
        return np.empty(0)
    values = np.array([one.values for one in pool])
    found = np.full(values.shape[1], 1.0)
    for axis, column in enumerate(values.T):
        known = column[np.isfinite(column)]
        if known.size:
            away = np.abs(known - np.median(known))
            found[axis] = max(1.4826 * float(np.median(away)), float(np.mean(away)), _FLOOR)
    return found


def distance(one: Vector, other: Vector, scale: Array, weight: Array) -> float:
    """Root mean square difference in scales, each with the errors of both; infinite if unknown.

    An axis that neither has is left out; one that only one has counts 1.5.
    """
    here, there = np.isfinite(one.values), np.isfinite(other.values)
    both, single = here & there, here ^ there
    if np.count_nonzero(both) < min(_LEAST_SHARED, one.values.size):
        return float("inf")
    spread = np.sqrt(scale**2 + _squares(one.errors) + _squares(other.errors))
    apart = np.zeros(one.values.size)
    apart[both] = np.minimum(np.abs(one.values[both] - other.values[both]) / spread[both], _MOST)
    apart[single] = _ONE_SIDED
    counted = both | single
    return float(np.sqrt(np.sum(weight[counted] * apart[counted] ** 2) / weight[counted].sum()))


def _squares(errors: Array) -> Array:
    return np.where(np.isfinite(errors), errors, 0.0) ** 2
