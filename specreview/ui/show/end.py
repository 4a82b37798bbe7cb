"""The end card: what was decided, and the one next act."""

import streamlit as st

from specreview.errors import SpecreviewError
from specreview.ui import amending, keys, moves
from specreview.ui.present.cards import end_lines
from specreview.ui.present.markup import rows
from specreview.ui.present.top import Saving, top_line
from specreview.ui.room import Room, theme


def draw(room: Room) -> None:
    """In place of chart and bar, once nothing is open in this filter."""
    store, desk = room.workspace.store, room.desk
    assert desk.queue_id is not None
    assert desk.reviewer is not None
    queue = store.queues.by_id(desk.queue_id)
    task = room.workspace.tasks.get(queue.task_key or "")
    counts = store.counts(queue.id, desk.reviewer)
    saving = Saving(desk.saved_at, desk.trouble, desk.message)
    st.html(top_line(queue, task, None, counts, desk.reviewer, saving))
    keys.listen(desk, "", None, chart=False, theme=theme())
    table = store.rows(queue.id, desk.reviewer, desk.filter())
    headline, lines = end_lines(table, counts.total, desk.saved_at)
    deferred = [row for row in table if row.state == "deferred"]
    still = [row for row in table if row.answer is None and row.state != "deferred"]
    with st.container(key="end", border=True):
        title = "End of the queue" if table else "Nothing to review"
        st.html(f'<div class="card"><h4>{title}</h4><p>{headline}</p>{rows(lines)}</div>')
        with st.container(horizontal=True, gap="xsmall"):
            if still or deferred:
                label = (
                    f"Go on with the {len(still)} still open"
                    if still
                    else f"Answer the {len(deferred)} deferred"
                )
                st.button(
                    label,
                    key="end_resume",
                    type="primary",
                    shortcut="Enter",
                    on_click=moves.resume,
                    args=(store, desk),
                )
            st.button(
                "Undo the last decision",
                key="end_undo",
                shortcut="Backspace",
                on_click=_undo,
                args=(room,),
            )
            st.page_link("pages/export.py", label="Export the approved list")
            st.page_link("pages/candidates.py", label="Back to Candidates")


def _undo(room: Room) -> None:
    try:
        amending.undo(room.workspace.store, room.desk, None)
    except SpecreviewError as error:
        room.desk.trouble = f"not saved: {error}"
