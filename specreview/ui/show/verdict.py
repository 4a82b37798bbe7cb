"""The right side: verdict card, run controls, and the trace as it grows.

One fragment, which reruns by itself only while the inspection is running.
"""

from collections.abc import Callable
from html import escape

import streamlit as st

from specreview.agent.events import ViewRendered
from specreview.agent.traces import Trace, TraceStep
from specreview.measure.evidence import weigh
from specreview.runner.progress import Live
from specreview.ui import chart_tools, picture_route, trace_pictures
from specreview.ui.present import verdict as words
from specreview.ui.present.frames import Interval, chart_windows
from specreview.ui.present.markup import fact, markdown_literal
from specreview.ui.present.picture import picture_html
from specreview.ui.present.quantities import span
from specreview.ui.present.taskcard import task_card
from specreview.ui.present.writing import pace, written
from specreview.ui.room import Room
from specreview.ui.scene import Scene
from specreview.ui.show import trust
from specreview.ui.state import Desk

TICK = 0.3
"""Seconds between two looks at a running inspection."""

Zoom = tuple[int, Interval]
"""A step's number and its window in the chart's rest frame."""


def draw(room: Room, scene: Scene) -> None:
    """The side as it is now, and again every so often while the inspector works."""
    live = room.workspace.runner.live(scene.row.candidate.id)
    running = live.state == "running"
    trace_pictures.mount()
    stamp = _stamp(room.desk, scene.trace)
    st.fragment(_side, run_every=TICK if running else None)(room, scene, stamp, running)


def _stamp(desk: Desk, trace: Trace | None) -> tuple[object, ...]:
    """What the rest of the page was drawn with; when it changes, the whole page is due."""
    inspection = trace.inspection_id if trace is not None else None
    windows = len(words.windows_of(trace))
    return desk.candidate_id, desk.zoom_number, desk.dialog, inspection, windows


def _side(room: Room, scene: Scene, stamp: tuple[object, ...], was_running: bool) -> None:
    workspace, candidate = room.workspace, scene.row.candidate.id
    if room.desk.candidate_id != candidate:
        return  # a late tick of the candidate before
    live = workspace.runner.live(candidate)
    trace = workspace.store.traces.latest(candidate)
    running = live.state == "running"
    if running != was_running or _stamp(room.desk, trace) != stamp:
        st.rerun()  # chart, bar and dialogs are outside of this fragment
    with st.container(key="verdict", border=True):
        _card(room, scene, trace, live)
    _controls(room, scene, trace, live)
    task_first = trace is None or room.desk.show_task
    with st.container(key="trace", autoscroll=running or None):
        if task_first and scene.task is not None:
            with st.container(key="task_card", border=True):
                st.html(task_card(scene.task))
        if trace is not None and not room.desk.show_task:
            _steps(room, scene, trace, live)


def _card(room: Room, scene: Scene, trace: Trace | None, live: Live) -> None:
    """Answer, justification, looked at, what speaks against; foreign text as plain text."""
    if trace is None:
        st.html(words.head("not inspected", ""))
        text = live.message or "Run lets the inspector look; the question stays yours to answer."
        st.text(text)
        return
    reached = trace.verdict
    word = words.verdict_word(reached.verdict if reached else None, reached is not None)
    if reached is None and trace.stopped is not None:
        word = words.NO_VERDICT
    st.html(words.head(word, words.inspector_name(trace, room.workspace.inspector_labels())))
    trust.draw(room, scene, trace, live.state == "running")
    if live.state == "running":
        turn = f"{live.turn} of at most {live.turn_limit} · {live.seconds:.1f} s"
        st.html(f'<div class="line">{fact("Turn", turn)}</div>')
    elif reached is not None:
        st.text(reached.justification)
    elif trace.stopped is not None:
        st.text(words.stop_sentence(trace.stopped))
    elif live.message:
        st.text(live.message)
    st.html(_evidence(scene, trace))


def _evidence(scene: Scene, trace: Trace) -> str:
    lines = ""
    if scene.task is not None:
        lines += words.coverage_line(scene.task, words.windows_of(trace))
    reached = trace.verdict
    if reached is not None and scene.sight is not None and scene.task is not None:
        weighed = weigh(scene.task, scene.sight.measurements, scene.sight.assessment)
        lines += words.against_line(weighed, reached.verdict, scene.task.positive)
    return lines + words.independence_line(trace)


def _controls(room: Room, scene: Scene, trace: Trace | None, live: Live) -> None:
    """Step, Run, Pause, Stop, Restart: disabled where they make no sense, never removed."""
    runner, candidate = room.workspace.runner, scene.row.candidate.id
    name = room.workspace.settings.inspector
    running = live.state == "running"
    open_end = trace is None or trace.resumable
    ready = scene.sight is not None and not running
    buttons: list[tuple[str, str, Callable[[], None], bool]] = [
        ("Step", "step_over", lambda: runner.step(candidate, name), ready and open_end),
        ("Run", "play_arrow", lambda: runner.run(candidate, name), ready and open_end),
        ("Pause", "pause", lambda: runner.pause(candidate), running),
        ("Stop", "stop", lambda: runner.stop(candidate), running),
        ("Restart", "replay", lambda: runner.restart(candidate, name), ready and trace is not None),
    ]
    with st.container(key="run", horizontal=True, wrap=False, gap="small"):
        for label, icon, act, possible in buttons:
            st.button(
                label,
                key=f"run_{label.lower()}_{candidate}",
                type="tertiary",
                icon=f":material/{icon}:",
                disabled=not possible,
                on_click=_ask,
                args=(act,),
            )
        st.button(
            "Steps" if room.desk.show_task else "Task",
            key=f"run_task_{candidate}",
            type="tertiary",
            icon=":material/article:",
            disabled=trace is None,
            help="The task card: what to look for, look-alikes, border cases",
            on_click=_toggle_task,
            args=(room.desk,),
        )
        summary = "running" if running else (words.run_summary(trace) if trace else "")
        st.html(f'<span class="muted fold summary">{escape(summary)}</span>')


def _ask(act: Callable[[], None]) -> None:
    """Asks the runner, which works in a thread of its own; the whole page then runs once."""
    act()


def _toggle_task(desk: Desk) -> None:
    desk.show_task = not desk.show_task


def _steps(room: Room, scene: Scene, trace: Trace, live: Live) -> None:
    windows = chart_windows(trace, scene.charted)
    number = 0
    for step in trace.steps:
        windowed = step.view is not None and step.view.window is not None
        number += windowed
        _step(room, trace, step, (number, windows[number - 1]) if windowed else None)
    if live.state == "running":
        _running_step(live)


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


def _step(room: Room, trace: Trace, step: TraceStep, zoom: Zoom | None) -> None:
    """One card: head that zooms the chart, the very picture, thought, what it asked for."""
    active = zoom is not None and room.desk.active_step == zoom[0] - 1
    name = f"step_{'active_' if active else ''}{step.number}"
    with st.container(key=name, border=True):
        picture, text = st.columns([0.36, 0.64], gap="small")
        if step.view is not None:
            with picture:
                _picture(room, step.view)
        with text:
            _step_head(room, trace, step, zoom)
            if step.suggestion is not None:
                st.text(f"{step.suggestion.reviewer}: {step.suggestion.note}")
            if step.reply is not None:
                st.text(step.reply.thought or step.reply.text)
                if asks := _asks(step):
                    st.html(asks)
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


def _step_head(room: Room, trace: Trace, step: TraceStep, zoom: Zoom | None) -> None:
    view = step.view
    if view is None:
        label = "words only"
    elif view.window is None or zoom is None:
        label = "**Overview**"
    else:
        name = markdown_literal(view.label)
        label = f":blue-badge[**{zoom[0]}**] **{name}** {span(*view.window)}"
    with st.container(key=f"head_{step.number}", horizontal=True, wrap=False, gap="xsmall"):
        st.button(
            label,
            key=f"step_head_{trace.inspection_id}_{step.number}",
            type="tertiary",
            on_click=_zoom,
            args=(room.desk, zoom),
            help="Zoom the chart to this window",
        )
        if step.reply is not None:
            st.button(
                "Raw",
                key=f"step_raw_{trace.inspection_id}_{step.number}",
                type="tertiary",
                on_click=_raw,
                args=(room.desk, step.number),
                help="The reply, word for word",
            )


def _zoom(desk: Desk, zoom: Zoom | None) -> None:
    chart_tools.zoom_to(desk, zoom[1] if zoom else None)
    desk.active_step = zoom[0] - 1 if zoom else None


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
