"""What people decided: what stands, and every logged act with who, when, why and the comment."""

from collections.abc import Iterable, Sequence

from specreview.report.markup import moment, table, tag
from specreview.report.subject import Subject
from specreview.review.decision import CONFIDENCE, ISSUES, REASONS, Decision

_HEAD = ("when", "who", "act", "verdict shown", "reason", "issues", "z", "class", "comment",
         "time looked", "stands")  # fmt: skip
_ACTS = {"defer": "defer", "undo": "undo", "reason": "reason added", "note": "note added"}
_ORIGINS = {
    "manual": "", "agreed": "agreed with the verdict", "gallery": "from the gallery",
    "import": "imported",
}  # fmt: skip


def standing(subject: Subject) -> str:
    """As in "YES, confidence 3 (one secure feature…), by ann"; one a reviewer."""
    told = [
        f"{_answer(one)}, by {subject.name(one.reviewer)} ({one.role})"
        for one in subject.history.answers
    ]
    return "; ".join(told) or "none yet"


def decisions(subject: Subject) -> str:
    """The whole log of the candidate, oldest first."""
    log = subject.decisions
    if not log:
        return tag("p", "Nobody has decided on this candidate yet.", "empty")
    return table(_HEAD, (_row(subject, log, made) for made in log), "log")


def _row(subject: Subject, log: Sequence[Decision], made: Decision) -> tuple[str, ...]:
    return (
        moment(made.decided_at),
        f"{subject.name(made.reviewer)} ({made.role})",
        _act(made),
        (made.verdict or "no verdict") if made.verdict_shown else "",
        REASONS.get(made.reason or "", made.reason or ""),
        ", ".join(f"{letter} {ISSUES.get(letter, '')}".strip() for letter in made.issues),
        "" if made.redshift is None else repr(made.redshift),
        made.other_class or "",
        made.comment,
        "" if made.active_seconds is None else f"{made.active_seconds:.1f} s",
        _stands(subject, log, made),
    )


def _act(made: Decision) -> str:
    if made.action != "answer":
        return _ACTS.get(made.action, made.action)
    parts = [str(made.answer)]
    parts += [] if made.confidence is None else [f"confidence {made.confidence}"]
    return ", ".join(filter(None, (*parts, _ORIGINS.get(made.origin, made.origin))))


def _answer(made: Decision) -> str:
    if made.confidence is None:
        return str(made.answer)
    about = CONFIDENCE.get(made.confidence, "")
    return f"{made.answer}, confidence {made.confidence} ({about})"


def _stands(subject: Subject, log: Iterable[Decision], made: Decision) -> str:
    """Whether an answer or deferral counts now, and if not, what became of it."""
    if made.action not in ("answer", "defer"):
        return ""
    if any(one.decision.id == made.id for one in subject.history.standing.values()):
        return "stands"
    if any(one.id == made.id for one in subject.history.pending):
        return "waits for a confirmation"
    undone = any(one.action == "undo" and one.supersedes == made.id for one in log)
    return "undone" if undone else "replaced"
