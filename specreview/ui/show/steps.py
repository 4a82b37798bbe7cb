"""The trace as cards, one element each, and the reply that is being written."""

from collections.abc import Iterator
from html import escape

import streamlit as st

from specreview.agent.traces import Trace, TraceStep
from specreview.runner.progress import Live
from specreview.ui import picture_route
from specreview.ui.marking import mine_at, position_of
from specreview.ui.present.badges import others_marks, step_lines
from specreview.ui.present.markup import fact
from specreview.ui.present.picture import picture_html
from specreview.ui.present.step_card import Card, step_card
from specreview.ui.present.writing import pace, written
from specreview.ui.room import Room
from specreview.ui.scene import Scene, evidence


def draw(room: Room, scene: Scene, trace: Trace, live: Live) -> None:
    for card in _cards(room, scene, trace):
        st.html(step_card(card))
    if live.state == "running":
        _running_step(live)


def _cards(room: Room, scene: Scene, trace: Trace) -> Iterator[Card]:
    numbers = {step.number: n for n, step in enumerate(trace.windowed, start=1)}
    found = evidence(room.workspace, scene.row.candidate, trace, scene.sight)
    marks = room.workspace.store.marks.standing(trace.inspection_id)
    active, reviewer = room.desk.active_step, room.desk.reviewer
    last = (room.desk.last_mark or (None, None))[:2]
    for step in trace.steps:
        window, position = numbers.get(step.number), position_of(trace, step)
        yield Card(
            step,
            key=f"{trace.inspection_id}_{step.number}",
            window=window,
            active=window is not None and active == window - 1,
            picture=_picture(room, step),
            position=position,
            mark=mine_at(marks, reviewer, position),
            marked=last == (trace.inspection_id, position),
            remarks=step_lines(found, step.number) + others_marks(marks, reviewer, position),
        )


def _picture(room: Room, step: TraceStep) -> str:
    if step.view is None:
        return ""
    source = picture_route.source(room.workspace.store, step.view.image_sha256)
    return picture_html(source, step.view.label)


def _running_step(live: Live) -> None:
    """The reply as it is written: foreign text, so plain text only."""
    so_far = written(live.partial_text)
    with st.container(key="step_running", border=True):
        picture, text = st.columns([0.36, 0.64], gap="small")
        picture.skeleton(height=84) if hasattr(picture, "skeleton") else picture.empty()
        with text:
            st.html(f'<div class="line muted">{escape(pace(live))}</div>')
            st.text(so_far.thought or live.preparing or "thinking")
            if so_far.leads_to is not None:
                st.html(f'<div class="line">{fact(*so_far.leads_to)}</div>')
