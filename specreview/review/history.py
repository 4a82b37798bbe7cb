"""What stands, given the log: pure functions over the decisions on one candidate."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from specreview.errors import StaleView
from specreview.review.consensus import approved
from specreview.review.decision import Action, Decision
from specreview.review.stamps import new_ulid, utc_now
from specreview.version import __version__

__all__ = ["History", "Standing", "admit", "approved", "new_decision", "replay"]

COUNTED: tuple[Action, ...] = ("answer", "defer", "undo")
"""Acts that make a new version of the candidate; reasons and notes hang on a decision."""


@dataclass(frozen=True)
class Standing:
    """One person's act that stands: an answer or a deferral, with what was added to it since."""

    decision: Decision
    reason: str | None
    comment: str


@dataclass(frozen=True)
class History:
    """The state of one candidate after all of its decisions."""

    version: int = 0
    standing: Mapping[str, Standing] = field(default_factory=dict)
    """By reviewer, in the order in which the acts were logged."""
    pending: tuple[Decision, ...] = ()
    """Made on an older view, and neither confirmed nor replaced since."""

    @property
    def answers(self) -> tuple[Decision, ...]:
        return tuple(s.decision for s in self.standing.values() if s.decision.action == "answer")


def new_decision(
    candidate_id: int,
    reviewer: str,
    action: Action,
    *,
    submit_token: str | None = None,
    app_version: str = __version__,
    **fields: Any,
) -> Decision:
    """A decision made now, with a fresh id; a token of its own unless one is given."""
    return Decision(
        id=new_ulid(),
        candidate_id=int(candidate_id),
        reviewer=reviewer,
        action=action,
        decided_at=utc_now(),
        submit_token=submit_token or new_ulid(),
        app_version=app_version,
        **fields,
    )


def replay(log: Iterable[Decision]) -> History:
    """What stands after `log`, the decisions on one candidate in the order of logging."""
    log = tuple(log)
    stacks: dict[str, list[Decision]] = {}
    pending: dict[str, Decision] = {}
    version = 0
    for decision in log:
        if decision.action not in COUNTED:
            continue
        if decision.supersedes is not None:
            pending.pop(decision.supersedes, None)
        if decision.pending:
            pending[decision.id] = decision
            continue
        version += 1
        _play(stacks, decision)
    tops = [stack[-1] for stack in stacks.values() if stack]
    order = {decision.id: place for place, decision in enumerate(log)}
    tops.sort(key=lambda decision: order[decision.id])
    standing = {decision.reviewer: _with_additions(decision, log) for decision in tops}
    return History(version, standing, tuple(pending.values()))


def _play(stacks: dict[str, list[Decision]], decision: Decision) -> None:
    stack = stacks.setdefault(decision.reviewer, [])
    if decision.action != "undo":
        stack.append(decision)
    else:
        stack[:] = [earlier for earlier in stack if earlier.id != decision.supersedes]


def _with_additions(decision: Decision, log: Iterable[Decision]) -> Standing:
    reason, comment = decision.reason, decision.comment
    for later in log:
        if later.supersedes == decision.id and later.action == "reason":
            reason = later.reason
        if later.supersedes == decision.id and later.action == "note":
            comment = later.comment
    return Standing(decision, reason, comment)


def admit(log: Iterable[Decision], decision: Decision) -> Decision:
    """`decision` as it goes into the log: what it is about named, marked pending when stale.

    An answer or deferral on an older view is pending. An undo, reason or note names one act
    of the same person, so nobody else's later act can be in its way.

    Raises
    ------
    StaleView
        When an undo, reason or note has no standing act of this person to be about.
    """
    log = tuple(log)
    history = replay(log)
    own = history.standing.get(decision.reviewer)
    target = decision.supersedes or (own.decision.id if own else None)
    _refuse_foreign(log, target, decision)
    if decision.action == "undo":
        _check_undo(own, target, decision)
    elif decision.action in ("reason", "note"):
        _check_addition(log, target, decision)
    stale = decision.action in ("answer", "defer") and decision.base_version < history.version
    return decision.model_copy(update={"supersedes": target, "pending": stale})


def _check_undo(own: Standing | None, target: str | None, decision: Decision) -> None:
    if own is None or target != own.decision.id:
        raise StaleView(
            f"nothing to undo: {decision.reviewer} has no such standing decision on candidate "
            f"{decision.candidate_id} (undone or replaced already); load the candidate again"
        )


def _check_addition(log: tuple[Decision, ...], target: str | None, decision: Decision) -> None:
    if not any(earlier.id == target for earlier in log):
        raise StaleView(
            f"no decision by {decision.reviewer} on candidate {decision.candidate_id} to add a "
            f"{decision.action} to; answer or defer first"
        )


def _refuse_foreign(log: tuple[Decision, ...], target: str | None, decision: Decision) -> None:
    for earlier in log:
        if earlier.id == target and earlier.reviewer != decision.reviewer:
            raise StaleView(
                f"that decision is {earlier.reviewer}'s; only {earlier.reviewer} can change it, "
                "a decision of your own can stand beside it"
            )
