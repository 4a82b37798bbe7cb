"""The Components v2 key listener: what it is told, and what it sends."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import streamlit as st

from specreview.ui.address import URL_ID, URL_QUEUE, URL_TWIN
from specreview.ui.deciding import View
from specreview.ui.state import KEYS, Desk

_HERE = Path(__file__).parent / "listener"

PARTS = ("desk", "chart", "presses", "boxes", "dialog", "places", "page")
"""The listener's script, part by part; the last one mounts it."""

_STATES = ("queue", "note", "theme", "zoom", "asked", "went")


@cache
def _source(name: str) -> str:
    return (_HERE / name).read_text(encoding="utf-8")


@cache
def script() -> str:
    """The whole script of the listener."""
    return "\n".join(_source(f"{part}.js") for part in PARTS)


def sent() -> Mapping[str, Any]:
    """What the browser sent: {"queue": presses, "note": text, "theme": name}; may be empty."""
    state = st.session_state.get(KEYS)
    return state if isinstance(state, Mapping) else {}


def listen(desk: Desk, token: str, view: View | None, *, chart: bool, theme: str | None) -> None:
    """Mount the listener, and tell it of the view that is drawn now; before the chart, so that
    it knows the candidate by the time that the chart shows it.
    """
    listener = st.components.v2.component(
        "specreview_keys",
        html=_source("keys.html"),
        css=_source("keys.css"),
        js=script(),
    )
    listener(
        key=KEYS,
        default=dict.fromkeys(_STATES),
        on_queue_change=_nothing,
        on_note_change=_nothing,
        on_theme_change=_nothing,
        on_zoom_change=_nothing,
        on_asked_change=_nothing,
        on_went_change=_nothing,
    )
    drawn = None
    if view is not None:
        drawn = {
            "candidate": view.candidate,
            "version": view.version,
            "token": token,
            "chart": chart,
        }
    teller = st.components.v2.component("specreview_view", js=_source("view_told.js"))
    teller(
        key="told",
        data={
            "view": drawn,
            "place": [desk.url.get(name) for name in (URL_QUEUE, URL_ID, URL_TWIN)],
            "handled": desk.handled,
            "note": desk.note,
            "note_set": desk.note_set,
            "theme": theme,
            "went": desk.went_number,
        },
    )


def _nothing() -> None:
    """A state needs a callback to exist; the presses are worked off before the page runs."""
