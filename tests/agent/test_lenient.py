"""The published reading of broken replies: what it recovers, what it calls a format error."""

import ast
from pathlib import Path

import pytest

import specreview.agent
from specreview.agent.lenient import lenient_answer, well_formed
from specreview.agent.protocol import format_answer, format_call, parse_reply
from tests.builders import in_proportion

LABELS = ("YES", "NO")
LOOK = format_call("Is Hα broad?", (6480, 6650), "Hα")
YES = format_answer("Broad.", "YES", "EW 75 Å.")


@pytest.mark.parametrize(
    ("replies", "answer", "whole"),
    [
        ([LOOK, YES], "YES", True),
        ([r"<think>a</think><answer>\boxed{no} dMe star</answer>"], "NO", True),
        ([r"<think>a</think><answer> \boxed{ YES } </answer>"], "YES", True),
        ([r"<think>a</think><answer>\boxed{NO}</answer>", YES], "YES", False),
        ([r"<think>a</think><answer>\boxed{NO}, not \boxed{YES}</answer>"], "NO", True),
        ([r"<think>a</think><answer>\boxed{MAYBE} yes</answer>"], None, False),
        ([r"<think>a</think><answer>\boxed{\text{YES}}</answer>"], None, False),
        (["<think>a</think><answer>It is no carbon star.</answer>"], "NO", False),
        (["<think>a</think><answer>No... or yes?</answer>"], "YES", False),
        (["<think>a</think><answer>Unknown, nothing to say.</answer>"], None, False),
        ([r"<think>\boxed{NO}</think><answer>Unclear.</answer>"], "NO", False),
        ([r"<think>\boxed{YES}</think><answer>\boxed{}</answer> no"], "YES", False),
        ([r"<think>yes</think><answer>\boxed{}</answer>"], "YES", False),
        ([r"<think>a</think>\boxed{YES}"], "YES", False),
        ([r"a \boxed{CV} and yes"], None, False),
        (["<think>I see no broad line"], "NO", False),
        (["Yesterday's noon."], None, False),
        ([r"<think>a</think><answer>\boxed{YES}"], "YES", False),
        ([r"a</think><answer>\boxed{YES}</answer>"], "YES", False),
        ([r"<answer>\boxed{YES}</answer>"], "YES", False),
        (["<think>a</think>", r"<answer>\boxed{YES}</answer>"], "YES", True),
        ([r"<think>a</think></answer><answer>\boxed{NO}"], "NO", False),
        ([], None, False),
        (["", "\x00\ud800"], None, False),
    ],
)
def test_replies_are_scored_as_published(replies, answer, whole) -> None:
    assert lenient_answer(replies, LABELS) == answer
    assert well_formed(replies, LABELS) is whole


def test_a_bare_yes_wins_whichever_label_the_task_names_first() -> None:
    assert lenient_answer(["no, or yes"], ("NO", "YES")) == "YES"


def test_tasks_of_many_classes_are_matched_by_whole_words() -> None:
    classes = ("SN Ib", "SN Ibn", "C*")
    assert lenient_answer([r"<answer>\boxed{sn ibn}</answer>"], classes) == "SN Ibn"
    assert lenient_answer(["It looks like an SN Ibn to me."], classes) == "SN Ibn"
    assert lenient_answer(["A SN Ibx, then."], classes) is None
    assert lenient_answer(["A (C*) star."], classes) == "C*"


def test_what_is_well_formed_is_read_the_same_by_the_strict_parser() -> None:
    for answer in LABELS:
        reply = format_answer("Hα is narrow, or is it?", answer, "No He II.")
        assert well_formed([LOOK, reply], LABELS)
        assert lenient_answer([LOOK, reply], LABELS) == parse_reply(reply).answer == answer


@pytest.mark.parametrize("piece", ["<answer>", "</answer>", r"\boxed{", "<think>", "yesno ", "}"])
def test_time_grows_with_length_alone(piece: str) -> None:
    def read(text: str) -> None:
        lenient_answer([text], LABELS)
        well_formed([text], LABELS)

    short, long = (piece * (length // len(piece)) for length in (40_000, 400_000))
    assert in_proportion(read, short, long)


def test_nothing_that_leads_to_a_verdict_reads_leniently() -> None:
    """The loop and all it rests on: no module of the room but `lenient` itself knows of it."""
    room = Path(specreview.agent.__file__).parent
    for module in room.glob("*.py"):
        names = {
            name
            for node in ast.walk(ast.parse(module.read_text(encoding="utf-8")))
            if isinstance(node, ast.Import | ast.ImportFrom)
            for name in [getattr(node, "module", None) or "", *(a.name for a in node.names)]
        }
        assert not any("lenient" in name for name in names), module.name
