"""What scoring reads: finished inspections, whole traces, and the answers that stand."""

from specreview.agent.events import InspectionStopped, ViewRendered


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


def test_answered_are_the_inspections_of_candidates_that_people_answered(desk):
    desk = desk(3)
    first, second, third = desk.ids[:3]
    ids = {candidate: desk.inspect(candidate, "YES") for candidate in (first, second, third)}
    desk.answer(first, "NO")
    desk.answer(second, "YES")
    desk.undo(second)
    desk.defer(third)
    assert [one.id for one in desk.store.traces.answered(desk.queue_id)] == [ids[first]]


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


def test_verdicts_are_counted_by_inspector(desk, start_event):
    desk = desk(3)
    for candidate, verdict in zip(desk.ids, ("YES", "NO", None), strict=True):
        desk.inspect(candidate, verdict)
    desk.store.traces.start(desk.ids[0], start_event(), "another")
    counts = desk.store.traces.verdict_counts
    assert counts(desk.queue_id, "fingerprint") == {"YES": 1, "NO": 1, None: 1}
    assert counts(desk.queue_id, "another") == {}, "not finished"
