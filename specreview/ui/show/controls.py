"""Below the verdict card: the buttons that let the inspector work, and what it took."""

from collections.abc import Callable
from html import escape

import streamlit as st

from specreview.agent.traces import Trace
from specreview.runner.progress import Live
from specreview.ui import shown
from specreview.ui.present import verdict as words
from specreview.ui.room import Room
from specreview.ui.scene import Scene
from specreview.ui.state import Desk


def draw(room: Room, scene: Scene, trace: Trace | None, live: Live) -> None:
    """Step, Run, Pause, Stop, Restart: disabled where they make no sense, never removed."""
    runner, candidate = room.workspace.runner, scene.row.candidate.id
    name = room.workspace.settings.inspector
    known = trace.inspection_id if trace is not None else None
    running = live.state == "running"
    open_end = trace is None or trace.resumable
    ready = scene.sight is not None and not running
    buttons: list[tuple[str, str, Callable[[], None], bool]] = [
        ("Step", "step_over", lambda: runner.step(candidate, name, known), ready and open_end),
        ("Run", "play_arrow", lambda: runner.run(candidate, name, known), ready and open_end),
        ("Pause", "pause", lambda: runner.pause(candidate), running),
        ("Stop", "stop", lambda: runner.stop(candidate, known), running),
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
                args=(room.desk, act),
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


def _ask(desk: Desk, act: Callable[[], None]) -> None:
    """Asks the runner, which works in a thread of its own; the whole page then runs once."""
    shown.follow_work(desk)
    act()


def _toggle_task(desk: Desk) -> None:
    desk.show_task = not desk.show_task
