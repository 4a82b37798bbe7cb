"""What is on each list: acts and what became of them, who differs, steps; people without names."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from specreview.agent.traces import Trace, step_count
from specreview.errors import NotFound, SettingsError
from specreview.export import SavedFilter, period
from specreview.listing import list_of
from specreview.review.candidates import NewCandidate
from specreview.review.history import new_decision
from specreview.review.rows import RowFilter
from specreview.settings import Settings
from specreview.store import open_store
from specreview.tasks.load import load_tasks
from tests.builders import commanded

from .awkward import IN_UTC, AwkwardDesk, awkward_desk
from .conftest import STARTED


@pytest.fixture(scope="module")
def awkward() -> Iterator[AwkwardDesk]:
    desk = awkward_desk()
    yield desk
    desk.store.close()


@pytest.fixture
def desk() -> Iterator[AwkwardDesk]:
    """Ten candidates: 4 answered once, 1 answered twice, 1 deferred, 1 answered and undone."""
    store = open_store()
    queue = store.queues.create("q", "cv", "list.csv")
    new = [NewCandidate(str(n), str(n), "cv", f"/{n}", survey="SDSS") for n in range(10)]
    store.queues.upsert(queue.id, new)
    ids = [row.candidate.id for row in store.rows(queue.id, "")]
    for number in (0, 1, 2, 3, 4, 4):
        version = store.queues.candidate(ids[number]).version
        store.decisions.append(
            new_decision(ids[number], "ann", "answer", answer="YES", confidence=4,
                         base_version=version)
        )  # fmt: skip
    store.decisions.append(new_decision(ids[5], "ann", "defer"))
    yield AwkwardDesk(store, queue, load_tasks(), Settings())
    store.close()


def _values(ready, *names):  # type: ignore[no-untyped-def]
    get = {column.name: column.get for column in ready.columns}
    return [tuple(get[name](row) for name in names) for row in ready.rows]


def test_current_has_five_rows_and_history_seven_acts(desk: AwkwardDesk) -> None:
    current = list_of(desk, desk.queue, "current", "ann")
    history = list_of(desk, desk.queue, "history", "ann")
    counted = desk.store.counts(desk.queue.id, "ann")
    assert (len(current.rows), len(history.rows), counted.answered) == (5, 7, 5)
    assert len({value for (value,) in _values(current, "id")}) == 5
    assert len(current.rows) + sum(one.count for one in current.selection.left_out) == 10


def test_what_became_of_each_act(desk: AwkwardDesk) -> None:
    store = desk.store
    first = store.rows(desk.queue.id, "ann")[0].candidate.id
    stale = store.decisions.append(new_decision(first, "bob", "answer", answer="NO"))
    assert stale.pending
    store.decisions.append(new_decision(first, "ann", "note", comment="double peak"))
    store.decisions.append(new_decision(first, "ann", "undo"))
    fates = _values(list_of(desk, desk.queue, "history"), "id", "action", "fate", "reviewer")
    assert [fate for fate in fates if fate[0] in "04"] == [
        ("0", "answer", "undone", "reviewer 1"),
        ("4", "answer", "superseded", "reviewer 1"),
        ("4", "answer", "standing", "reviewer 1"),
        ("0", "answer", "pending", "reviewer 2"),
        ("0", "note", "superseded", "reviewer 1"),
        ("0", "undo", "done", "reviewer 1"),
    ]
    only = list_of(desk, desk.queue, "history", "bob", only_reviewer=True, reviewer_names=True)
    assert _values(only, "reviewer", "logged_pending") == [("bob", True)]
    assert [(one.reason, one.count) for one in only.selection.left_out] == [
        ("another reviewer's", 9)
    ]


@pytest.mark.parametrize(
    ("since", "kept"), [("2026-01-02T05:00+08:00", True), ("2026-01-02T06:00+08:00", False)]
)
def test_a_period_compares_moments(awkward: AwkwardDesk, since: str, kept: bool) -> None:
    within = period(since, "2026-02-01T00:00:00Z")
    found = _values(list_of(awkward, awkward.queue, "history", within=within), "decided_at")
    assert set(found) == ({(IN_UTC,)} if kept else set())


def test_who_differs_from_whom_and_why(awkward: AwkwardDesk) -> None:
    ready = list_of(awkward, awkward.queue, "disagreements", reviewer_names=True)
    rows = _values(
        ready, "source_id", "between", "who_1", "answer_1", "who_2", "answer_2", "comment_1"
    )
    text = "00123"
    assert [row for row in rows if row[0] == text] == [
        (text, "verdict", text, "YES", text, "NO", text),  # the inspector's own words beside it
        (text, "people", "ann", "YES", text, "NO", text),
        (text, "people", text, "NO", "eve", "YES", text),
    ]
    assert len(
        _values(list_of(awkward, awkward.queue, "disagreements", "ann", only_reviewer=True), "id")
    ) < len(rows)


def test_no_name_without_leave(awkward: AwkwardDesk) -> None:
    for kind in ("history", "disagreements", "traces"):
        content = list_of(awkward, awkward.queue, kind).content(".jsonl").decode()  # type: ignore[arg-type]
        assert '"ann"' not in content
        assert '"eve"' not in content
        assert "reviewer 1" in content


def test_a_step_is_counted_as_it_is_made(awkward: AwkwardDesk) -> None:
    store = awkward.store
    summaries = store.traces.of_queue(awkward.queue.id)
    traces = {t.inspection_id: t for t in store.traces.stream([one.id for one in summaries])}
    counted = store.traces.step_counts(awkward.queue.id)
    assert counted == {found: len(trace.steps) for found, trace in traces.items()}
    some = next(iter(traces.values()))
    for length in range(1, len(some.events) + 1):
        part = Trace("01", some.events[:length])
        assert step_count(event.kind for event in part.events) == len(part.steps)
    ready = list_of(awkward, awkward.queue, "traces", columns=("step", "called", "marks"))
    assert len(ready.rows) == sum(counted.values()) == sum(1 for _ in ready.rows)
    assert _values(replace(ready), "step", "called", "marks")[:2] == [
        (1, "overview", "misread 1"), (2, "window 1", ""),
    ]  # fmt: skip


def test_columns_are_chosen_in_their_order(desk: AwkwardDesk) -> None:
    ready = list_of(desk, desk.queue, "current", "ann", columns=("answer", "id", "answer"))
    assert ready.content(".csv").decode().splitlines()[:2] == ["answer,id", "YES,0"]
    with pytest.raises(SettingsError, match="no column nonsense in this list; there are: id, "):
        list_of(desk, desk.queue, "current", "ann", columns=("id", "nonsense"))
    with pytest.raises(SettingsError, match="no column is chosen"):
        list_of(desk, desk.queue, "current", "ann", columns=())


def test_a_filter_is_kept_replaced_and_forgotten(desk: AwkwardDesk) -> None:
    kept, queue = desk.store.saved_filters, desk.queue.id
    saved = SavedFilter("good α", "current", RowFilter(snr_min=10.0, states=("answered",)), ("id",))
    kept.save(queue, saved)
    assert kept.all(queue) == [saved]
    again = replace(saved, columns=None, within=period("2026-01-01T00:00:00Z", None))
    kept.save(queue, again)
    assert (kept.all(queue), kept.get(queue, "good α")) == ([again], again)
    kept.delete(queue, "good α")
    with pytest.raises(NotFound, match="no filter 'good α' in this queue"):
        kept.get(queue, "good α")
    for name in ("", " ", "a\nb", "a" * 101):
        with pytest.raises(SettingsError):
            kept.save(queue, replace(saved, name=name))
    with pytest.raises(NotFound):
        kept.save(99, saved)


def test_the_command_takes_filter_and_columns(tmp_path, new_database) -> None:  # type: ignore[no-untyped-def]
    store = open_store(new_database(tmp_path))
    queue = store.queues.create("q", "cv", "list.csv")
    store.queues.upsert(queue.id, [NewCandidate("1", "1", "cv", "/1", snr=5.0),
                                   NewCandidate("2", "2", "cv", "/2", snr=20.0)])  # fmt: skip
    for row in store.rows(queue.id, ""):
        store.traces.start(row.candidate.id, STARTED, "f" * 64)
        store.decisions.append(new_decision(row.candidate.id, "ann", "answer", answer="YES"))
    store.saved_filters.save(
        queue.id, SavedFilter("good", "current", RowFilter(snr_min=10.0), ("id",))
    )
    store.close()
    run = ("export", "q", "current", "-w", tmp_path)
    assert commanded(*run, "--to", tmp_path / "a.csv", "--filter", "good")[0] == 0
    assert (tmp_path / "a.csv").read_text() == "id\n2\n"
    assert commanded(*run, "--to", tmp_path / "b.csv", "--columns", "answer,id")[0] == 0
    assert (tmp_path / "b.csv").read_text() == "answer,id\nYES,1\nYES,2\n"
    code, _, error = commanded(*run, "--to", tmp_path / "c.csv", "--filter", "best")
    assert (code, "no filter 'best' in this queue; there are: good" in error) == (2, True)
    code, _, error = commanded(*run, "--to", tmp_path / "a.csv")
    assert (code, "exists already" in error) == (2, True)
    assert commanded("export", "q", "traces", "-w", tmp_path, "--to", tmp_path / "t.vot")[0] == 0
