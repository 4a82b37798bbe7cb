"""Whether people agree with an inspector, as the answers came in."""

from collections.abc import Sequence
from dataclasses import dataclass

from specreview.evaluation.scores import FEW, Estimate, proportion

SPANS = 20
"""Most points of the curve."""


@dataclass(frozen=True)
class Met:
    """A person's answer and the verdict on the same candidate."""

    decided_at: str
    answer: str
    verdict: str
    blind: bool
    """The verdict had not been shown."""


@dataclass(frozen=True)
class Span:
    """Consecutive answers, and how many of them are the same as the verdict."""

    first: str
    last: str
    agreed: Estimate


def agreement(table: Sequence[Met]) -> list[Span]:
    """The share that agrees, over spans of equally many answers in the order of time.

    A span holds ten answers or more, the last one what is left over too; fewer than ten in all
    make one span.
    """
    ordered = sorted(table, key=lambda one: one.decided_at)
    size = max(FEW, -(-len(ordered) // SPANS))
    starts = list(range(0, len(ordered), size))
    if len(starts) > 1 and len(ordered) - starts[-1] < FEW:
        starts.pop()
    ends = [*starts[1:], len(ordered)]
    return [_span(ordered[a:b]) for a, b in zip(starts, ends, strict=True)] if ordered else []


def _span(part: Sequence[Met]) -> Span:
    same = sum(one.answer == one.verdict for one in part)
    return Span(part[0].decided_at, part[-1].decided_at, proportion(same, len(part)))
