"""One candidate: run, step, pause, stop, restart; one piece of work, done once."""

import threading
import time

import pytest

from specreview.agent.events import Limits
from specreview.agent.inspector import InspectorIdentity
from specreview.errors import InspectorError, InspectorUnusable, SequenceConflict, StoreError
from specreview.inspectors.scripted import ScriptedInspector
from specreview.runner.policy import view_redshift
from specreview.runner.progress import Live
from specreview.tasks.load import load_tasks
from tests.builders import SOON

WHOLE = [
    "inspection_started",
    "view_rendered",
    "inspector_replied",
    "view_rendered",
    "inspector_replied",
    "verdict_reached",
]


class Counting(ScriptedInspector):
    """Counts the replies that it gives, over all threads."""

    def __init__(self, replies, delay=0.0) -> None:
        super().__init__(replies, delay)
        self.replies = 0

    def reply(self, turn, on_text, cancelled):
        self.replies += 1
        return super().reply(turn, on_text, cancelled)


def test_run_goes_to_the_verdict_and_is_on_disk(bench, until) -> None:
    runner = bench.runner()
    assert runner.live(bench.ids[0]) == Live("idle")
    runner.run(bench.ids[0], "scripted")
    until(lambda: runner.live(bench.ids[0]).state == "idle")
    trace = bench.second_store().traces.latest(bench.ids[0])
    assert [event.kind for event in trace.events] == WHOLE
    assert trace.verdict.verdict == "YES"
    views = [event for event in trace.events if event.kind == "view_rendered"]
    assert set(bench.store.traces.images(trace)) == {view.image_sha256 for view in views}


def test_inspect_now_gives_the_trace_and_does_it_once(bench, script) -> None:
    inspector = Counting(script()._replies)
    runner = bench.runner(inspector)
    first = runner.inspect_now(bench.ids[0], "scripted")
    again = runner.inspect_now(bench.ids[0], "scripted")
    assert again == first
    assert inspector.replies == 2


def test_each_step_is_one_turn(bench, until) -> None:
    runner = bench.runner()
    seen = []
    for _ in range(3):
        runner.step(bench.ids[0], "scripted")
        until(lambda: runner.live(bench.ids[0]).state != "running")
        seen.append(bench.kinds(bench.ids[0]))
        seen.append(runner.live(bench.ids[0]).state)
    assert seen == [WHOLE[:3], "paused", WHOLE, "idle", WHOLE, "idle"]


def test_partial_text_turn_and_clock_are_live(bench, until, script) -> None:
    runner = bench.runner(script(delay=0.6))
    runner.run(bench.ids[0], "scripted")
    until(lambda: "<think>" in runner.live(bench.ids[0]).partial_text)
    live = runner.live(bench.ids[0])
    assert (live.state, live.turn, live.turn_limit) == ("running", 1, 8)
    assert 0 < live.seconds < 10
    until(lambda: runner.live(bench.ids[0]).turn == 2)


def test_pause_lets_the_step_end_and_run_goes_on(bench, until, script) -> None:
    inspector = Counting(script()._replies, 0.3)
    runner = bench.runner(inspector)
    runner.run(bench.ids[0], "scripted")
    until(lambda: runner.live(bench.ids[0]).partial_text)
    runner.pause(bench.ids[0])
    until(lambda: runner.live(bench.ids[0]).state == "paused")
    assert bench.kinds(bench.ids[0]) == WHOLE[:3]
    runner.run(bench.ids[0], "scripted")
    until(lambda: runner.live(bench.ids[0]).state == "idle")
    assert bench.kinds(bench.ids[0]) == WHOLE
    assert inspector.replies == 2


def test_stop_ends_a_reply_at_once_and_it_can_be_resumed(bench, until, script) -> None:
    runner = bench.runner(script(delay=60.0))
    runner.run(bench.ids[0], "scripted")
    until(lambda: runner.live(bench.ids[0]).partial_text)
    begun = time.monotonic()
    runner.stop(bench.ids[0])
    until(lambda: runner.live(bench.ids[0]).state == "stopped")
    assert time.monotonic() - begun < SOON
    assert bench.kinds(bench.ids[0]) == [*WHOLE[:2], "inspection_stopped"]
    quick = bench.runner(script())
    quick.run(bench.ids[0], "scripted")
    until(lambda: quick.live(bench.ids[0]).state == "idle")
    assert bench.kinds(bench.ids[0]) == [*WHOLE[:2], "inspection_stopped", *WHOLE[2:]]


def test_stop_at_rest_is_recorded_once(bench, until) -> None:
    runner = bench.runner()
    runner.stop(bench.ids[0])
    assert bench.kinds(bench.ids[0]) == []
    runner.step(bench.ids[0], "scripted")
    until(lambda: runner.live(bench.ids[0]).state == "paused")
    runner.stop(bench.ids[0])
    runner.stop(bench.ids[0])
    assert bench.kinds(bench.ids[0]) == [*WHOLE[:3], "inspection_stopped"]
    assert runner.live(bench.ids[0]).state == "stopped"


def test_stop_at_rest_leaves_an_inspection_that_is_not_on_the_screen(bench, until) -> None:
    """It ended just before Stop was pressed; a newer one, paused, was not what was to end."""
    runner = bench.runner()
    ended = runner.inspect_now(bench.ids[0], "scripted")
    paused = bench.store.traces.start(bench.ids[0], ended.started, "another")
    runner.stop(bench.ids[0], ended.inspection_id)
    assert bench.kinds(bench.ids[0]) == ["inspection_started"]
    runner.stop(bench.ids[0], paused)
    assert bench.kinds(bench.ids[0]) == ["inspection_started", "inspection_stopped"]
    assert bench.store.traces.load(ended.inspection_id) == ended


def test_stop_and_pause_reach_another_process(bench, until, script) -> None:
    worker = bench.runner(script(delay=30.0))
    other = bench.runner(script(), store=bench.second_store())
    worker.run(bench.ids[0], "scripted")
    until(lambda: worker.live(bench.ids[0]).partial_text)
    other.stop(bench.ids[0])
    until(lambda: worker.live(bench.ids[0]).state == "stopped", 2.0)
    assert bench.kinds(bench.ids[0])[-1] == "inspection_stopped"
    worker.run(bench.ids[1], "scripted")
    until(lambda: worker.live(bench.ids[1]).partial_text)
    other.pause(bench.ids[1])
    until(lambda: bench.store.work.requested(bench.ids[1]) is None, 2.0)


def test_a_second_click_while_it_runs_does_nothing(bench, until, script) -> None:
    inspector = Counting(script()._replies, 0.3)
    runner = bench.runner(inspector)
    clicks = [threading.Thread(target=runner.run, args=(bench.ids[0], "scripted")) for _ in "1234"]
    for click in clicks:
        click.start()
    for click in clicks:
        click.join()
    until(lambda: runner.live(bench.ids[0]).state == "idle" and bench.kinds(bench.ids[0]) == WHOLE)
    assert inspector.replies == 2
    assert len(bench.store.traces.of_candidate(bench.ids[0])) == 1


def test_a_lease_held_elsewhere_is_respected(bench, until, script) -> None:
    first = bench.runner(script(delay=2.0))
    second = bench.runner(script(), store=bench.second_store())
    first.run(bench.ids[0], "scripted")
    until(lambda: first.live(bench.ids[0]).partial_text)
    with pytest.raises(SequenceConflict, match="another process"):
        second.inspect_now(bench.ids[0], "scripted")
    until(lambda: first.live(bench.ids[0]).state == "idle")
    assert len(bench.store.traces.of_candidate(bench.ids[0])) == 1


def test_a_lease_outlives_a_reply_that_is_longer_than_it(bench, until, script) -> None:
    first = bench.runner(script(delay=60.0), lease_seconds=1.0)
    second = bench.runner(script(), store=bench.second_store())
    first.run(bench.ids[0], "scripted")
    until(lambda: first.live(bench.ids[0]).partial_text)
    time.sleep(1.5)
    with pytest.raises(SequenceConflict):
        second.inspect_now(bench.ids[0], "scripted")


def test_who_lost_the_lease_records_nothing_more(bench, until, script) -> None:
    first = bench.runner(script(delay=60.0), lease_seconds=0.5)
    first.run(bench.ids[0], "scripted")
    until(lambda: first.live(bench.ids[0]).partial_text)
    with bench.store.database.write() as connection:
        connection.exec_driver_sql("delete from lease")
    until(lambda: first.live(bench.ids[0]).state == "paused", SOON)
    assert bench.kinds(bench.ids[0]) == WHOLE[:2]
    assert "took this inspection over" in first.live(bench.ids[0]).message


def test_a_position_taken_by_another_writer_reloads_the_trace(bench, script) -> None:
    """A second writer that got past the lease is held by the positions' uniqueness."""
    other = bench.second_store()

    class Racing(ScriptedInspector):
        raced = False

        def reply(self, turn, on_text, cancelled):
            reply = super().reply(turn, on_text, cancelled)
            if not Racing.raced:
                Racing.raced = True
                trace = other.traces.latest(bench.ids[0])
                rival = bench.runner(script(), store=other, lease_seconds=0.01)
                with other.database.write() as connection:
                    connection.exec_driver_sql("delete from lease")
                rival.inspect_now(bench.ids[0], "scripted")
                assert len(other.traces.load(trace.inspection_id).events) == len(WHOLE)
            return reply

    first = bench.runner(Racing(script()._replies), lease_seconds=60.0)
    trace = first.inspect_now(bench.ids[0], "scripted")
    assert [event.kind for event in trace.events] == WHOLE
    assert len(bench.store.traces.of_candidate(bench.ids[0])) == 1


def test_restart_begins_anew_and_stops_what_runs(bench, until, script) -> None:
    runner = bench.runner(script(delay=0.5))
    runner.run(bench.ids[0], "scripted")
    until(lambda: runner.live(bench.ids[0]).partial_text)
    runner.restart(bench.ids[0], "scripted")
    until(lambda: bench.kinds(bench.ids[0]) == WHOLE)
    summaries = bench.store.traces.of_candidate(bench.ids[0])
    assert len(summaries) == 2
    assert bench.store.traces.load(summaries[1].id).stopped.reason == "cancelled"


def test_the_inspector_is_built_once_however_many_ask(bench, until, script) -> None:
    built = []

    def slow_model():
        built.append(threading.get_ident())
        time.sleep(0.3)
        return script()

    runner = bench.runner(slow_model)
    for candidate_id in bench.ids[:4]:
        runner.run(candidate_id, "scripted")
    until(lambda: all(bench.kinds(i) == WHOLE for i in bench.ids[:4]))
    assert len(built) == 1


def test_an_inspector_that_fails_to_build_is_told_and_tried_again(bench, script) -> None:
    tries = []

    def model():
        tries.append(1)
        if len(tries) == 1:
            raise InspectorError("no model in this folder; give --model")
        return script()

    runner = bench.runner(model)
    with pytest.raises(InspectorError, match="give --model"):
        runner.inspect_now(bench.ids[0], "scripted")
    assert runner.inspect_now(bench.ids[0], "scripted").verdict.verdict == "YES"


def test_no_thread_touches_streamlit(bench, until, caplog) -> None:
    runner = bench.runner()
    with caplog.at_level("DEBUG"):
        runner.run(bench.ids[0], "scripted")
        until(lambda: bench.kinds(bench.ids[0]) == WHOLE)
    assert not [record for record in caplog.records if "ScriptRunContext" in record.message]
    assert "streamlit" not in {record.name.split(".")[0] for record in caplog.records}


@pytest.mark.parametrize("error", [RuntimeError("CUDA out of\nmemory"), KeyError("x"), OSError()])
def test_any_exception_becomes_a_backend_error_in_plain_words(bench, error) -> None:
    class Failing(ScriptedInspector):
        def reply(self, turn, on_text, cancelled):
            raise error

    runner = bench.runner(Failing([]))
    with pytest.raises(InspectorError):
        runner.inspect_now(bench.ids[0], "scripted")
    stopped = bench.store.traces.latest(bench.ids[0]).stopped
    assert stopped.reason == "backend_error"
    assert type(error).__name__ in stopped.message
    assert "Traceback" not in stopped.message
    assert "\n" not in stopped.message
    assert runner.live(bench.ids[0]).message == stopped.message


def test_a_failed_inspection_is_begun_anew(bench, script) -> None:
    with pytest.raises(InspectorError):
        bench.runner(script(replies=[])).inspect_now(bench.ids[0], "scripted")
    trace = bench.runner(script()).inspect_now(bench.ids[0], "scripted")
    assert trace.verdict.verdict == "YES"
    assert len(bench.store.traces.of_candidate(bench.ids[0])) == 2


def test_a_missing_file_is_said_and_nothing_is_recorded(bench, until) -> None:
    bench.store.queues.relink(bench.ids[0], "gone.fits")
    runner = bench.runner()
    runner.run(bench.ids[0], "scripted")
    until(lambda: "queue relink" in runner.live(bench.ids[0]).message)
    assert bench.kinds(bench.ids[0]) == []


def test_an_unknown_inspector_or_task_is_refused_with_the_cure(bench) -> None:
    runner = bench.runner()
    with pytest.raises(InspectorError, match="known are: scripted"):
        runner.inspect_now(bench.ids[0], "oracle")
    with pytest.raises(InspectorError, match="known are: scripted"):
        runner.start_queue(bench.queue_id, "oracle")


def test_the_catalogues_redshift_is_not_applied_but_the_reviewers_is(bench) -> None:
    runner = bench.runner()
    first = runner.inspect_now(bench.ids[0], "scripted")
    assert first.started.redshift is None
    bench.store.queues.set_redshift(bench.ids[0], 0.1, "ann")
    second = runner.inspect_now(bench.ids[0], "scripted")
    assert second.started.redshift == 0.1
    assert second.inspection_id != first.inspection_id


def test_a_task_may_ask_for_the_catalogues_redshift(bench) -> None:
    candidate = bench.store.queues.candidate(bench.ids[0])
    task = load_tasks()["cv"]
    catalogue = task.model_copy(update={"redshift": "catalogue"})
    assert view_redshift(candidate, task) is None
    assert view_redshift(candidate, catalogue) == 0.3


def test_another_inspector_has_its_own_inspection(bench, script) -> None:
    bench.runner(script()).inspect_now(bench.ids[0], "scripted")

    class Other(ScriptedInspector):
        @property
        def identity(self) -> InspectorIdentity:
            return InspectorIdentity("other", "other", "1")

    bench.runner(Other(script()._replies)).inspect_now(bench.ids[0], "scripted")
    assert len(bench.store.traces.of_candidate(bench.ids[0])) == 2
    again = bench.runner(script()).inspect_now(bench.ids[0], "scripted")
    assert again.started.inspector == "scripted"
    assert len(bench.store.traces.of_candidate(bench.ids[0])) == 2


def test_run_after_stop_goes_on_once_it_has_stopped(bench, until, script) -> None:
    runner = bench.runner(script(delay=0.3))
    runner.run(bench.ids[0], "scripted")
    until(lambda: runner.live(bench.ids[0]).partial_text)
    runner.stop(bench.ids[0])
    runner.run(bench.ids[0], "scripted")
    until(lambda: bench.kinds(bench.ids[0])[-1:] == ["verdict_reached"])
    assert bench.kinds(bench.ids[0]).count("inspection_stopped") == 1


def test_a_store_that_cannot_write_is_told_and_frees_the_candidate(
    bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise StoreError("specreview.db: the disk is full; make room and run again")

    runner = bench.runner()
    with monkeypatch.context() as patch:
        patch.setattr(bench.store.traces, "append", full)
        with pytest.raises(InspectorError, match="the disk is full"):
            runner.inspect_now(bench.ids[0], "scripted")
    assert bench.kinds(bench.ids[0]) == WHOLE[:1]
    assert runner.inspect_now(bench.ids[0], "scripted").verdict.verdict == "YES"


def test_limits_are_the_runners(bench, script) -> None:
    runner = bench.runner(script(), limits=Limits(turns=1))
    trace = runner.inspect_now(bench.ids[0], "scripted")
    assert trace.stopped.reason == "turn_limit"


def test_close_waits_for_no_reply_and_leaves_the_inspection_open(bench, until, script) -> None:
    runner = bench.runner(script(delay=60.0))
    for candidate_id in bench.ids[:3]:
        runner.run(candidate_id, "scripted")
    until(lambda: all(runner.live(i).partial_text for i in bench.ids[:3]))
    begun = time.monotonic()
    runner.close()
    assert time.monotonic() - begun < SOON
    assert not [t for t in threading.enumerate() if t.name.startswith("specreview-")]
    for candidate_id in bench.ids[:3]:
        trace = bench.store.traces.latest(candidate_id)
        assert trace.resumable
        assert trace.stopped is None
    runner.run(bench.ids[4], "scripted")
    assert bench.kinds(bench.ids[4]) == []


def test_the_pace_is_told_while_a_reply_is_written(bench, until, script) -> None:
    """28 pieces of 24 characters, each longer than a token, in 2 s."""
    text = "a" * (28 * 24)
    runner = bench.runner(script(delay=2.0, replies=[text, text]))
    runner.run(bench.ids[0], "scripted")
    until(lambda: runner.live(bench.ids[0]).tokens_per_second)
    assert 0.5 * 67 < runner.live(bench.ids[0]).tokens_per_second < 1.5 * 67
    assert runner.live(bench.ids[0]).preparing == ""
    runner.stop(bench.ids[0])
    until(lambda: runner.live(bench.ids[0]).state == "stopped")


def test_an_inspector_that_gets_ready_says_so(bench, until, script) -> None:
    slow = script(delay=5.0)
    slow.preparing = "loading the model (3 s)"
    runner = bench.runner(slow)
    runner.run(bench.ids[0], "scripted")
    until(lambda: runner.live(bench.ids[0]).preparing)
    assert runner.live(bench.ids[0]).preparing == "loading the model (3 s)"


class Unusable(ScriptedInspector):
    """Has no model."""

    def reply(self, turn, on_text, cancelled):
        raise InspectorUnusable("local model: not here; download it")


def test_an_unusable_inspector_is_said_and_not_recorded(bench, until, script) -> None:
    runner = bench.runner(Unusable([]))
    runner.run(bench.ids[0], "scripted")
    until(lambda: runner.live(bench.ids[0]).state == "paused")
    assert runner.live(bench.ids[0]).message == "local model: not here; download it"
    assert bench.kinds(bench.ids[0]) == ["inspection_started", "view_rendered"]
    with pytest.raises(InspectorError, match="not here"):
        runner.inspect_now(bench.ids[1], "scripted")
