"""The Export page: which list of which candidates, its rows, who is left out, its header."""

from typing import Any

import streamlit as st

from specreview.export.job import ReadyList
from specreview.review.lists import KINDS
from specreview.review.rows import ALL_ROWS, Queue
from specreview.ui import exporting
from specreview.ui.place import arrive
from specreview.ui.present import export as words
from specreview.ui.present.markup import markdown_literal, table
from specreview.ui.present.quantities import count
from specreview.ui.room import Room
from specreview.ui.show import export_choices, export_files, samp
from specreview.ui.state import Desk

PREVIEW_ROWS = 8
_WIDEST = 360


def draw(room: Room) -> None:
    store, desk = room.workspace.store, room.desk
    exporting.follow(desk, st.query_params.to_dict())
    missing = arrive(store, desk, exporting.to_url(desk))
    queues = store.queues.all()
    if not queues or desk.queue_id is None:
        _nothing(missing or "There is no queue yet.")
        return
    reviewer = _queue_row(room, queues)
    queue = store.queues.by_id(desk.queue_id)
    wish = exporting.wish_of(desk, queue, reviewer)
    wish, ready = exporting.with_columns(wish, desk, wish.ready(room.workspace))
    export_choices.row(room, queue, ready)
    main, side = st.columns([0.7, 0.3], gap="medium")
    with main:
        _preview(ready, filtered=desk.filter() != ALL_ROWS)
        _left_out(ready)
        st.html("<h5>Header written into the file</h5>")
        st.code(words.header_text(ready.made), language=None, wrap_lines=True)
    with side, st.container(key="side", gap="xsmall"):
        export_files.draw(room, wish, ready)
        samp.export_card(room, queue, lambda: wish.ready(room.workspace))


def _nothing(message: str) -> None:
    with st.container(key="nothing", border=True):
        st.html('<div class="card"><h4>Nothing to export</h4></div>')
        st.text(message)
        st.page_link("pages/candidates.py", label="Make a queue on Candidates")


def _queue_row(room: Room, queues: list[Queue]) -> str:
    """Queue, list and whose answers; returns the reviewer, "" for everybody or nobody."""
    desk = room.desk
    names = {queue.id: queue.name for queue in queues}
    with st.container(key="queue_row", horizontal=True, wrap=False, gap="small"):
        st.selectbox(
            "Queue",
            list(names),
            index=list(names).index(desk.queue_id) if desk.queue_id in names else 0,
            format_func=lambda number: names.get(number, ""),
            key=f"export_queue_{desk.queue_id}",
            label_visibility="collapsed",
            width=200,
            on_change=_queue_chosen,
            args=(desk, f"export_queue_{desk.queue_id}"),
        )
        key = f"export_kind_{desk.export.kind}"
        st.segmented_control(
            "List",
            list(KINDS),
            default=desk.export.kind,
            required=True,
            key=key,
            label_visibility="collapsed",
            on_change=_kind_chosen,
            args=(desk, key),
        )
        reviewer = _reviewer(room)
        rule = words.rule(desk.export.kind, room.workspace.settings.approval_confidence)
        st.html(f'<span class="page-note fold">{rule}</span>')
    return reviewer


def _queue_chosen(desk: Desk, key: str) -> None:
    chosen = st.session_state.get(key)
    if isinstance(chosen, int) and chosen != desk.queue_id:
        desk.queue_id, desk.candidate_id, desk.row_filter = chosen, None, {}
        desk.export.message = ""


def _kind_chosen(desk: Desk, key: str) -> None:
    chosen = st.session_state.get(key)
    desk.export.kind = next((kind for kind in KINDS if kind == chosen), desk.export.kind)


def _reviewer(room: Room) -> str:
    """Whose answers; for the lists of all people's acts everybody's, unless one is chosen."""
    desk = room.desk
    known = room.workspace.store.reviewers(desk.queue_id)
    if desk.reviewer and desk.reviewer not in known:
        known = [desk.reviewer, *known]
    of_all = desk.export.kind in exporting.OF_EVERYBODY
    options = ["", *known] if of_all else known
    mine = known.index(desk.reviewer) + of_all if desk.reviewer in known else 0
    chosen = st.selectbox(
        "Answers of",
        options,
        index=(0 if of_all and desk.export.everybody else mine) if options else None,
        format_func=lambda name: name or "everybody",
        key=f"export_reviewer_{of_all}_{desk.reviewer}",
        label_visibility="collapsed",
        placeholder="no reviewer yet",
        width=160,
        disabled=desk.export.kind == "traces",
    )
    if of_all:
        desk.export.everybody = not chosen
    return chosen or (desk.reviewer or "" if of_all else "")


def _preview(ready: ReadyList, *, filtered: bool) -> None:
    rows = ready.rows
    shown = list(rows[:PREVIEW_ROWS])
    kind = ready.selection.kind
    note = f"first {len(shown)} shown" if len(rows) > len(shown) else ""
    st.html(f'<h5>{words.rows_word(kind, len(rows))} <span class="page-note">{note}</span></h5>')
    if not rows:
        st.text(words.nothing(kind, ready.made.candidates, filtered=filtered))
        return
    names = [f"{c.name} ({c.unit})" if c.unit else c.name for c in ready.columns]
    values = [[_shown(column.get(row)) for row in shown] for column in ready.columns]
    st.dataframe(
        dict(zip(names, values, strict=True)),
        hide_index=True,
        row_height=27,
        placeholder="",
        column_config=_headings(ready, names, values),
        key="export_preview",
    )


def _shown(value: object) -> object:
    """A number with the very digits that the file has: the grid would round or pad them."""
    return repr(value) if isinstance(value, float) else value


def _headings(ready: ReadyList, names: list[str], values: list[list[object]]) -> dict[str, Any]:
    """The meaning of each column on hover (Markdown to Streamlit); numbers to the right.

    The grid measures texts before its font is there, and cuts ids: their width is said.
    """
    config = st.column_config
    return {
        name: config.Column(
            help=markdown_literal(column.description),
            alignment="right" if column.kind in ("real", "whole") else None,
            width=_width([name, *map(str, cells)]),
        )
        for name, column, cells in zip(names, ready.columns, values, strict=True)
    }


def _width(texts: list[str]) -> int:
    """Pixels for the longest of the texts, up to a point."""
    return min(26 + 8 * max(map(len, texts)), _WIDEST)


def _left_out(ready: ReadyList) -> None:
    """What is not on the list, and why; the counts sum to all."""
    selection = ready.selection
    always = selection.kind in ("approved", "current") and selection.total > 0
    if not selection.left_out and not always:
        return
    out = sum(one.count for one in selection.left_out)
    st.html(
        f'<h5>Who is left out <span class="page-note">{count(out)} of '
        f"{count(selection.total)} {selection.counted}</span></h5>"
    )
    st.html(table((one.reason, count(one.count), one.note) for one in selection.left_out))
