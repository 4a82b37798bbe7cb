"""The second row of the Export page: filter, saved filters, period, columns."""

from datetime import date

import streamlit as st

from specreview.errors import SpecreviewError
from specreview.export.job import ReadyList
from specreview.export.provenance import filter_text
from specreview.review.lists import SavedFilter
from specreview.review.rows import ALL_ROWS, Queue
from specreview.ui import exporting
from specreview.ui.present import export as words
from specreview.ui.present.markup import markdown_literal
from specreview.ui.room import Room
from specreview.ui.state import Desk

NO_FILTER = "\0none"
"""Option values that no name can have: names of filters are printable."""
UNSAVED = "\0unsaved"
_UNFILTERED = "No filter"


def row(room: Room, queue: Queue, ready: ReadyList) -> None:
    """All of it; what is chosen is on the desk, and the page is drawn from there."""
    desk = room.desk
    saved = room.workspace.store.saved_filters.all(queue.id)
    with st.container(
        key="export_choices",
        horizontal=True,
        wrap=False,
        gap="small",
        vertical_alignment="center",
    ):
        name = _filter(desk, queue, saved)
        _save(room, queue, name)
        if name is not None:
            st.button(
                "Delete",
                key=f"export_delete_{queue.id}",
                type="tertiary",
                icon=":material/delete:",
                help="Forget this saved filter; the candidates stay",
                on_click=_delete,
                args=(room, queue, name),
            )
        _period(desk)
        _columns(desk, ready)
        if desk.export.message:
            st.text(desk.export.message)


def _filter(desk: Desk, queue: Queue, saved: list[SavedFilter]) -> str | None:
    """Which candidates; returns the name of the saved filter that is in use."""
    name = exporting.in_use(desk, saved)
    unfiltered = desk.filter() == ALL_ROWS and name is None
    now = NO_FILTER if unfiltered else UNSAVED if name is None else name
    options = [NO_FILTER, *([UNSAVED] if now == UNSAVED else []), *(one.name for one in saved)]
    labels = {NO_FILTER: _UNFILTERED, UNSAVED: f"As on Candidates: {filter_text(desk.filter())}"}
    key = f"export_filter_{queue.id}_{len(saved)}_{now}_{hash(desk.filter())}"
    st.selectbox(
        "Filter",
        options,
        index=options.index(now),
        format_func=lambda option: labels.get(option, option),
        key=key,
        label_visibility="collapsed",
        width=250,
        help="Filters are set above the table of Candidates; saved ones keep list, period and "
        "columns too",
        on_change=_filter_chosen,
        args=(desk, saved, key),
    )
    return name


def _filter_chosen(desk: Desk, saved: list[SavedFilter], key: str) -> None:
    chosen = st.session_state.get(key)
    desk.export.message = ""
    if chosen == NO_FILTER:
        desk.set_filter(ALL_ROWS)
    for one in saved:
        if one.name == chosen:
            exporting.apply(desk, one)


def _save(room: Room, queue: Queue, name: str | None) -> None:
    with st.popover("Save filter", icon=":material/bookmark_add:", disabled=name is not None):
        st.text_input(
            "Name",
            key="export_save_name",
            placeholder="paper 1, secure ones",
            max_chars=100,
            help="Keeps the filter, the list, its period and its columns; a name that is there "
            "already is replaced",
        )
        st.button("Save", key="export_save", type="primary", on_click=_keep, args=(room, queue))


def _keep(room: Room, queue: Queue) -> None:
    name = str(st.session_state.get("export_save_name", "")).strip()
    desk, kept = room.desk, room.workspace.store.saved_filters
    if name.casefold() == _UNFILTERED.casefold():
        desk.export.message = f"{_UNFILTERED} is every candidate; take another name"
        return
    try:
        before = any(one.name == name for one in kept.all(queue.id))
        kept.save(queue.id, exporting.saved_now(desk, name))
        desk.export.message = f"{'saved anew' if before else 'saved'} as {name}"
    except SpecreviewError as error:
        desk.export.message = str(error)


def _delete(room: Room, queue: Queue, name: str) -> None:
    try:
        room.workspace.store.saved_filters.delete(queue.id, name)
        room.desk.export.message = f"deleted {name}"
    except SpecreviewError as error:
        room.desk.export.message = str(error)


def _period(desk: Desk) -> None:
    """UTC days, so that people in different places get the same list."""
    chosen = desk.export
    ends = (f"from {chosen.since}" if chosen.since else "",
            f"before {chosen.until}" if chosen.until else "")  # fmt: skip
    label = " ".join(filter(None, ends)) or "any time"
    act = "Begun" if chosen.kind == "traces" else "Decided"
    with st.popover(f"{act}: {label}", icon=":material/date_range:"):
        for name, title in (("since", "From this day on, UTC"), ("until", "Before this day, UTC")):
            now = getattr(chosen, name)
            key = f"export_{name}_{now}"
            st.date_input(
                title,
                value=date.fromisoformat(now) if now else None,
                format="YYYY-MM-DD",
                key=key,
                on_change=_day_chosen,
                args=(desk, name, key),
            )


def _day_chosen(desk: Desk, name: str, key: str) -> None:
    day = st.session_state.get(key)
    setattr(desk.export, name, day.isoformat() if isinstance(day, date) else None)
    since, until = desk.export.since, desk.export.until
    desk.export.message = ""
    if since and until and since >= until:
        setattr(desk.export, "until" if name == "since" else "since", None)
        desk.export.message = "the period ended before it began: its other end was taken away"


def _columns(desk: Desk, ready: ReadyList) -> None:
    names = [column.name for column in ready.available]
    chosen = [column.name for column in ready.columns]
    key = f"export_columns_{desk.export.kind}_{hash((*names, *chosen))}"
    with st.popover(words.columns_label(len(chosen), len(names)), icon=":material/view_column:"):
        st.pills(
            "Columns, in this order",
            names,
            selection_mode="multi",
            default=chosen,
            format_func=markdown_literal,
            key=key,
            on_change=_columns_chosen,
            args=(desk, names, key),
        )
        st.button(
            "All columns",
            key="export_all_columns",
            type="tertiary",
            disabled=len(chosen) == len(names),
            on_click=exporting.choose_columns,
            args=(desk, names, names),
        )


def _columns_chosen(desk: Desk, names: list[str], key: str) -> None:
    chosen = st.session_state.get(key)
    if isinstance(chosen, list):
        exporting.choose_columns(desk, names, chosen)
