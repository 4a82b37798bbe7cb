"""Small controls for SAMP; they are drawn only where the workspace allows it."""

from collections.abc import Callable
from functools import partial

import streamlit as st

from specreview.errors import NotFound, SampError, SpecreviewError
from specreview.export.job import ReadyList
from specreview.review.rows import Candidate, CandidateRow, Queue
from specreview.samp.link import SampLink
from specreview.samp.messages import Message, load_spectrum, load_table, point_at
from specreview.samp.table import candidates_votable
from specreview.ui import following
from specreview.ui.present import samp as words
from specreview.ui.room import Room
from specreview.ui.scene import Scene

LOOK = 1.0
"""Seconds between two looks at what other programs point at."""
Made = Callable[[], tuple[bytes, list[int]]]
"""Makes a VOTable, and says which candidate each of its rows is."""
POINT, SPECTRUM, FOLLOW = "Point at it", "Send its spectrum", "Follow"


def follow(room: Room) -> None:
    """Before Review looks at its candidate: go where another program points, if nothing is open."""
    link = room.workspace.samp
    _point_if_asked(room, link)
    if link is None:
        return
    link.wake()
    following.follow(room.workspace.store, room.desk, link.pointed)
    st.fragment(_watch, run_every=LOOK)(room, link)
    _waiting(room, into_review=False)


def menu(room: Room, scene: Scene) -> None:
    """At the end of the chart's switches: what can be sent of this candidate, and who listens."""
    link = room.workspace.samp
    if link is None:
        return
    turn = f"{FOLLOW}: {'on' if room.desk.samp_follow else 'off'}"
    st.menu_button(
        words.menu_label(link.state),
        [POINT, SPECTRUM, turn],
        key="samp_menu",
        type="tertiary",
        help=words.state_line(link.reason, link.programs),
        on_click=_chosen,
        args=(room, link, scene.row.candidate),
    )


def table_card(room: Room, queue: Queue) -> None:
    """On Candidates: sends the list as it is filtered now, and follows into Review."""
    link = room.workspace.samp
    if link is not None:
        _card(room, link, queue, partial(_candidates, room, queue), into_review=True)


def export_card(room: Room, queue: Queue, list_now: Callable[[], ReadyList]) -> None:
    """On Export: sends the list that is shown, where its rows are candidates."""
    link = room.workspace.samp
    if link is not None:
        _card(room, link, queue, lambda: _exported(list_now()))


def _card(
    room: Room, link: SampLink, queue: Queue, made: Made, *, into_review: bool = False
) -> None:
    link.wake()
    with st.container(key="card_samp", border=True):
        st.html("<h5>SAMP</h5>")
        st.fragment(_card_now, run_every=LOOK)(room, link, queue, made, into_review)


def _card_now(room: Room, link: SampLink, queue: Queue, made: Made, into_review: bool) -> None:
    """Who is there and what was sent last; looks again by itself."""
    desk = room.desk
    if into_review:
        store, held = room.workspace.store, _form_begun()
        if following.follow(store, desk, link.pointed, at_work=False, held=held):
            desk.jumped = True
            st.rerun()
        _waiting(room, into_review=True)
    st.html(words.state_html(link.reason, link.programs))
    st.button(
        "Send table",
        key="samp_table",
        icon=":material/table_view:",
        disabled=link.state != "connected",
        help="The list as it is now; a row pointed at in the other program opens here on Review",
        on_click=_table_asked,
        args=(room, link, queue, made),
    )
    if desk.samp_said:
        st.text(desk.samp_said)


def _table_asked(room: Room, link: SampLink, queue: Queue, made: Made) -> None:
    """Send the table; what became of it stands in the card."""
    try:
        content, ids = made()
        name = f"{queue.name} ({len(ids)})"
        table = link.tables.write(content, name, queue.id, ids)
        message = load_table(table)
        room.desk.samp_said = words.sent(message.what, link.send(message))
    except SpecreviewError as error:
        room.desk.samp_said = str(error)
    except OSError as error:
        room.desk.samp_said = f"the table cannot be written for others: {error.strerror}"


def _candidates(room: Room, queue: Queue) -> tuple[bytes, list[int]]:
    """The rows of Candidates in its filter and order, decided or not."""
    workspace, desk = room.workspace, room.desk
    reviewer, wanted = desk.reviewer or "", desk.filter()
    rows = workspace.store.rows(queue.id, reviewer, wanted)
    if not rows:
        raise SampError("nothing is listed")
    limit = workspace.settings.approval_confidence
    content = candidates_votable(rows, queue, workspace.tasks, reviewer, wanted, limit)
    return content, [row.candidate.id for row in rows]


def _exported(ready: ReadyList) -> tuple[bytes, list[int]]:
    if not ready.rows:
        raise SampError("nothing is on this list yet")
    if not all(isinstance(row, CandidateRow) for row in ready.rows):
        raise SampError("a row of this list is no candidate; choose approved or current")
    return ready.content(".vot"), [row.candidate.id for row in ready.rows]


def _watch(room: Room, link: SampLink) -> None:
    """Runs by itself now and then; the page runs anew once there is something to follow.

    Not while a dialog is open: a run would draw it anew, without what is typed in it.
    """
    if not following.unseen(room.desk, link.pointed):
        return
    if room.desk.dialog is not None:
        following.follow(room.workspace.store, room.desk, link.pointed)
        return
    st.rerun()


def _point_if_asked(room: Room, link: SampLink | None) -> None:
    """What the key J asks for."""
    store, desk = room.workspace.store, room.desk
    asked, desk.samp_asked = desk.samp_asked, False
    if not asked or desk.candidate_id is None:
        return
    if link is None:
        desk.message = words.OFF
        return
    candidate = store.queues.candidate(desk.candidate_id)
    _send(room, link, lambda: _place(candidate))


def _waiting(room: Room, *, into_review: bool) -> None:
    """What is pointed at elsewhere while something is open here: said, with a way there."""
    waiting = room.desk.samp_waiting
    if waiting is None:
        return
    _, candidate_id, program = waiting
    try:
        name = room.workspace.store.queues.candidate(candidate_id).object_id
    except NotFound:
        room.desk.samp_waiting = None
        return
    with st.container(key="samp_waiting", horizontal=True, gap="small"):
        st.text(words.waiting(program, name))
        st.button(
            "Open it", key=f"samp_open_{candidate_id}", on_click=_open, args=(room, into_review)
        )
        st.button("Stay", key=f"samp_stay_{candidate_id}", type="tertiary", on_click=_stay,
                  args=(room,))  # fmt: skip


def _open(room: Room, into_review: bool) -> None:
    following.open_waiting(room.workspace.store, room.desk)
    room.desk.jumped = into_review


def _form_begun() -> bool:
    """Whether the form for other people's answers, on Candidates, holds something."""
    return any(
        st.session_state.get(key)
        for key in st.session_state
        if str(key).startswith("answers_") and key != "answers_fold"
    )


def _stay(room: Room) -> None:
    room.desk.samp_waiting = None


def _chosen(room: Room, link: SampLink, candidate: Candidate) -> None:
    choice = str(st.session_state.get("samp_menu"))
    if choice == POINT:
        _send(room, link, lambda: _place(candidate))
    elif choice == SPECTRUM:
        _send(room, link, lambda: load_spectrum(candidate))
    elif choice.startswith(FOLLOW):
        room.desk.samp_follow = not room.desk.samp_follow


def _place(candidate: Candidate) -> Message:
    message = point_at(candidate)
    if message is None:
        raise SampError(f"nobody can point at {candidate.object_id}: its position is not known")
    return message


def _send(room: Room, link: SampLink, make: Callable[[], Message]) -> None:
    """Send it; what became of it stands in the page's line of messages."""
    try:
        message = make()
        room.desk.message = words.sent(message.what, link.send(message))
    except SampError as error:
        room.desk.message = str(error)
