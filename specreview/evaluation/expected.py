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


def measured_rates(counts: Counts, said_positive: float | None = None) -> DetectionRates | None:
    """Rates by counts; None with fewer than ten positives, ten negatives or ten without a YES.

    `said_positive` is the share of positive answers among all that were inspected, where only
    some of them were looked at, and perhaps more of one answer than of the other: each answer
    is then weighted back to its share (Begg & Greenes 1983, Biometrics 39, 207). None: all
    were looked at. An inspection without an answer is no positive answer.
    """
    told_nothing = counts.said_positive == 0 or counts.n - counts.said_positive < FEW
    if told_nothing or min(counts.positives, counts.negatives) < FEW:
        return None
    if said_positive is not None:
        return _weighted(counts, said_positive)
    return DetectionRates(
        counts.true_positive / counts.positives,
        counts.false_positive / counts.negatives,
        "measured",
        wilson(counts.true_positive, counts.positives),
        wilson(counts.false_positive, counts.negatives),
        counts.n,
    )


def _weighted(counts: Counts, said_positive: float) -> DetectionRates:
    """Rates from how many of either answer were true: P(true | YES) and P(true | other)."""
    true_said = counts.true_positive, counts.said_positive
    true_else = counts.missed, counts.n - counts.said_positive
    shares = true_said[0] / true_said[1], true_else[0] / true_else[1]
    (low_said, high_said), (low_else, high_else) = wilson(*true_said), wilson(*true_else)  # type: ignore[misc]
    hits, alarms = _rates_at(said_positive, *shares)
    low_hits, high_alarms = _rates_at(said_positive, low_said, high_else)
    high_hits, low_alarms = _rates_at(said_positive, high_said, low_else)
    return DetectionRates(
        hits, alarms, "measured", (low_hits, high_hits), (low_alarms, high_alarms), counts.n
    )


def _rates_at(said_positive: float, true_said: float, true_else: float) -> tuple[float, float]:
    """(TPR, FPR) where so large a share got a YES, and such shares of either answer are true."""
    silent = 1 - said_positive
    true = said_positive * true_said + silent * true_else
    false = said_positive * (1 - true_said) + silent * (1 - true_else)
    return (
        said_positive * true_said / true if true else 0.0,
        said_positive * (1 - true_said) / false if false else 0.0,
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
