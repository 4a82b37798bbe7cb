"""The trace as cards: a step's picture, what the inspector thought of it, what it asked for."""

from collections.abc import Iterator
from dataclasses import dataclass
from html import escape

import streamlit as st

from specreview.agent.events import ViewRendered
from specreview.agent.traces import Trace, TraceStep
from specreview.review.marks import Mark
from specreview.runner.progress import Live
from specreview.ui import chart_tools, picture_route
from specreview.ui.marking import mine_at, position_of
from specreview.ui.present.badges import others_marks, step_lines
from specreview.ui.present.frames import Interval, chart_windows
from specreview.ui.present.markup import fact, markdown_literal
from specreview.ui.present.picture import picture_html
from specreview.ui.present.quantities import span
from specreview.ui.present.steering import asked_words
from specreview.ui.present.writing import pace, written
from specreview.ui.room import Room
from specreview.ui.scene import Scene, evidence
from specreview.ui.show.marks import mark_menu
from specreview.ui.state import Desk

Zoom = tuple[int, Interval]
"""A step's number and its window in the chart's rest frame."""


@dataclass(frozen=True)
class Card:
    """One step as its card shows it.

    `position` is its reply's place in the trace, `mark` what this reviewer marked it as, `remarks`
    our own HTML: what is measured there, its claims, other people's marks.
    """

    step: TraceStep
    zoom: Zoom | None
    position: int | None
    mark: Mark | None
    remarks: str


def draw(room: Room, scene: Scene, trace: Trace, live: Live) -> None:
    for card in _cards(room, scene, trace):
        _step(room, trace, card)
    if live.state == "running":
        _running_step(live)


def _cards(room: Room, scene: Scene, trace: Trace) -> Iterator[Card]:
    windows = dict(
        zip(
            (step.number for step in trace.windowed),
            enumerate(chart_windows(trace, scene.charted), start=1),
            strict=True,
        )
    )
    found = evidence(room.workspace, scene.row.candidate, trace, scene.sight)
    marks = room.workspace.store.marks.standing(trace.inspection_id)
    for step in trace.steps:
        position = position_of(trace, step)
        yield Card(
            step,
            windows.get(step.number),
            position,
            mine_at(marks, room.desk.reviewer, position),
            step_lines(found, step.number) + others_marks(marks, room.desk.reviewer, position),
        )


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


def _step(room: Room, trace: Trace, card: Card) -> None:
    """One card: head that zooms the chart, the very picture, thought, what it asked for."""
    step = card.step
    active = card.zoom is not None and room.desk.active_step == card.zoom[0] - 1
    name = f"step_{'active_' if active else ''}{step.number}"
    with st.container(key=name, border=True):
        picture, text = st.columns([0.36, 0.64], gap="small")
        if step.view is not None:
            with picture:
                _picture(room, step.view)
        with text:
            _step_head(room, trace, card)
            if step.suggestion is not None:
                st.text(asked_words(step.suggestion))
            if step.reply is not None:
                st.text(step.reply.thought or step.reply.text)
            if below := _asks(step) + card.remarks:
                st.html(below)
            if step.rejected is not None:
                st.text(f"not usable: {step.rejected.reason}")


def _picture(room: Room, view: ViewRendered) -> None:
    """By its address where the server has one for it, else through Streamlit's media store."""
    if picture_route.routed():
        st.html(picture_html(view.image_sha256, view.label))
    elif png := room.workspace.store.traces.image(view.image_sha256):
        st.image(png, width="stretch", output_format="PNG", alt=view.label or "overview")
    else:
        st.text("picture missing in the database")


def _step_head(room: Room, trace: Trace, card: Card) -> None:
    step, whose = card.step, f"{trace.inspection_id}_{card.step.number}"
    with st.container(key=f"head_{step.number}", horizontal=True, wrap=False, gap="xsmall"):
        st.button(
            _title(card),
            key=f"step_head_{whose}",
            type="tertiary",
            on_click=_zoom,
            args=(room.desk, card.zoom),
            help="Zoom the chart to this window",
        )
        if step.reply is not None:
            st.button(
                "Raw",
                key=f"step_raw_{whose}",
                type="tertiary",
                on_click=_raw,
                args=(room.desk, step.number),
                help="The reply, word for word",
            )
        if card.position is not None:
            mark_menu(room, trace.inspection_id, card.position, card.mark)


def _title(card: Card) -> str:
    view = card.step.view
    if view is None:
        return "words only"
    if view.window is None or card.zoom is None:
        return "**Overview**"
    name = markdown_literal(view.label)
    return f":blue-badge[**{card.zoom[0]}**] **{name}** {span(*view.window)}"


def _zoom(desk: Desk, zoom: Zoom | None) -> None:
    if zoom is None:
        chart_tools.zoom_to(desk, None)
    else:
        chart_tools.show_window(desk, zoom[0] - 1, zoom[1])


def _raw(desk: Desk, number: int) -> None:
    desk.dialog = f"raw {number}"


def _asks(step: TraceStep) -> str:
    """What the reply led to: the tool call, or the answer."""
    reply = step.reply
    if reply is None:
        return ""
    if reply.answer is not None:
        return f'<div class="line">{fact("answers", reply.answer)}</div>'
    window = next((call.window for call in reply.calls if call.window), None)
    if window is None:
        return ""
    label = next((call.label for call in reply.calls if call.label), "")
    return f'<div class="line">{fact("asks for", f"{label} {span(*window)}".strip())}</div>'
