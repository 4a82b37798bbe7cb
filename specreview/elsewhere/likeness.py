"""Whether the spectra that show a feature resemble each other in everything else as well.

A line of a kind of object comes with that kind's other lines; an artefact falls on whatever was
on the fibre. So the other features that a spectrum shares with those that show the feature are
held against those it shares with the rest, by the rank-sum statistic of Mann & Whitney (1947,
Ann. Math. Stat. 18, 50) with its correction for ties.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from specreview.elsewhere.features import Feature
from specreview.elsewhere.index import PeakIndex, steps_for
from specreview.elsewhere.packing import STEP

Mask = NDArray[np.bool_]

_WINGS = 72
"""Steps of the index within which a feature's own wings lie: 1000 km/s."""


@dataclass(frozen=True, eq=False)
class Shared:
    """How many of a spectrum's `features` each spectrum of the index has: (m,) counts."""

    features: tuple[Feature, ...]
    counts: NDArray[np.int32]


@dataclass(frozen=True)
class Likeness:
    """`score` in standard deviations; mean shared features of those having and lacking it."""

    score: float
    having: float
    lacking: float
    of: int


def shared_features(index: PeakIndex, features: tuple[Feature, ...]) -> Shared:
    """Counts over all of a spectrum's features, for `likeness`."""
    counts = np.zeros(len(index), dtype=np.int32)
    for one in features:
        owners = index.owners(one.wavelength, one.sign, steps_for(one.half_width_kms))
        has = np.zeros(len(index), dtype=bool)
        has[owners] = True
        counts += has
    return Shared(features, counts)


def likeness(
    index: PeakIndex, shared: Shared, feature: Feature, having: Mask, among: Mask
) -> Likeness:
    """Of the spectra `among`, those `having` the feature against those that do not."""
    wings = [one for one in shared.features if _is_part(one, feature)]
    counts = shared.counts - shared_features(index, tuple(wings)).counts
    inside, outside = counts[having], counts[among & ~having]
    of = len(shared.features) - len(wings)
    if not inside.size or not outside.size:
        return Likeness(0.0, 0.0, 0.0, of)
    score = _rank_sum(inside, outside)
    return Likeness(score, float(inside.mean()), float(outside.mean()), of)


def _is_part(one: Feature, feature: Feature) -> bool:
    return abs(float(np.log10(one.wavelength / feature.wavelength))) <= _WINGS * STEP


def _rank_sum(inside: NDArray[np.int32], outside: NDArray[np.int32]) -> float:
    """Standard score of the rank sum of `inside`; 0 where all are equal. Counts are small."""
    longest = int(max(inside.max(), outside.max())) + 1
    mine = np.bincount(inside, minlength=longest).astype(np.float64)
    times = mine + np.bincount(outside, minlength=longest)
    ranks = np.cumsum(times) - 0.5 * (times - 1.0)
    n, m = inside.size, outside.size
    total = n + m
    ties = float(np.sum(times**3 - times)) / (total * max(total - 1, 1))
    variance = n * m / 12.0 * (total + 1 - ties)
    if variance <= 0:
        return 0.0
    return float((mine @ ranks - n * (total + 1) / 2.0) / np.sqrt(variance))
