"""What an import asks of its list as a whole: task, name, expected share of true objects."""

from collections.abc import Mapping
from pathlib import Path

import streamlit as st

from specreview.tasks.task import VettingTask
from specreview.ui.import_request import OWN
from specreview.ui.imports import Draft
from specreview.ui.present.importing import default_name
from specreview.ui.room import Room

_SHARE_HELP = (
    "Of 100 spectra in this list, how many do you expect to be what the task asks for? The rarer "
    "they are, the fewer of the inspector's YES are right."
)
_NAMES = ("task", "name", "share")


def draw(room: Room, source: Path | None, draft: Draft) -> None:
    """Three boxes in a row."""
    one, two, three = st.columns([1.2, 1.2, 0.8])
    with one:
        _task(room.workspace.tasks, draft)
    with two:
        _typed(
            draft,
            "name",
            "Queue name",
            default_name(source) if source else "taken from the file or folder name",
        )
    with three:
        _typed(draft, "share", "Expected share of true objects, %", "not stated", _SHARE_HELP)


def read(draft: Draft) -> None:
    """What stands in the boxes."""
    for name in _NAMES:
        setattr(draft, name, st.session_state.get(f"import_{name}", getattr(draft, name)))


def _task(tasks: Mapping[str, VettingTask], draft: Draft) -> None:
    options = [OWN, *tasks]
    if st.session_state.get("import_task") is None and draft.task in options:
        st.session_state["import_task"] = draft.task
    draft.task = st.selectbox(
        "Task",
        options,
        index=None,
        placeholder="choose the question to ask",
        format_func=lambda key: _task_name(tasks, key),
        key="import_task",
        on_change=_keep,
        args=(draft, "task"),
    )


def _typed(draft: Draft, name: str, label: str, empty: str, help_text: str | None = None) -> None:
    typed = st.text_input(
        label,
        value=getattr(draft, name),
        key=f"import_{name}",
        placeholder=empty,
        on_change=_keep,
        args=(draft, name),
        help=help_text,
    )
    setattr(draft, name, typed)


def _keep(draft: Draft, name: str) -> None:
    """As it arrives: a refresh may stop the page before it has been drawn down to its box."""
    setattr(draft, name, st.session_state[f"import_{name}"])


def _task_name(tasks: Mapping[str, VettingTask], key: str) -> str:
    return f"{key.upper()}: {tasks[key].name}" if key in tasks else key
