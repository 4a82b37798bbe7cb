"""The Settings page: reviewer, inspector, limits, paths, a check-up, and what is in use."""

from typing import Any

import streamlit as st

from specreview.errors import SettingsError
from specreview.review.decision import CONFIDENCE
from specreview.review.people import clean_name
from specreview.settings import Settings, with_given
from specreview.ui import reviewer
from specreview.ui.present import settings as words
from specreview.ui.present.markup import rows
from specreview.ui.room import Room
from specreview.ui.show import checking
from specreview.ui.show.inspector_settings import LABELS, of_inspector


def draw(room: Room) -> None:
    left, right = st.columns(2, gap="medium")
    with left:
        _reviewer(room)
        unsaved = _choices(room)
    with right:
        checking.card(room, unsaved)
        _in_use(room)


def _reviewer(room: Room) -> None:
    desk = room.desk
    with st.container(key="card_reviewer", border=True):
        st.html("<h5>Reviewer</h5>")
        known = sorted(
            {*room.workspace.store.reviewers(), *([desk.reviewer] if desk.reviewer else [])}
        )
        box = f"settings_reviewer_{desk.reviewer}"
        st.session_state.setdefault(box, desk.reviewer or "")
        reviewer.name_chooser([name for name in known if name != desk.reviewer], box)
        name = st.text_input(
            "Name",
            key=box,
            placeholder="as it shall stand in the lists",
            help="Written into each decision from now on; earlier ones keep their name",
        )
        chosen = clean_name(name)
        if chosen and chosen != desk.reviewer:
            desk.reviewer = chosen
            desk.candidate_id, desk.at_end = None, False
            desk.last_decision = None
            st.rerun()


def _choices(room: Room) -> bool:
    """The widgets; whether they say something else than what is in use."""
    settings = room.workspace.settings
    labels = room.workspace.inspector_labels()
    with st.container(key="card_settings", border=True):
        st.html("<h5>Inspector and limits</h5>")
        inspector = st.selectbox(
            "Inspector",
            list(labels),
            index=list(labels).index(settings.inspector) if settings.inspector in labels else None,
            format_func=lambda name: labels.get(name, name),
            key="settings_inspector",
            help="Holds from the next inspection on; what runs ends with the one it began with.",
        )
        chosen = inspector or settings.inspector
        given = {"inspector": chosen, **of_inspector(chosen, settings), **_limits(room)}
        try:
            wanted = with_given(settings, given, lambda place: LABELS.get(place[-1], place[-1]))
            refused = ""
        except SettingsError as error:
            wanted, refused = settings, str(error)
        st.button(
            "Save settings",
            key="settings_save",
            type="primary",
            disabled=wanted == settings,
            on_click=_save,
            args=(room, wanted),
        )
        if refused or room.desk.trouble:
            st.text(refused or room.desk.trouble)
    return bool(refused) or wanted != settings


def _limits(room: Room) -> dict[str, Any]:
    settings = room.workspace.settings
    turns = st.number_input(
        "Turns of one inspection, at most",
        1,
        50,
        settings.turn_limit,
        key="settings_turns",
        help="8 in training: at most 7 windows and the answer. Holds from the next start on.",
    )
    confidence = st.selectbox(
        "Least confidence of an approved answer",
        list(CONFIDENCE),
        index=list(CONFIDENCE).index(settings.approval_confidence),
        format_func=lambda n: f"{n}: {CONFIDENCE[n]}",
        key="settings_confidence",
    )
    workers = st.number_input(
        "Inspections at once",
        1,
        64,
        settings.workers,
        key="settings_workers",
        help="Empty: as the inspector says, else one a core. Holds from the next start on.",
        placeholder="as many as suit the inspector",
    )
    return {
        "turn_limit": turns,
        "approval_confidence": confidence,
        "workers": workers,
        **_others(room),
    }


def _others(room: Room) -> dict[str, Any]:
    """What the app has to do with other programs and services: nothing, unless it is allowed."""
    settings = room.workspace.settings
    fetch = st.toggle(
        "`specreview fetch` may ask the surveys' services for spectra",
        settings.fetch.allowed,
        key="settings_fetch",
        help="The app itself asks the network for nothing. The command brings spectra of SDSS, "
        "DESI and LAMOST; off, it wants `--network` each time.",
    )
    samp = st.toggle(
        "Talk to TOPCAT, Aladin and the like on the server's machine (SAMP)",
        settings.samp.enabled,
        key="settings_samp",
        help="They can point at a candidate here, and be sent tables, spectra and places.",
    )
    if samp != (room.workspace.samp is not None):
        when = "begins" if samp else "ends"
        st.html(f'<span class="page-note">SAMP {when} at the next start of the app.</span>')
    return {"fetch": {"allowed": fetch}, "samp": {"enabled": samp}}


def _save(room: Room, wanted: Settings) -> None:
    try:
        room.workspace.save_settings(wanted)
        room.desk.trouble = ""
    except SettingsError as error:
        room.desk.trouble = f"not saved: {error}"


def _in_use(room: Room) -> None:
    """What is in use, and whether it works."""
    workspace = room.workspace
    facts = workspace.store.facts()
    with st.container(key="card_in_use", border=True):
        st.html("<h5>In use</h5>")
        st.html(f'<div class="card">{rows(words.in_use(workspace.folder, facts))}</div>')
        for warning in facts["warnings"]:
            st.html(words.state_line(False, str(warning)))
    with st.container(key="card_works", border=True):
        st.html("<h5>Does it work</h5>")
        writable = not facts["read_only"]
        said = "database can be written" if writable else "database is read-only: nothing is saved"
        st.html(words.state_line(writable, said))
        for line in words.tasks_in_use(workspace.tasks):
            st.html(words.state_line(True, line))
        for name, label in workspace.inspector_labels().items():
            st.html(words.inspector_line(label, name == workspace.settings.inspector))
