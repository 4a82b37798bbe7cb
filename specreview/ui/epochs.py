"""P: all spectra of the candidate's source, each one opened in its turn, and the way back.

Which ones there are, and in which order, is the page's to say once it has read them; a key that
comes before goes by the order of the queue.
"""

from collections.abc import Iterable, Sequence

from specreview.review.rows import CandidateRow
from specreview.store import Store
from specreview.ui import company, moves
from specreview.ui.keymap import Meaning
from specreview.ui.state import Desk

KIND = "epochs"


def press(store: Store, desk: Desk, asked: Meaning) -> None:
    """P opens the stack, then one spectrum after the other; from the last one it goes back to
    where it began and closes. A click opens the one that it names; 0 closes, and stays.
    """
    ids = desk.company_epochs or _in_queue_order(store, desk)
    if desk.candidate_id not in ids:
        return
    if len(ids) < 2:
        desk.message = "the queue has no other spectrum of this source"
    elif asked.value:
        _choose(store, desk, ids, int(asked.value))
    elif desk.company != KIND:
        desk.compare = None  # it would stand in the same place
        company.open_company(desk, KIND)
    else:
        _walk(store, desk, ids)


def distinct(row: CandidateRow, family: Iterable[CandidateRow]) -> list[CandidateRow]:
    """One row for each spectrum of the source: that of the candidate's own task where a spectrum
    stands in the queue under several.
    """
    found: dict[tuple[str, str | None], CandidateRow] = {}
    for one in family:
        key = one.candidate.path, one.candidate.file_object
        if key not in found or one.candidate.task_key == row.candidate.task_key:
            found[key] = one
    found[row.candidate.path, row.candidate.file_object] = row
    return list(found.values())


def stayed(desk: Desk) -> None:
    """An epoch that an address leads to is a visit: an answer stays on it, as before a refresh."""
    if desk.company == KIND and desk.company_step:
        desk.from_history = True


def _in_queue_order(store: Store, desk: Desk) -> tuple[int, ...]:
    assert desk.candidate_id is not None
    row = store.row(desk.candidate_id, desk.reviewer or "")
    family = store.family(row.candidate, desk.reviewer or "")
    return tuple(one.candidate.id for one in distinct(row, family))


def _choose(store: Store, desk: Desk, ids: Sequence[int], number: int) -> None:
    if number == 0 or desk.company != KIND:
        desk.company, desk.company_step = "", 0
    elif number <= len(ids):
        here = ids.index(desk.candidate_id or 0)
        _open(store, desk, ids, desk.company_step + number - 1 - here)


def _walk(store: Store, desk: Desk, ids: Sequence[int]) -> None:
    """The next one; after the last, back where the walk began, with the stack closed."""
    step = desk.company_step + 1
    _open(store, desk, ids, step)
    if step % len(ids) == 0:
        desk.company = ""


def _open(store: Store, desk: Desk, ids: Sequence[int], step: int) -> None:
    """Open what lies so many places after the spectrum in which the walk began.

    An answer leaves the spectrum that the walk has led to on the screen; where it began, an
    answer goes on to the next candidate as ever. The zoom goes along.
    """
    here = ids.index(desk.candidate_id or 0)
    wanted, step = ids[(here + step - desk.company_step) % len(ids)], step % len(ids)
    if wanted == desk.candidate_id:
        return
    zoom, number = desk.zoom, desk.zoom_number
    moves.open_candidate(store, desk, wanted, from_history=step != 0)
    desk.zoom, desk.zoom_number = zoom, number
    company.open_company(desk, KIND)
    desk.company_step, desk.company_epochs = step, tuple(ids)
