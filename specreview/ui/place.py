"""The place in the URL: queue, candidate and filter. A URL is untrusted: unknown means "not
found", in words, never an error page.
"""

from collections.abc import Mapping

import streamlit as st

from specreview.errors import NotFound
from specreview.store import Store
from specreview.ui import company, comparing, epochs, moves, shown, walked
from specreview.ui.state import (
    MAX_URL_VALUE,
    URL_ID,
    URL_QUEUE,
    URL_TWIN,
    Desk,
    filter_from_url,
    filter_to_url,
)


def settle(store: Store, desk: Desk) -> str:
    """Bring the desk to where the URL asks; returns what was not found, else "".

    A new session goes where its URL asks. From then on the desk counts: while keys come fast,
    the address that the browser reports is that of a candidate before.
    """
    if not desk.settled:
        desk.settled = True
        asked = st.query_params.to_dict()
        desk.missing = follow(store, desk, {k: v[:MAX_URL_VALUE] for k, v in asked.items()})
    if desk.missing:
        return desk.missing
    if desk.queue_id is None and not _first_queue(store, desk):
        return "There is no queue yet."
    return ""


def arrive(store: Store, desk: Desk) -> str:
    """As `settle`, with the address written at once: for pages that have no candidate of theirs."""
    missing = settle(store, desk)
    if not missing:
        write(store, desk)
    return missing


def follow(store: Store, desk: Desk, asked: Mapping[str, str]) -> str:
    """Go where a URL asks to; returns what was not found, else ""."""
    name = asked.get(URL_QUEUE)
    if name is None:
        return ""
    try:
        queue = store.queues.get(name)
    except NotFound:
        return f"Queue {name!r} was not found."
    if desk.queue_id != queue.id:
        desk.queue_id = queue.id
        desk.candidate_id = None
        desk.at_end = False
        desk.last_decision = None
    desk.set_filter(filter_from_url(asked))
    object_id = asked.get(URL_ID)
    if object_id is None:
        return ""
    found = store.queues.find(queue.id, object_id)
    if not found:
        return f"Candidate {object_id!r} was not found in queue {name!r}."
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


def write(store: Store, desk: Desk) -> None:
    """Write the desk's place into the address bar, once it changed."""
    if desk.queue_id is None:
        return
    desk.missing = ""
    place = {URL_QUEUE: store.queues.by_id(desk.queue_id).name, **filter_to_url(desk.filter())}
    if desk.candidate_id is not None:
        place |= _candidate(store, desk.queue_id, desk.candidate_id) | company.to_url(desk)
        place |= comparing.to_url(desk) | shown.to_url(desk) | walked.to_url(desk)
    if place != desk.url or st.query_params.to_dict() != place:
        st.query_params.from_dict(place)
        desk.url = place


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
