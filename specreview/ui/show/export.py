"""The Export page: which list, who is left out and why, what is written, one download."""

from collections.abc import Callable
from typing import Literal, cast

import streamlit as st

from specreview.agent.events import InspectionStarted
from specreview.export.columns import columns_for
from specreview.export.job import ListRequest, ReadyList, prepare_list
from specreview.review.rows import Queue, with_marks
from specreview.ui.place import arrive
from specreview.ui.present import export as words
from specreview.ui.present.markup import table
from specreview.ui.present.quantities import count
from specreview.ui.room import Room

KINDS: dict[Literal["approved", "current"], str] = {
    "approved": "approved",
    "current": "current",
}
FORMATS = {"CSV": ".csv", "FITS table": ".fits"}
MIME = {".csv": "text/csv", ".fits": "application/fits"}
PREVIEW_ROWS = 8
SIZED_ROWS = 500


def draw(room: Room) -> None:
    store, desk = room.workspace.store, room.desk
    missing = arrive(store, desk)
    queues = store.queues.all()
    if not queues or desk.queue_id is None:
        st.text(missing or "There is no queue yet.")
        st.page_link("pages/candidates.py", label="Make a queue on Candidates")
        return
    kind, reviewer = _choices(room, queues)
    queue = store.queues.by_id(desk.queue_id)
    ready = prepare(room, queue, kind, reviewer)
    main, side = st.columns([0.7, 0.3], gap="medium")
    with main:
        _preview(ready)
        _left_out(ready)
        st.html("<h5>Header written into the file</h5>")
        st.code(words.header_text(ready.made), language=None, wrap_lines=True)
    with side, st.container(key="side"):
        _write(room, queue, kind, reviewer, ready)


def prepare(
    room: Room, queue: Queue, kind: Literal["approved", "current"], reviewer: str
) -> ReadyList:
    """The list as the store has it now, in the filter of the Candidates page."""
    workspace = room.workspace
    store = workspace.store
    rows = store.rows(queue.id, reviewer, room.desk.filter())
    rows = with_marks(rows, store.marks.of_queue(queue.id))
    request = ListRequest(
        queue,
        kind,
        reviewer,
        workspace.settings.approval_confidence,
        row_filter=room.desk.filter(),
    )
    ids = [row.inspection_id for row in rows if row.inspection_id is not None]
    started = [_started(room, inspection) for inspection in ids]
    return prepare_list(request, rows, workspace.tasks, started)


def _started(room: Room, inspection_id: str) -> InspectionStarted:
    """How an inspection began; it never changes, so it is kept."""

    def load() -> InspectionStarted:
        return room.workspace.store.traces.load(inspection_id).started

    return cast("InspectionStarted", room.sparklines.get(("started", inspection_id), load))


def _choices(room: Room, queues: list[Queue]) -> tuple[Literal["approved", "current"], str]:
    desk, store = room.desk, room.workspace.store
    names = {queue.id: queue.name for queue in queues}
    with st.container(key="queue_row", horizontal=True, wrap=False, gap="small"):
        chosen = st.selectbox(
            "Queue",
            list(names),
            index=list(names).index(desk.queue_id) if desk.queue_id in names else 0,
            format_func=lambda number: names.get(number, ""),
            key="export_queue",
            label_visibility="collapsed",
            width=200,
        )
        if chosen != desk.queue_id:
            desk.queue_id, desk.candidate_id, desk.row_filter = chosen, None, {}
            st.rerun()
        kind = st.segmented_control(
            "List",
            list(KINDS),
            default="approved",
            required=True,
            key="export_kind",
            label_visibility="collapsed",
        )
        known = store.reviewers()
        if desk.reviewer and desk.reviewer not in known:
            known = [desk.reviewer, *known]
        reviewer = st.selectbox(
            "Answers of",
            known,
            index=known.index(desk.reviewer) if desk.reviewer in known else 0 if known else None,
            key=f"export_reviewer_{desk.reviewer}",
            label_visibility="collapsed",
            placeholder="no reviewer yet",
            width=160,
        )
        rule = words.rule(kind, room.workspace.settings.approval_confidence)
        st.html(f'<span class="page-note">{rule}</span>')
    return kind, reviewer or ""


def _preview(ready: ReadyList) -> None:
    rows = ready.selection.rows
    shown = rows[:PREVIEW_ROWS]
    note = f"; first {len(shown)} shown" if len(rows) > len(shown) else ""
    st.html(
        f'<h5>{count(len(rows))} rows <span class="page-note">'
        f"as on the Candidates page with the same filter{note}</span></h5>"
    )
    if not rows:
        st.text("Nothing is on this list yet.")
        return
    columns = columns_for(shown, ready.reviewer_names)
    names = [f"{c.name} ({c.unit})" if c.unit else c.name for c in columns]
    values = [[column.get(row) for row in shown] for column in columns]
    st.dataframe(
        dict(zip(names, values, strict=True)),
        hide_index=True,
        row_height=27,
        placeholder="",
        key="export_preview",
    )


def _left_out(ready: ReadyList) -> None:
    selection = ready.selection
    out = selection.total - len(selection.rows)
    st.html(
        f'<h5>Who is left out <span class="page-note">{count(out)} of '
        f"{count(selection.total)}</span></h5>"
    )
    st.html(table((one.reason, count(one.count), one.note) for one in selection.left_out))


def _write(
    room: Room,
    queue: Queue,
    kind: Literal["approved", "current"],
    reviewer: str,
    ready: ReadyList,
) -> None:
    with st.container(key="card_write", border=True):
        st.html("<h5>Write</h5>")
        form = st.segmented_control(
            "Format", list(FORMATS), default="CSV", required=True, key="export_format"
        )
        ending = FORMATS[form]
        n = len(ready.selection.rows)
        size = len(ready.content(ending)) if 0 < n <= SIZED_ROWS else None
        st.download_button(
            words.download_label(n, form, size),
            data=_fresh(room, queue, kind, reviewer, ending),
            file_name=words.file_name(queue.name, kind, ending),
            mime=MIME[ending],
            key="export_download",
            type="primary",
            icon=":material/download:",
            on_click="ignore",
            width="stretch",
            disabled=n == 0,
        )
        st.html(
            '<span class="page-note">The file is made when you click, from what is in the log '
            "then.</span>"
        )


def _fresh(
    room: Room,
    queue: Queue,
    kind: Literal["approved", "current"],
    reviewer: str,
    ending: str,
) -> Callable[[], bytes]:
    """The bytes at the time of the click; no widget is read there."""
    return lambda: prepare(room, queue, kind, reviewer).content(ending)
