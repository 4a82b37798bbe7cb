"""What the Export page writes: the list, a sheet for print, the page of one object."""

from collections.abc import Callable

import streamlit as st

from specreview.export.formats import FORMATS
from specreview.export.job import ReadyList
from specreview.report.sheet_subject import MOST_COLUMNS, MOST_ROWS, SORTS, SheetOptions
from specreview.reporting import listed_candidates, page_of, sheet_of
from specreview.review.rows import Candidate
from specreview.services import Workspace
from specreview.ui.exporting import Wish
from specreview.ui.present import export as words
from specreview.ui.room import Room
from specreview.ui.state import Desk

SIZED_ROWS = 500
MOST_OBJECTS = 1000
"""Objects that are offered one by one; each has its page on Review too."""


def draw(room: Room, wish: Wish, ready: ReadyList) -> None:
    """Three cards."""
    _list_card(room, wish, ready)
    objects = _objects(room.workspace, wish, ready)
    if objects:
        _sheet_card(room.workspace, wish, len(objects))
        _object_card(room.workspace, objects, named=wish.names)


def _list_card(room: Room, wish: Wish, ready: ReadyList) -> None:
    desk, workspace = room.desk, room.workspace
    n = len(ready.rows)
    with st.container(key="card_write", border=True, gap="xsmall"):
        st.html("<h5>The list as a file</h5>")
        key = f"export_format_{desk.export.form}"
        st.segmented_control(
            "Format",
            list(FORMATS),
            format_func=words.short_format,
            default=desk.export.form,
            required=True,
            key=key,
            label_visibility="collapsed",
            on_change=_format_chosen,
            args=(desk, key),
        )
        form = FORMATS[desk.export.form]
        content = ready.content(form.ending) if 0 < n <= SIZED_ROWS else None
        st.download_button(
            words.download_label(wish.kind, n, form, None if content is None else len(content)),
            data=fresh(workspace, wish, form.ending),
            file_name=words.file_name(wish.queue.name, wish.kind, form.ending),
            mime=form.mime,
            key="export_download",
            type="primary",
            icon=":material/download:",
            on_click="ignore",
            width="stretch",
            disabled=n == 0,
        )
        if form.sidecar:
            st.download_button(
                "Provenance and columns, JSON",
                data=_sidecar(workspace, wish, form.ending),
                file_name=f"{words.file_name(wish.queue.name, wish.kind, form.ending)}.meta.json",
                mime="application/json",
                key="export_sidecar",
                icon=":material/download:",
                on_click="ignore",
                width="stretch",
                disabled=n == 0,
            )
        named = st.checkbox(
            "Call reviewers by their names", value=desk.export.names, key="export_names"
        )
        if named != desk.export.names:
            desk.export.names = named
            st.rerun()
        st.html(f'<span class="page-note">{words.about_file(form)}</span>')


def _format_chosen(desk: Desk, key: str) -> None:
    chosen = st.session_state.get(key)
    desk.export.form = next((end for end in FORMATS if end == chosen), desk.export.form)


def fresh(workspace: Workspace, wish: Wish, ending: str) -> Callable[[], bytes]:
    """The bytes at the time of the click; no widget is read there."""
    return lambda: wish.ready(workspace).content(ending)


def _sidecar(workspace: Workspace, wish: Wish, ending: str) -> Callable[[], bytes]:
    """The provenance of the list as it is at the click."""

    def made() -> bytes:
        ready = wish.ready(workspace)
        return ready.sidecar(ending, ready.content(ending)) or b""

    return made


def _objects(workspace: Workspace, wish: Wish, ready: ReadyList) -> tuple[Candidate, ...]:
    """The candidates on the list, each once."""
    rows = listed_candidates(workspace, ready, wish.reviewer, wish.row_filter, wish.within)
    return tuple(row.candidate for row in rows)


def _sheet_card(workspace: Workspace, wish: Wish, number: int) -> None:
    with st.container(key="card_sheet", border=True, gap="xsmall"):
        st.html("<h5>A sheet of spectra for print</h5>")
        with st.container(horizontal=True, gap="xsmall"):
            columns = st.number_input(
                "Across", 1, MOST_COLUMNS, 3, key="export_sheet_columns", width=68
            )
            rows = st.number_input("Down", 1, MOST_ROWS, 8, key="export_sheet_rows", width=68)
            frame = st.selectbox("Frame", ("observed", "rest"), key="export_sheet_frame", width=100)
            sort = st.selectbox(
                "Order",
                list(SORTS),
                format_func=lambda key: SORTS[key],
                key="export_sheet_sort",
                width="stretch",
            )
        options = SheetOptions(
            int(columns), int(rows), "rest" if frame == "rest" else "observed", None, sort
        )
        st.download_button(
            words.sheet_label(number, -(-number // options.a_page)),
            data=_sheet(workspace, wish, options),
            file_name=words.file_name(wish.queue.name, f"{wish.kind}_sheet", ".pdf"),
            mime="application/pdf",
            key="export_sheet",
            icon=":material/download:",
            on_click="ignore",
            width="stretch",
            help="Drawn when you click, about 5 s for 100 spectra. `specreview sheet` writes PNG "
            "too, and a range of wavelengths.",
        )


def _sheet(workspace: Workspace, wish: Wish, options: SheetOptions) -> Callable[[], bytes]:
    """The sheet of the list as it is at the click."""

    def drawn() -> bytes:
        ready = wish.ready(workspace)
        rows = listed_candidates(workspace, ready, wish.reviewer, wish.row_filter, wish.within)
        return sheet_of(workspace, rows, ready.made, options).pdf()

    return drawn


def _object_card(workspace: Workspace, objects: tuple[Candidate, ...], *, named: bool) -> None:
    offered = {one.id: one for one in objects[:MOST_OBJECTS]}
    with st.container(key="card_object", border=True, gap="xsmall"):
        st.html("<h5>One object as a page</h5>")
        chosen = st.selectbox(
            "Object",
            list(offered),
            format_func=lambda number: _called(offered, number),
            key="export_object",
            label_visibility="collapsed",
        )
        one = offered[chosen] if chosen in offered else objects[0]
        st.download_button(
            "Page of this object, HTML",
            data=_page(workspace, one.id, anonymous=not named),
            file_name=f"{words.safe_name(one.object_id)}.html",
            mime="text/html",
            key="export_object_page",
            icon=":material/download:",
            on_click="ignore",
            width="stretch",
            help="Chart, trace with its pictures and all decisions in one HTML file that needs no "
            "network; reviewers are called there as in the list.",
        )


def _called(offered: dict[int, Candidate], number: int) -> str:
    one = offered.get(number)
    return "" if one is None else f"{one.object_id} · {one.task_key}"


def _page(workspace: Workspace, candidate_id: int, *, anonymous: bool) -> Callable[[], bytes]:
    return lambda: page_of(workspace, candidate_id, anonymous=anonymous)
