"""95 % ranges: Wilson's for proportions, bootstrap for F1 and its mean over tasks."""

import math
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from specreview.evaluation.counts import Counts

Range = tuple[float, float]

NORMAL_95 = 1.959963984540054
"""The 97.5 % point of the standard normal distribution."""
DRAWS = 4000
"""Resamples of a bootstrap: the ends are then good to about 0.3 of a percent point."""
SEED = 20_260_106


def wilson(k: int, n: int) -> Range | None:
    """Wilson's score interval (Wilson 1927, JASA 22, 209) of k of n; None for n = 0.

    Holds its level also for few candidates and for shares of 0 and 1, where k/n ± 2σ does not.
    """
    if n == 0:
        return None
    share, z2 = k / n, NORMAL_95**2
    middle = (share + z2 / (2 * n)) / (1 + z2 / n)
    half = NORMAL_95 / (1 + z2 / n) * math.sqrt(share * (1 - share) / n + z2 / (4 * n * n))
    lower = 0.0 if k == 0 else max(0.0, middle - half)
    upper = 1.0 if k == n else min(1.0, middle + half)
    return lower, upper


def f1_of(counts: Counts) -> float | None:
    """F1 = 2 TP / (2 TP + FP + missed); None without any positive label."""
    if counts.positives == 0:
        return None
    both = 2 * counts.true_positive
    return both / (both + counts.false_positive + counts.missed)


def bootstrap_f1(counts: Counts, seed: int = SEED) -> Range | None:
    """The bootstrap range of F1, resampled within the positives and within the negatives.

    None where it says nothing: no positive label, or no resample differs (all right, or all
    wrong), so that the range would be a point.
    """
    if counts.positives == 0:
        return None
    return _percentiles(_resampled_f1(counts, np.random.default_rng(seed)))


def bootstrap_macro(tasks: Sequence[Counts], seed: int = SEED) -> Range | None:
    """The bootstrap range of the plain mean of the tasks' F1s, each resampled on its own."""
    usable = [counts for counts in tasks if counts.positives]
    if not usable:
        return None
    rng = np.random.default_rng(seed)
    return _percentiles(np.mean([_resampled_f1(counts, rng) for counts in usable], axis=0))


def _resampled_f1(counts: Counts, rng: np.random.Generator) -> npt.NDArray[np.float64]:
    """F1 of `DRAWS` resamples with replacement, (DRAWS,).

    Drawing candidates with replacement within one label makes the number of hits binomial, so
    that no candidate has to be drawn one by one.
    """
    positives, negatives = counts.positives, counts.negatives
    hits = rng.binomial(positives, counts.true_positive / positives, DRAWS)
    alarms = rng.binomial(negatives, counts.false_positive / max(1, negatives), DRAWS)
    f1: npt.NDArray[np.float64] = 2 * hits / (hits + alarms + positives)
    return f1


def _percentiles(resampled: npt.NDArray[np.float64]) -> Range | None:
    if resampled.min() == resampled.max():
        return None
    lower, upper = np.percentile(resampled, [2.5, 97.5])
    return float(lower), float(upper)
