"""Whole queues: resumable, bounded, one failure does not end the run, two never share one."""

import threading
import time
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import event, select

from specreview.agent.protocol import format_answer, format_call
from specreview.errors import InspectorUnusable
from specreview.inspectors.scripted import ScriptedInspector
from specreview.review.stamps import utc_text
from specreview.runner.progress import QueueProgress
from specreview.store import Store, open_store
from specreview.store.schema import lease
from specreview.store.verify import verify
from tests.builders import SOON

LOOK = format_call("Is Hα broad?", (6480.0, 6650.0), "Hα")
YES = format_answer("Broad Hα.", "YES", "EW 75 Å.")
NO = format_answer("Narrow Hα.", "NO", "FWHM 150 km/s.")


def finish(runner, bench, seconds: float = 60.0) -> QueueProgress:
    assert runner.wait_for_queue(bench.queue_id, seconds)
    return runner.queue_progress(bench.queue_id)


def verdicts(bench) -> list[str | None]:
    return [row.verdict for row in bench.store.rows(bench.queue_id, "ann")]


def inspections(bench) -> list[int]:
    return [len(bench.store.traces.of_candidate(i)) for i in bench.ids]


@pytest.mark.parametrize("workers", [1, 3])
def test_a_queue_is_inspected_once(bench, workers: int) -> None:
    runner = bench.runner(workers=workers)
    assert runner.queue_progress(bench.queue_id) == QueueProgress()
    runner.start_queue(bench.queue_id, "scripted")
    progress = finish(runner, bench)
    assert progress == QueueProgress(total=6, done=6, state="done")
    assert verdicts(bench) == ["YES"] * 6
    runner.start_queue(bench.queue_id, "scripted")
    assert finish(runner, bench) == QueueProgress(total=0, before=6, state="done")
    assert inspections(bench) == [1] * 6


def test_limit_takes_the_first_open_ones(bench) -> None:
    runner = bench.runner()
    runner.start_queue(bench.queue_id, "scripted", limit=2)
    assert finish(runner, bench).total == 2
    runner.start_queue(bench.queue_id, "scripted", limit=3)
    assert finish(runner, bench) == QueueProgress(total=3, done=3, before=2, beyond=1, state="done")
    assert inspections(bench) == [1, 1, 1, 1, 1, 0]


def test_a_full_disk_ends_the_run_and_is_said_once(bench) -> None:
    with bench.store.database.engine.connect() as connection:
        pages = connection.exec_driver_sql("PRAGMA page_count").scalar()
    tight = open_store(bench.url)
    bench.stores.append(tight)

    @event.listens_for(tight.database.engine, "connect")
    def fill(connection, record) -> None:
        connection.execute(f"PRAGMA max_page_count = {pages + 2}")

    tight.database.engine.dispose()
    runner = bench.runner(store=tight, workers=2)
    runner.start_queue(bench.queue_id, "scripted")
    progress = finish(runner, bench)
    assert progress.state == "failed"
    assert "the disk is full" in progress.message
    assert progress.failures == ()
    assert progress.total == 6
    assert progress.done < 6


def test_one_failure_is_told_and_the_run_goes_on(bench) -> None:
    bench.store.queues.relink(bench.ids[2], "gone.fits")
    runner = bench.runner(workers=2)
    runner.start_queue(bench.queue_id, "scripted")
    progress = finish(runner, bench)
    assert (progress.total, progress.done, progress.failed) == (6, 5, 1)
    assert progress.failures == ("2: gone.fits: no such file; run queue relink",)
    assert progress.message == progress.failures[0]
    bench.store.queues.relink(bench.ids[2], "here.fits")
    runner.start_queue(bench.queue_id, "scripted")
    assert finish(runner, bench).done == 1
    assert verdicts(bench) == ["YES"] * 6


def test_a_backend_error_is_a_failure_and_is_tried_again_next_time(bench, script) -> None:
    runner = bench.runner(script(replies=[]))
    runner.start_queue(bench.queue_id, "scripted", limit=1)
    progress = finish(runner, bench)
    assert (progress.done, progress.failed) == (0, 1)
    assert "give it a longer one" in progress.message
    runner.start_queue(bench.queue_id, "scripted", limit=1)
    assert finish(runner, bench).failed == 1
    assert inspections(bench)[:2] == [2, 0]


def test_pause_and_stop_leave_all_open_and_start_goes_on(bench, until, script) -> None:
    slow = bench.runner(script(delay=0.4), workers=2)
    slow.start_queue(bench.queue_id, "scripted")
    until(lambda: slow.queue_progress(bench.queue_id).running == 2)
    slow.pause_queue(bench.queue_id)
    assert finish(slow, bench).state == "paused"
    slow = bench.runner(script(delay=60.0), workers=2)
    slow.start_queue(bench.queue_id, "scripted")
    until(lambda: slow.queue_progress(bench.queue_id).running == 2)
    begun = time.monotonic()
    slow.stop_queue(bench.queue_id)
    assert finish(slow, bench).state == "stopped"
    assert time.monotonic() - begun < SOON, "a reply of a minute, and at most one picture"
    assert not any("inspection_stopped" in bench.kinds(i) for i in bench.ids)
    quick = bench.runner(script())
    quick.start_queue(bench.queue_id, "scripted")
    finish(quick, bench)
    assert inspections(bench) == [1] * 6
    assert verdicts(bench) == ["YES"] * 6


def test_a_running_candidate_is_seen_and_stopped_from_the_page(bench, until, script) -> None:
    runner = bench.runner(script(delay=1.0))
    runner.start_queue(bench.queue_id, "scripted", limit=2)
    until(lambda: runner.live(bench.ids[0]).state == "running")
    until(lambda: runner.live(bench.ids[0]).partial_text)
    runner.stop(bench.ids[0])
    progress = finish(runner, bench)
    assert (progress.done, progress.failed) == (1, 1)
    assert progress.failures == ("0: stopped by a person",)
    assert runner.live(bench.ids[0]).state == "stopped"


def test_two_runners_share_a_queue(bench, script) -> None:
    said: list[int] = []

    class Counting(ScriptedInspector):
        def reply(self, turn, on_text, cancelled):
            said.append(1)
            return super().reply(turn, on_text, cancelled)

    one = bench.runner(Counting(script()._replies, 0.1))
    two = bench.runner(Counting(script()._replies, 0.1), store=bench.second_store())
    for runner in (one, two):
        runner.start_queue(bench.queue_id, "scripted")
    counts = [finish(runner, bench) for runner in (one, two)]
    assert all(progress.failed == 0 for progress in counts)
    assert sum(progress.done for progress in counts) == 6
    assert all(progress.done + progress.before == 6 for progress in counts)
    assert all(progress.total == progress.done for progress in counts)
    assert inspections(bench) == [1] * 6
    assert len(said) == 12


def test_a_click_on_start_while_it_runs_does_nothing(bench, script) -> None:
    runner = bench.runner(script(delay=0.1))
    for _ in range(3):
        runner.start_queue(bench.queue_id, "scripted")
    assert finish(runner, bench).done == 6
    assert inspections(bench) == [1] * 6


class _NoModel(ScriptedInspector):
    """Has no model, and counts who found out."""

    asked = 0

    def reply(self, turn, on_text, cancelled):
        _NoModel.asked += 1
        raise InspectorUnusable("local model: not here; download it")


@pytest.mark.parametrize("workers", [1, 4])
def test_an_unusable_inspector_ends_the_run_at_once_with_one_message(bench, workers) -> None:
    _NoModel.asked = 0
    runner = bench.runner(_NoModel([]), workers=workers)
    runner.start_queue(bench.queue_id, "scripted")
    assert runner.wait_for_queue(bench.queue_id, 60.0)
    progress = runner.queue_progress(bench.queue_id)
    assert (progress.state, progress.message) == ("failed", "local model: not here; download it")
    assert (progress.failures, progress.done) == ((), 0)
    assert _NoModel.asked <= workers
    assert all("inspection_stopped" not in bench.kinds(one) for one in bench.ids)


def test_what_never_replies_hides_no_finished_inspection(bench) -> None:
    """A mistyped model, or Ctrl-C before it says anything: the verdicts are shown as before."""
    finished = bench.runner()
    finished.start_queue(bench.queue_id, "scripted")
    finish(finished, bench)
    before = [bench.store.traces.latest(one) for one in bench.ids]
    other = bench.runner(_NoModel([]), workers=4)
    other.start_queue(bench.queue_id, "scripted")
    assert other.wait_for_queue(bench.queue_id, 60.0)
    silent = bench.runner(ScriptedInspector([LOOK, NO], delay=60.0), workers=4)
    silent.start_queue(bench.queue_id, "scripted")
    silent.wait_for_queue(bench.queue_id, 0.5)
    silent.stop_queue(bench.queue_id)
    assert silent.wait_for_queue(bench.queue_id, 60.0)
    assert [bench.store.traces.latest(one) for one in bench.ids] == before
    assert inspections(bench) == [1] * 6


def test_with_its_first_reply_another_inspection_comes_first(bench) -> None:
    finished = bench.runner()
    finished.start_queue(bench.queue_id, "scripted")
    finish(finished, bench)
    again = bench.runner(ScriptedInspector([LOOK, NO]))
    again.start_queue(bench.queue_id, "scripted")
    assert finish(again, bench).done == 6
    assert inspections(bench) == [2] * 6
    assert verdicts(bench) == ["NO"] * 6
    for one in bench.ids:
        kinds = ["inspection_started", *["view_rendered", "inspector_replied"] * 2]
        assert bench.kinds(one) == [*kinds, "verdict_reached"]
        assert len(bench.store.traces.images(bench.store.traces.latest(one))) == 2
    assert verify(bench.store).problems == []


class _Slow(ScriptedInspector):
    """Counts how many replies are written at a time; none ends before `together` have begun."""

    concurrency = 6

    def __init__(self, replies, delay: float, together: int = 0) -> None:
        super().__init__(replies, delay)
        self.now = self.most = 0
        self.together = together
        self.full = threading.Event()
        self.lock = threading.Lock()

    def reply(self, turn, on_text, cancelled):
        with self.lock:
            self.now += 1
            self.most = max(self.most, self.now)
            if self.now >= self.together:
                self.full.set()
        try:
            self.full.wait(60.0)
            return super().reply(turn, on_text, cancelled)
        finally:
            with self.lock:
                self.now -= 1


def test_never_more_at_a_time_than_workers(bench) -> None:
    slow = _Slow((LOOK, YES), 0.1, together=3)
    runner = bench.runner(slow, workers=3)
    runner.start_queue(bench.queue_id, "scripted")
    finish(runner, bench)
    assert slow.most == 3


def _expiries(store: Store) -> list[str]:
    """When each lease that is held runs out."""
    with store.database.read() as connection:
        return list(connection.execute(select(lease.c.expires_at)).scalars())


def test_more_at_a_time_than_cores_and_longer_than_leases_last(bench, until) -> None:
    """Six at a time, a reply of 2.7 leases: all are done once, here.

    The stores' clock stands until all leases were renewed and the other runner asked for them
    again: a busy machine makes this longer, and lets none run out.
    """
    there, asked = bench.second_store(), []
    moment = datetime(2026, 12, 1, 20, tzinfo=UTC)
    for store in (bench.store, there):
        store.database.now = lambda: utc_text(moment)
    claim = there.work.claim
    there.work.claim = lambda *work: asked.append(claim(*work)) or asked[-1]
    slow = _Slow((LOOK, YES), 0.0, together=7)  # none ends by itself
    runner = bench.runner(slow, workers=None, lease_seconds=1.0)
    other = bench.runner(ScriptedInspector((LOOK, YES)), workers=1, store=there)
    runner.start_queue(bench.queue_id, "scripted")
    until(lambda: slow.now == 6)  # not one after the other
    other.start_queue(bench.queue_id, "scripted")
    for _ in range(3):
        moment += timedelta(seconds=0.9)
        fresh = [utc_text(moment + timedelta(seconds=1.0))] * 6
        until(lambda fresh=fresh: _expiries(bench.store) == fresh, SOON)
        before = len(asked)
        until(lambda before=before: len(asked) >= before + 6)
    slow.full.set()
    assert runner.wait_for_queue(bench.queue_id, 60.0)
    assert slow.most == 6
    assert runner.queue_progress(bench.queue_id).done == 6
    assert other.wait_for_queue(bench.queue_id, 60.0)
    assert other.queue_progress(bench.queue_id).done == 0
    assert inspections(bench) == [1] * 6


def test_stopped_with_many_slow_replies_under_way_it_is_over_at_once(bench, until) -> None:
    slow = _Slow((LOOK, YES), 60.0)
    runner = bench.runner(slow, workers=None)
    runner.start_queue(bench.queue_id, "scripted")
    until(lambda: slow.now == 6)
    begun = time.monotonic()
    runner.stop_queue(bench.queue_id)
    assert runner.wait_for_queue(bench.queue_id, 60.0)
    assert time.monotonic() - begun < SOON
    assert runner.queue_progress(bench.queue_id).state == "stopped"
    assert all("inspection_stopped" not in bench.kinds(one) for one in bench.ids)
