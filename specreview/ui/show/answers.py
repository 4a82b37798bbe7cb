"""Other people's answers from other programs: a file, what its values mean, what came of it."""

from pathlib import Path
from typing import Any

import streamlit as st

from specreview.answers.foreign import Asked
from specreview.answers.importing import AnswersReport, AnswersRequest, import_answers
from specreview.answers.meaning import Meaning
from specreview.answers.reading import FORMATS
from specreview.errors import SpecreviewError
from specreview.review.rows import Queue
from specreview.ui.present.boxes import of_boxes
from specreview.ui.room import Room

TOLD = "answers_told"
"""Session state: (queue id, report or reason) of the last try."""
ENDINGS = ("csv", "mz", "txt", "fits", "fit")
BOXES = {
    "format": "Program",
    "yes": "Means yes",
    "no": "Means no",
    "unsure": "Unsure",
    "as": "Whose work",
    "id": "Id column",
    "question": "Question",
}
_SPAN = 200
"""Rows of the table of what was left out."""


def card(room: Room, queue: Queue) -> None:
    """The form, folded beside the table."""
    with st.expander("Other people's answers", key="answers_fold"):
        _form(room, queue)
        _told(queue)


def _form(room: Room, queue: Queue) -> None:
    programs = ", ".join(one.label for one in FORMATS.values())
    st.file_uploader(
        "File",
        type=list(ENDINGS),
        key="answers_file",
        help=f"One of {programs}. Answers are logged as decisions, each once; volunteers' never "
        "approve anything.",
    )
    st.selectbox(
        "Program",
        list(FORMATS),
        index=None,
        format_func=lambda name: FORMATS[name].label,
        key="answers_format",
        placeholder="as the file shows",
    )
    one, two = st.columns(2)
    one.text_input("Means yes", key="answers_yes", placeholder="STAR, M*", help=_MEANING)
    two.text_input("Means no", key="answers_no", placeholder="GALAXY, QSO", help=_MEANING)
    one.text_input("Unsure", key="answers_unsure", placeholder="?", help=_MEANING)
    two.text_input(
        "Whose work", key="answers_as", placeholder="as the file says",
        help="The person's name, where the file does not say it or has initials",
    )  # fmt: skip
    one.text_input(
        "Id column", key="answers_id", placeholder="guessed",
        help="Column, or key of a Zooniverse subject, that holds the spectrum's id",
    )  # fmt: skip
    two.text_input(
        "Question", key="answers_question", placeholder="the only one",
        help="Zooniverse: key of the question that decides, such as T0",
    )  # fmt: skip
    with st.container(horizontal=True, gap="xsmall"):
        for label, key, dry in (("Try", "answers_try", True), ("Log them", "answers_log", False)):
            st.button(label, key=key, on_click=_run, args=(room, queue, dry))


_MEANING = "Values of the file, with commas between them; * stands for any letters"


def _run(room: Room, queue: Queue, dry_run: bool) -> None:
    """Import what stands in the boxes at the time of the click; what came of it is kept."""
    uploaded: Any = st.session_state.get("answers_file")
    if uploaded is None:
        st.session_state[TOLD] = (queue.id, "choose a file first")
        return
    try:
        request = _request(uploaded.name, uploaded.getvalue(), dry_run)
        report = import_answers(room.workspace.store, room.workspace.tasks, queue, request)
    except SpecreviewError as error:
        st.session_state[TOLD] = (queue.id, of_boxes(str(error), BOXES))
        return
    st.session_state[TOLD] = (queue.id, report)


def _request(name: str, content: bytes, dry_run: bool) -> AnswersRequest:
    values = {key: _values(f"answers_{key}") for key in ("yes", "no", "unsure")}
    return AnswersRequest(
        Path(name),
        as_name=_typed("answers_as"),
        meaning=Meaning(**values),
        asked=Asked(_typed("answers_id"), _typed("answers_question")),
        dry_run=dry_run,
        format=st.session_state.get("answers_format"),
        content=content,
    )


def _typed(key: str) -> str | None:
    return str(st.session_state.get(key) or "").strip() or None


def _values(key: str) -> tuple[str, ...]:
    return tuple(part for text in (_typed(key) or "").split(",") if (part := text.strip()))


def _told(queue: Queue) -> None:
    """What the last try came to, while its queue is shown."""
    queue_id, said = st.session_state.get(TOLD, (None, ""))
    if queue_id != queue.id:
        return
    if not isinstance(said, AnswersReport):
        st.text(said)
        return
    first = "would be " if said.dry_run else ""
    st.text(f"{first}{said.sentence()}")
    for line in said.sums():
        st.text(of_boxes(line, BOXES))
    _left_out(said)


def _left_out(report: AnswersReport) -> None:
    """Rows that are unknown here or cannot be read, each with its reason."""
    rows = sorted((*report.unknown, *report.rejected), key=lambda one: one.row)
    if not rows:
        return
    st.dataframe(
        {
            "Row": [one.row for one in rows[:_SPAN]],
            "Name": [one.name for one in rows[:_SPAN]],
            "Reason": [one.reason for one in rows[:_SPAN]],
        },
        hide_index=True,
        height=min(35 * (len(rows[:_SPAN]) + 1), 200),
        key="answers_left_out",
    )
