"""Stored traces of each kind of ending: any prefix of one resumes to the rest of it.

`SPECREVIEW_WRITE_GOLDEN=1 pytest tests/agent/test_golden_traces.py` writes them anew, for a
change of the events or of the words that go to the inspector.
"""

import os
from pathlib import Path

import pytest

from specreview.agent.events import (
    Event,
    InspectionStopped,
    WindowSuggested,
    event_from_payload,
    event_payload,
)
from specreview.agent.protocol import format_answer, format_call
from specreview.agent.traces import Trace
from specreview.inspectors.scripted import ScriptedInspector

GOLDEN = Path(__file__).resolve().parent.parent / "golden"
WRITE = os.environ.get("SPECREVIEW_WRITE_GOLDEN") == "1"

HALPHA = format_call("Is Hα in emission?", (6480.0, 6650.0), "Hα")
HEII = format_call("Is He II 4686 there?", (4640.0, 4730.0), "He II")
OUTSIDE = format_call("What of the infrared?", (9500.0, 9900.0), "Ca II")
YES = format_answer("Broad and strong.", "YES", "Hα EW 75 Å, FWHM 1580 km/s.")
NO = format_answer("Narrow Balmer lines on TiO bands.", "NO", "A dMe star.")
UNSURE = format_answer("Noise.", "UNSURE", "S/N 1.1 leaves no line measurable.")
CANCELLED = InspectionStopped(reason="cancelled")

STORIES: dict[str, list[str | Event]] = {
    "verdict": [HALPHA, HEII, YES],
    "no_verdict": [HALPHA, UNSURE],
    "rejected": ["It looks like a CV.", OUTSIDE, HALPHA, f"{HEII}\n{YES}", YES],
    "format_errors": ["YES", "<think>YES", f"{YES}{NO}"],
    "turn_limit": [format_call("", (4000.0 + i, 4100.0 + i), "") for i in range(9)],
    "repeated_call": [HALPHA, HALPHA, HALPHA],
    "degenerate": ["<think>" + "is it broad, " * 60],
    "cancelled": [HALPHA, CANCELLED, YES],
    "suggestion": [
        YES,
        WindowSuggested(reviewer="ann", window=(6480.0, 6650.0), note="Hα is narrow"),
        HEII,
        NO,
    ],
}


def stored(name: str) -> Trace:
    lines = (GOLDEN / f"{name}.jsonl").read_bytes().splitlines()
    return Trace("01GOLDEN", tuple(event_from_payload(line) for line in lines))


def tell(trace: Trace, story: list[str | Event], advance) -> Trace:
    """Play the replies; an event among them is put in when its turn has come."""
    script = ScriptedInspector([part for part in story if isinstance(part, str)])
    outside = [(i, part) for i, part in enumerate(story) if not isinstance(part, str)]
    while True:
        due = [part for i, part in outside if trace.turns == i and part not in trace.events]
        waits = not due or trace.events[-1].kind not in ("view_rendered", "verdict_reached")
        step = advance(trace, script) if waits else None
        if step is None and not due:
            return trace
        trace = trace.plus(step.event if step else due[0])


@pytest.mark.parametrize("name", STORIES)
def test_the_story_is_told_as_stored(name: str, begin, advance) -> None:
    told = tell(begin(), STORIES[name], advance)
    if WRITE:
        lines = b"\n".join(event_payload(event) for event in told.events)
        (GOLDEN / f"{name}.jsonl").write_bytes(lines + b"\n")
    expected = stored(name)
    assert told.events[1:] == expected.events[1:]
    same_start = {"app_version", "title", "task_hash", "spectrum_hash", "limits"}
    start, known = (t.started.model_dump(include=same_start) for t in (told, expected))
    assert start == known


@pytest.mark.parametrize("name", STORIES)
def test_any_prefix_is_resumed(name: str, advance) -> None:
    whole = stored(name)
    script = ScriptedInspector.from_trace(whole)
    trace = Trace(whole.inspection_id, whole.events[:1])
    for expected in whole.events[1:]:
        if isinstance(expected, WindowSuggested) or expected == CANCELLED:
            trace = trace.plus(expected)
            continue
        step = advance(Trace(trace.inspection_id, trace.events), script)
        assert step is not None
        assert step.event == expected
        trace = trace.plus(step.event)
    assert advance(trace, script) is None


@pytest.mark.parametrize("path", sorted(GOLDEN.glob("*.jsonl")), ids=lambda path: path.stem)
def test_payloads_are_canonical(path: Path) -> None:
    for line in path.read_bytes().splitlines():
        assert event_payload(event_from_payload(line)) == line


def test_every_ending_has_a_story() -> None:
    assert {path.stem for path in GOLDEN.glob("*.jsonl")} >= set(STORIES)


def test_a_trace_of_an_older_schema_is_read() -> None:
    lines = (GOLDEN / "older" / "schema1.jsonl").read_bytes().splitlines()
    events = [event_from_payload(line) for line in lines]
    started = events[0]
    assert started.kind == "inspection_started"
    assert (started.schema_number, started.system_text) == (1, None)
