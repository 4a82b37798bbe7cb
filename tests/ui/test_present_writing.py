"""A reply while it is written: readable at every length, never markup."""

import time

import pytest

from specreview.agent.protocol import format_answer, format_call
from specreview.runner.progress import Live
from specreview.ui.present.writing import pace, written

CALL = format_call("Is Hα broad?", (6480.0, 6650.0), "Hα")
ANSWER = format_answer("Broad Hα.", "YES", "EW 75 Å.")


def test_a_whole_call_is_a_thought_and_a_window() -> None:
    said = written(CALL)
    assert said.thought == "Is Hα broad?"
    assert said.leads_to == ("asks for", "Hα 6480–6650 Å")


def test_a_whole_answer_is_a_thought_and_an_answer() -> None:
    said = written(ANSWER)
    assert (said.thought, said.leads_to) == ("Broad Hα.", ("answers", "YES EW 75 Å."))


@pytest.mark.parametrize("reply", [CALL, ANSWER])
def test_at_no_length_is_a_tag_or_json_shown(reply: str) -> None:
    shown = ""
    for length in range(len(reply) + 1):
        said = written(reply[:length])
        text = said.thought + " ".join(said.leads_to or ())
        assert not any(sign in text for sign in '<>{}"\\'), text
        assert said.thought.startswith(shown), "what was shown stays"
        shown = said.thought


def test_what_begins_is_said_before_it_is_whole() -> None:
    assert written("<think>a</think>\n<tool_call>\n{").leads_to == ("asks for", "a window …")
    assert written("<think>a</think>\n<answer>\\bo").leads_to == ("answers", "…")
    assert written("<think>a < b, and").thought == "a < b, and"


def test_a_megabyte_without_an_end_takes_no_time() -> None:
    for text in ("<" * 1_000_000, "<think>" * 150_000, "<tool_call>[" + "1" * 1_000_000):
        begun = time.perf_counter()
        written(text)
        assert time.perf_counter() - begun < 0.5


def test_turn_and_pace_are_one_line() -> None:
    live = Live("running", turn=3, turn_limit=8, tokens_per_second=12.4)
    assert pace(live) == "turn 3 of 8 · about 12 tokens/s"
    assert pace(Live("running", turn=1, turn_limit=8)) == "turn 1 of 8"
    assert pace(Live("running")) == ""
