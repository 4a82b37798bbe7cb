"""A reply while it is written: readable at every length, never markup."""

import pytest

from specreview.agent.protocol import format_answer, format_call
from specreview.runner.progress import Live
from specreview.ui.present.writing import pace, written
from tests.builders import in_proportion

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


@pytest.mark.parametrize(("head", "piece"), [("", "<"), ("", "<think>"), ("<tool_call>[", "1")])
def test_time_grows_with_length_alone(head: str, piece: str) -> None:
    short, long = (head + piece * (length // len(piece)) for length in (100_000, 1_000_000))
    assert in_proportion(written, short, long)


def test_turn_and_pace_are_one_line() -> None:
    live = Live("running", turn=3, turn_limit=8, tokens_per_second=12.4)
    assert pace(live) == "turn 3 of 8 · about 12 tokens/s"
    assert pace(Live("running", turn=1, turn_limit=8)) == "turn 1 of 8"
    assert pace(Live("running")) == ""
