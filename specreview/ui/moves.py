"""Which candidate is on the screen, and how the next one is chosen."""

from specreview.review.stamps import utc_now
from specreview.store import Store
from specreview.ui import drafts
from specreview.ui.state import Desk


def open_candidate(
    store: Store, desk: Desk, candidate_id: int, *, from_history: bool = False
) -> None:
    """Bring a candidate to the screen, with the draft that was left on it."""
    desk.clear_candidate()
    desk.candidate_id = candidate_id
    desk.at_end = False
    desk.missing = ""
    desk.from_history = from_history
    desk.opened_at = utc_now()
    load_draft(store, desk)


def load_draft(store: Store, desk: Desk) -> None:
    """Take up what this reviewer left on the candidate; again once the name is known."""
    if desk.draft_of not in (None, desk.reviewer):
        desk.unstored.clear()  # another person's
    desk.draft_of = desk.reviewer
    if desk.reviewer is None or desk.candidate_id is None:
        return
    draft = drafts.left_on(store, desk, desk.candidate_id)
    if draft:
        desk.note = str(draft.get("note", ""))
        desk.issues = [str(letter) for letter in draft.get("issues", [])]
        desk.other_class = draft.get("other_class")
        typed = draft.get("ask_window")
        desk.ask_window = None if typed is None else str(typed)
        desk.ask_note = str(draft.get("ask_note", ""))
        desk.branch_from, desk.branch_by = draft.get("branch_from"), draft.get("branch_by")
        desk.note_set += 1


def open_queue(store: Store, desk: Desk, queue_id: int) -> None:
    """Change to another queue, at its first open candidate."""
    if desk.queue_id != queue_id:
        desk.queue_id = queue_id
        desk.row_filter = {}
        desk.last_decision = None
        desk.saved_at = None
    resume(store, desk)


def resume(store: Store, desk: Desk) -> None:
    """Open the first candidate without my answer, in the current filter and order."""
    desk.deferred_again = []
    desk.candidate_id = None
    desk.at_end = False
    if desk.reviewer is None:
        return  # the page asks for the name, and then resumes
    first = _open_after(store, desk, None)
    if first is None:
        _end(desk)
    else:
        open_candidate(store, desk, first)


def advance(store: Store, desk: Desk, candidate_id: int) -> None:
    """Go on to the next open candidate after this one, or to the end card.

    A deferred one comes back once the others are done; deferred a second time, it waits until
    it is asked for.
    """
    skip = {candidate_id, *desk.deferred_again}
    following: int | None = candidate_id
    for _ in range(len(skip) + 1):
        following = _open_after(store, desk, following)
        if following is None:
            break
        if following not in skip:
            open_candidate(store, desk, following)
            return
    _end(desk)


def step(store: Store, desk: Desk, candidate_id: int, direction: int) -> None:
    """Previous (-1) or next (+1) candidate in the filter, decided or not."""
    if desk.queue_id is None or desk.reviewer is None:
        return
    following = store.neighbour(
        desk.queue_id, desk.reviewer, desk.filter(), candidate_id, direction
    )
    if following is not None:
        open_candidate(store, desk, following)
    elif direction > 0:
        _end(desk)
    else:
        desk.message = "this is the first candidate of the list"


def following(store: Store, desk: Desk) -> int | None:
    """The candidate that an answer would lead to, for preparing it ahead."""
    if desk.candidate_id is None:
        return None
    return _open_after(store, desk, desk.candidate_id)


def _open_after(store: Store, desk: Desk, candidate_id: int | None) -> int | None:
    if desk.queue_id is None or desk.reviewer is None:
        return None
    return store.neighbour(
        desk.queue_id, desk.reviewer, desk.filter(), candidate_id, +1, open_only=True
    )


def _end(desk: Desk) -> None:
    desk.clear_candidate()
    desk.candidate_id = None
    desk.at_end = True
