"""The Candidates page: queue, filter, table."""

from dataclasses import replace
from functools import partial
from typing import Any, cast

import streamlit as st

from specreview.review.rows import CandidateRow, Queue, QueueCounts, RowFilter
from specreview.ui import moves
from specreview.ui.address import CLAIMS, SORTS, STATES
from specreview.ui.place import enter, write
from specreview.ui.present import rows_table
from specreview.ui.present.cards import none_line
from specreview.ui.room import Room
from specreview.ui.show import answers, importing, inspecting, samp

PAGE_ROWS = 500
ALL = "all"
REVIEW = "pages/review.py"


def draw(room: Room) -> None:
    store, desk = room.workspace.store, room.desk
    importing.follow(room)
    missing, linked = enter(store, desk)
    if linked:
        st.switch_page(REVIEW, query_params=desk.url)
    queues = store.queues.all()
    if not queues:
        importing.empty(room)
        return
    if desk.importing is not None:
        importing.sheet(room)
        return
    if desk.queue_id is None:
        desk.queue_id = queues[-1].id
    queue = store.queues.by_id(desk.queue_id)
    counts = store.counts(queue.id, desk.reviewer or "")
    _queue_row(room, queues, queue, counts, missing)
    main, side = st.columns([0.8, 0.2], gap="small")
    with main:
        _filter_row(room, queue)
        _table(room, queue, counts)
    with side, st.container(key="side", gap="xsmall"):
        importing.card(room)
        answers.card(room, queue)
        inspecting.card(room, queue, counts)
        inspecting.verdicts(room, queue)
        samp.table_card(room, queue)
        inspecting.rejects(room, queue)


def _queue_row(
    room: Room, queues: list[Queue], queue: Queue, counts: QueueCounts, missing: str
) -> None:
    names = {one.id: one.name for one in queues}
    labels = room.workspace.inspector_labels()
    inspector = room.workspace.settings.inspector
    task = room.workspace.tasks.get(queue.task_key or "")
    task_name = f"{task.key.upper()} version {task.version}" if task else "each row's own"
    with st.container(key="queue_row", horizontal=True, wrap=False, gap="small"):
        st.selectbox(
            "Queue",
            list(names),
            index=list(names).index(queue.id),
            format_func=lambda number: names.get(number, ""),
            key=f"queue_choice_{len(names)}_{queue.id}",
            label_visibility="collapsed",
            width=220,
            on_change=_choose,
            args=(room, f"queue_choice_{len(names)}_{queue.id}"),
        )
        who = labels.get(inspector, inspector)
        st.html(rows_table.counts_line(counts, task_name, who, missing))
        left = counts.total - counts.answered
        st.button(
            _resume_label(room, queue, left),
            key="resume",
            type="primary",
            icon=":material/play_arrow:",
            disabled=counts.total == 0,
            on_click=_resume,
            args=(room,),
        )


def _resume(room: Room) -> None:
    moves.resume(room.workspace.store, room.desk)
    room.desk.jumped = True


def _resume_label(room: Room, queue: Queue, left: int) -> str:
    store, desk = room.workspace.store, room.desk
    if left == 0:
        return "Review"
    first = store.neighbour(queue.id, desk.reviewer or "", desk.filter(), None, +1, open_only=True)
    if first is None:
        return "Review"
    return f"Resume at {store.queues.candidate(first).position + 1}"


def _choose(room: Room, key: str) -> None:
    desk = room.desk
    chosen = st.session_state.get(key)
    if isinstance(chosen, int) and chosen != desk.queue_id:
        desk.queue_id, desk.candidate_id, desk.at_end = chosen, None, False
        desk.row_filter, desk.last_decision = {}, None
        write(room.workspace.store, desk, at_root=True)


def _filter_row(room: Room, queue: Queue) -> None:
    """The filter; it is kept on the desk and in the URL, not in the widgets."""
    desk = room.desk
    now = desk.filter()
    stamp = f"{queue.id}_{hash(now)}"
    with st.container(key="filter_row", horizontal=True, wrap=False, gap="xsmall"):
        st.text_input(
            "Jump to id",
            key="jump",
            width=100,
            placeholder="id",
            on_change=_jump,
            args=(room, queue),
        )
        states = st.pills(
            "State",
            [state for state in STATES if state not in ("inspecting", "adjudicated")],
            selection_mode="multi",
            default=[s for s in now.states if s not in ("inspecting", "adjudicated")],
            key=f"state_{stamp}",
            wrap=False,
        )
        verdicts = st.pills(
            "Verdict",
            [*_labels(room, queue), "none"],
            selection_mode="multi",
            default=[v for v in now.verdicts if v in (*_labels(room, queue), "none")],
            key=f"verdict_{stamp}",
            wrap=False,
        )
        surveys = _surveys(room, queue)
        survey = st.selectbox(
            "Survey",
            [ALL, *surveys],
            index=surveys.index(now.surveys[0]) + 1
            if now.surveys and now.surveys[0] in surveys
            else 0,
            key=f"survey_{stamp}",
            width=104,
        )
        snr = st.number_input(
            "S/N at least",
            value=now.snr_min,
            step=None,
            key=f"snr_{stamp}",
            width=84,
            placeholder="any",
            format="%g",
        )
        claims = st.selectbox(
            "Contradicted",
            [ALL, *CLAIMS],
            index=[None, *CLAIMS].index(now.claims),
            format_func=lambda key: CLAIMS.get(key, ALL),
            key=f"claims_{stamp}",
            width=120,
            help="Claims of the inspection that the flux contradicts",
        )
        sort = st.selectbox(
            "Sort",
            list(SORTS),
            index=list(SORTS).index(now.sort),
            format_func=lambda key: SORTS[key],
            key=f"sort_{stamp}",
            width=112,
        )
        down = st.toggle("Reverse", value=now.descending, key=f"down_{stamp}")
    wanted = RowFilter(
        states=tuple(states or ()),
        verdicts=tuple(verdicts or ()),
        surveys=(survey,) if survey != ALL else (),
        snr_min=snr,
        claims=next((key for key in CLAIMS if key == claims), None),
        sort=sort,
        descending=down,
    )
    if wanted != replace(now, surveys=now.surveys[:1]):
        desk.set_filter(wanted)
        write(room.workspace.store, desk, at_root=True)
        st.rerun()


def _labels(room: Room, queue: Queue) -> tuple[str, ...]:
    task = room.workspace.tasks.get(queue.task_key or "")
    return task.labels if task else ("YES", "NO")


def _surveys(room: Room, queue: Queue) -> list[str]:
    rows = room.workspace.store.rows(queue.id, room.desk.reviewer or "")
    return sorted({row.candidate.survey for row in rows if row.candidate.survey})


def _jump(room: Room, queue: Queue) -> None:
    """Open the candidate with this id, or say that there is none."""
    wanted = str(st.session_state.get("jump", "")).strip()
    if not wanted:
        return
    found = room.workspace.store.queues.find(queue.id, wanted)
    if not found:
        room.desk.message = f"no candidate {wanted} in this queue"
        return
    moves.open_candidate(room.workspace.store, room.desk, found[0].id)
    room.desk.jumped = True


def _table(room: Room, queue: Queue, counts: QueueCounts) -> None:
    store, desk = room.workspace.store, room.desk
    if desk.jumped:
        desk.jumped = False
        write(store, desk)
        st.switch_page(REVIEW, query_params=desk.url)
    total = store.row_count(queue.id, desk.reviewer or "", desk.filter())
    page = 1
    if total > PAGE_ROWS:
        page = st.pagination(-(-total // PAGE_ROWS), key=f"page_{queue.id}")
    first = (page - 1) * PAGE_ROWS
    rows = store.rows(queue.id, desk.reviewer or "", desk.filter(), limit=PAGE_ROWS, offset=first)
    if not rows:
        st.html(f'<div class="card"><p>{none_line(counts.total)}</p></div>')
        return
    sparklines = {row.candidate.id: _sparkline(room, row) for row in rows}
    ids = tuple(row.candidate.id for row in rows)
    key = f"table_{queue.id}_{hash(ids)}"
    with st.container(key="table"):
        st.dataframe(
            rows_table.table_columns(rows, sparklines),
            height="stretch",
            row_height=27,
            placeholder="",
            hide_index=True,
            selection_mode="single-cell",
            on_select=lambda: _open(room, key, ids),
            key=key,
            column_config=_columns(),
            column_order=rows_table.shown_columns(queue),
        )
    note = rows_table.filter_line(total, counts.total, first + 1, first + len(rows))
    if desk.message:
        note, desk.message = f"{desk.message}. {note}", ""
    st.text(note)


def _sparkline(room: Room, row: CandidateRow) -> str | None:
    key = ("sparkline", row.candidate.id, row.candidate.content_hash)
    load = partial(room.workspace.store.queues.sparkline, row.candidate.id)
    return cast("str | None", room.sparklines.get(key, load))


def _columns() -> dict[str, Any]:
    config = st.column_config
    return {
        "State": config.TextColumn(width=76),
        "Id": config.TextColumn(width=130),
        "Task": config.TextColumn(width=44),
        "S/N": config.NumberColumn(format="%.1f", width=52),
        "Spectrum": config.ImageColumn("Spectrum", width=106),
        "Verdict": config.TextColumn(width=80),
        "Score": config.ProgressColumn(min_value=0, max_value=1, format="%.2f", width=92),
        "Contradicted": config.NumberColumn(
            format="%d",
            width=96,
            help="Claims of the inspection that the flux contradicts; empty: not counted",
        ),
        "Mine": config.TextColumn(width=70),
        "Conf.": config.NumberColumn(format="%d", width=48),
        "Issues": config.TextColumn(width=64),
        "Time (s)": config.NumberColumn(format="%.1f", width=64),
    }


def _open(room: Room, key: str, ids: tuple[int, ...]) -> None:
    """A click opens the row that was shown there: by its id, never by its place."""
    selection = st.session_state.get(key, {}).get("selection", {})
    cells = selection.get("cells") or []
    if cells and 0 <= int(cells[0][0]) < len(ids):
        moves.open_candidate(room.workspace.store, room.desk, ids[int(cells[0][0])])
        room.desk.jumped = True
