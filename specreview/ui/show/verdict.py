"""The right side: verdict card, run controls, and the trace as it grows.

One fragment, which reruns by itself only while the inspection is running.
"""

from collections.abc import Iterator, Sequence

import streamlit as st

from specreview.agent.traces import Trace
from specreview.checking import why_not
from specreview.measure.evidence import weigh
from specreview.review.rows import InspectionSummary
from specreview.runner.progress import Live
from specreview.ui import trace_pictures
from specreview.ui.present import verdict as words
from specreview.ui.present.badges import SAME_CODE, claims_line
from specreview.ui.present.frames import windows_of
from specreview.ui.present.markup import fact, said
from specreview.ui.present.taskcard import task_card
from specreview.ui.room import Room
from specreview.ui.scene import Scene, evidence
from specreview.ui.show import controls, steering, steps, trust
from specreview.ui.shown import of_shown, shown
from specreview.ui.state import Desk

TICK = 0.3
"""Seconds between two looks at a running inspection."""


def draw(room: Room, scene: Scene) -> None:
    """The side as it is now, and again every so often while the inspector works."""
    running = room.workspace.runner.working(scene.row.candidate.id) is not None
    trace_pictures.mount()
    stamp = _stamp(room.desk, scene.trace)
    st.fragment(_side, run_every=TICK if running else None)(room, scene, stamp, running)


def _stamp(desk: Desk, trace: Trace | None) -> tuple[object, ...]:
    """What the rest of the page was drawn with; when it changes, the whole page is due."""
    inspection = trace.inspection_id if trace is not None else None
    windows = len(windows_of(trace))
    return desk.candidate_id, desk.zoom_number, desk.dialog, desk.trouble, inspection, windows


def _side(room: Room, scene: Scene, stamp: tuple[object, ...], was_running: bool) -> None:
    workspace, candidate = room.workspace, scene.row.candidate.id
    if room.desk.candidate_id != candidate:
        return  # a late tick of the candidate before
    trace = shown(workspace, room.desk)
    live = workspace.runner.live(candidate, trace)
    known = workspace.store.traces.of_candidate(candidate)
    running = live.state == "running"
    due = running != was_running or _stamp(room.desk, trace) != stamp
    if due and room.desk.dialog is None:  # an open dialog would be put up anew, and empty
        st.rerun()  # chart and bar are outside of this fragment
    with st.container(key="verdict", border=True):
        _card(room, scene, trace, of_shown(live, trace), known)
    controls.draw(room, scene, trace, live)
    steering.draw(room, scene, trace, known)
    task_first = trace is None or room.desk.show_task
    with st.container(key="trace", autoscroll=running or None):
        if task_first and scene.task is not None:
            with st.container(key="task_card", border=True):
                st.html(task_card(scene.task))
        if trace is not None and not room.desk.show_task:
            steps.draw(room, scene, trace, of_shown(live, trace))


def _card(
    room: Room,
    scene: Scene,
    trace: Trace | None,
    live: Live,
    known: Sequence[InspectionSummary],
) -> None:
    """Answer, justification, looked at, what speaks against, as one element."""
    if trace is None:
        text = live.message or "Run lets the inspector look; the question stays yours to answer."
        st.html(words.head("not inspected", "") + said(text))
        return
    st.html("".join(_parts(room, scene, trace, live, known)))


def _parts(
    room: Room, scene: Scene, trace: Trace, live: Live, known: Sequence[InspectionSummary]
) -> Iterator[str]:
    """The card's lines from top to bottom, foreign text escaped."""
    reached = trace.verdict
    word = words.verdict_word(reached.verdict if reached else None, reached is not None)
    if reached is None and trace.stopped is not None:
        word = words.NO_VERDICT
    yield words.head(word, words.inspector_name(trace, room.workspace.inspector_labels()))
    yield trust.lines(room, scene, trace, live.state == "running")
    yield steering.lines(scene, trace, known)
    if live.state == "running":
        turn = f"{live.turn} of at most {live.turn_limit} · {live.seconds:.1f} s"
        yield f'<div class="line">{fact("Turn", turn)} {fact("", live.message)}</div>'
    elif reached is not None:
        if live.message:
            yield f'<div class="line">{fact("Last run", live.message)}</div>'
        yield said(reached.justification, "Justification")
    elif trace.stopped is not None:
        yield said(words.stop_sentence(trace.stopped))
    else:
        yield said(live.message or "Not finished: paused or interrupted. Run goes on from here.")
    yield _evidence(room, scene, trace)


def _evidence(room: Room, scene: Scene, trace: Trace) -> str:
    """What was not looked at and what speaks against come first: claims alone reassure falsely."""
    lines = ""
    if scene.task is not None:
        lines += words.coverage_line(scene.task, windows_of(trace))
    reached = trace.verdict
    if reached is not None and scene.sight is not None and scene.task is not None:
        weighed = weigh(scene.task, scene.sight.measurements, scene.sight.assessment)
        lines += words.against_line(weighed, reached.verdict, scene.task.positive)
    claims = _claims(room, scene, trace)
    known = SAME_CODE in claims  # it need not be told twice
    return lines + claims + ("" if known else words.independence_line(trace))


def _claims(room: Room, scene: Scene, trace: Trace) -> str:
    """How the claims stand, once the inspection is over."""
    if scene.sight is None or trace.verdict is None:
        return ""
    found = evidence(room.workspace, scene.row.candidate, trace, scene.sight)
    return claims_line(found, why_not(trace, scene.sight.spectrum))
