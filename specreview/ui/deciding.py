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
        name = store.queues.candidate(view.candidate).object_id
        desk.message = f"{name} was decided already: a repeated key was dropped"
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
    just_made(desk, saved)
    if saved.action == "defer" and view.state == "deferred":
        desk.deferred_again = [*desk.deferred_again, view.candidate]
    if desk.candidate_id != view.candidate:
        return
    if desk.from_history:
        desk.opened_version = None
        desk.note_set += 1
        return
    moves.advance(store, desk, view.candidate)


def just_made(desk: Desk, saved: Decision) -> None:
    """What a reason given next is about."""
    desk.last_decision, desk.last_candidate = saved.id, saved.candidate_id
    desk.reason_given = None


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
