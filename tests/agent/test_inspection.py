"""The loop: one event at a time, decided by the trace alone, with every way to end."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from specreview.agent.events import (
    CallRejected,
    InspectionStopped,
    VerdictReached,
    ViewRendered,
    WindowSuggested,
    event_from_payload,
    event_payload,
)
from specreview.agent.inspection import Inspection
from specreview.agent.inspector import Reply, Turn
from specreview.agent.protocol import format_answer, format_call
from specreview.agent.traces import Trace
from specreview.errors import CallError, InspectorError
from specreview.inspectors.scripted import ScriptedInspector

YES = format_answer("Broad Hα.", "YES", "EW 75 Å.")
UNSURE = format_answer("Nothing to see.", "UNSURE", "No coverage of Hα.")
BROKEN = "I would say yes."


def look(lower: float = 6480, upper: float = 6650) -> str:
    return format_call("Is Hα broad?", (lower, upper), "Hα")


def test_a_whole_inspection_event_by_event(begin, play, kinds) -> None:
    trace = play(begin(), [look(), YES])
    assert kinds(trace) == [
        "inspection_started",
        "view_rendered",
        "inspector_replied",
        "view_rendered",
        "inspector_replied",
        "verdict_reached",
    ]
    assert trace.verdict == VerdictReached(verdict="YES", justification="EW 75 Å.")
    assert trace.finished
    assert (trace.turns, trace.turns_allowed) == (2, 8)
    assert trace.events[1].window is None
    assert trace.events[3].window == (6480.0, 6650.0)


def test_steps_pair_each_picture_with_what_was_said_about_it(begin, play) -> None:
    trace = play(begin(), [look(), BROKEN, YES])
    first, second, third = trace.steps
    assert [step.number for step in trace.steps] == [1, 2, 3]
    assert (first.view.window, first.reply.calls[0].window) == (None, (6480.0, 6650.0))
    assert second.view.window == (6480.0, 6650.0)
    assert (second.reply.text, second.rejected is not None) == (BROKEN, True)
    assert (third.view, third.reply.answer) == (None, "YES")


def test_unsure_is_no_verdict_and_ends_the_inspection(begin, play) -> None:
    trace = play(begin(), [UNSURE])
    assert trace.verdict == VerdictReached(verdict=None, justification="No coverage of Hα.")
    assert trace.finished


def test_a_score_is_kept_with_its_verdict(begin, play) -> None:
    trace = play(begin(), ScriptedInspector([Reply(YES, score=0.93)]))
    assert trace.verdict.score == 0.93


@pytest.mark.parametrize(
    ("reply", "says"),
    [
        (BROKEN, r"\boxed{YES} or \boxed{NO}"),
        ("<think>I wonder", "no </think>"),
        (f"{YES}{YES}", "more than one answer"),
        ('<think>a</think><tool_call>{"name": "zoom"}</tool_call>', 'no tool "zoom"'),
        (format_call("", (9500, 9900), ""), "available range is 3700"),
        (format_call("", (6480, 6650), "").replace("6650", "6400"), "lower limit must come first"),
    ],
)
def test_what_cannot_be_used_goes_back_with_the_reason(begin, play, kinds, reply, says) -> None:
    trace = play(begin(), [reply, YES])
    rejected = trace.events[3]
    assert isinstance(rejected, CallRejected)
    assert says in rejected.reason
    assert kinds(trace)[4:] == ["inspector_replied", "verdict_reached"]


def test_a_wrong_call_costs_a_turn_and_the_run_goes_on_to_a_verdict(begin, play) -> None:
    wrong = look().replace("6480", '"abc"')
    trace = play(begin(), [wrong, look(), YES])
    assert "wavelength_range" in trace.events[3].reason
    assert trace.verdict.verdict == "YES"
    assert trace.turns == 3


def test_a_window_half_outside_is_cut_to_the_data_and_said(begin, play) -> None:
    trace = play(begin(), [look(3000, 4000), YES])
    view = trace.events[3]
    assert view.window == (3700.0, 4000.0)
    assert "3700.0 to 4000.0" in view.text


def test_windows_are_in_the_rest_frame(begin, play) -> None:
    trace = play(begin(redshift=1.0), [look(1800, 2000), YES])
    assert trace.events[3].window == (1850.0, 2000.0)


def test_turn_limit_ends_before_a_useless_picture(begin, play, kinds) -> None:
    replies = [look(6000 + 10 * i, 6100 + 10 * i) for i in range(9)]
    trace = play(begin(), replies)
    assert trace.stopped.reason == "turn_limit"
    assert trace.turns == 8
    assert kinds(trace).count("view_rendered") == 8, "the overview and seven windows"
    assert not trace.resumable


def test_three_unusable_replies_in_a_row(begin, play) -> None:
    trace = play(begin(), [BROKEN, BROKEN, look(), BROKEN, BROKEN, BROKEN, YES])
    assert trace.stopped.reason == "format_errors"
    assert trace.turns == 6


def test_windows_without_data_are_no_format_errors(begin, play) -> None:
    outside = [look(9500 + 40 * i, 9900) for i in range(5)]
    assert play(begin(), [*outside, YES]).verdict.verdict == "YES"


def test_the_same_window_a_third_time(begin, play, kinds) -> None:
    trace = play(begin(), [look(), look(4000, 4100), look(), look(), YES])
    assert trace.stopped.reason == "repeated_call"
    assert "6480 to 6650" in trace.stopped.message
    assert trace.turns == 4
    assert kinds(trace).count("view_rendered") == 4


def test_repetition_without_end(begin, play) -> None:
    trace = play(begin(), ["<think>" + "the band " * 100, YES])
    assert trace.stopped.reason == "degenerate"
    assert trace.turns == 1


def test_an_inspector_that_cannot_answer(begin, play) -> None:
    trace = play(begin(), [look()])
    assert trace.stopped.reason == "backend_error"
    assert "the script has 1 replies" in trace.stopped.message
    assert not trace.resumable


def test_a_truncated_reply_is_not_used(begin, play) -> None:
    cut = Reply(r"<think>a</think><answer>\boxed{YES} bec", finish_reason="length")
    trace = play(begin(), ScriptedInspector([cut, YES]))
    assert "cut off" in trace.events[3].reason
    assert trace.verdict.justification == "EW 75 Å."


def test_a_suggestion_grants_three_turns_and_the_last_verdict_counts(begin, play, kinds) -> None:
    trace = play(begin(turns=2), [look(), YES])
    suggested = WindowSuggested(reviewer="ann", window=(4800.0, 4900.0), note="and Hβ?")
    trace = trace.plus(suggested)
    assert trace.turns_allowed == 5
    assert not trace.finished
    no = format_answer("Narrow.", "NO", "A dMe star.")
    trace = play(trace, [look(), YES, look(), look(), no])
    assert kinds(trace)[6:9] == ["window_suggested", "view_rendered", "inspector_replied"]
    assert trace.events[7].window == (4800.0, 4900.0)
    assert trace.verdict.verdict == "NO"
    assert [step.suggestion for step in trace.steps if step.suggestion] == [suggested]


def test_a_suggestion_revives_a_stopped_inspection(begin, play) -> None:
    trace = play(begin(), [BROKEN, BROKEN, BROKEN, YES])
    assert trace.stopped.reason == "format_errors"
    trace = play(trace.plus(WindowSuggested(reviewer="ann", window=None)), [BROKEN] * 3 + [YES])
    assert trace.verdict.verdict == "YES"


def test_cancelling_makes_no_outside_call_and_can_be_resumed(begin, play, advance) -> None:
    trace = begin()
    stop = advance(trace, ScriptedInspector([]), cancelled=lambda: True)
    assert stop.event == InspectionStopped(reason="cancelled")
    stopped = trace.plus(stop.event)
    assert stopped.resumable
    assert play(stopped, [look(), YES]).verdict.verdict == "YES"


def test_a_reply_cut_by_cancelling_is_not_recorded(begin, advance) -> None:
    trace = begin()
    trace = trace.plus(advance(trace, ScriptedInspector([])).event)
    pieces: list[str] = []
    inspector = ScriptedInspector([YES * 20], delay=30.0)
    one = advance(trace, inspector, on_text=pieces.append, cancelled=lambda: len(pieces) > 2)
    assert one.event == InspectionStopped(reason="cancelled")
    assert 0 < len("".join(pieces)) < len(YES) * 20


def test_one_outside_call_a_step(begin, spectrum, task) -> None:
    calls: list[str] = []

    def draw(*_: object) -> bytes:
        calls.append("draw")
        return b"png"

    class Counting(ScriptedInspector):
        def reply(self, turn, on_text, cancelled):
            calls.append("reply")
            return super().reply(turn, on_text, cancelled)

    trace, inspector = begin(), Counting([look(), BROKEN, YES])
    made = []
    while True:
        calls.clear()
        one = Inspection(trace, spectrum, task, inspector, draw, {}).advance()
        made.append(len(calls))
        if one is None:
            break
        trace = trace.plus(one.event)
    assert max(made) == 1
    assert made[-1] == 0
    assert trace.verdict.verdict == "YES"


def test_the_inspector_gets_the_pictures_and_the_redshift(begin, spectrum, task) -> None:
    seen = []

    class Watching(ScriptedInspector):
        def reply(self, turn, on_text, cancelled):
            seen.append((turn.redshift, dict(turn.images), turn.events))
            return super().reply(turn, on_text, cancelled)

    trace = begin(redshift=0.5)
    drawn = Inspection(trace, spectrum, task, Watching([YES]), lambda *_: b"P", {}).advance()
    trace = trace.plus(drawn.event)
    images = {drawn.event.image_sha256: drawn.image}
    Inspection(trace, spectrum, task, Watching([YES]), lambda *_: b"P", images).advance()
    assert seen == [(0.5, images, trace.events)]


def test_a_spectrum_that_cannot_be_drawn_stops_with_the_reason(begin, spectrum, task) -> None:
    def draw(*_: object) -> bytes:
        raise CallError("no finite flux")

    one = Inspection(begin(), spectrum, task, ScriptedInspector([]), draw, {}).advance()
    assert one.event == InspectionStopped(reason="backend_error", message="no finite flux")


def test_lone_surrogates_from_a_model_can_be_recorded(begin, play) -> None:
    trace = play(begin(), [look().replace("Hα", "\\ud800"), "\ud800", YES])
    for event in trace.events:
        assert event_from_payload(event_payload(event)) == event


REPLIES = st.sampled_from(
    [look(), look(4000, 4100), look(9500, 9900), look(3000, 4000), BROKEN, YES, UNSURE, "<think>"]
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60)
@given(replies=st.lists(REPLIES, max_size=12), cut=st.integers(1, 40), stop=st.booleans())
def test_any_prefix_of_any_inspection_resumes_to_the_same_end(
    begin, play, replies, cut, stop
) -> None:
    """What comes next depends on the trace alone: where it was cut does not show."""
    whole = play(begin(), replies)
    prefix = Trace(whole.inspection_id, whole.events[: min(cut, len(whole.events))])
    if stop and prefix.resumable:
        prefix = prefix.plus(InspectionStopped(reason="cancelled"))
    again = play(prefix, replies)
    kept = tuple(e for e in again.events if e != InspectionStopped(reason="cancelled"))
    assert kept == whole.events
    assert whole.turns <= 8
    assert whole.finished
    assert (whole.verdict is None) != (whole.stopped is None)


def test_replaying_a_trace_gives_the_trace(begin, play) -> None:
    whole = play(begin(), [look(), BROKEN, look(9500, 9900), YES])
    assert play(begin(), ScriptedInspector.from_trace(whole)).events == whole.events


def test_a_trace_begins_with_its_start_and_has_one() -> None:
    view = ViewRendered(window=None, label="", image_sha256="0")
    for events in ((), (view,)):
        with pytest.raises(ValueError, match="begins with InspectionStarted"):
            Trace("01", events)


def test_a_script_at_its_end_says_so(begin, advance) -> None:
    with pytest.raises(InspectorError, match="give it a longer one"):
        ScriptedInspector([]).reply(
            Turn(None, begin().events, None, None, {}), lambda _: None, lambda: False
        )
