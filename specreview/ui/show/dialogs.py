"""Dialogs: the list of keys, the redshift, the raw reply, and a decision on an old view.

They are opened before anything else is drawn; the key listener keeps still while one is open.
"""

from collections.abc import Callable
from functools import partial
from typing import Literal

import streamlit as st

from specreview.errors import SpecreviewError
from specreview.review.decision import Decision
from specreview.review.rows import Candidate
from specreview.spectra.frames import SPEED_OF_LIGHT_KMS
from specreview.store import Store
from specreview.ui import amending, moves
from specreview.ui.keymap import key_list
from specreview.ui.present.cards import reason_words
from specreview.ui.present.markup import keycap, markdown_literal
from specreview.ui.present.quantities import clock
from specreview.ui.room import Room
from specreview.ui.scene import Scene
from specreview.ui.show import look_here
from specreview.ui.state import Desk


def draw(room: Room, scene: Scene) -> None:
    """Open the dialog that the desk asks for; also when a decision waits for confirmation."""
    desk = room.desk
    waiting = room.workspace.store.decisions.pending(scene.row.candidate.id, desk.reviewer or "")
    if waiting is not None and desk.pending_decision != "":
        desk.pending_decision = waiting.id
        desk.dialog = "stale"
    kind, _, number = (desk.dialog or "").partition(" ")
    if kind == "help":
        _open("Keys", desk, partial(_help, scene), width="large")
    elif kind == "redshift":
        _open("Redshift", desk, partial(_redshift, room, scene.row.candidate))
    elif kind == "look_here":
        _open("Look here", desk, partial(look_here.look_here, room, scene))
    elif kind == "branch":
        _open("Branch", desk, partial(look_here.branch, room, scene))
    elif kind == "raw":
        _open(f"Reply of step {number}, word for word", desk, partial(_raw, scene, int(number)))
    elif kind == "stale":
        _open("Decided meanwhile", desk, partial(_stale, room, scene))


def _open(
    title: str, desk: Desk, body: partial[None], width: Literal["medium", "large"] = "medium"
) -> None:
    def gone() -> None:
        if desk.dialog == "stale":
            desk.pending_decision = ""  # asked and put off: the next visit asks again
        desk.dialog = None

    opened = desk.dialog

    def inside() -> None:
        if desk.dialog != opened:
            st.rerun()  # one of its buttons closed it
        body()

    st.dialog(title, width=width, on_dismiss=gone)(inside)()


def _help(scene: Scene) -> None:
    labels = scene.view.labels
    groups = key_list(labels[0], labels[1] if len(labels) == 2 else None)
    parts = []
    for title, keys in groups:
        cells = "".join(f"<dt>{keycap(key)}</dt><dd>{_plain(text)}</dd>" for key, text in keys)
        parts.append(f"<section><h6>{_plain(title)}</h6><dl class='keys'>{cells}</dl></section>")
    st.html(f'<div class="key-list">{"".join(parts)}</div>')


def _redshift(room: Room, candidate: Candidate) -> None:
    st.text(
        "The redshift places the line markers and the panels, and the inspector's views at its "
        "next start. It goes into your decision."
    )
    own = candidate.own_redshift
    z = st.number_input(
        "z (heliocentric, vacuum)",
        min_value=-0.1,
        max_value=20.0,
        value=own,
        step=0.0001,
        format="%.6f",
        key=f"redshift_{candidate.id}",
        placeholder="none",
    )
    speed = "" if z is None else f"cz = {z * SPEED_OF_LIGHT_KMS:.0f} km/s".replace("-", "−")
    st.text(speed)
    with st.container(horizontal=True, gap="xsmall"):
        st.button(
            "Set",
            key="redshift_set",
            type="primary",
            disabled=z is None,
            on_click=_set_redshift,
            args=(room, candidate, z),
        )
        st.button(
            "No redshift of mine",
            key="redshift_clear",
            disabled=own is None,
            on_click=_set_redshift,
            args=(room, candidate, None),
        )


def _set_redshift(room: Room, candidate: Candidate, z: float | None) -> None:
    desk = room.desk
    try:
        room.workspace.store.queues.set_redshift(candidate.id, z, desk.reviewer or "")
    except SpecreviewError as error:
        desk.trouble = f"not saved: {error}"
    desk.dialog = None


def _raw(scene: Scene, number: int) -> None:
    steps = scene.trace.steps if scene.trace else ()
    step = next((one for one in steps if one.number == number), None)
    if step is None or step.reply is None:
        st.text("This step has no reply.")
        return
    st.code(step.reply.text, language=None, wrap_lines=True)
    if step.reply.flags:
        st.text(f"Flags: {', '.join(step.reply.flags)}")


def _stale(room: Room, scene: Scene) -> None:
    """Somebody decided since this view was drawn: both are in the log, nothing changed yet."""
    store, desk = room.workspace.store, room.desk
    waiting = store.decisions.pending(scene.row.candidate.id, desk.reviewer or "")
    if waiting is None:
        st.text("Nothing waits for a confirmation any more.")
        return
    mine = waiting.answer or "deferred"
    came = "came in with an import" if waiting.origin == "import" else "was made on an older view"
    st.text(f"{scene.row.candidate.object_id}: your {mine} {came}.")
    for other in store.decisions.of_candidate(waiting.candidate_id):
        if other.id != waiting.id and not other.pending and other.action != "note":
            what = other.answer or reason_words(other.reason) or other.action
            st.text(f"{clock(other.decided_at)} UTC  {other.reviewer}: {what}")
    st.text("It is in the log as pending and changes nothing until you confirm it.")
    with st.container(horizontal=True, gap="xsmall"):
        st.button(
            f"Confirm {markdown_literal(mine)}",
            key="stale_confirm",
            type="primary",
            on_click=_settle,
            args=(room, amending.confirm, waiting, scene.row.candidate.version),
        )
        if stands := scene.row.answer:
            st.button(
                f"Keep {markdown_literal(stands)}",
                key="stale_keep",
                on_click=_settle,
                args=(room, amending.keep, waiting, scene.row.candidate.version),
            )
        st.button("Leave it pending", key="stale_leave", on_click=_leave, args=(room, waiting))


def _settle(
    room: Room,
    settle: Callable[[Store, Desk, Decision, int], None],
    waiting: Decision,
    version: int,
) -> None:
    room.desk.dialog = None
    try:
        settle(room.workspace.store, room.desk, waiting, version)
    except SpecreviewError as error:
        room.desk.trouble = f"not saved: {error}"


def _leave(room: Room, waiting: Decision) -> None:
    room.desk.dialog, room.desk.pending_decision = None, ""
    moves.advance(room.workspace.store, room.desk, waiting.candidate_id)


def _plain(text: str) -> str:
    from html import escape

    return escape(text)
