"""An inspector's track record: how often people, in this queue, found such a verdict right."""

from collections.abc import Iterable
from dataclasses import dataclass

from specreview.evaluation.intervals import wilson
from specreview.evaluation.people import Answered


@dataclass(frozen=True)
class TrackRecord:
    """Of the candidates with this verdict that people answered, how many answers are the same.

    `blind_right` and `blind_given` are those of them that were answered before the verdict was
    shown: only these are independent of it.
    """

    verdict: str
    right: int
    given: int
    blind_right: int
    blind_given: int

    @property
    def range(self) -> tuple[float, float] | None:
        """Wilson's 95 % range of `right` of `given`."""
        return wilson(self.right, self.given)


def track_record(verdict: str, people: Iterable[Answered]) -> TrackRecord:
    """The record of one verdict; `people` are the answers on candidates that got it."""
    given = list(people)
    blind = [one for one in given if one.blind]
    return TrackRecord(
        verdict,
        right=sum(one.answer == verdict for one in given),
        given=len(given),
        blind_right=sum(one.answer == verdict for one in blind),
        blind_given=len(blind),
    )
