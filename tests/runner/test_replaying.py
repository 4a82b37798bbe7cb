"""Stored traces played again: the same come out the same, and each kind of change is seen."""

from pathlib import Path

import pytest

from specreview.agent.events import (
    CallRejected,
    Event,
    InspectionStopped,
    InspectorReplied,
    VerdictReached,
    ViewRendered,
    WindowSuggested,
    event_from_payload,
)
from specreview.agent.protocol import format_answer, format_call
from specreview.agent.traces import Trace
from specreview.runner.replaying import replay
from specreview.runner.steering import Branch, begun_from

GOLDEN = Path(__file__).resolve().parent.parent / "golden"
STORIES = sorted(path.stem for path in GOLDEN.glob("*.jsonl"))


def stored(name: str) -> Trace:
    lines = (GOLDEN / f"{name}.jsonl").read_bytes().splitlines()
    return Trace("01GOLDEN", tuple(event_from_payload(line) for line in lines))


def pictures(trace: Trace) -> set[str]:
    return {event.image_sha256 for event in trace.events if isinstance(event, ViewRendered)}


def with_event(trace: Trace, kind: type[Event], **changes: object) -> Trace:
    """The trace with the first event of a kind changed."""
    at = next(i for i, event in enumerate(trace.events) if isinstance(event, kind))
    changed = trace.events[at].model_copy(update=changes)
    return Trace(trace.inspection_id, (*trace.events[:at], changed, *trace.events[at + 1 :]))


@pytest.mark.parametrize("name", STORIES)
def test_every_kind_of_trace_comes_out_the_same(name: str) -> None:
    trace = stored(name)
    assert replay(trace, pictures(trace)) is None


def test_a_trace_of_an_older_schema_is_played_too() -> None:
    lines = (GOLDEN / "older" / "schema1.jsonl").read_bytes().splitlines()
    trace = Trace("01OLD", tuple(event_from_payload(line) for line in lines))
    assert replay(trace, pictures(trace)) is None


def test_an_inspection_under_way_is_played_as_far_as_it_goes() -> None:
    whole = stored("verdict")
    for length in range(1, len(whole.events)):
        part = Trace(whole.inspection_id, whole.events[:length])
        assert replay(part, pictures(whole)) is None


@pytest.mark.parametrize(
    ("change", "turn", "was", "now"),
    [
        (
            {"text": format_answer("", "NO"), "calls": (), "answer": "YES"},
            1,
            "answer YES",
            "answer NO",
        ),
        (
            {"text": format_call("", (1.0, 2.0))},
            1,
            "a call of 6480 to 6650 Å",
            "a call of 1 to 2 Å",
        ),
        ({"text": "?"}, 1, "a call of 6480 to 6650 Å", "neither call nor answer"),
    ],
)
def test_a_reply_that_reads_otherwise_today_is_the_first_difference(change, turn, was, now) -> None:
    difference = replay(with_event(stored("verdict"), InspectorReplied, **change), {"x"} | _all())
    assert (difference.turn, difference.was, difference.now) == (turn, was, now)
    assert difference.sentence() == f"turn {turn}: was {was}, now {now}"


def _all() -> set[str]:
    return set().union(*(pictures(stored(name)) for name in STORIES))


def test_a_lost_picture_another_window_and_another_verdict_are_differences() -> None:
    trace = stored("verdict")
    assert "without its picture" in replay(trace, set()).now
    moved = with_event(trace, ViewRendered, window=(1.0, 2.0))
    assert replay(moved, _all()).now == "a view of the full range"
    other = with_event(trace, VerdictReached, verdict="NO")
    assert replay(other, _all()).sentence() == "turn 3: was verdict NO, now verdict YES"


def test_another_end_is_a_difference() -> None:
    trace = stored("verdict")
    more = trace.plus(InspectionStopped(reason="turn_limit"))
    assert replay(more, _all()).now == "the end"
    repeated = stored("repeated_call")
    patient = Trace("x", (_patient(repeated), *repeated.events[1:]))
    assert "was stop repeated_call, now a view" in replay(patient, _all()).sentence()
    failed = Trace("x", (*trace.events[:3], InspectionStopped(reason="backend_error")))
    assert replay(failed, _all()) is None, "no replay can tell that the machine failed"


def _patient(trace: Trace) -> Event:
    limits = trace.started.limits.model_copy(update={"repeated_calls": 9})
    return trace.started.model_copy(update={"limits": limits})


@pytest.mark.parametrize("suggestions", [0, 6])
def test_what_a_branch_took_over_was_under_its_parents_limit_of_turns(suggestions: int) -> None:
    """Decision 0157: its own limit counts on from there, whatever the parent's was."""
    parent = stored("turn_limit")
    looked = parent.events[1:-1]
    asked = WindowSuggested(reviewer="ann", window=None, note="and the blue end?")
    called = next(event for event in looked if isinstance(event, InspectorReplied))
    refused = CallRejected(reason="no window")
    nothing = called.model_copy(update={"text": "?", "calls": (), "answer": None})
    taken = (*parent.events, *((asked, nothing, refused) * suggestions))
    first = begun_from(parent.started, Branch("01PARENT", len(taken) - 1), taken[1:])
    branch = Trace("01BRANCH", (first, *taken[1:], asked))
    assert replay(branch, pictures(branch)) is None
    cut = branch.plus(InspectionStopped(reason="turn_limit"))
    assert replay(cut, pictures(branch)).now == "another reply", "past the copy its own one holds"
