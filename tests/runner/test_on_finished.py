"""What follows a finished inspection: told once with all of it stored, and never in its way."""

from specreview.agent.protocol import format_answer, format_call
from specreview.errors import InspectorError
from specreview.inspectors.scripted import ScriptedInspector

LOOK = format_call("Is Hα broad?", (6480.0, 6650.0), "Hα")
YES = format_answer("Broad Hα.", "YES", "EW 75 Å.")


def test_a_finished_inspection_is_told_with_its_spectrum_once_it_is_stored(bench, script):
    told = []

    def finished(candidate, spectrum, trace):
        stored = bench.store.traces.load(trace.inspection_id)
        told.append((candidate.id, spectrum.content_hash, trace == stored, trace.verdict.verdict))

    runner = bench.runner(script(), on_finished=finished)
    first = bench.ids[0]
    trace = runner.inspect_now(first, "scripted")
    assert told == [(first, trace.started.spectrum_hash, True, "YES")]


def test_a_queue_run_tells_of_each_candidate(bench):
    told = []
    runner = bench.runner(on_finished=lambda candidate, spectrum, trace: told.append(candidate.id))
    runner.start_queue(bench.queue_id, "scripted")
    assert runner.wait_for_queue(bench.queue_id, 60)
    assert sorted(told) == bench.ids


def test_what_fails_afterwards_leaves_the_inspection_finished(bench, script, caplog):
    def finished(candidate, spectrum, trace):
        raise ZeroDivisionError

    runner = bench.runner(script(), on_finished=finished)
    trace = runner.inspect_now(bench.ids[0], "scripted")
    assert trace.verdict.verdict == "YES"
    assert "what follows the inspection of 0 failed" in caplog.text


def test_nothing_is_told_of_an_inspection_that_is_not_over(bench, until):
    class Mute:
        def __init__(self, like):
            self.identity = like.identity

        def reply(self, *_):
            raise InspectorError("nothing to say")

    told = []
    runner = bench.runner(
        Mute(ScriptedInspector([LOOK, YES])), on_finished=lambda *told_of: told.append(told_of)
    )
    runner.run(bench.ids[0], "scripted")
    until(lambda: runner.live(bench.ids[0]).state == "idle")
    stepping = bench.runner(on_finished=lambda *told_of: told.append(told_of))
    stepping.step(bench.ids[1], "scripted")
    until(lambda: stepping.live(bench.ids[1]).state == "paused")
    assert told == []
