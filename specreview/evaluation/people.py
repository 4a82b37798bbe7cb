"""What people answered, as the truth that an inspector is held against."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from specreview.review.decision import UNSURE
from specreview.review.rows import StandingAnswer


@dataclass(frozen=True)
class Answered:
    """The one answer of all people on a candidate.

    `blind` says that it was given before any verdict was shown: only then it is independent of
    the inspector. `reviewer` is who gave the answer that counts.
    """

    candidate_id: int
    answer: str
    blind: bool
    reviewer: str
    decided_at: str
    reason: str | None = None


def answered(standing: Iterable[StandingAnswer]) -> dict[int, Answered]:
    """The people's answer by candidate, of the answers that stand in the order of logging.

    An adjudicator's answer counts alone. Else all answers must agree, volunteers' left out; a
    candidate with differing answers, or with UNSURE, has no answer here. It is blind when all
    who gave it were: of an adjudicator, when the ruling was.
    """
    by_candidate: defaultdict[int, list[StandingAnswer]] = defaultdict(list)
    for one in standing:
        by_candidate[one.candidate_id].append(one)
    agreed = (_agreed(answers) for answers in by_candidate.values())
    return {one.candidate_id: one for one in agreed if one is not None}


def _agreed(answers: list[StandingAnswer]) -> Answered | None:
    rulings = [one for one in answers if one.role == "adjudicator"]
    counted = rulings[-1:] or [one for one in answers if one.role != "volunteer"]
    if len({one.answer for one in counted}) != 1 or counted[0].answer == UNSURE:
        return None
    last = max(counted, key=lambda one: one.decided_at)
    return Answered(
        candidate_id=last.candidate_id,
        answer=last.answer,
        blind=all(one.shown_verdict is None for one in counted),
        reviewer=last.reviewer,
        decided_at=last.decided_at,
        reason=last.reason,
    )


def as_labels(people: Mapping[int, Answered], *, blind_only: bool = False) -> dict[int, str]:
    """Labels by candidate, of all answers or of the blind ones."""
    return {number: one.answer for number, one in people.items() if one.blind or not blind_only}
