"""The rows of a queue's last import that became no candidate: a table, and a file on click."""

from collections.abc import Callable
from functools import partial
from typing import Literal

import streamlit as st

from specreview.review.candidates import Reject
from specreview.review.rows import Queue
from specreview.store import Store
from specreview.ui.present.quantities import count
from specreview.ui.present.rejects import rejects_csv, rejects_html, rejects_name
from specreview.ui.room import Room


def draw(room: Room, queue: Queue, place: Literal["import", "beside"]) -> None:
    """Row, name, reason; nothing where all rows became candidates.

    Beside the table of candidates there is no room for columns: the rows stand as sentences.
    """
    rejected = room.workspace.store.queues.rejects(queue.id)
    if not rejected:
        return
    label = "row" if len(rejected) == 1 else "rows"
    st.download_button(
        f"Download {count(len(rejected))} rejected {label}, CSV",
        data=fresh(room.workspace.store, queue.id),
        file_name=rejects_name(queue.name),
        mime="text/csv",
        key=f"rejects_download_{place}",
        icon=":material/download:",
        on_click="ignore",
    )
    if place == "beside":
        st.html(rejects_html(rejected))
    else:
        _table(rejected)


def fresh(store: Store, queue_id: int) -> Callable[[], bytes]:
    """The file as the rejects stand at the time of the click."""
    return partial(_content, store, queue_id)


def _content(store: Store, queue_id: int) -> bytes:
    return rejects_csv(store.queues.rejects(queue_id))


def _table(rejected: list[Reject]) -> None:
    st.dataframe(
        {
            "Row": [one.row for one in rejected],
            "Name": [one.name for one in rejected],
            "Reason": [one.reason for one in rejected],
        },
        hide_index=True,
        row_height=27,
        height=min(27 * len(rejected) + 39, 330),
        key="rejects_table",
        column_config={
            "Row": st.column_config.NumberColumn(format="%d", width=64),
            "Name": st.column_config.TextColumn(width=180),
            "Reason": st.column_config.TextColumn(width="large"),
        },
    )
