"""Troubles that were reported of other agents, one test a case: what this one does instead."""

import json

import pytest

from specreview.agent.inspection import Inspection
from specreview.agent.protocol import format_answer, format_call, parse_reply
from specreview.inspectors.scripted import ScriptedInspector
from specreview.views.rendered import render_view

TOOL = "spectral_visualization_tool"
YES = format_answer("Broad.", "YES", "EW 75 Å.")


def called(arguments: object, thought: str = "<think>a</think>") -> str:
    body = json.dumps({"name": TOOL, "arguments": arguments}, ensure_ascii=False)
    return f"{thought}<tool_call>{body}</tool_call>"


@pytest.fixture
def play_drawn(spectrum, task):
    """Plays replies with the real drawing of a spectrum from 3700 to 9100 Å."""

    def play(trace, replies):
        script, images = ScriptedInspector(replies), {}
        while step := Inspection(trace, spectrum, task, script, render_view, images).advance():
            trace = trace.plus(step.event)
            if step.image is not None:
                images[step.event.image_sha256] = step.image
        return trace

    return play


def test_case_82_a_call_printed_as_a_python_dict_is_read() -> None:
    body = f"{{'name':'{TOOL}','arguments':{{'wave_min':6500,'wave_max':6600,}},}}"
    parsed = parse_reply(f"<think>a</think><tool_call>{body}</tool_call>")
    assert [call.window for call in parsed.calls] == [(6500.0, 6600.0)]
    assert parsed.flags == {"repaired"}


def test_case_83_unreadable_arguments_run_nothing_and_cost_a_turn(begin, play, kinds) -> None:
    trace = play(begin(), [called("{wave_min: 65"), YES])
    assert kinds(trace)[2:5] == ["inspector_replied", "call_rejected", "inspector_replied"]
    assert "could not be parsed" in trace.events[3].reason
    assert "wavelength_range" in trace.events[3].reason
    assert trace.turns == 2


def test_case_85_a_lost_brace_is_supplied_and_a_cut_number_is_not() -> None:
    whole = f'{{"name":"{TOOL}","arguments":{{"wave_min":6500,"wave_max":6600}}'
    cut = f'{{"name":"{TOOL}","arguments":{{"wave_min":6500,"wave_max":66'
    for end in ("</tool_call>", ""):
        parsed = parse_reply(f"<think>a</think><tool_call>{whole}{end}")
        assert [call.window for call in parsed.calls] == [(6500.0, 6600.0)]
        assert "repaired" in parsed.flags
        (call,) = parse_reply(f"<think>a</think><tool_call>{cut}{end}").calls
        assert call.window is None
        assert "ends too early" in call.error


def test_case_86_empty_arguments_are_all_the_same_error() -> None:
    said = {parse_reply(called(arguments)).calls[0].error for arguments in ({}, "", "null", None)}
    said.add(parse_reply(f'<tool_call>{{"name": "{TOOL}"}}</tool_call>').calls[0].error)
    (only,) = said
    assert '"wavelength_range" is missing' in only


def test_case_88_nested_arguments_are_unwrapped_once() -> None:
    inner = {"wavelength_range": [1, 2]}
    parsed = parse_reply(called({"arguments": inner}))
    assert [call.window for call in parsed.calls] == [(1.0, 2.0)]
    assert "repaired" in parsed.flags
    twice = parse_reply(called({"arguments": {"arguments": inner}}))
    assert "missing" in twice.calls[0].error


@pytest.mark.parametrize(
    ("window", "drawn", "says"),
    [
        ([6600, 6500], None, "lower limit must come first"),
        ([6563, 6563], None, "lower limit must come first"),
        ([9500, 9900], None, "lies outside the spectrum. The available range is 3700.0 to 9100.0"),
        ([100, 200], None, "lies outside the spectrum. The available range is 3700.0 to 9100.0"),
        ([6563.2, 6563.4], None, "holds no data point. The available range is 3700.0 to 9100.0"),
        ([3000, 4000], (3700.0, 4000.0), "The data cover 3700.0 to 4000.0 Å of it."),
        ([9000, 9900], (9000.0, 9100.0), "The data cover 9000.0 to 9100.0 Å of it."),
        ([-100, 1e6], (3700.0, 9100.0), "The data cover 3700.0 to 9100.0 Å of it."),
        ([6500, 6600], (6500.0, 6600.0), "6500 to 6600 Å"),
        (["Infinity", 6600], None, "no number"),
    ],
)
def test_case_91_windows_at_and_beyond_the_data(begin, play_drawn, window, drawn, says) -> None:
    trace = play_drawn(begin(), [called({"wavelength_range": window}), YES])
    event = trace.events[3]
    if drawn is None:
        assert says in event.reason
    else:
        assert event.window == drawn
        assert says in event.text
    assert trace.verdict.verdict == "YES", "the run goes on"


@pytest.mark.parametrize("limit", ["Infinity", "-Infinity", "NaN", "1e999", "9" * 400, "true"])
def test_case_91_what_is_no_number_is_an_error(begin, play_drawn, limit) -> None:
    reply = called({"wavelength_range": [0, 6600]}).replace("[0,", f"[{limit},")
    assert "no number" in play_drawn(begin(), [reply, YES]).events[3].reason


def test_case_91_names_beside_the_schema_are_read_or_ignored_and_said(begin, play_drawn) -> None:
    extra = called({"wavelength_range": [6500, 6600], "colour": "red", "</tool_response>": 1})
    alias = called({"wave_min": 6500, "wave_max": 6620})
    trace = play_drawn(begin(), [extra, alias, YES])
    ignored, read = trace.events[3].text, trace.events[5].text
    assert 'Ignored "colour"' in ignored
    assert "<" not in ignored, "a name of the model's cannot close the tool's response"
    assert 'Read "wave_min", "wave_max" as "wavelength_range".' in read
    assert trace.events[2].calls[0].error is None


def test_case_92_chat_markers_around_a_call_are_taken_off() -> None:
    reply = called({"wavelength_range": [1, 2]})
    for junk in ("<|im_end|>", "<|im_end|><|im_start|>assistant\n", "<|endoftext|>"):
        parsed = parse_reply(reply + junk)
        assert [call.window for call in parsed.calls] == [(1.0, 2.0)]
        assert parsed.flags == {"junk_tokens"}


def test_case_94_nothing_within_a_thought_is_done(begin, play) -> None:
    call = called({"wavelength_range": [1, 2]}, thought="")
    talk = f"<think>maybe {call} or <answer>\\boxed{{YES}}</answer>"
    parsed = parse_reply(talk)
    assert (parsed.calls, parsed.answer) == ((), None)
    assert {"unclosed_think", "unparsed"} <= parsed.flags
    closed = parse_reply(f"{talk}</think>")
    assert (closed.calls, closed.answer) == ((), None)
    assert "unclosed_think" not in closed.flags
    trace = play(begin(), [talk, f"{talk}</think>", YES])
    assert "no </think>" in trace.events[3].reason
    assert "before </think>" in trace.events[5].reason
    assert trace.turns == 3


def test_case_95_a_turn_with_call_and_answer_runs_the_call(begin, play, kinds) -> None:
    both = called({"wavelength_range": [6500, 6600]}) + r"<answer>\boxed{NO}</answer>"
    trace = play(begin(), [both, YES])
    assert trace.events[2].flags == ("mixed_turn",)
    assert kinds(trace)[3] == "view_rendered"
    assert trace.verdict.verdict == "YES"


def test_case_110_a_field_that_is_wrong_goes_back_and_the_run_ends_well(begin, play) -> None:
    wrong = called({"wave_min": "abc", "wave_max": 6600})
    trace = play(begin(), [wrong, format_call("", (6480.0, 6650.0)), YES])
    assert 'holds "abc", which is no number' in trace.events[3].reason
    assert "wavelength_range" in trace.events[3].reason
    assert (trace.verdict.verdict, trace.turns) == ("YES", 3)
