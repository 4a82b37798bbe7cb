"""Look here and branch: whoever inspects, whenever it is asked, nothing is lost or done twice."""

import pytest

from specreview.agent.events import Limits
from specreview.agent.protocol import format_answer, format_call
from specreview.agent.traces import Trace
from specreview.errors import InspectorError
from specreview.evaluation.judged import inspected
from specreview.inspectors.scripted import ScriptedInspector
from specreview.runner.runner import Runner
from specreview.runner.steering import Branch, Suggestion, answered_again, unanswered
from specreview.store.verify import verify
from tests.builders import SOON

LOOK = format_call("Is Hα broad?", (6480.0, 6650.0), "Hα")
YES = format_answer("Broad Hα.", "YES", "EW 75 Å.")
NO = format_answer("No He II.", "NO", "Hβ is narrow.")
HBETA = Suggestion("ann", (4800.0, 4930.0), "is Hβ broad too?")
ASKED = ["window_suggested", "view_rendered", "inspector_replied", "verdict_reached"]


def at_rest(until, runner: Runner, candidate: int) -> None:
    until(lambda: runner.live(candidate).state != "running", SOON)


def finished(bench, until, runner: Runner, candidate: int) -> Trace:
    runner.run(candidate, "scripted")
    at_rest(until, runner, candidate)
    trace = bench.store.traces.counting(candidate)
    assert trace is not None
    return trace


def test_a_finished_inspection_looks_again_and_both_verdicts_stay(bench, until, script) -> None:
    runner = bench.runner(script(replies=(LOOK, YES, NO)))
    before = finished(bench, until, runner, bench.ids[0])
    runner.suggest(bench.ids[0], "scripted", HBETA, before.inspection_id)
    at_rest(until, runner, bench.ids[0])
    trace = bench.store.traces.load(before.inspection_id)
    assert [event.kind for event in trace.events[len(before.events) :]] == ASKED
    asked = trace.events[len(before.events)]
    assert (asked.reviewer, asked.window, asked.note) == ("ann", HBETA.window, HBETA.note)
    old, new = answered_again(trace)
    assert (old.verdict, new.verdict) == ("YES", "NO")
    assert bench.store.row(bench.ids[0], "ann").verdict == "NO"
    assert inspected(trace).strict == "YES", "what was judged with help measures nobody"
    assert verify(bench.store).clean


def test_a_suggestion_while_it_writes_comes_after_the_reply(bench, until, script) -> None:
    runner = bench.runner(script(delay=0.3, replies=(LOOK, YES, NO)))
    runner.run(bench.ids[0], "scripted")
    until(lambda: runner.live(bench.ids[0]).partial_text)
    for _ in range(2):  # a double press
        runner.suggest(bench.ids[0], "scripted", HBETA)
    at_rest(until, runner, bench.ids[0])
    trace = bench.store.traces.latest(bench.ids[0])
    kinds = [event.kind for event in trace.events]
    looked = ["view_rendered", "inspector_replied", "view_rendered"]
    assert kinds == ["inspection_started", *looked, *ASKED]
    steps = trace.steps
    assert [step.view.window for step in steps] == [None, (6480.0, 6650.0), HBETA.window]
    assert [step.reply is None for step in steps] == [False, True, False]


def test_a_pause_still_takes_the_suggestion_in(bench, until, script) -> None:
    runner = bench.runner(script(delay=0.4, replies=(LOOK, YES, NO)))
    runner.run(bench.ids[0], "scripted")
    until(lambda: runner.live(bench.ids[0]).partial_text)
    runner.suggest(bench.ids[0], "scripted", HBETA)
    runner.pause(bench.ids[0])
    at_rest(until, runner, bench.ids[0])
    trace = bench.store.traces.latest(bench.ids[0])
    assert bench.kinds(bench.ids[0])[-2:] == ["view_rendered", "window_suggested"]
    assert unanswered(trace).note == HBETA.note
    runner.run(bench.ids[0], "scripted", trace.inspection_id)
    at_rest(until, runner, bench.ids[0])
    assert bench.kinds(bench.ids[0])[-4:] == ASKED


def test_two_people_at_once_are_both_heard(bench, until, script) -> None:
    runner = bench.runner(script(delay=0.2, replies=(LOOK, YES, NO, YES)))
    trace = finished(bench, until, runner, bench.ids[0])
    other = Suggestion("bob", None, "look at the continuum")
    runner.suggest(bench.ids[0], "scripted", HBETA, trace.inspection_id)
    runner.suggest(bench.ids[0], "scripted", other, trace.inspection_id)
    at_rest(until, runner, bench.ids[0])
    events = bench.store.traces.load(trace.inspection_id).events
    assert [e.reviewer for e in events if e.kind == "window_suggested"] == ["ann", "bob"]


def test_what_another_process_inspects_is_waited_for(bench, until, script) -> None:
    first = bench.runner(script(delay=0.5, replies=(LOOK, YES)))
    second = bench.runner(script(replies=(LOOK, YES, NO)), store=bench.second_store())
    same = ScriptedInspector((LOOK, YES)).identity
    assert same != second.inspector("scripted").identity
    third = bench.runner(script(replies=(LOOK, YES)), store=bench.second_store())
    first.run(bench.ids[0], "scripted")
    until(lambda: first.live(bench.ids[0]).partial_text)
    third.suggest(bench.ids[0], "scripted", HBETA)
    until(lambda: "another process" in third.live(bench.ids[0]).message)
    at_rest(until, first, bench.ids[0])
    at_rest(until, third, bench.ids[0])
    kinds = bench.kinds(bench.ids[0])
    assert kinds.count("window_suggested") == 1
    assert kinds.index("window_suggested") > kinds.index("verdict_reached")


def test_another_inspector_answers_in_a_branch(bench, until, script) -> None:
    runner = bench.runner()
    before = finished(bench, until, runner, bench.ids[0])
    other = bench.runner(script(replies=(LOOK, YES, NO)))
    other.suggest(bench.ids[0], "scripted", HBETA, before.inspection_id)
    at_rest(until, other, bench.ids[0])
    branch = bench.store.traces.latest(bench.ids[0])
    assert branch.inspection_id != before.inspection_id
    started = branch.started
    assert started.parent_inspection == before.inspection_id
    assert started.parent_position == len(before.events) - 1
    assert branch.events[1 : len(before.events)] == before.events[1:]
    assert bench.store.traces.load(before.inspection_id) == before
    assert bench.store.traces.counting(bench.ids[0]) == branch


def test_a_branch_stands_on_its_own_and_has_all_its_turns(bench, until, script) -> None:
    runner = bench.runner(limits=Limits(turns=2))
    before = finished(bench, until, runner, bench.ids[0])
    other = bench.runner(script(replies=(LOOK, NO)), limits=Limits(turns=2))
    from_step_2 = Branch(before.inspection_id, 3)
    for _ in range(2):
        other.branch(bench.ids[0], "scripted", from_step_2)
    at_rest(until, other, bench.ids[0])
    known = bench.store.traces.of_candidate(bench.ids[0])
    assert [summary.verdict for summary in known] == ["NO", "YES"], "a double press is one branch"
    branch = bench.store.traces.load(known[0].id)
    assert branch.events[1:4] == before.events[1:4]
    assert branch.turns_allowed == 2 + 1
    assert bench.store.traces.images(branch).keys() == bench.store.traces.images(before).keys()
    assert verify(bench.store).clean


def test_what_cannot_be_is_said(bench, until) -> None:
    with pytest.raises(InspectorError, match="name a window, write a note"):
        Suggestion("ann", None, "  ")
    with pytest.raises(InspectorError, match="name a window, write a note"):
        Suggestion("ann", None, "\x00\ud83d \x1b")
    nan, inf = float("nan"), float("inf")
    for window in ((6600.0, 6500.0), (6500.0, 6500.0), (0.0, 10.0), (nan, 6500.0), (6500.0, inf)):
        with pytest.raises(InspectorError, match="lower limit first"):
            Suggestion("ann", window)
    with pytest.raises(InspectorError, match=r"5000 characters, at most 1000 .* take out 4000"):
        Suggestion("ann", HBETA.window, "é" * 5000)
    runner = bench.runner()
    before = finished(bench, until, runner, bench.ids[0])
    runner.branch(bench.ids[0], "scripted", Branch(before.inspection_id, 99))
    until(lambda: "has no event 99" in runner.live(bench.ids[0]).message, SOON)
    bench.store.queues.set_redshift(bench.ids[0], 0.1, "ann")
    runner.suggest(bench.ids[0], "scripted", HBETA, before.inspection_id)
    until(lambda: "use Restart" in runner.live(bench.ids[0]).message, SOON)
    assert len(bench.store.traces.of_candidate(bench.ids[0])) == 1


def test_a_window_without_data_is_told_to_the_inspector(bench, until, script) -> None:
    runner = bench.runner(script(replies=(LOOK, YES, NO)))
    trace = finished(bench, until, runner, bench.ids[0])
    nowhere = Suggestion("ann", (12000.0, 13000.0))
    runner.suggest(bench.ids[0], "scripted", nowhere, trace.inspection_id)
    at_rest(until, runner, bench.ids[0])
    rejected = ["window_suggested", "call_rejected", "inspector_replied", "verdict_reached"]
    assert bench.kinds(bench.ids[0])[-4:] == rejected


def test_what_nobody_can_see_in_a_note_becomes_blanks_and_the_rest_stays(
    bench, until, script
) -> None:
    """A PDF's form feed, a bell, half of a letter outside the first plane, as a cut leaves it."""
    note = "Hβ\tbroad?\x0c\nsee\x07 fig. 3 \U0001f52d\ud83d"
    runner = bench.runner(script(replies=(LOOK, YES, NO)))
    trace = finished(bench, until, runner, bench.ids[0])
    runner.suggest(bench.ids[0], "scripted", Suggestion("ann", None, note), trace.inspection_id)
    at_rest(until, runner, bench.ids[0])
    asked = bench.store.traces.load(trace.inspection_id).events[len(trace.events)]
    assert asked.note == "Hβ\tbroad? \nsee  fig. 3 \U0001f52d"
    assert bench.kinds(bench.ids[0])[-1] == "verdict_reached"
    assert verify(bench.store).clean


def test_before_any_inspection_it_is_taken_along(bench, until, script) -> None:
    runner = bench.runner(script(replies=(YES,)))
    runner.suggest(bench.ids[0], "scripted", HBETA)
    at_rest(until, runner, bench.ids[0])
    assert bench.kinds(bench.ids[0]) == ["inspection_started", "view_rendered", *ASKED]


def test_a_queue_run_leaves_a_candidate_with_a_paused_branch(bench, until, script) -> None:
    inspector = script(replies=(LOOK, YES))
    runner = bench.runner(inspector)
    before = finished(bench, until, runner, bench.ids[0])
    identity = inspector.identity
    started = before.started.model_copy(update={"parent_inspection": before.inspection_id})
    bench.store.traces.start(bench.ids[0], started, identity.fingerprint)
    runner.start_queue(bench.queue_id, "scripted", limit=1)
    assert runner.wait_for_queue(bench.queue_id, SOON)
    assert runner.queue_progress(bench.queue_id).before == 1


def test_after_a_kill_between_suggestion_and_reply_run_answers_it(bench, until, script) -> None:
    """What the store holds then is the trace up to the suggestion, and a lease that runs out."""
    runner = bench.runner(script(replies=(LOOK, YES, NO)))
    before = finished(bench, until, runner, bench.ids[0])
    bench.store.traces.append(before.inspection_id, len(before.events), HBETA.event)
    summary = bench.store.traces.of_candidate(bench.ids[0])[0]
    bench.store.work.claim(bench.ids[0], summary.task_hash, summary.fingerprint, 0, "dead", 0.5)
    after = bench.runner(script(replies=(LOOK, YES, NO)))
    assert after.live(bench.ids[0], bench.store.traces.load(before.inspection_id)).state == "paused"
    after.suggest(bench.ids[0], "scripted", HBETA, before.inspection_id)
    at_rest(until, after, bench.ids[0])
    assert bench.kinds(bench.ids[0])[len(before.events) :] == ASKED, "pressed again, it is one"


def test_pressed_again_after_the_inspector_failed_it_is_asked_again(bench, until, script) -> None:
    runner = bench.runner(script(replies=(LOOK, YES)))  # the script ends before the suggestion
    before = finished(bench, until, runner, bench.ids[0])
    runner.suggest(bench.ids[0], "scripted", HBETA, before.inspection_id)
    at_rest(until, runner, bench.ids[0])
    assert bench.kinds(bench.ids[0])[-1] == "inspection_stopped"
    runner.suggest(bench.ids[0], "scripted", HBETA, before.inspection_id)
    at_rest(until, runner, bench.ids[0])
    asked = ["window_suggested", "view_rendered", "inspection_stopped"]
    assert bench.kinds(bench.ids[0])[len(before.events) :] == asked * 2
