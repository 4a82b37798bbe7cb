"""Whether several people's standing answers agree, and what of it goes on the approved list."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Literal

from specreview.review.decision import Decision
from specreview.review.rows import CandidateRow

Consensus = Literal["", "conflict", "adjudicated"]


@dataclass(frozen=True)
class ConflictLimits:
    """From where on two answers are a conflict.

    `relative_redshift` is DESI's limit on |dz| / (1 + z) for two visual inspections of one
    spectrum (Lan et al. 2023, ApJ 943, 68: 0.0033, about 1000 km/s).
    """

    confidence: int = 2
    relative_redshift: float = 0.0033


def differ(one: Decision, other: Decision, limits: ConflictLimits) -> bool:
    """Whether two standing answers on one candidate are a conflict."""
    return bool(differences(one, other, limits))


def differences(one: Decision, other: Decision, limits: ConflictLimits) -> tuple[str, ...]:
    """In what two standing answers on one candidate differ: answer, confidence, class, redshift."""
    found = {
        "answer": one.answer != other.answer,
        "confidence": _confidences_differ(one.confidence, other.confidence, limits),
        "class": bool(one.other_class and other.other_class)
        and one.other_class != other.other_class,
        "redshift": _redshifts_differ(one.redshift, other.redshift, limits),
    }
    return tuple(what for what, differs in found.items() if differs)


def _confidences_differ(one: int | None, other: int | None, limits: ConflictLimits) -> bool:
    return one is not None and other is not None and abs(one - other) >= limits.confidence


def _redshifts_differ(one: float | None, other: float | None, limits: ConflictLimits) -> bool:
    if one is None or other is None or not math.isfinite(one) or not math.isfinite(other):
        return False
    stretch = max(1 + min(one, other), 1e-6)
    return abs(one - other) / stretch >= limits.relative_redshift


def adjudication(answers: Sequence[Decision]) -> Decision | None:
    """The adjudicator's standing answer, the last one where there are several."""
    ruled = [decision for decision in answers if decision.role == "adjudicator"]
    return ruled[-1] if ruled else None


def consensus(answers: Sequence[Decision], limits: ConflictLimits = ConflictLimits()) -> Consensus:
    """How the standing answers of all people on one candidate stand together.

    An adjudicator's answer ends a conflict; a volunteer's opens none.
    """
    if adjudication(answers) is not None:
        return "adjudicated"
    counted = [decision for decision in answers if decision.role != "volunteer"]
    pairs = combinations(counted, 2)
    return "conflict" if any(differ(one, other, limits) for one, other in pairs) else ""


def approved(row: CandidateRow, confidence_limit: int, positive: str = "YES") -> tuple[bool, str]:
    """Whether a candidate goes on the approved list, and if not, why not.

    A person's answer (not a volunteer's) that is the task's positive label, no open
    conflict, confidence at or above the limit. An inspector's YES alone never is.
    """
    if row.state == "conflict":
        return False, "reviewers disagree"
    ruled = row.state == "adjudicated"
    answer = row.adjudicated_answer if ruled else row.answer
    confidence = row.adjudicated_confidence if ruled else row.confidence
    if answer is None:
        return False, "deferred" if row.state == "deferred" else "not answered by a person"
    if row.role == "volunteer" and not ruled:
        return False, "a volunteer's answer"
    if answer != positive:
        return False, f"answer is {answer}"
    if confidence is None or confidence < confidence_limit:
        shown = "none" if confidence is None else str(confidence)
        return False, f"confidence {shown} is below {confidence_limit}"
    return True, ""
