"""Rates with their ranges: what is told of one group of candidates."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from specreview.evaluation.counts import Counts, count
from specreview.evaluation.curve import average_precision
from specreview.evaluation.intervals import bootstrap_f1, bootstrap_macro, f1_of, wilson
from specreview.evaluation.judged import Inspected, Judged, Outcome, Reading

FEW = 10
"""Below this many candidates a rate is dimmed and starred: the range says more than the value."""


@dataclass(frozen=True)
class Estimate:
    """A figure with its 95 % range; a missing one says why.

    `n` is what it was measured on, and `k` of them count for a proportion. `reason` says why
    `value` is None, or, where there is a value, why it has no range.
    """

    value: float | None
    range: tuple[float, float] | None
    n: int
    k: int | None = None
    reason: str = ""

    @property
    def few(self) -> bool:
        """Measured on so few candidates that the range says more than the value."""
        return 0 < self.n < FEW


@dataclass(frozen=True)
class Rates:
    """The rates of one reading of the answers."""

    counts: Counts
    accuracy: Estimate
    precision: Estimate
    recall: Estimate
    f1: Estimate


@dataclass(frozen=True)
class Mean:
    """A plain mean over those `n` candidates for which the quantity is known."""

    value: float | None
    n: int


@dataclass(frozen=True)
class Scores:
    """All that is told of one group of candidates."""

    n: int
    strict: Rates
    lenient: Rates
    format_kept: Estimate
    no_answer: Estimate
    turns: Mean
    tool_calls: Mean
    tokens: Mean
    seconds: Mean
    average_precision: Estimate
    outcomes: Mapping[Outcome, int] = field(default_factory=dict)

    def rates(self, reading: Reading) -> Rates:
        return self.strict if reading == "strict" else self.lenient


def proportion(k: int, n: int, reason: str = "") -> Estimate:
    """k of n with Wilson's range; `reason` says why there is none when n is 0."""
    if n == 0:
        return Estimate(None, None, 0, 0, reason or "no candidate")
    return Estimate(k / n, wilson(k, n), n, k)


def rates(counts: Counts) -> Rates:
    """Accuracy, precision, recall and F1 of the positive label."""
    return Rates(
        counts,
        accuracy=proportion(counts.right, counts.n),
        precision=proportion(
            counts.true_positive, counts.said_positive, "the positive answer was never given"
        ),
        recall=proportion(counts.true_positive, counts.positives, "no positive label"),
        f1=_f1(counts),
    )


def _f1(counts: Counts) -> Estimate:
    """F1; its `n` is the candidates with a positive label or answer: no others matter to it."""
    value, n = f1_of(counts), counts.positives + counts.false_positive
    if value is None:
        return Estimate(None, None, n, reason="no positive label")
    bounds = bootstrap_f1(counts)
    said = "" if bounds else "every resample gives the same; see precision and recall"
    return Estimate(value, bounds, n, reason=said)


def scores(table: Sequence[Judged]) -> Scores:
    """What is told of these candidates."""
    n = len(table)
    silent = sum(one.inspected.strict is None for one in table)
    return Scores(
        n=n,
        strict=rates(count(table, "strict")),
        lenient=rates(count(table, "lenient")),
        format_kept=proportion(sum(one.inspected.well_formed for one in table), n),
        no_answer=proportion(silent, n),
        turns=_mean(table, lambda one: one.turns),
        tool_calls=_mean(table, lambda one: one.tool_calls),
        tokens=_mean(table, lambda one: one.tokens),
        seconds=_mean(table, lambda one: one.seconds),
        average_precision=_average_precision(table),
        outcomes=dict(Counter(one.inspected.outcome for one in table).most_common()),
    )


def macro(tasks: Iterable[Counts]) -> Estimate:
    """The plain mean of the tasks' F1s, as in the paper; `n` is the number of tasks with one."""
    known = [(counts, f1) for counts in tasks if (f1 := f1_of(counts)) is not None]
    if not known:
        return Estimate(None, None, 0, reason="no task has a positive label")
    value = sum(f1 for _, f1 in known) / len(known)
    bounds = bootstrap_macro([counts for counts, _ in known])
    said = "" if bounds else "every resample gives the same"
    return Estimate(value, bounds, len(known), reason=said)


def _mean(table: Sequence[Judged], of: Callable[[Inspected], float | None]) -> Mean:
    known = [value for one in table if (value := of(one.inspected)) is not None]
    return Mean(sum(known) / len(known) if known else None, len(known))


def _average_precision(table: Sequence[Judged]) -> Estimate:
    scored = [(one.inspected.score, one.is_positive) for one in table]
    known = [(score, truth) for score, truth in scored if score is not None]
    if not known:
        return Estimate(None, None, 0, reason="the inspector states no score")
    value = average_precision([s for s, _ in known], [t for _, t in known])
    return Estimate(value, None, len(known), reason="no positive label" if value is None else "")
