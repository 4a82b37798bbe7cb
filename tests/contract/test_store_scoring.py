"""What scoring reads: finished inspections, whole traces, and the answers that stand."""

from specreview.agent.events import (
    InspectionStopped,
    VerdictReached,
    ViewRendered,
    WindowSuggested,
)

SUGGESTED = WindowSuggested(reviewer="ann", window=(4800.0, 4930.0))


def reached(verdict: str) -> VerdictReached:
    return VerdictReached(verdict=verdict, justification="as seen")


def test_finished_are_those_with_a_verdict_or_an_end_of_their_own(desk, start_event):
    desk = desk(3)
    first, second, third = desk.ids[:3]
    traces = desk.store.traces
    done = [desk.inspect(first, "YES"), desk.inspect(second, None)]
    for candidate, reason in (
        (third, "turn_limit"),
        (third, "cancelled"),
        (first, "backend_error"),
    ):
        inspection = traces.start(candidate, start_event(), "fingerprint")
        traces.append(inspection, 1, InspectionStopped(reason=reason))
        if reason == "turn_limit":
            done.append(inspection)
    traces.start(third, start_event(), "fingerprint")
    assert [one.id for one in traces.finished(desk.queue_id)] == done
    assert [one.verdict for one in traces.finished(desk.queue_id)] == ["YES", None, None]
    other = desk.store.queues.create("other", "cv", "x.csv")
    assert traces.finished(other.id) == []


def test_streamed_traces_are_the_loaded_ones(desk):
    desk = desk(3)
    traces = desk.store.traces
    ids = [desk.inspect(candidate, "NO") for candidate in desk.ids[:3]]
    assert list(traces.stream(ids[::-1])) == [traces.load(one) for one in ids]
    starts = list(traces.stream(ids, starts_only=True))
    assert [one.events for one in starts] == [(traces.load(n).started,) for n in ids]
    assert not any(isinstance(event, ViewRendered) for one in starts for event in one.events)
    assert list(traces.stream([])) == []


def test_an_inspector_is_measured_by_what_it_came_to_by_itself_last(desk, start_event):
    """Decision 0155: no branch, nothing after a suggestion, and a candidate once."""
    desk = desk(5)
    restarted, branched, helped, aided, failed = desk.ids
    traces = desk.store.traces
    desk.inspect(restarted, "YES")
    last = desk.inspect(restarted, "NO")
    parent = desk.inspect(branched, "NO")
    branch = start_event(parent_inspection=parent, parent_position=1)
    traces.keep(branched, branch, [(reached("YES"), None)], "fingerprint")
    alone = desk.inspect(helped, "NO")
    for event in (SUGGESTED, reached("YES")):
        traces.append(alone, len(traces.load(alone).events), event)
    traces.keep(aided, start_event(), [(SUGGESTED, None), (reached("YES"), None)], "fingerprint")
    lost = InspectionStopped(reason="backend_error")
    traces.keep(failed, start_event(), [(lost, None)], "fingerprint")
    ended = traces.keep(
        failed, start_event(), [(InspectionStopped(reason="turn_limit"), None)], "fingerprint"
    )
    measuring = traces.measuring(desk.queue_id)
    assert [one.id for one in measuring] == [last, parent, alone, ended]
    assert [one.unaided_verdict for one in measuring] == ["NO", "NO", "NO", None]
    counts = traces.verdict_counts(desk.queue_id, "fingerprint", "p" * 64)
    assert counts == {"NO": 3, None: 1}


def test_other_inspectors_and_prompts_are_measured_beside_it(desk, start_event):
    desk = desk(3)
    one = desk.inspect(desk.ids[0], "YES")
    ended = [(reached("NO"), None)]
    other = desk.store.traces.keep(desk.ids[0], start_event(prompt_hash="q"), ended, "fingerprint")
    third = desk.store.traces.keep(desk.ids[0], start_event(), ended, "another")
    found = desk.store.traces.measuring(desk.queue_id)
    assert [summary.id for summary in found] == [one, other, third]
    counts = desk.store.traces.verdict_counts
    assert counts(desk.queue_id, "fingerprint", "p" * 64) == {"YES": 1}
    assert counts(desk.queue_id, "fingerprint", "q") == {"NO": 1}
    assert counts(desk.queue_id, "nobody", "q") == {}


def test_those_of_candidates_that_people_answered(desk):
    desk = desk(3)
    first, second, third = desk.ids[:3]
    ids = {candidate: desk.inspect(candidate, "YES") for candidate in (first, second, third)}
    desk.answer(first, "NO")
    desk.answer(second, "YES")
    desk.undo(second)
    desk.defer(third)
    found = desk.store.traces.measuring(desk.queue_id, answered=True)
    assert [one.id for one in found] == [ids[first]]


def test_standing_answers_say_whether_a_verdict_was_shown(desk):
    desk = desk(3)
    first, second, third = desk.ids[:3]
    desk.answer(first, "NO", verdict="YES", verdict_shown=True)
    desk.answer(first, "YES", "bob", role="adjudicator", verdict="YES", verdict_shown=False)
    desk.defer(second)
    desk.answer(third, "UNSURE")
    found = desk.store.decisions.standing(desk.queue_id)
    assert [(one.candidate_id, one.reviewer, one.answer, one.shown_verdict) for one in found] == [
        (first, "ann", "NO", "YES"), (first, "bob", "YES", None), (third, "ann", "UNSURE", None),
    ]  # fmt: skip
    assert [one.role for one in found] == ["reviewer", "adjudicator", "reviewer"]


def test_positions_move_with_each_record_and_with_nothing_else(desk):
    desk = desk(3)
    traces, decisions = desk.store.traces, desk.store.decisions
    before = traces.position(), decisions.position()
    desk.store.counts(desk.queue_id, "ann")
    assert (traces.position(), decisions.position()) == before
    desk.inspect(desk.ids[0], "YES")
    assert traces.position() == before[0] + 3
    desk.answer(desk.ids[0], "NO")
    assert decisions.position() == before[1] + 1
