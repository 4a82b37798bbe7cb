"""Precision against recall over all limits on the score."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Curve:
    """One point a distinct score, the highest limit first: `score >= limit` counts as positive.

    `recall` rises along it. All arrays are (m,).
    """

    limit: Array
    precision: Array
    recall: Array


def precision_recall(score: Sequence[float], truth: Sequence[bool]) -> Curve | None:
    """The curve of scores towards the positive label; None without a positive one."""
    values, positive = np.asarray(score, dtype=float), np.asarray(truth, dtype=bool)
    if not positive.any():
        return None
    order = np.argsort(-values, kind="stable")
    values, positive = values[order], positive[order]
    ends = np.append(np.flatnonzero(np.diff(values)), values.size - 1)
    hits = np.cumsum(positive)[ends]
    return Curve(values[ends], hits / (ends + 1.0), hits / float(positive.sum()))


def average_precision(score: Sequence[float], truth: Sequence[bool]) -> float | None:
    """AP = Σ (R_i - R_(i-1)) P_i over distinct scores, not interpolated; None without a positive.

    Equal scores are one step, so that the order of the rows cannot matter.
    """
    curve = precision_recall(score, truth)
    if curve is None:
        return None
    return float(np.sum(np.diff(curve.recall, prepend=0.0) * curve.precision))


def rank_area(score: Sequence[float], truth: Sequence[bool]) -> float | None:
    """The area under the ROC curve: how often a positive outranks another, ties counting half.

    By rank sums (Mann and Whitney 1947, Ann. Math. Stat. 18, 50); None without both kinds.
    """
    values, positive = np.asarray(score, dtype=float), np.asarray(truth, dtype=bool)
    ours, others = values[positive], np.sort(values[~positive])
    if not ours.size or not others.size:
        return None
    below = np.searchsorted(others, ours, side="left")
    not_above = np.searchsorted(others, ours, side="right")
    return float(np.mean(0.5 * (below + not_above)) / others.size)
