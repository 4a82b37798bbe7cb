"""What people answered, as the truth that an inspector is held against."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from specreview.review.consensus import adjudication
from specreview.review.decision import UNSURE, Decision


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


def answered(standing: Iterable[Decision]) -> dict[int, Answered]:
    """The people's answer by candidate, of the decisions that stand.

    An adjudicator's answer counts alone. Else all answers must agree, volunteers' left out; a
    candidate with differing answers, or with UNSURE, has no answer here. It is blind when all
    who gave it were: of an adjudicator, when the ruling was.
    """
    by_candidate: defaultdict[int, list[Decision]] = defaultdict(list)
    for decision in standing:
        if decision.action == "answer" and decision.answer is not None:
            by_candidate[decision.candidate_id].append(decision)
    agreed = (_agreed(decisions) for decisions in by_candidate.values())
    return {one.candidate_id: one for one in agreed if one is not None}


def _agreed(decisions: list[Decision]) -> Answered | None:
    ruling = adjudication(decisions)
    counted = [ruling] if ruling else [d for d in decisions if d.role != "volunteer"]
    answers = {decision.answer for decision in counted}
    if len(answers) != 1 or UNSURE in answers:
        return None
    last = max(counted, key=lambda decision: decision.decided_at)
    assert last.answer is not None
    return Answered(
        candidate_id=last.candidate_id,
        answer=last.answer,
        blind=all(not decision.verdict_shown for decision in counted),
        reviewer=last.reviewer,
        decided_at=last.decided_at,
        reason=last.reason,
    )


def as_labels(people: Mapping[int, Answered], *, blind_only: bool = False) -> dict[int, str]:
    """Labels by candidate, of all answers or of the blind ones."""
    return {number: one.answer for number, one in people.items() if one.blind or not blind_only}
