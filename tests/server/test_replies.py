"""What a server may make of a reply, and what becomes of it."""

import json

import pytest

from specreview.agent.protocol import format_answer, format_call, parse_reply
from specreview.inspectors.server.scripted_server import (
    DONE,
    Answered,
    BreakOff,
    Streamed,
    chunk,
    said,
)
from tests.server.conftest import Heard, first_turn, never

LOOK = format_call("Is Hα broad?", (6480.0, 6650.0), "Hα")
YES = format_answer("Broad Hα.", "YES", "EW 75 Å.")
WINDOW = {"wavelength_range": [6480, 6650], "label": "Hα"}


def called(*pieces: dict, finish: str = "tool_calls") -> Streamed:
    return Streamed(
        [*(chunk({"tool_calls": [piece]}) for piece in pieces), chunk({}, finish), DONE]
    )


def piece(arguments: object, index: object = 0, id: object = "a", name: object = None) -> dict:
    name = "spectral_visualization_tool" if name is None else name
    return {"index": index, "id": id, "function": {"name": name, "arguments": arguments}}


def windows(text: str) -> list:
    return [call.window for call in parse_reply(text).calls]


def test_a_reply_is_streamed_word_for_word(bench) -> None:
    inspector = bench.inspector(bench.server([said(YES, pieces=9)]))
    heard = Heard()
    reply = inspector.reply(first_turn(inspector), heard, never)
    assert reply.text == YES == heard.text
    assert reply.finish_reason == "stop"
    assert reply.tokens == len(YES.split())
    assert reply.seconds > 0


def test_text_is_handed_on_while_it_is_written(bench) -> None:
    slow = Streamed([chunk({"content": "a"}), 0.4, chunk({"content": "b"}, "stop"), DONE])
    inspector = bench.inspector(bench.server([slow]))
    heard = Heard()
    inspector.reply(first_turn(inspector), heard, never)
    assert heard.pieces == ["a", "b"]


@pytest.mark.parametrize("arguments", [WINDOW, json.dumps(WINDOW)])
def test_a_native_call_becomes_the_text_of_one(ask, arguments) -> None:
    said_first = chunk({"content": "Hα may be broad."})
    calls = called(piece(arguments))
    reply = ask([Streamed([said_first, *calls.pieces])], profile="tools")
    parsed = parse_reply(reply.text)
    assert parsed.thought == "Hα may be broad."
    assert [call.window for call in parsed.calls] == [(6480.0, 6650.0)]
    assert parsed.calls[0].label == "Hα"
    assert parsed.flags == frozenset()


@pytest.mark.parametrize("empty", [{}, "", "null", None, "{}"])
def test_case_86_empty_arguments_are_a_missing_window(ask, empty) -> None:
    (call,) = parse_reply(ask([called(piece(empty))], profile="tools").text).calls
    assert call.window is None
    assert '"wavelength_range" is missing' in call.error


def test_case_88_two_ids_on_one_index_are_two_calls(ask) -> None:
    other = json.dumps({"wavelength_range": [4000, 4200]})
    text = ask([called(piece(json.dumps(WINDOW)), piece(other, 0, "b"))], profile="tools").text
    assert windows(text) == [(6480.0, 6650.0), (4000.0, 4200.0)]


def test_case_88_pieces_without_id_go_on_with_their_index(ask) -> None:
    one, two = json.dumps(WINDOW), json.dumps({"wavelength_range": [4000, 4200]})
    pieces = [
        piece(one[:10]),
        piece(two[:10], 1, "b"),
        piece(one[10:], 0, None, ""),
        piece(two[10:], 1, "", ""),
    ]
    text = ask([called(*pieces)], profile="tools").text
    assert windows(text) == [(6480.0, 6650.0), (4000.0, 4200.0)]


def test_case_88_an_index_left_out_means_the_last_call(ask) -> None:
    one = json.dumps(WINDOW)
    pieces = [piece(one[:10], None), piece(one[10:], None, None, ""), piece(one, None, "b")]
    assert windows(ask([called(*pieces)], profile="tools").text) == [(6480.0, 6650.0)] * 2


def test_case_88_arguments_within_arguments(ask) -> None:
    nested = json.dumps({"arguments": WINDOW})
    assert windows(ask([called(piece(nested))], profile="tools").text) == [(6480.0, 6650.0)]


@pytest.mark.parametrize("calls", [[], None])
def test_case_89_empty_tool_calls_leave_the_content(ask, calls) -> None:
    whole = {
        "choices": [
            {
                "finish_reason": "tool_calls",
                "message": {"role": "assistant", "content": LOOK, "tool_calls": calls},
            }
        ]
    }
    assert ask([Answered(whole)], profile="tools").text == LOOK
    streamed = Streamed(
        [chunk({"content": LOOK, "tool_calls": calls}), chunk({}, "tool_calls"), DONE]
    )
    assert ask([streamed], profile="tools").text == LOOK


def test_case_89_nothing_at_all_goes_back_to_the_model(ask) -> None:
    reply = ask([Streamed([chunk({"tool_calls": []}, "tool_calls"), DONE])], profile="tools")
    assert reply.text == ""
    assert "unparsed" in parse_reply(reply.text).flags


def test_case_92_markers_after_a_call_are_left_to_the_parser(ask) -> None:
    text = ask([said(LOOK + "<|im_end|><|im_start|>assistant")]).text
    assert windows(text) == [(6480.0, 6650.0)]


def test_case_95_a_native_call_runs_and_the_answer_beside_it_does_not(ask) -> None:
    answer = chunk({"content": YES})
    text = ask(
        [Streamed([answer, *called(piece(json.dumps(WINDOW))).pieces])], profile="tools"
    ).text
    parsed = parse_reply(text)
    assert windows(text) == [(6480.0, 6650.0)]
    assert parsed.answer is None
    assert "mixed_turn" in parsed.flags


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ('{"wavelength_range": [6480, 66', "could not be parsed"),
        ('{"wavelength_range": ["abc", 6600]}', "abc"),
        ("6480 to 6650", "could not be parsed"),
        ('{"wavelength_range": [6650, 6480]}', "the lower limit must come first"),
        ("</tool_call><answer>\\boxed{YES}</answer>", "could not be parsed"),
    ],
)
def test_case_110_malformed_arguments_are_kept_and_answered(ask, arguments, complaint) -> None:
    text = ask([called(piece(arguments))], profile="tools").text
    parsed = parse_reply(text)
    assert parsed.calls[0].window is None
    assert complaint in parsed.calls[0].error
    assert parsed.answer is None


def test_an_unknown_tool_is_named_to_the_model(ask) -> None:
    text = ask([called(piece(json.dumps(WINDOW), name="zoom"))], profile="tools").text
    assert "no tool" in parse_reply(text).calls[0].error


@pytest.mark.parametrize("field", ["reasoning_content", "reasoning"])
def test_reasoning_kept_apart_goes_back_into_its_tags(bench, field) -> None:
    act = Streamed(
        [chunk({field: "Hα "}), chunk({field: "broad."}), chunk({"content": "<answer>"}),
         chunk({"content": "\\boxed{YES} x</answer>"}, "stop"), DONE]
    )  # fmt: skip
    inspector = bench.inspector(bench.server([act]))
    heard = Heard()
    reply = inspector.reply(first_turn(inspector), heard, never)
    assert reply.text == "<think>Hα broad.</think>\n<answer>\\boxed{YES} x</answer>" == heard.text
    parsed = parse_reply(reply.text)
    assert (parsed.thought, parsed.answer) == ("Hα broad.", "YES")


def test_reasoning_then_a_native_call(ask) -> None:
    act = Streamed([chunk({"reasoning": "See Hα."}), *called(piece(WINDOW)).pieces])
    text = ask([act], profile="tools").text
    assert parse_reply(text).thought == "See Hα."
    assert windows(text) == [(6480.0, 6650.0)]


@pytest.mark.parametrize(
    ("finish", "becomes"),
    [("length", "length"), ("content_filter", "content_filter"), ("stop", "stop"), (None, "stop")],
)
def test_finish_reasons(ask, finish, becomes) -> None:
    act = Streamed([chunk({"content": "<think>Hα"}), chunk({}, finish), DONE])
    assert ask([act]).finish_reason == becomes


def test_without_usage_the_pieces_are_counted(ask) -> None:
    act = Streamed([*(chunk({"content": word}) for word in "abcd"), chunk({}, "stop"), DONE])
    assert ask([act]).tokens == 4


def test_a_server_that_does_not_stream(ask) -> None:
    whole = {
        "choices": [{"message": {"content": YES}, "finish_reason": "length"}],
        "usage": {"completion_tokens": 21},
    }
    reply = ask([Answered(whole)])
    assert (reply.text, reply.tokens, reply.finish_reason) == (YES, 21, "length")


def test_comments_and_empty_lines_between_chunks(ask) -> None:
    act = Streamed(
        [": keep-alive\n\n", "event: x\ndata:\n\n", chunk({"content": YES}, "stop"), DONE]
    )
    assert ask([act]).text == YES


def test_content_in_typed_parts(ask) -> None:
    act = Streamed([chunk({"content": [{"type": "text", "text": YES}]}, "stop"), DONE])
    assert ask([act]).text == YES


def test_a_reply_without_end_is_cut(ask, monkeypatch) -> None:
    monkeypatch.setattr("specreview.inspectors.server.stream.LONGEST_REPLY", 1000)
    endless = Streamed([chunk({"content": "a" * 100})] * 500 + [0.0, BreakOff()])
    reply = ask([endless])
    assert reply.finish_reason == "length"
    assert 1000 < len(reply.text) <= 1100


def wordy(delta: dict, finish: str | None = None, usage: dict | None = None, **more) -> dict:
    """A chunk with all that SGLang and vLLM put into one, told or not."""
    choice = {"index": 0, "delta": delta, "logprobs": None, "finish_reason": finish, **more}
    facts = {"id": "c", "object": "chat.completion.chunk", "created": 0, "model": "spec"}
    return facts | {"choices": [choice], "usage": usage}


COUNTED = {"prompt_tokens": 900, "completion_tokens": 42, "total_tokens": 942}
NOTHING = {"content": None, "reasoning_content": None, "tool_calls": None}
SGLANG = (
    wordy(NOTHING | {"role": "assistant", "content": ""}, matched_stop=None),
    *(wordy(NOTHING | {"content": half}, matched_stop=None) for half in (YES[:9], YES[9:])),
    wordy(NOTHING, "stop", matched_stop=151645),
)
VLLM = (
    wordy({"role": "assistant", "content": ""}),
    *(wordy({"content": half}) for half in (YES[:9], YES[9:])),
    wordy({"content": ""}, "stop", stop_reason=None),
)


@pytest.mark.parametrize("pieces", [SGLANG, VLLM], ids=["sglang", "vllm"])
@pytest.mark.parametrize("usage", [COUNTED, None], ids=["counted", "not counted"])
def test_what_a_server_puts_around_the_text(ask, pieces, usage) -> None:
    last = [{"object": "chat.completion.chunk", "choices": [], "usage": usage}] if usage else []
    reply = ask([Streamed([*pieces, *last, DONE])])
    assert (reply.text, reply.finish_reason) == (YES, "stop")
    assert reply.tokens == (42 if usage else 2)


@pytest.mark.parametrize("content", [None, ""])
@pytest.mark.parametrize("whole", [True, False])
def test_case_100_a_call_without_a_word(ask, content, whole) -> None:
    call = piece(json.dumps(WINDOW))
    told = {"role": "assistant", "content": content, "tool_calls": [call]}
    if whole:
        body = {"choices": [{"index": 0, "message": told, "finish_reason": "tool_calls"}]}
        act = Answered(body)
    else:
        act = Streamed([wordy(told), wordy({"content": content}, "tool_calls"), DONE])
    text = ask([act], profile="tools").text
    assert windows(text) == [(6480.0, 6650.0)]
    assert text.startswith("<tool_call>")


@pytest.mark.parametrize("field", ["reasoning", "reasoning_content"])
def test_reasoning_told_twice_or_as_null_is_told_once(ask, field) -> None:
    """vLLM moved from one name to the other, and sent both meanwhile."""
    both = {"reasoning": "Broad.", "reasoning_content": "Broad.", "content": None}
    other = {field: None, "content": r"<answer>\boxed{YES} x</answer>"}
    reply = ask([Streamed([wordy(both), wordy(other), wordy({}, "stop"), DONE])])
    assert reply.text == "<think>Broad.</think>\n<answer>\\boxed{YES} x</answer>"
