"""The dialogs of K and B: where to look, what to tell the inspector, from which step on."""

from functools import partial
from html import escape
from typing import Any

import streamlit as st

from specreview.agent.traces import Trace, TraceStep
from specreview.errors import InspectorError
from specreview.runner.steering import Branch, Suggestion
from specreview.ui import shown, steering
from specreview.ui.present import asked as asking
from specreview.ui.present.steering import step_words
from specreview.ui.room import Room
from specreview.ui.scene import Scene
from specreview.ui.state import Desk
from specreview.views.options import Axis, Unit


def look_here(room: Room, scene: Scene) -> None:
    """A window, a note, or both; the inspector goes on from there."""
    suggestion, problem = _asked(room, scene, "no window: the inspector gets the note only")
    _aside(_who_answers(room, scene))
    st.button(
        "Look here",
        key="look_here_send",
        type="primary",
        disabled=bool(problem) or suggestion is None,
        on_click=_look,
        args=(room, scene),
    )


def branch(room: Room, scene: Scene) -> None:
    """A new inspection from one of the steps; both stay."""
    if scene.trace is None:
        st.text("There is no inspection to branch from.")
        return
    places = steering.branch_steps(scene.trace)
    if not places:
        st.text("The inspector has not said anything yet: there is no step to branch from.")
        return
    _branch_lists(room, scene, places)
    _, problem = _asked(room, scene, "no window: it answers anew to what it was given up to there")
    _aside("A new inspection begins; the one on the screen stays as it is.")
    st.button(
        "Branch",
        key="branch_send",
        type="primary",
        disabled=bool(problem),
        on_click=_branch,
        args=(room, scene),
    )


def _branch_lists(room: Room, scene: Scene, places: dict[int, TraceStep]) -> None:
    """From which step, and by which inspector."""
    labels, desk, candidate = room.workspace.inspector_labels(), room.desk, scene.row.candidate.id
    st.selectbox(
        "From",
        list(places),
        index=_first(list(places), desk.branch_from, _active(desk, scene, places)),
        format_func=partial(_place_words, scene.trace, places),
        key=f"branch_from_{candidate}",
        on_change=_kept_lists,
        args=(room, candidate),
        help="What the inspector was given up to this step is taken over; it answers anew from "
        "there",
    )
    st.selectbox(
        "Inspector",
        list(labels),
        index=_first(list(labels), desk.branch_by, room.workspace.settings.inspector),
        format_func=lambda name: labels.get(name, "?"),
        key=f"branch_by_{candidate}",
        on_change=_kept_lists,
        args=(room, candidate),
    )


def _place_words(trace: Trace | None, places: dict[int, TraceStep], place: int) -> str:
    return step_words(trace, places[place]) if trace is not None and place in places else "?"


def _first(listed: list[Any], *wanted: object) -> int:
    """Where in the list the first of `wanted` stands that is in it."""
    return next((listed.index(one) for one in wanted if one in listed), 0)


def _chosen(candidate: int) -> tuple[int, str] | None:
    """What both lists of the Branch dialog hold."""
    place = st.session_state.get(f"branch_from_{candidate}")
    name = st.session_state.get(f"branch_by_{candidate}")
    return (place, name) if isinstance(place, int) and isinstance(name, str) else None


def _kept_lists(room: Room, candidate: int) -> None:
    chosen = _chosen(candidate)
    if chosen is not None:
        steering.keep_choices(room.workspace.store, room.desk, *chosen)


def _aside(text: str) -> None:
    st.html(f'<span class="muted">{escape(text)}</span>')


def _asked(room: Room, scene: Scene, without: str) -> tuple[Suggestion | None, str]:
    """The two boxes; what they ask for, and why that cannot be used."""
    desk, candidate = room.desk, scene.row.candidate.id
    _fill(room, scene)
    window = st.text_input(
        f"Window ({desk.axis} frame, vacuum {desk.unit}, as on the chart)",
        key=_boxes(candidate)[0],
        max_chars=steering.MAX_WINDOW,
        placeholder="none",
        on_change=_kept_window,
        args=(room, candidate),
        help=f"{asking.FORM}. A zoom on the chart is taken over.",
    )
    read = _read(scene, desk, window)
    st.text(asking.frames(read, _viewed(room, scene), without))
    note = st.text_area(
        "Note to the inspector",
        key=_boxes(candidate)[1],
        max_chars=steering.KEPT_NOTE,
        height=76,
        placeholder="may stay empty",
        on_change=_kept_note,
        args=(room, candidate),
    )
    suggestion, problem = _suggestion(room, scene, read, note)
    if problem != read.problem:
        st.text(problem)
    return suggestion, problem


def _boxes(candidate: int) -> tuple[str, str]:
    """The keys of both boxes, by which the listener knows them too."""
    return f"ask_window_{candidate}", f"ask_note_{candidate}"


def _held(candidate: int) -> tuple[str, str]:
    """What both boxes hold."""
    window, note = (str(st.session_state.get(box) or "") for box in _boxes(candidate))
    return window, note


def _kept_window(room: Room, candidate: int) -> None:
    """The box was left; the other one may hold what only the listener knows of."""
    window, _ = _held(candidate)
    steering.keep(room.workspace.store, room.desk, window, room.desk.ask_note)


def _kept_note(room: Room, candidate: int) -> None:
    _, note = _held(candidate)
    steering.keep(room.workspace.store, room.desk, room.desk.ask_window, note)


def _fill(room: Room, scene: Scene) -> None:
    """What the boxes begin with: the zoom that is shown, and what was left in them."""
    desk, candidate = room.desk, scene.row.candidate.id
    window_key, note_key = _boxes(candidate)
    if not desk.ask_fill and window_key in st.session_state:
        return
    left = desk.ask_window or ""
    before, _ = _suggestion(room, scene, _read(scene, desk, left), desk.ask_note)
    note = desk.ask_note
    if steering.sent_before(scene.trace, before):
        left = note = ""
    zoomed = _zoomed(desk, scene)
    if desk.ask_fill and zoomed and (desk.hand_zoom is not None or not left):
        left = zoomed
    desk.ask_fill = False
    st.session_state[window_key], st.session_state[note_key] = left, note


def _zoomed(desk: Desk, scene: Scene) -> str:
    """The range in sight as one would type it; "" for the whole spectrum."""
    if desk.hand_zoom is not None:
        digits = 2 if desk.unit == "nm" else 1
        return f"{desk.hand_zoom[0]:.{digits}f}–{desk.hand_zoom[1]:.{digits}f}"
    if desk.zoom is None:
        return ""
    stretch = 1.0 + (scene.charted or 0.0)
    observed = desk.zoom[0] * stretch, desk.zoom[1] * stretch
    return asking.on_axis(observed, *_axis(desk), scene.charted)


def _read(scene: Scene, desk: Desk, text: str) -> asking.Asked:
    read = asking.read_window(text, *_axis(desk), scene.charted)
    if scene.sight is None or read.problem:
        return read
    return asking.in_data(read, scene.sight.spectrum)


def _axis(desk: Desk) -> tuple[Axis, Unit]:
    return "rest" if desk.axis == "rest" else "observed", "nm" if desk.unit == "nm" else "Å"


def _viewed(room: Room, scene: Scene) -> float | None:
    """What the inspector's pictures are shifted by."""
    if scene.trace is not None:
        return scene.trace.started.redshift
    return room.workspace.viewed_redshift(scene.row.candidate)


def _suggestion(
    room: Room, scene: Scene, read: asking.Asked, note: str
) -> tuple[Suggestion | None, str]:
    """What the boxes ask for, None where they ask for nothing, and why that cannot be used."""
    if read.observed is None and not note.strip():
        return None, read.problem
    window = None
    if read.observed is not None:
        low, high = asking.rest_window(read.observed, _viewed(room, scene))
        window = round(low, 2), round(high, 2)
    try:
        return Suggestion(room.desk.reviewer or "", window, note.strip()), read.problem
    except InspectorError as error:
        return None, read.problem or str(error)


def _typed(room: Room, scene: Scene) -> tuple[Suggestion | None, str]:
    """As the boxes stand at the click."""
    window, note = _held(scene.row.candidate.id)
    steering.keep(room.workspace.store, room.desk, window, note)
    read = _read(scene, room.desk, window)
    return _suggestion(room, scene, read, note)


def _look(room: Room, scene: Scene) -> None:
    suggestion, problem = _typed(room, scene)
    if suggestion is None or problem:
        return
    trace, workspace = scene.trace, room.workspace
    workspace.runner.suggest(
        scene.row.candidate.id,
        workspace.settings.inspector,
        suggestion,
        trace.inspection_id if trace is not None else None,
    )
    _gone(room.desk)


def _branch(room: Room, scene: Scene) -> None:
    suggestion, problem = _typed(room, scene)
    candidate = scene.row.candidate.id
    chosen = _chosen(candidate)
    if scene.trace is None or problem or chosen is None:
        return
    place, name = chosen
    begin = Branch(scene.trace.inspection_id, place)
    room.workspace.runner.branch(candidate, name, begin, suggestion)
    _gone(room.desk)


def _gone(desk: Desk) -> None:
    """Handed on: the draft stays until the trace holds it, so that a crash loses nothing."""
    desk.dialog = None
    shown.follow_work(desk)


def _active(desk: Desk, scene: Scene, places: dict[int, TraceStep]) -> int:
    """The place of the step that is zoomed to, where it has a reply to replace, else the last."""
    assert scene.trace is not None
    windowed, last = scene.trace.windowed, max(places)
    if desk.active_step is None or desk.active_step >= len(windowed):
        return last
    number = windowed[desk.active_step].number
    return next((place for place, step in places.items() if step.number == number), last)


def _who_answers(room: Room, scene: Scene) -> str:
    name = room.workspace.settings.inspector
    reads = " It measures the window and reads no notes." if name == "rules" else ""
    if scene.trace is None or scene.trace.started.inspector == name:
        return f"{name} goes on from here; the trace says who asked.{reads}"
    before = scene.trace.started.inspector
    return f"{before} inspected, {name} is set: it answers in a branch, and both stay.{reads}"
