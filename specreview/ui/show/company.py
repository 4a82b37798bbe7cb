"""The row of M, X or P, in the place of the four panels."""

import streamlit as st

from specreview.company import Elsewhere, KnownCompany
from specreview.elsewhere.reading import Reading
from specreview.errors import SpecreviewError
from specreview.known.known import Resembling
from specreview.known.overlay import overlaid, shift_factor
from specreview.ui.beside import Beside, range_in_sight
from specreview.ui.company import Interval
from specreview.ui.present.company import Card, Other, elsewhere_html, known_html, picture
from specreview.ui.present.epochs import epochs_html
from specreview.ui.present.quantities import count
from specreview.ui.room import Room
from specreview.ui.scene import Scene
from specreview.views.segments import running_mean

TICK = 0.5
"""Seconds between two looks at how far an index is."""


def draw(room: Room, scene: Scene, beside: Beside, trouble: str) -> None:
    """Cards or counts; `trouble` says why a spectrum could not be laid over."""
    with st.container(key="company"):
        if beside.known is not None:
            st.html(_known(room, scene, beside.known))
        if beside.elsewhere is not None:
            st.html(_elsewhere(room, beside.elsewhere, beside.chosen))
        if beside.epochs is not None:
            st.html(epochs_html(beside.epochs.rows, beside.epochs.below, beside.epochs.remark))
        if beside.reading is not None:
            st.fragment(_reading, run_every=TICK)(room, scene.queue.id, beside.reading)
        if beside.trouble:
            st.text(beside.trouble)
        if trouble:
            st.text(f"not laid over: {trouble}")


def _reading(room: Room, queue_id: int, before: Reading) -> None:
    """How far the index of a large queue is; the whole page runs once it is read."""
    now = room.workspace.company.indices.reading(queue_id)
    if now is None:
        st.rerun()
    at = now if now.total else before
    text = f"Reading the peaks of {count(at.total)} spectra, once: the page can be used meanwhile"
    st.progress(at.done / at.total if at.total else 0.0, text=text)


def _known(room: Room, scene: Scene, found: KnownCompany) -> str:
    assert scene.task is not None
    sight = range_in_sight(room.desk, scene)
    cards = [
        (one.known.side, _card(room, scene, n, one, sight))
        for n, one in enumerate(found.resembling, start=1)
    ]
    positives = [card for side, card in cards if side == "positive"]
    others = [card for side, card in cards if side == "look-alike"]
    return known_html(positives, others, scene.task.positive, found.remarks)


def _card(room: Room, scene: Scene, number: int, one: Resembling, sight: Interval) -> Card:
    known = one.known
    key = ("known", scene.row.candidate.id, known.key, scene.charted, room.desk.smoothing, sight)
    drawn = room.sparklines.get(key, lambda: _picture(scene, one, room.desk.smoothing, sight))
    return Card(
        number, drawn, known.what, known.source, one.distance, room.desk.company_step == number
    )


def _picture(scene: Scene, one: Resembling, smoothing: int, sight: Interval) -> str:
    """The candidate and the known spectrum where the chart looks; "" where it cannot be read."""
    assert scene.sight is not None
    data = scene.sight.spectrum
    try:
        factor = shift_factor(one.known.redshift, scene.charted)
        over = overlaid("", one.known.load(), data, factor, sight)
    except SpecreviewError:
        return ""
    seen = (data.wavelength >= sight[0]) & (data.wavelength <= sight[1])
    if seen.sum() < 2:
        seen[:] = True
    flux = data.flux.astype(float)
    flux[~data.good] = float("nan")
    smoothed = [running_mean(each[seen], smoothing) for each in (flux, over.flux)]
    return picture(data.wavelength[seen], *smoothed)


def _elsewhere(room: Room, found: Elsewhere, chosen: int) -> str:
    low, high = found.range
    heading = f"{low:.0f}–{high:.0f} Å observed"
    if found.indexed < found.total:
        heading += f", {found.indexed} of {found.total} spectra indexed (specreview catch-up)"
    neighbours = found.seen[chosen][0].neighbours if found.seen else ()
    queues = room.workspace.store.queues
    others = [
        Other(
            number,
            queues.candidate(one.candidate_id).object_id,
            one.strength,
            one.shares,
            room.desk.company_step == number,
        )
        for number, one in enumerate(neighbours, start=1)
    ]
    return elsewhere_html(heading, found.seen, chosen, others)
