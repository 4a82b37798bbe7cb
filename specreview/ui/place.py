"""The place in the URL: queue, candidate and filter. A URL is untrusted: unknown means "not
found", in words, never an error page.

The app's own address with `?queue=NAME&id=ID` is a link into Review, for other programs to build;
the page of candidates, which lies there, says its own place with `at`.
"""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from itertools import product

import streamlit as st

from specreview.errors import NotFound
from specreview.review.rows import Candidate, Queue
from specreview.store import Store
from specreview.ui import company, comparing, epochs, moves, shown, walked
from specreview.ui.address import (
    MAX_URL_VALUE,
    URL_AT,
    URL_ID,
    URL_IMPORT,
    URL_QUEUE,
    URL_TWIN,
    filter_from_url,
    filter_to_url,
)
from specreview.ui.state import Desk

_MOST_BLANKS = 4
"""In a name that is tried with plus signs for blanks."""


def settle(store: Store, desk: Desk) -> str:
    """Bring the desk to where the URL asks; returns what was not found, else "".

    A new session goes where its URL asks. From then on the desk counts: while keys come fast,
    the address that the browser reports is that of a candidate before.
    """
    if not desk.settled:
        desk.settled = True
        desk.missing = follow(store, desk, _short(st.query_params.to_dict()))
    if desk.missing:
        return desk.missing
    if desk.queue_id is None and not _first_queue(store, desk):
        return "There is no queue yet."
    return ""


def enter(store: Store, desk: Desk) -> tuple[str, bool]:
    """As `arrive` for the app's own address: what was not found, and whether it is a link to a
    candidate that the Review page is to show.
    """
    linked = not desk.settled and URL_ID in st.query_params
    missing = settle(store, desk)
    if not missing or desk.queue_id is None:
        write(store, desk, at_root=not linked)
    return missing, linked and desk.candidate_id is not None and not missing


def arrive(store: Store, desk: Desk, more: Mapping[str, str] | None = None) -> str:
    """As `settle`, with the address written at once: for pages that have no candidate of theirs.

    `more` is what the page itself has in the address.
    """
    missing = settle(store, desk)
    if not missing:
        write(store, desk, more=more)
    return missing


def follow(store: Store, desk: Desk, asked: Mapping[str, str]) -> str:
    """Go where a URL asks to; returns what was not found, else ""."""
    name = asked.get(URL_QUEUE)
    if name is None:
        return _no_queue(asked)
    queue = _queue(store, name)
    if queue is None:
        return f"Queue {name!r} was not found."
    if desk.queue_id != queue.id:
        desk.queue_id = queue.id
        desk.candidate_id = None
        desk.at_end = False
        desk.last_decision = None
    desk.set_filter(filter_from_url(asked))
    object_id = asked.get(URL_ID, asked.get(URL_AT))
    if object_id is None:
        return ""
    found = _candidates(store, queue.id, object_id)
    if not found:
        return f"Candidate {object_id!r} was not found in queue {queue.name!r}."
    twin = asked.get(URL_TWIN, "1")
    nth = int(twin) if twin.isascii() and twin.isdigit() else 1
    wanted = found[nth - 1] if 1 <= nth <= len(found) else found[0]
    if desk.candidate_id != wanted.id:
        moves.open_candidate(store, desk, wanted.id)
    company.from_url(desk, asked)
    epochs.stayed(desk)
    comparing.follow(store, desk, asked)
    shown.follow(store, desk, asked)
    walked.follow(desk, asked)
    return ""


def step_back(store: Store, desk: Desk, asked: Mapping[str, str]) -> None:
    """Go where the browser's Back or Forward leads to, as an arrow key would: nothing is decided.

    Where that is gone, the candidate on the screen stays, and its address comes back.
    """
    asked = _short(asked)
    queue, object_id = _queue(store, asked.get(URL_QUEUE, "")), asked.get(URL_ID, "")
    if queue is None or not _candidates(store, queue.id, object_id):
        desk.message = f"{object_id!r} is not in this workspace any more"
        return
    follow(store, desk, asked)


def _short(asked: Mapping[str, str]) -> dict[str, str]:
    return {name: value[:MAX_URL_VALUE] for name, value in asked.items()}


def _no_queue(asked: Mapping[str, str]) -> str:
    if URL_ID not in asked:
        return ""
    return f"Candidate {asked[URL_ID]!r} was not found: the link names no queue."


def _spellings(text: str) -> Iterator[str]:
    """As it stands, then with blanks as the plus signs that some programs leave as they are: in an
    address a plus means a blank.
    """
    parts = text.split(" ")
    yield text
    if len(parts) <= _MOST_BLANKS + 1:
        for signs in product(" +", repeat=len(parts) - 1):
            yield "".join(map(str.__add__, parts, (*signs, "")))


def _queue(store: Store, name: str) -> Queue | None:
    for spelt in _spellings(name):
        with suppress(NotFound):
            return store.queues.get(spelt)
    return None


def _candidates(store: Store, queue_id: int, object_id: str) -> list[Candidate]:
    found = (store.queues.find(queue_id, spelt) for spelt in _spellings(object_id))
    return next(filter(None, found), [])


def write(
    store: Store, desk: Desk, *, at_root: bool = False, more: Mapping[str, str] | None = None
) -> None:
    """Write the desk's place into the address bar, once it changed.

    At the root the id has another name, so that a refresh stays on that page.
    """
    if desk.queue_id is None:
        if at_root and desk.importing is not None:
            st.query_params.from_dict(_importing(desk))
        return
    desk.missing = ""
    place = {URL_QUEUE: store.queues.by_id(desk.queue_id).name, **filter_to_url(desk.filter())}
    if desk.candidate_id is not None:
        place |= _candidate(store, desk.queue_id, desk.candidate_id) | company.to_url(desk)
        place |= comparing.to_url(desk) | shown.to_url(desk) | walked.to_url(desk)
    if at_root:
        place = {URL_AT if name == URL_ID else name: value for name, value in place.items()}
        place |= _importing(desk)
    place |= more or {}
    if place != desk.url or st.query_params.to_dict() != place:
        st.query_params.from_dict(place)
        desk.url = place


def _importing(desk: Desk) -> dict[str, str]:
    """The open import; a path that is too long for an address is left out."""
    if desk.importing is None or len(desk.importing) > MAX_URL_VALUE:
        return {}
    return {URL_IMPORT: desk.importing or "-"}


def _candidate(store: Store, queue_id: int, candidate_id: int) -> dict[str, str]:
    """The id, and which one of them where several spectra or tasks of a queue share it."""
    object_id = store.queues.candidate(candidate_id).object_id
    twins = [one.id for one in store.queues.find(queue_id, object_id)]
    place = twins.index(candidate_id) if candidate_id in twins else 0
    return {URL_ID: object_id} | ({URL_TWIN: str(place + 1)} if place else {})


def _first_queue(store: Store, desk: Desk) -> bool:
    queues = store.queues.all()
    if not queues:
        return False
    desk.queue_id = queues[-1].id
    return True
