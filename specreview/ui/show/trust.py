"""The verdict card's lines about trust; read from the log, kept until somebody decides."""

import streamlit as st

from specreview.agent.demonstrated import DEMONSTRATION
from specreview.agent.traces import Trace
from specreview.ui.present.trust import trust_lines
from specreview.ui.room import Room, place
from specreview.ui.scene import Scene
from specreview.ui.trust import TrackBook


def lines(room: Room, scene: Scene, trace: Trace, running: bool) -> str:
    """Track record and expected share of the verdict; nothing where there is no verdict."""
    reached = trace.verdict if not running else None
    if reached is None or reached.verdict is None:
        return ""
    if trace.started.inspector == DEMONSTRATION:
        return ""  # chosen because it is right: its record would say so
    store, candidate = room.workspace.store, scene.row.candidate
    trust = _book(*place()).trust(store, scene.queue, candidate, trace, reached.verdict)
    return trust_lines(trust, trace.started.labels[0])


@st.cache_resource(show_spinner=False)
def _book(folder: str, db: str | None, tasks: str | None) -> TrackBook:
    """The workspace's book; all sessions share it."""
    del folder, db, tasks
    return TrackBook()
