"""The doctor on the Settings page: a button, and a line for each check as it is done."""

import streamlit as st

from specreview.doctor.check import Check
from specreview.ui.present import settings as words
from specreview.ui.present.boxes import of_boxes
from specreview.ui.room import Room, place
from specreview.ui.show.inspector_settings import LABELS

TICK = 0.5
_BOXES = {
    name.replace("_", "-"): LABELS[name]
    for name in ("model", "device", "dtype", "batch", "max_new_tokens", "profile")
}
"""`--revision` stands in a command that is given in full."""


def card(room: Room, unsaved: bool) -> None:
    """The card; it looks again by itself while an examination is under way."""
    running = room.examination.running
    with st.container(key="card_check", border=True):
        st.html("<h5>Check</h5>")
        st.fragment(_body, run_every=TICK if running else None)(room, unsaved, running)


def _body(room: Room, unsaved: bool, was_running: bool) -> None:
    examination = room.examination
    if examination.running != was_running:
        st.rerun()
    st.html(f'<span class="page-note">{words.check_note(unsaved)}</span>')
    _, db, tasks = place()
    st.button(
        "Checking …" if was_running else "Check",
        key="settings_check",
        disabled=was_running,
        on_click=examination.begin,
        args=(room.workspace, db, tasks),
        help="Packages, database, disk, clock, and one real reply of the inspector",
    )
    if examination.of:
        st.html(words.check_title(examination.of, was_running))
    for line in examination.lines:
        _line(line)


def _line(check: Check) -> None:
    cure = of_boxes(check.cure, _BOXES, word="")
    st.html(words.check_line(check.state, check.name, check.found, cure))
