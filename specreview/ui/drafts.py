"""What is not decided yet: note, issues and class of a candidate, kept in the store as typed."""

from dataclasses import dataclass
from typing import Any

from specreview.errors import StoreError
from specreview.review.decision import Decision
from specreview.review.history import new_decision
from specreview.store import Store
from specreview.ui.presses import NoteText
from specreview.ui.state import Desk


@dataclass(frozen=True)
class Draft:
    """What goes along with the next answer."""

    note: str = ""
    issues: tuple[str, ...] = ()
    other_class: str | None = None


def current(store: Store, desk: Desk, candidate_id: int, note: str | None = None) -> Draft:
    """The draft on a candidate; `note`, the text in the browser, is newer than any stored one."""
    if candidate_id == desk.candidate_id:
        draft = Draft(desk.note, tuple(desk.issues), desk.other_class)
    else:
        kept = left_on(store, desk, candidate_id) or {}
        draft = Draft(
            str(kept.get("note", "")), tuple(kept.get("issues", ())), kept.get("other_class")
        )
    return draft if note is None else Draft(note, draft.issues, draft.other_class)


def left_on(store: Store, desk: Desk, candidate_id: int) -> dict[str, Any] | None:
    """What this reviewer left on a candidate, also where the store could not take it."""
    if candidate_id in desk.unstored:
        return desk.unstored[candidate_id]
    return store.work.draft(desk.reviewer, candidate_id) if desk.reviewer else None


def save(store: Store, desk: Desk) -> None:
    """Store the draft of the candidate on the screen; a failure is said and loses nothing."""
    if desk.reviewer is None or desk.candidate_id is None:
        return
    payload = {
        "note": desk.note,
        "issues": desk.issues,
        "other_class": desk.other_class,
        "ask_window": desk.ask_window,
        "ask_note": desk.ask_note,
        "branch_from": desk.branch_from,
        "branch_by": desk.branch_by,
    }
    try:
        if any(payload.values()):
            store.work.save_draft(desk.reviewer, desk.candidate_id, payload)
        else:
            store.work.clear_draft(desk.reviewer, desk.candidate_id)
        desk.unstored.pop(desk.candidate_id, None)
    except StoreError as error:
        desk.unstored[desk.candidate_id] = payload
        desk.trouble = f"draft not stored, kept in this tab: {error}"


def forget(store: Store, desk: Desk, candidate_id: int) -> None:
    """Drop the draft: it went into a decision."""
    desk.unstored.pop(candidate_id, None)
    if desk.reviewer is not None:
        store.work.clear_draft(desk.reviewer, candidate_id)


def restore(store: Store, desk: Desk, undone: Decision) -> None:
    """Take what an undone decision held back into the draft."""
    desk.note = undone.comment
    desk.issues = list(undone.issues)
    desk.other_class = undone.other_class
    desk.note_set += 1
    save(store, desk)


def take_note(store: Store, desk: Desk, note: NoteText) -> None:
    """The note as it stands in the browser; on an answered candidate it is logged when closed."""
    desk.note_open = None if note.closed else note.candidate
    if desk.reviewer is None:
        return
    if note.candidate == desk.candidate_id:
        desk.note = note.text
        save(store, desk)
    else:
        _keep_left(store, desk, note)
    if note.closed:
        _log_note(store, desk, note)


def _keep_left(store: Store, desk: Desk, note: NoteText) -> None:
    """What was typed on a candidate that left the screen meanwhile stays its draft."""
    assert desk.reviewer is not None
    kept = left_on(store, desk, note.candidate) or {}
    if store.row(note.candidate, desk.reviewer).decision_id is None and (note.text or kept):
        store.work.save_draft(desk.reviewer, note.candidate, kept | {"note": note.text})


def _log_note(store: Store, desk: Desk, note: NoteText) -> None:
    assert desk.reviewer is not None
    row = store.row(note.candidate, desk.reviewer)
    if row.decision_id is None or row.comment == note.text:
        return
    saved = store.decisions.append(
        new_decision(
            note.candidate,
            desk.reviewer,
            "note",
            submit_token=f"{desk.nonce}.note.{note.candidate}.{note.number}",
            comment=note.text,
            supersedes=row.decision_id,
        )
    )
    desk.saved_at = saved.decided_at
    forget(store, desk, note.candidate)
