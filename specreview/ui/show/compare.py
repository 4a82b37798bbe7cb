"""The comparison: two inspections of the candidate, window beside window, below the chart."""

from functools import partial

import streamlit as st

from specreview.agent.traces import Trace
from specreview.evidence.comparing import compare
from specreview.review.rows import InspectionSummary
from specreview.ui import picture_route, trace_pictures
from specreview.ui.present import verdict as words
from specreview.ui.present.compare import Side, compare_html
from specreview.ui.present.quantities import clock
from specreview.ui.room import Room
from specreview.ui.scene import Scene, evidence
from specreview.ui.show.press import press_button
from specreview.ui.state import Desk

Told = tuple[int | bool, ...]
"""How many events both inspections have, and whether any of the candidate is going on."""

TICK = 0.5
"""Seconds between two looks at inspections of which one is going on."""


def draw(room: Room, scene: Scene) -> None:
    """Whom to compare with, and both traces in one scrolled box, as they grow."""
    compared = room.desk.compare
    assert compared is not None
    trace_pictures.mount()
    candidate, traces = scene.row.candidate.id, room.workspace.store.traces
    known = {one.id: one for one in traces.of_candidate(candidate)}
    if room.workspace.runner.working(candidate) is not None:
        told = _told(room, candidate, compared)
        st.fragment(_follow, run_every=TICK)(room, candidate, compared, told)
    _head(room, scene, known)
    left, right = (_side(room, scene, traces.load(one), known[one]) for one in compared)
    with st.container(key="compare"):
        st.html(compare_html(compare(left.trace, right.trace), left, right))


def _follow(room: Room, candidate: int, compared: tuple[str, str], told: Told) -> None:
    """Draw the page anew once more is told: the chart's windows belong to one of the two."""
    desk = room.desk
    same = (desk.candidate_id, desk.compare, desk.dialog) == (candidate, compared, None)
    if same and _told(room, candidate, compared) != told:
        st.rerun()


def _told(room: Room, candidate: int, compared: tuple[str, str]) -> Told:
    workspace = room.workspace
    events = (len(workspace.store.traces.load(one).events) for one in compared)
    return (*events, workspace.runner.working(candidate) is not None)


def _head(room: Room, scene: Scene, known: dict[str, InspectionSummary]) -> None:
    assert room.desk.compare is not None
    left, right = room.desk.compare
    others = [one for one in known if one != left]
    key = f"compare_with_{left}_{right}"
    with st.container(key="compare_head", horizontal=True, wrap=False, gap="small"):
        st.html(f'<span class="page-note">{len(known)} inspections; compared with</span>')
        st.selectbox(
            "Compared with",
            others,
            index=others.index(right),
            format_func=lambda one: _name(known[one]),
            key=key,
            label_visibility="collapsed",
            width=300,
            on_change=_choose,
            args=(room.desk, key),
        )
        press_button(room, "Close `O`", "o", scene.token, scene.view, kind="tertiary")


def _choose(desk: Desk, key: str) -> None:
    chosen = st.session_state.get(key)
    if desk.compare is not None and isinstance(chosen, str) and chosen != desk.compare[0]:
        desk.compare = (desk.compare[0], chosen)


def _name(one: InspectionSummary) -> str:
    """As in "rules, 04:21:07 UTC, YES": enough to tell one from the other."""
    verdict = words.verdict_word(one.verdict, one.has_verdict)
    return f"{one.inspector}, {clock(one.started_at)} UTC, {verdict}"


def _side(room: Room, scene: Scene, trace: Trace, summary: InspectionSummary) -> Side:
    who = words.inspector_name(trace, room.workspace.inspector_labels())
    verdict = words.verdict_word(summary.verdict, summary.has_verdict)
    title = f"{verdict} · {who} · begun {clock(summary.started_at)} UTC"
    found = evidence(room.workspace, scene.row.candidate, trace, scene.sight)
    return Side(title, trace, found, partial(picture_route.source, room.workspace.store))
