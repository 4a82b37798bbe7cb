"""Inspection of the whole queue: start, pause, stop, progress; and the rejects of the import."""

import streamlit as st

from specreview.errors import SpecreviewError
from specreview.review.rows import Queue, QueueCounts
from specreview.runner.progress import QueueProgress
from specreview.ui.present.markup import table
from specreview.ui.present.quantities import count
from specreview.ui.room import Room
from specreview.ui.show import rejects as shown

TICK = 0.5


def card(room: Room, queue: Queue, counts: QueueCounts) -> None:
    """The card beside the table; it looks again by itself while a run is going on."""
    running = room.workspace.runner.queue_progress(queue.id).state == "running"
    with st.container(key="card_inspect", border=True):
        st.html("<h5>Inspection</h5>")
        st.fragment(_body, run_every=TICK if running else None)(room, queue, counts, running)


def _body(room: Room, queue: Queue, counts: QueueCounts, was_running: bool) -> None:
    runner = room.workspace.runner
    progress = runner.queue_progress(queue.id)
    running = progress.state == "running"
    if running != was_running:
        st.rerun()
    st.html(f'<span class="page-note">{_words(progress, counts)}</span>')
    total = progress.before + progress.total if running else counts.total
    done = progress.before + progress.done if running else counts.inspected
    st.progress(min(done / total, 1.0) if total else 0.0)
    with st.container(horizontal=True, gap="xsmall"):
        st.button(
            "Inspect all",
            key="inspect_start",
            disabled=running or counts.inspected >= counts.total,
            on_click=_start,
            args=(room, queue.id, room.workspace.settings.inspector),
        )
        st.button(
            "Pause",
            key="inspect_pause",
            disabled=not running,
            on_click=runner.pause_queue,
            args=(queue.id,),
        )
        st.button(
            "Stop",
            key="inspect_stop",
            disabled=not running,
            on_click=runner.stop_queue,
            args=(queue.id,),
        )
    for line in _troubles(room, queue, progress):
        st.text(line)


def _start(room: Room, queue_id: int, inspector: str) -> None:
    """Begin the run; why there can be none is kept for this card until the next try."""
    room.desk.refused_run = None
    try:
        room.workspace.runner.start_queue(queue_id, inspector)
    except SpecreviewError as error:
        room.desk.refused_run = (queue_id, str(error))


def _troubles(room: Room, queue: Queue, progress: QueueProgress) -> tuple[str, ...]:
    """What the inspector still has to do, why a run ended or never began, who failed last."""
    refused = room.desk.refused_run
    if refused is not None and refused[0] == queue.id:
        return (refused[1],)
    first = progress.message if progress.state == "failed" else progress.preparing
    return (*filter(None, [first]), *progress.failures[-3:])


def _words(progress: QueueProgress, counts: QueueCounts) -> str:
    if progress.state != "running":
        word = {"failed": "ended early · ", "paused": "paused · ", "stopped": "stopped · "}.get(
            progress.state, ""
        )
        return f"{word}{count(counts.inspected)} of {count(counts.total)} inspected"
    waiting = progress.total - progress.done - progress.failed - progress.running
    done = progress.before + progress.done
    text = f"{count(done)} of {count(progress.before + progress.total)}"
    text += f" · {progress.running} running · {count(max(waiting, 0))} waiting"
    return text + (f" · {progress.failed} failed" if progress.failed else "")


def verdicts(room: Room, queue: Queue) -> None:
    """How many verdicts of each kind, under the progress."""
    tally: dict[str, int] = {}
    for row in room.workspace.store.rows(queue.id, room.desk.reviewer or ""):
        if row.has_verdict:
            word = "no verdict" if row.verdict is None else f"verdict {row.verdict}"
            tally[word] = tally.get(word, 0) + 1
    if tally:
        st.html(table((word, count(n), "") for word, n in sorted(tally.items(), reverse=True)))


def rejects(room: Room, queue: Queue) -> None:
    """Rows of the import that became no candidate, each with its reason."""
    rejected = room.workspace.store.queues.rejects(queue.id)
    if rejected:
        with st.expander(f"{count(len(rejected))} rejected at the import", key="rejects_fold"):
            shown.draw(room, queue, "beside")
