"""From a trace to what is scored."""

import pytest

from specreview.agent.events import InspectionStopped, VerdictReached, WindowSuggested
from specreview.agent.traces import Trace
from specreview.evaluation.judged import Judge, inspected, judged
from specreview.tasks.own_prompt import OwnPrompt
from tests.evaluation.judging import LOOK, replied, row_of, said, started, trace_of


def test_a_whole_inspection():
    found = inspected(trace_of("YES"))
    assert found is not None
    assert (found.strict, found.lenient, found.well_formed) == ("YES", "YES", True)
    assert (found.outcome, found.score) == ("verdict", 0.9)
    assert (found.turns, found.tool_calls, found.tokens, found.seconds) == (2, 1, 20, 1.0)
    assert found.judge == Judge("local", "Maxwell-Jia/spec-o3-3b", "abc")
    assert found.judge.name == "local Maxwell-Jia/spec-o3-3b rev abc"


def test_no_verdict_is_no_answer():
    found = inspected(trace_of(None))
    assert found is not None
    assert (found.strict, found.lenient, found.outcome) == (None, None, "no_verdict")


@pytest.mark.parametrize("reason", ["turn_limit", "format_errors", "degenerate", "context_full"])
def test_a_stopped_inspection_has_no_strict_answer_but_may_have_a_lenient_one(reason):
    end = InspectionStopped(reason=reason)
    found = inspected(trace_of(end=end, text="so it is \\boxed{NO}, I think"))
    assert found is not None
    assert (found.strict, found.lenient, found.outcome) == (None, "NO", reason)
    assert not found.well_formed


@pytest.mark.parametrize("reason", ["cancelled", "backend_error"])
def test_what_did_not_end_by_itself_is_not_scored(reason):
    assert inspected(trace_of(end=InspectionStopped(reason=reason))) is None


def test_help_is_left_out_of_the_score():
    """The verdict before a suggestion counts, not the one after it."""
    first = trace_of("NO")
    hint = WindowSuggested(reviewer="ann", window=(4800.0, 4900.0))
    later = (hint, replied(said("YES"), answer="YES"))
    helped = first
    for event in (*later, VerdictReached(verdict="YES", justification="")):
        helped = helped.plus(event)
    found = inspected(helped)
    assert found is not None
    assert (found.strict, found.turns) == ("NO", 2)


def test_a_verdict_that_came_only_with_help_is_not_scored():
    hint = WindowSuggested(reviewer="ann", window=None, note="look at Hβ")
    events = (started(), replied(LOOK, call=True), hint, replied(said("YES"), answer="YES"))
    end = VerdictReached(verdict="YES", justification="")
    assert inspected(Trace("01", (*events, end))) is None
    assert inspected(trace_of("YES", parent_inspection="00", parent_position=2)) is None


def test_tokens_are_unknown_as_soon_as_one_reply_does_not_count_them():
    trace = trace_of("YES")
    silent = tuple(
        event.model_copy(update={"tokens": None}) if place == 1 else event
        for place, event in enumerate(trace.events)
    )
    found = inspected(Trace("01", silent))
    assert found is not None
    assert found.tokens is None


def test_a_row_lends_task_survey_and_prompt():
    found = inspected(trace_of("YES"))
    assert found is not None
    row = row_of(7, survey="DESI", task_key="wd", own_prompt=OwnPrompt("<image>Is it?"))
    one = judged(row, "NO", found)
    assert (one.candidate_id, one.survey, one.task, one.own_prompt) == (7, "DESI", "wd", True)
    assert not one.is_positive
    assert one.answer() == "YES"
