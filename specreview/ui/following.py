"""Following another program: its row comes to the screen, unless that would disturb a person.

A person is disturbed whose note, issues or words for the inspector on the shown candidate are not
sent yet, whose note or dialog is open, or who works in another queue: then it is only said. What
was pointed at before this session began moves nothing.
"""

from specreview.errors import NotFound
from specreview.samp.link import Pointed
from specreview.store import Store
from specreview.ui import moves
from specreview.ui.state import Desk


def follow(
    store: Store,
    desk: Desk,
    pointed: Pointed | None,
    *,
    at_work: bool = True,
    held: bool = False,
) -> bool:
    """Go where `pointed` points, once, or keep it as waiting; returns whether it went.

    `at_work` says that a candidate is on the screen, which could be disturbed; `held` that
    something else is.
    """
    if desk.samp_seen is None:
        desk.samp_seen = 0 if pointed is None else pointed.number
    if pointed is None or pointed.number <= desk.samp_seen:
        return False
    desk.samp_seen, desk.samp_waiting = pointed.number, None
    if not desk.samp_follow or (at_work and pointed.candidate_id == desk.candidate_id):
        return False
    where = (pointed.queue_id, pointed.candidate_id, pointed.program)
    if held or (at_work and (pointed.queue_id != desk.queue_id or busy(desk))):
        desk.samp_waiting = where
        return False
    return _go(store, desk, *where)


def unseen(desk: Desk, pointed: Pointed | None) -> bool:
    """Whether something was pointed at that the page has not dealt with."""
    return pointed is not None and desk.samp_seen is not None and pointed.number > desk.samp_seen


def busy(desk: Desk) -> bool:
    """Whether something on the screen is begun and not done."""
    typed = (desk.note.strip(), desk.issues, desk.other_class, desk.ask_window, desk.ask_note)
    opened = (desk.dialog, desk.pending_decision, desk.note_open)
    return any(typed) or any(one is not None for one in opened)


def open_waiting(store: Store, desk: Desk) -> None:
    """Go where it waits, because the person says so; what was typed stays as a draft."""
    if desk.samp_waiting is not None:
        queue_id, candidate_id, program = desk.samp_waiting
        desk.samp_waiting = None
        _go(store, desk, queue_id, candidate_id, program)


def _go(store: Store, desk: Desk, queue_id: int, candidate_id: int, program: str) -> bool:
    try:
        name = store.queues.candidate(candidate_id).object_id
    except NotFound as error:
        desk.message = f"{program} points at a candidate that is gone: {error}"
        return False
    if desk.queue_id != queue_id:
        desk.queue_id, desk.row_filter, desk.last_decision = queue_id, {}, None
    moves.open_candidate(store, desk, candidate_id)
    desk.message = f"{program} points at {name}"
    return True
