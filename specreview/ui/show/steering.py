"""Below the run controls: look here, branch, compare, and the list of inspections."""

from collections.abc import Sequence

import streamlit as st

from specreview.agent.traces import Trace
from specreview.review.rows import InspectionSummary
from specreview.ui import shown
from specreview.ui.present import steering as words
from specreview.ui.room import Room
from specreview.ui.scene import Scene
from specreview.ui.show.press import press_button


def draw(room: Room, scene: Scene, trace: Trace | None, known: Sequence[InspectionSummary]) -> None:
    """One row: disabled where it makes no sense, never removed.

    `known` are the candidate's inspections, the latest first.
    """
    readable = scene.sight is not None
    buttons = (
        (
            "Look here `K`",
            "k",
            readable,
            "Let the inspector look at a window, and go on from there",
        ),
        ("Branch `B`", "b", readable and trace is not None, "Begin again from one of the steps"),
        ("Compare `O`", "o", len(known) > 1, "Two inspections side by side"),
    )
    with st.container(key="steer", horizontal=True, wrap=False, gap="small"):
        for label, key, possible, about in buttons:
            press_button(
                room,
                label,
                key,
                scene.token,
                scene.view,
                kind="tertiary",
                disabled=not possible,
                help=about,
            )
        _inspections(room, scene, trace, known)


def lines(scene: Scene, trace: Trace, known: Sequence[InspectionSummary]) -> str:
    """What the verdict card says of suggestions, branches and of which inspection counts."""
    counting = words.counting_of(known, scene.row.inspection_id)
    which = words.which_line(trace, shown.numbered(known), counting)
    return words.answer_lines(trace) + which


def _inspections(
    room: Room, scene: Scene, trace: Trace | None, known: Sequence[InspectionSummary]
) -> None:
    """The candidate's inspections, the latest first; a choice shows it."""
    numbers = shown.numbered(known)
    here = numbers.get(trace.inspection_id, 0) if trace is not None else 0
    starts = room.workspace.store.traces.stream([one.id for one in known], starts_only=True)
    started = {one.inspection_id: one.started for one in starts} if len(known) > 1 else {}
    label = {
        one.id: words.inspection_words(
            one, numbers[one.id], started.get(one.id), numbers, one.id == scene.row.inspection_id
        )
        for one in known
    }
    key = f"inspections_{scene.row.candidate.id}"
    st.menu_button(
        f"{here} of {len(known)}" if known else "0",
        list(label) or ["none"],
        format_func=lambda one: label.get(one, "?"),
        key=key,
        type="tertiary",
        icon=":material/history:",
        disabled=len(known) < 2,
        help="All inspections of this candidate; a decision keeps which one was shown",
        on_click=_chosen,
        args=(room, key),
    )


def _chosen(room: Room, key: str) -> None:
    chosen = st.session_state.get(key)
    if isinstance(chosen, str):
        shown.choose(room.desk, chosen)
