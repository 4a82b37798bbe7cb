"""What a share of true objects means for an inspector's positive answers (Bayes' rule).

In a search where one candidate in a hundred is real, even a good inspector's YES is mostly
wrong: the many false candidates give more false alarms than the few real ones give hits.
"""

from dataclasses import dataclass
from typing import Literal

from specreview.evaluation.counts import Counts
from specreview.evaluation.intervals import Range, wilson
from specreview.evaluation.published import BENCH_SHARE
from specreview.evaluation.scores import FEW

Origin = Literal["measured", "published"]


@dataclass(frozen=True)
class DetectionRates:
    """Shares of the positives and of the negatives that get the positive answer.

    Ranges are Wilson's 95 %; None where the rates are no count of ours. `n` is how many
    candidates they were measured on.
    """

    true_positive: float
    false_positive: float
    origin: Origin
    true_positive_range: Range | None = None
    false_positive_range: Range | None = None
    n: int = 0


@dataclass(frozen=True)
class Expectation:
    """Of all positive answers at a share of true objects, the share that is wrong, in [0, 1].

    `range` is the worst and best that the ranges of both rates allow, None for published ones.
    """

    share: float
    wrong: float
    range: Range | None
    rates: DetectionRates


def measured_rates(counts: Counts) -> DetectionRates | None:
    """Rates by counts; None with fewer than ten positives or ten negatives, or no YES at all.

    There must be ten candidates without a positive answer, too: where people looked at the
    inspector's YES alone, every rate would come out as 100 %. An inspection without an answer
    is no positive answer.
    """
    told_nothing = counts.said_positive == 0 or counts.n - counts.said_positive < FEW
    if told_nothing or min(counts.positives, counts.negatives) < FEW:
        return None
    return DetectionRates(
        counts.true_positive / counts.positives,
        counts.false_positive / counts.negatives,
        "measured",
        wilson(counts.true_positive, counts.positives),
        wilson(counts.false_positive, counts.negatives),
        counts.n,
    )


def published_rates(f1: float, share: float = BENCH_SHARE) -> DetectionRates:
    """Rates that a published F1, a share in (0, 1), stands for.

    F1 alone fixes no rates. Assumed: precision = recall = F1 in a set where `share` of the
    candidates are true (one in eight). Then TPR = F1 and, from precision = TPR π / (TPR π +
    FPR (1 − π)), FPR = (1 − F1) π / (1 − π).
    """
    return DetectionRates(f1, (1 - f1) * share / (1 - share), "published")


def expectation(share: float, rates: DetectionRates) -> Expectation | None:
    """What is to be expected at `share` of true objects, in (0, 1); None where there is no YES."""
    wrong = share_wrong(share, rates.true_positive, rates.false_positive)
    if wrong is None:
        return None
    bounds = None
    if rates.true_positive_range and rates.false_positive_range:
        (low_hit, high_hit), (low_alarm, high_alarm) = (
            rates.true_positive_range,
            rates.false_positive_range,
        )
        best = share_wrong(share, high_hit, low_alarm)
        worst = share_wrong(share, low_hit, high_alarm)
        bounds = (best or 0.0, 1.0 if worst is None else worst)
    return Expectation(share, wrong, bounds, rates)


def share_wrong(share: float, true_positive: float, false_positive: float) -> float | None:
    """1 − π TPR / (π TPR + (1 − π) FPR): the share of positive answers that is wrong."""
    hits, alarms = share * true_positive, (1 - share) * false_positive
    return alarms / (hits + alarms) if hits + alarms > 0 else None
