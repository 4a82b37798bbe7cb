"""The Performance page: rates with ranges against labels or people's answers, and three charts."""

from collections.abc import Mapping
from typing import Any, cast

import streamlit as st

from specreview.evaluation.expected import expectation, measured_rates, published_rates
from specreview.evaluation.groups import By
from specreview.evaluation.judged import Reading
from specreview.evaluation.published import published_model
from specreview.evaluation.report import Block
from specreview.review.rows import Queue
from specreview.ui import performance_charts as charts
from specreview.ui.figures import Figure
from specreview.ui.measuring import Measured, Measures, Truth
from specreview.ui.place import arrive
from specreview.ui.present import performance as words
from specreview.ui.present.trust import expected_hover, expected_sentence
from specreview.ui.room import Room, place, theme
from specreview.ui.show import performance_files
from specreview.views.palette import palette

REVIEW, CANDIDATES = "pages/review.py", "pages/candidates.py"
TICK = 5.0
"""Seconds between two looks at the log while the queue is being inspected."""
READINGS: dict[Reading, str] = {"strict": "verdicts", "lenient": "lenient"}
CONFIG: dict[str, Any] = {
    "displaylogo": False,
    "scrollZoom": False,
    "modeBarButtons": [["toImage"]],
    "toImageButtonOptions": {"format": "svg", "filename": "specreview_performance"},
}


def draw(room: Room) -> None:
    store, desk = room.workspace.store, room.desk
    missing = arrive(store, desk)
    queues = store.queues.all()
    if not queues or desk.queue_id is None:
        st.text(missing or "There is no queue yet.")
        st.page_link(CANDIDATES, label="Make a queue on Candidates")
        return
    running = room.workspace.runner.queue_progress(desk.queue_id).state == "running"
    st.fragment(_body, run_every=TICK if running else None)(room, queues)


@st.cache_resource(show_spinner=False)
def _measures(folder: str, db: str | None, tasks: str | None) -> Measures:
    """What was read of the log; all sessions share it."""
    del folder, db, tasks
    return Measures()


def _body(room: Room, queues: list[Queue]) -> None:
    store = room.workspace.store
    upper = st.container(key="queue_row", horizontal=True, gap="small")
    lower = st.container(key="performance_row", horizontal=True, gap="small")
    with upper:
        queue = _queue(room, queues)
        truth = _truth(bool(store.queues.labels(queue.id)), queue)
    with lower:
        by = _cut()
        reading = _choice("Answer", READINGS, "strict", "performance_reading", _READING_HELP)
    names = {key: task.name for key, task in room.workspace.tasks.items()}
    measured = _measures(*place()).of_queue(store, names, queue, truth, by)
    with upper:
        block = _block(measured, queue)
    if block is None or measured.report is None:
        _nothing(room, queue, measured, truth)
        return
    with lower:
        st.html(words.summary_line(measured, block, truth))
    _figures(room, queue, measured, block, truth, reading)
    _charts(measured, block, reading)
    performance_files.draw(queue, measured, block, reading)


_READING_HELP = (
    "Verdicts: as the inspector's replies were parsed and shown. Lenient: what the published "
    "scorer would read out of them, broken form or not."
)


def _queue(room: Room, queues: list[Queue]) -> Queue:
    desk, by_id = room.desk, {queue.id: queue for queue in queues}
    chosen = st.selectbox(
        "Queue",
        list(by_id),
        index=list(by_id).index(desk.queue_id) if desk.queue_id in by_id else 0,
        format_func=lambda number: by_id[number].name if number in by_id else "",
        key=f"performance_queue_{len(by_id)}_{desk.queue_id}",
        label_visibility="collapsed",
        width=180,
    )
    if chosen != desk.queue_id:
        desk.queue_id, desk.candidate_id, desk.row_filter = chosen, None, {}
        st.rerun()
    return room.workspace.store.queues.by_id(chosen)


def _truth(labelled: bool, queue: Queue) -> Truth:
    known = words.TRUTHS if labelled else {k: v for k, v in words.TRUTHS.items() if k != "labels"}
    default = "labels" if labelled else "people"
    chosen = _choice("Truth", known, default, f"performance_truth_{queue.id}_{labelled}", None)
    return cast("Truth", chosen)


def _cut() -> tuple[By, ...]:
    chosen = st.segmented_control(
        "By",
        list(words.CUTS),
        default="task",
        required=True,
        key="performance_cut",
        label_visibility="collapsed",
        help="What the table and the F1 chart are cut by",
    )
    return words.CUTS[chosen or "task"]


def _choice(label: str, known: Mapping[Any, str], default: str, key: str, about: str | None) -> Any:
    chosen = st.segmented_control(
        label,
        list(known),
        default=default,
        required=True,
        format_func=lambda name: known.get(name, str(name)),
        key=key,
        label_visibility="collapsed",
        help=about,
    )
    return chosen or default


def _block(measured: Measured, queue: Queue) -> Block | None:
    """The inspector and prompt to look at, chosen where there are several."""
    blocks = measured.report.blocks if measured.report else ()
    if not blocks:
        return None
    names = [words.block_name(block) for block in blocks]
    shown = [f"{name}  ({block.overall.n})" for name, block in zip(names, blocks, strict=True)]
    chosen = st.selectbox(
        "Inspector and prompt",
        range(len(blocks)),
        format_func=lambda place: shown[place] if place < len(shown) else "",
        key=f"performance_block_{queue.id}_{len(blocks)}",
        label_visibility="collapsed",
        width=400,
    )
    return blocks[chosen if chosen is not None and chosen < len(blocks) else 0]


def _nothing(room: Room, queue: Queue, measured: Measured, truth: Truth) -> None:
    """Why there are no figures, and the one next act."""
    counts = room.workspace.store.counts(queue.id, "")
    if counts.inspected == 0:
        text, link = words.NOT_INSPECTED, (CANDIDATES, "Inspect the queue on Candidates")
    elif truth == "labels":
        text, link = measured.message, (CANDIDATES, "Go to Candidates")
    else:
        text, link = words.NOT_ANSWERED[truth], (REVIEW, "Answer candidates on Review")
    with st.container(key="nothing", border=True):
        st.html(words.nothing_card(text))
        st.page_link(link[0], label=link[1])


def _figures(
    room: Room, queue: Queue, measured: Measured, block: Block, truth: Truth, reading: Reading
) -> None:
    report = measured.report
    assert report is not None
    st.html(words.heading(f"Verdict against {words.TRUTHS[truth]}", words.TRUTH_NOTES[truth]))
    st.html(words.rates_table(report, block, reading, truth))
    st.html(words.foot(block))
    left, middle, right = st.columns([0.3, 0.3, 0.4], gap="medium")
    positive, overall = block.table[0].positive, block.overall
    with left:
        st.html(words.heading("Confusion", "candidates"))
        st.html(words.confusion_table(overall.rates(reading).counts, positive, truth))
    with middle:
        st.html(words.heading("Inspections", "means, and shares with 95 % ranges"))
        st.html(words.costs_table(overall))
    with right:
        _expected(room, queue, block, None if truth == "labels" else measured.said_positive(block))


def _expected(room: Room, queue: Queue, block: Block, said: float | None) -> None:
    """Set the queue's expected share, and what it means for this inspector.

    `said` is the share of positive verdicts, where only some of them were answered.
    """
    positive = block.table[0].positive
    st.html(words.heading("Expected share of true objects", f"how far to trust a {positive}"))
    key = f"performance_share_{queue.id}"
    st.number_input(
        "Expected share (%)",
        min_value=0.0,
        max_value=99.9,
        value=None if queue.expected_share is None else round(100 * queue.expected_share, 4),
        step=None,
        format="%g",
        key=key,
        width=150,
        placeholder="not said",
        help="Of 100 candidates of this queue, how many are real? Empty or 0: not said.",
        on_change=_share_given,
        args=(room, queue.id, key),
    )
    if queue.expected_share is None:
        st.html(f'<span class="page-note">{words.NO_SHARE}</span>')
        return
    rates = measured_rates(block.overall.strict.counts, said) or _published(block)
    expected = expectation(queue.expected_share, rates) if rates else None
    sentence = expected_sentence(queue.expected_share, expected, positive)
    if expected is not None and expected.rates.origin == "measured":
        sentence += f", by the {expected.rates.n} candidates above"
    st.text(sentence)
    st.html(words.note(expected_hover(expected, positive)))


def _published(block: Block) -> Any:
    """Rates by the published F1 of the block's model, None where it has none."""
    line = published_model(block.key.judge.model)
    tasks = {one.task for one in block.table}
    if line is None:
        return None
    f1 = line.f1.get(tasks.pop()) if len(tasks) == 1 else line.mean
    return published_rates(f1 / 100) if f1 is not None else None


def _share_given(room: Room, queue_id: int, key: str) -> None:
    given = st.session_state.get(key)
    share = given / 100 if given else None
    room.workspace.store.queues.set_expected_share(queue_id, share)


def _charts(measured: Measured, block: Block, reading: Reading) -> None:
    colours = palette(dark=theme() == "dark")
    report = measured.report
    assert report is not None
    left, middle, right = st.columns(3, gap="medium")
    with left:
        st.html(words.heading("F1", "of the positive label"))
        _plot(charts.f1_chart(report, block, reading, colours), "performance_f1", "F1 by group")
    with middle:
        ap = block.overall.average_precision
        st.html(words.heading("Precision against recall", words.curve_note(ap)))
        figure = charts.curve_chart(block.table, colours)
        _plot(figure, "performance_curve", "Precision against recall", words.no_curve(ap))
    with right:
        met = measured.met(block)
        st.html(words.heading("Agreement over time", f"{len(met)} answers beside a verdict"))
        figure = charts.agreement_chart(met, colours)
        _plot(figure, "performance_agreement", "Agreement over time", words.NO_AGREEMENT)


def _plot(figure: Figure | None, key: str, alt: str, otherwise: str = "") -> None:
    if figure is None:
        st.html(words.note(otherwise))
        return
    st.plotly_chart(figure, theme=None, config=CONFIG, key=key, alt=alt)
