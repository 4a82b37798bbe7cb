"""From a press to a decision on disk. A decision is stored before the screen moves on.

The rules that keep fast keys honest:

- A press acts on the candidate that was drawn when it was made, never on another one.
- A view is decided once: further deciding presses on the same view are dropped.
- Other presses whose view has left the screen are dropped, but for a reason, which belongs to
  the decision made just before it.
- Every act carries a token made from what it is about, so that a repeat is one act in the log.
"""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from specreview.canonical import canonical_json, sha256_hex
from specreview.review.decision import UNSURE, Action, Decision
from specreview.review.history import new_decision
from specreview.store import Store
from specreview.ui import drafts, moves
from specreview.ui.keymap import Kind
from specreview.ui.presses import Press
from specreview.ui.state import Desk


@dataclass(frozen=True)
class View:
    """What a drawn page showed; kept by its token, so that a press can be judged by it."""

    candidate: int
    version: int
    position: int
    labels: tuple[str, ...]
    readable: bool = True
    inspection: str | None = None
    verdict: str | None = None
    shown: bool = False
    state: str = "new"
    redshift: float | None = None
    windows: tuple[tuple[float, float], ...] = ()
    replies: int = 0

    @property
    def name(self) -> str:
        return f"{self.candidate}.{self.version}"

    @property
    def sight(self) -> str:
        """Tells apart what the verdict card showed, as the verdict changes or another inspection is
        chosen: a press on the one is not a press on the other.
        """
        return sha256_hex(canonical_json([self.inspection, self.verdict, self.shown]))[:6]

    def label(self, kind: Kind) -> str | None:
        """The answer that a deciding kind means here; None where it means none."""
        two = len(self.labels) == 2
        return {
            "positive": self.labels[0],
            "negative": self.labels[1] if two else None,
            "unsure": UNSURE,
            "agree": self.verdict if self.shown else None,
        }.get(kind)


def view_of(desk: Desk, token: str) -> View | None:
    """The view a token names; None when it was drawn by an earlier session."""
    kept = desk.views.get(token)
    return View(**kept) if kept else None


def decide(store: Store, desk: Desk, view: View, kind: Kind, press: Press) -> None:
    """Answer or defer the candidate of `view`; the screen then moves on.

    Raises
    ------
    StoreError
        When the decision could not be stored; the screen stays and the draft is kept.
    """
    if view.name in desk.decided:
        desk.message = f"{view.position} was decided already: a repeated key was dropped"
        return
    label = None if kind == "defer" else view.label(kind)
    refusal = _refusal(view, kind, label)
    if refusal:
        desk.message = refusal
        return
    answer(store, desk, view, label, press, agreed=kind == "agree")


def answer(
    store: Store, desk: Desk, view: View, label: str | None, press: Press, *, agreed: bool = False
) -> None:
    """Log an answer (`label`), or a deferral (None), and go on."""
    draft = drafts.current(store, desk, view.candidate, press.note)
    decision = _decision(desk, "defer" if label is None else "answer", view, press).model_copy(
        update={
            "answer": label,
            "origin": "agreed" if agreed else "manual",
            "confidence": None if label is None else desk.confidence,
            "issues": tuple(draft.issues),
            "other_class": draft.other_class,
            "comment": draft.note,
        }
    )
    saved = store.decisions.append(decision)
    _settle(store, desk, view, saved)


def _settle(store: Store, desk: Desk, view: View, saved: Decision) -> None:
    """What the desk shows once a decision is on disk."""
    desk.decided = [*desk.decided, view.name][-Desk.KEEP :]
    desk.saved_at = saved.decided_at
    desk.message = desk.trouble = ""
    if saved.pending:
        if desk.candidate_id != view.candidate:
            moves.open_candidate(store, desk, view.candidate)
        desk.pending_decision = saved.id
        desk.dialog = "stale"
        return
    drafts.forget(store, desk, view.candidate)
    _just_made(desk, saved)
    if saved.action == "defer" and view.state == "deferred":
        desk.deferred_again = [*desk.deferred_again, view.candidate]
    if desk.candidate_id != view.candidate:
        return
    if desk.from_history:
        desk.opened_version = None
        desk.note_set += 1
        return
    moves.advance(store, desk, view.candidate)


def _just_made(desk: Desk, saved: Decision) -> None:
    desk.last_decision, desk.last_candidate = saved.id, saved.candidate_id
    desk.reason_given = None


def saved_before(store: Store, desk: Desk, press: Press) -> bool:
    """Whether an earlier session saved a decision on the view of `press`: its page was told
    nothing of it. The page then goes on, as it would have.
    """
    log = store.decisions.of_candidate(press.candidate)
    saved = [made for made in log if _made_by(made, press)]
    if not saved or saved[0].reviewer != desk.reviewer or saved[0].pending:
        return False
    made = saved[0]
    _just_made(desk, made)
    desk.saved_at = made.decided_at
    desk.message = f"{made.answer or 'deferred'} was saved before this page was loaded"
    stands = store.row(made.candidate_id, made.reviewer).decision_id == made.id
    if stands and desk.candidate_id == made.candidate_id and not desk.from_history:
        moves.advance(store, desk, made.candidate_id)
    return True


def _made_by(made: Decision, press: Press) -> bool:
    """Whether a decision came of the view that `press` was made on, whatever its card showed."""
    return made.submit_token == press.token or press.token.startswith(f"{made.submit_token}.")


def last_decision(store: Store, desk: Desk) -> Decision | None:
    """The decision that this session made last, unless it was undone here."""
    if desk.last_decision is None or desk.last_candidate is None:
        return None
    log = store.decisions.of_candidate(desk.last_candidate)
    return next((made for made in log if made.id == desk.last_decision), None)


def confirm(store: Store, desk: Desk, pending: Decision, version: int) -> None:
    """Append what was pending once more, now on the current state of the candidate."""
    decision = new_decision(
        pending.candidate_id,
        pending.reviewer,
        pending.action,
        submit_token=f"{desk.nonce}.confirm.{pending.id}.{version}",
        base_version=version,
        supersedes=pending.id,
        **pending.model_dump(include=_CONFIRMED),
    )
    saved = store.decisions.append(decision)
    desk.saved_at = saved.decided_at
    desk.pending_decision = saved.id if saved.pending else None
    desk.dialog = "stale" if saved.pending else None
    if not saved.pending:
        drafts.forget(store, desk, pending.candidate_id)
        _just_made(desk, saved)
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
    "redshift",
    "verdict",
    "verdict_shown",
    "inspection_id",
    "phase",
    "role",
}


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


def _refusal(view: View, kind: Kind, label: str | None) -> str:
    if kind != "defer" and not view.readable:
        return "no answer is possible without a spectrum"
    if kind == "agree" and label is None:
        return "no verdict is shown to agree with"
    if kind == "negative" and label is None:
        return "this task has more than two labels: choose one in the bar"
    return ""


def _decision(desk: Desk, action: Action, view: View, press: Press) -> Decision:
    """The act with all that the view showed, before the draft goes into it."""
    assert desk.reviewer is not None, "the page asks for the name before any key works"
    fields: dict[str, Any] = {}
    if press.elapsed is not None:
        shown = datetime.now(UTC) - timedelta(seconds=press.elapsed)
        fields["shown_at"] = shown.isoformat()
    return new_decision(
        view.candidate,
        desk.reviewer,
        action,
        submit_token=f"{desk.nonce}.{view.name}",
        base_version=view.version,
        inspection_id=view.inspection,
        verdict=view.verdict,
        verdict_shown=view.shown,
        phase="after_agent" if view.shown else "blind_first",
        redshift=view.redshift,
        active_seconds=press.active,
        **fields,
    )
