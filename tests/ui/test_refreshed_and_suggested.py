"""The window in the URL, what became of a suggestion, and labels that say no word twice."""

import pytest

from specreview.agent.events import (
    InspectionStarted,
    InspectionStopped,
    VerdictReached,
    WindowSuggested,
)
from specreview.agent.traces import Trace
from specreview.measure.measurement import Measurement
from specreview.ui import walked
from specreview.ui.present.quantities import named
from specreview.ui.present.steering import answer_lines
from specreview.ui.state import Desk

WINDOWS = [(6400.0, 6730.0), (4780.0, 4950.0)]


def test_the_second_window_comes_back_from_its_url():
    desk = Desk()
    walked.follow(desk, {"window": "2"})
    walked.arrive(desk, WINDOWS)
    assert desk.active_step == 1
    lower, upper = desk.zoom
    assert lower < 4780.0 < 4950.0 < upper
    assert walked.to_url(desk) == {"window": "2"}
    desk.active_step = None
    walked.arrive(desk, WINDOWS)
    assert desk.active_step is None, "taken up once"


@pytest.mark.parametrize("number", ["0", "3", "-1", "²", "9" * 40, "x", ""])
def test_a_window_that_is_not_there_is_left_out(number):
    desk = Desk()
    walked.follow(desk, {"window": number})
    walked.arrive(desk, WINDOWS)
    assert (desk.active_step, desk.zoom) == (None, None)


def test_a_suggestion_that_ended_without_an_answer_is_said_beside_the_older_verdict():
    started = InspectionStarted(
        spectrum_hash="0", object_id="1", title="", reader="sdss", reader_version=1,
        redshift=None, redshift_source=None, task_key="cv", task_hash="t", task_text="?",
        labels=("YES", "NO"), inspector="local", model=None, revision=None, prompt_hash="p",
        parser_version=1, renderer_version="1", app_version="0",
    )  # fmt: skip
    before = VerdictReached(verdict="YES", justification="")
    asked = WindowSuggested(reviewer="ann", window=(4800.0, 4930.0))
    ended = InspectionStopped(reason="backend_error")
    said = answer_lines(Trace("one", (started, before, asked, ended)))
    assert "ann asked to look at 4800–4930 Å: stopped without an answer" in said
    assert "the verdict above is from before it" in said
    assert "from before it" not in answer_lines(Trace("one", (started, asked, ended)))


def test_a_label_and_its_value_say_no_word_twice():
    slope = Measurement("slope", "Continuum slope", "continuum", 1.0, value=-2.3, error=0.16)
    assert named(slope) == "Continuum slope −2.30 ± 0.16"
