"""A reply that neither calls nor answers: the cause is named, and both allowed forms."""

import pytest

from specreview.agent.events import CallRejected, InspectionStopped
from specreview.agent.inspector import Reply
from specreview.agent.prompt import TOOL_NAME
from specreview.agent.protocol import format_answer, format_call, parse_reply
from specreview.inspectors.scripted import ScriptedInspector

CALL = f'{{"name": "{TOOL_NAME}", "arguments": {{"wavelength_range": [6500, 6600]}}}}'
YES = format_answer("Broad.", "YES", "EW 75 Å.")
LOOP = " the band is weak," * 40


@pytest.mark.parametrize(
    ("reply", "says"),
    [
        ("It is a CV.", "neither a tool call nor an allowed answer"),
        ("<think>a</think>", "neither a tool call nor an allowed answer"),
        ("", "neither a tool call nor an allowed answer"),
        ("<think>a", "no </think>"),
        (f"<think>a {YES[len('<think>Broad.</think>') :]}</think>", "before </think>"),
        (f"<think>a</think>```json\n{CALL}\n```", "outside of <tool_call>"),
        (f"<think>a</think>&lt;tool_call&gt;{CALL}&lt;/tool_call&gt;", "spelled so"),
        (f"<think>a</think>＜tool_call＞{CALL}＜/tool_call＞", "spelled so"),
        (f"<think>a</think><tool_code>{CALL}</tool_code>", "spelled so"),
        (r"<think>a</think>\boxed{YES}", "outside of <answer>"),
        (
            r"<think>a</think><answer>\boxed{MAYBE}</answer>",
            'holds "MAYBE", which is not an allowed',
        ),
        (r"<think>a</think><answer>\boxed{</answer>} </answer>", "exactly one whole box"),
        (r"<think>a</think><answer>\fbox{YES}</answer>", "exactly one whole box"),
        (r"<think>a</think><answer>\boxed{YES} \boxed{NO}</answer>", "exactly one whole box"),
        ("<think>a</think><answer>It is a CV.</answer>", "holds no box"),
        (f"{YES}{YES}", "more than one answer"),
    ],
)
def test_the_cause_is_named_and_both_forms_are_given(begin, play, reply, says) -> None:
    trace = play(begin(), [reply, YES])
    rejected = trace.events[3]
    assert isinstance(rejected, CallRejected)
    assert says in rejected.reason
    assert r"\boxed{YES} or \boxed{NO}" in rejected.reason
    assert TOOL_NAME in rejected.reason
    assert trace.verdict.verdict == "YES"


def test_a_nudge_is_no_reply_that_would_be_carried_out(begin, play) -> None:
    """Its own words, said back by a model, are a faulty call: no window, no verdict."""
    reason = play(begin(), ["", YES]).events[3].reason
    parsed = parse_reply(reason)
    assert parsed.answer is None
    assert [call.window for call in parsed.calls] in ([], [None])


@pytest.mark.parametrize(
    "reply",
    [
        f"<think>{LOOP}",
        f'<think>a</think><tool_call>{{"name": "{LOOP}',
        f"<think>a</think><answer>{LOOP}",
        "<think>a" + "\n" * 4000,
        "!" * 400,
        "".join(f"At {4000 + i} Å the flux falls a little and then rises. " for i in range(40)),
        ("One long paragraph that a model says again and again. " * 2 + "Unlike this. " * 8) * 12,
    ],
)
def test_repetition_without_end_ends_the_inspection(begin, play, reply) -> None:
    trace = play(begin(), [reply, YES])
    assert isinstance(trace.stopped, InspectionStopped)
    assert trace.stopped.reason == "degenerate"
    assert trace.turns == 1


def test_a_call_counts_even_where_repetition_follows_it(begin, play) -> None:
    looping = format_call("Hα?", (6480.0, 6650.0)) + LOOP
    trace = play(begin(), [looping, YES])
    assert "degenerate" in trace.events[2].flags
    assert trace.verdict.verdict == "YES"


@pytest.mark.parametrize(
    "text",
    [
        "Hα is broad. " * 10,
        "".join(f"EW of line {chr(97 + i)} is {i * 1.7:.1f} Å, {i}σ. " for i in range(20)),
        "| line | EW |\n" + "".join(f"| {name} | {i} |\n" for i, name in enumerate("αβγδεζ")),
        " " * 4000,
    ],
)
def test_a_long_report_is_no_repetition(text: str) -> None:
    assert "degenerate" not in parse_reply(f"{text}").flags


@pytest.mark.parametrize(
    ("windows", "ends"),
    [
        ([(6480, 6650)] * 3, True),
        ([(6480, 6650), (6481, 6650), (6480, 6649)], True),
        ([(6480, 6650), (4800, 4900), (6480.5, 6650), (4600, 4700), (6480, 6651.5)], True),
        ([(6480, 6650), (6484, 6654), (6488, 6658)], False),
        ([(6480, 6650), (6480, 6653), (6480, 6656)], False),
        ([(6000, 7000), (6480, 6650), (6540, 6590)], False),
    ],
)
def test_windows_that_would_show_the_same_are_one_window(begin, play, windows, ends) -> None:
    """Limits that differ by up to a hundredth of the width: some five pixels of the picture."""
    replies = [format_call("", (float(low), float(high))) for low, high in windows]
    trace = play(begin(), [*replies, YES])
    assert (trace.stopped is not None and trace.stopped.reason == "repeated_call") is ends


def test_a_cut_call_is_never_guessed(begin, play) -> None:
    cut = format_call("Hα?", (6480.0, 6650.0)).split("6650")[0] + "66"
    trace = play(begin(), ScriptedInspector([Reply(cut, finish_reason="length"), YES]))
    assert "could not be parsed" in trace.events[3].reason
