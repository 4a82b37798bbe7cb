"""The Review page, region by region."""

from datetime import datetime, timedelta

import streamlit as st

from specreview.errors import NotFound
from specreview.review.rows import CandidateRow
from specreview.ui import keys, moves, walked
from specreview.ui import reviewer as reviewers
from specreview.ui.beside import Beside, look_beside
from specreview.ui.object_route import object_url
from specreview.ui.place import settle, write
from specreview.ui.present.cards import refusal_html
from specreview.ui.present.quantities import clock
from specreview.ui.present.top import Saving, bare_strip, facts_strip, top_line
from specreview.ui.room import Room, theme
from specreview.ui.scene import Scene, epochs, look
from specreview.ui.show import bar, charts, compare, dialogs, end, samp, verdict
from specreview.ui.state import Desk

JUST_NOW = timedelta(minutes=1)


def draw(room: Room) -> None:
    """The whole page for the desk's candidate, or the one act that is due instead."""
    store, desk = room.workspace.store, room.desk
    missing = settle(store, desk)
    if missing:
        _nothing(missing)
        return
    if desk.reviewer is None:
        write(store, desk)
        reviewers.ask(store, desk)
        return
    if desk.draft_of != desk.reviewer:
        moves.load_draft(store, desk)
    samp.follow(room)
    if desk.candidate_id is None and not desk.at_end:
        moves.resume(store, desk)
    if desk.candidate_id is None:
        write(store, desk)
        end.draw(room)
        return
    try:
        scene = look(room.workspace, desk)
    except NotFound as error:
        _nothing(str(error))
        return
    walked.arrive(room.desk, scene.windows)
    _candidate(room, scene)


def _candidate(room: Room, scene: Scene) -> None:
    dialogs.draw(room, scene)
    readable = scene.sight is not None
    family = room.workspace.epochs(scene.row, room.desk.reviewer or "")
    beside = look_beside(room, scene, family) if readable else None
    # Inspection, dialog and what stands beside are settled; the keys are told the place.
    write(room.workspace.store, room.desk)
    st.html(_top(room.desk, scene))
    keys.listen(room.desk, scene.token, scene.view, chart=readable, theme=theme())
    if readable:
        _readable(room, scene, beside, epochs(scene.row, family))
    else:
        _unreadable(room, scene, epochs(scene.row, family))
    bar.draw(room, scene)
    charts.prepare_next(room)


def _readable(room: Room, scene: Scene, beside: Beside | None, others: str) -> None:
    assert scene.sight is not None
    assert scene.task is not None
    candidate = scene.row.candidate
    page = object_url(candidate.id)
    st.html(facts_strip(candidate, scene.sight.spectrum, scene.task, others, scene.banner, page))
    tour = candidate.catalogue.get("tour", "")
    if not tour:
        _work(room, scene, beside)
        return
    with st.container(key="toured"):
        with st.container(key="tour"):
            st.text(tour)
        _work(room, scene, beside)


def _work(room: Room, scene: Scene, beside: Beside | None) -> None:
    """Chart, and beside or below it what the inspector says."""
    with st.container(key="work"):
        if room.desk.compare is not None:
            charts.draw(room, scene, beside)
            compare.draw(room, scene)
            return
        left, right = st.columns([0.66, 0.34], gap="small")
        with left:
            charts.draw(room, scene, beside)
        with right:
            verdict.draw(room, scene)


def _unreadable(room: Room, scene: Scene, others: str) -> None:
    assert scene.refusal is not None
    st.html(bare_strip(scene.row.candidate, others))
    with st.container(key="work"):
        left, right = st.columns([0.66, 0.34], gap="small")
        with left, st.container(key="refusal", border=True):
            st.html(refusal_html(scene.refusal))
            st.button("Read again", key="read_again", icon=":material/refresh:")
        if scene.trace is not None and scene.task is not None:
            with right:
                verdict.draw(room, scene)


def _top(desk: Desk, scene: Scene) -> str:
    return top_line(
        scene.queue,
        scene.task,
        scene.view.position,
        scene.counts,
        desk.reviewer or "",
        Saving(desk.saved_at, desk.trouble, desk.message or _answered_just_now(desk, scene.row)),
    )


def _answered_just_now(desk: Desk, row: CandidateRow) -> str:
    """That my answer is on disk, where a refresh came before the page had gone on."""
    if row.answer is None or row.decided_at is None or desk.saved_at is not None:
        return ""
    since = datetime.fromisoformat(desk.opened_at) - datetime.fromisoformat(row.decided_at)
    if since > JUST_NOW:
        return ""
    return f"answered {row.answer} at {clock(row.decided_at)} UTC; → is the next one"


def _nothing(message: str) -> None:
    """No queue, or a link to something that is not there: the one next act."""
    with st.container(key="nothing", border=True):
        st.html('<div class="card"><h4>Nothing to review</h4></div>')
        st.text(message)
        st.page_link("pages/candidates.py", label="Choose a queue on Candidates")
