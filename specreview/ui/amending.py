"""After a decision: its reason, undoing and confirmation; each an act of its own in the log."""

from specreview.review.decision import Decision
from specreview.review.history import new_decision, replay
from specreview.store import Store
from specreview.ui import drafts, moves
from specreview.ui.deciding import View, just_made
from specreview.ui.presses import Press
from specreview.ui.state import Desk


def last_decision(store: Store, desk: Desk) -> Decision | None:
    """The decision that this session made last, unless it was undone here."""
    if desk.last_decision is None or desk.last_candidate is None:
        return None
    log = store.decisions.of_candidate(desk.last_candidate)
    return next((made for made in log if made.id == desk.last_decision), None)


def give_reason(store: Store, desk: Desk, code: str) -> None:
    """Add a reason code to the decision just made; the right answer may have a wrong reason."""
    about = last_decision(store, desk)
    if about is None or desk.reviewer is None:
        desk.message = "no decision was made just now to give a reason for"
        return
    if about.action != "answer" or not about.verdict_shown:
        desk.message = "a reason is about a verdict that was shown, and none was"
        return
    saved = store.decisions.append(
        new_decision(
            about.candidate_id,
            desk.reviewer,
            "reason",
            submit_token=f"{desk.nonce}.reason.{about.id}.{code}",
            reason=code,
            supersedes=about.id,
            base_version=about.base_version,
        )
    )
    desk.saved_at = saved.decided_at
    desk.reason_given = about.id
    desk.message = desk.trouble = ""


def undo(store: Store, desk: Desk, view: View | None) -> None:
    """Undo my latest standing decision in this queue, or that of a candidate from history."""
    if desk.queue_id is None or desk.reviewer is None:
        return
    target = _undo_target(store, desk, view)
    if target is None:
        desk.message = "nothing of yours to undo in this queue"
        return
    candidate = store.queues.candidate(target.candidate_id)
    decision = new_decision(
        target.candidate_id,
        desk.reviewer,
        "undo",
        submit_token=f"{desk.nonce}.undo.{target.id}",
        base_version=candidate.version,
        supersedes=target.id,
    )
    saved = store.decisions.append(decision)
    desk.saved_at = saved.decided_at
    desk.last_decision = None
    from_history = desk.from_history and desk.candidate_id == target.candidate_id
    moves.open_candidate(store, desk, target.candidate_id, from_history=from_history)
    drafts.restore(store, desk, target)
    desk.message = f"undone: {target.answer or 'deferred'}"
    desk.trouble = ""


def _undo_target(store: Store, desk: Desk, view: View | None) -> Decision | None:
    queue, reviewer = desk.queue_id, desk.reviewer
    if queue is None or reviewer is None:
        return None
    if desk.from_history and view is not None and view.candidate == desk.candidate_id:
        standing = store.row(view.candidate, reviewer).decision_id
        log = store.decisions.of_candidate(view.candidate)
        return next((decision for decision in log if decision.id == standing), None)
    return store.decisions.latest_standing(queue, reviewer)


def confirm(store: Store, desk: Desk, pending: Decision, version: int) -> None:
    """Append what was pending once more, now on the current state of the candidate."""
    _say_again(store, desk, pending, pending, version, "confirm")


def keep(store: Store, desk: Desk, pending: Decision, version: int) -> None:
    """Append what stands once more, in place of what is pending: that is asked of no more."""
    log = store.decisions.of_candidate(pending.candidate_id)
    standing = replay(log).standing.get(pending.reviewer)
    if standing is None:
        desk.message = "nothing of yours stands there any more"
        return
    said = {"comment": standing.comment, "reason": standing.reason}
    _say_again(store, desk, pending, standing.decision.model_copy(update=said), version, "keep")


def _say_again(
    store: Store, desk: Desk, pending: Decision, said: Decision, version: int, word: str
) -> None:
    """Log `said` on the current state, about the pending decision, which is settled by it."""
    decision = new_decision(
        pending.candidate_id,
        pending.reviewer,
        said.action,
        submit_token=f"{desk.nonce}.{word}.{pending.id}.{version}",
        base_version=version,
        supersedes=pending.id,
        **said.model_dump(include=_CONFIRMED),
    )
    saved = store.decisions.append(decision)
    desk.saved_at = saved.decided_at
    desk.pending_decision = saved.id if saved.pending else None
    desk.dialog = "stale" if saved.pending else None
    if not saved.pending:
        drafts.forget(store, desk, pending.candidate_id)
        just_made(desk, saved)
        if desk.from_history:
            desk.opened_version = None
        else:
            moves.advance(store, desk, pending.candidate_id)


_CONFIRMED = {
    "answer",
    "origin",
    "confidence",
    "issues",
    "other_class",
    "comment",
    "reason",
    "redshift",
    "verdict",
    "verdict_shown",
    "inspection_id",
    "phase",
    "role",
}


def saved_before(store: Store, desk: Desk, press: Press) -> bool:
    """Whether an earlier session saved a decision on the view of `press`: its page was told
    nothing of it. The page then goes on, as it would have.
    """
    log = store.decisions.of_candidate(press.candidate)
    saved = [made for made in log if _made_by(made, press)]
    if not saved or saved[0].reviewer != desk.reviewer or saved[0].pending:
        return False
    made = saved[0]
    just_made(desk, made)
    desk.saved_at = made.decided_at
    desk.message = f"{made.answer or 'deferred'} was saved before this page was loaded"
    stands = store.row(made.candidate_id, made.reviewer).decision_id == made.id
    if stands and desk.candidate_id == made.candidate_id and not desk.from_history:
        moves.advance(store, desk, made.candidate_id)
    return True


def _made_by(made: Decision, press: Press) -> bool:
    """Whether a decision came of the view that `press` was made on, whatever its card showed."""
    return made.submit_token == press.token or press.token.startswith(f"{made.submit_token}.")
