"""What is sent: the protocol's turns for Spec-o3, native calls for others; nothing reordered."""

import json
from base64 import b64encode
from concurrent.futures import ThreadPoolExecutor

import pytest

from specreview.agent.chat import Picture, conversation, protocol_turns
from specreview.agent.events import CallRejected, WindowSuggested
from specreview.agent.inspector import Turn
from specreview.agent.prompt import TOOL_SCHEMA, system_text, user_text
from specreview.agent.protocol import format_answer, format_call
from specreview.inspectors.server.dialect import Dialect
from specreview.inspectors.server.profiles import chat_messages
from specreview.inspectors.server.scripted_server import Answered, said
from specreview.inspectors.server.text import NativeCall, reply_text
from tests.server.conftest import (
    IMAGES,
    OVERVIEW,
    TASK,
    ZOOM,
    first_turn,
    never,
    replied,
    second_turn,
    view,
)

YES = format_answer("Broad Hα.", "YES", "EW 75 Å.")
LOOK = format_call("Is Hα broad?", (6480.0, 6650.0), "Hα")


def picture(png: bytes) -> dict:
    url = "data:image/png;base64," + b64encode(png).decode()
    return {"type": "image_url", "image_url": {"url": url}}


def rendered(messages: list) -> str:
    """The prompt that Qwen2.5-VL's template makes of chat messages; each picture by its bytes."""
    text = ""
    for turn in messages:
        text += f"<|im_start|>{turn['role']}\n{_content(turn['content'])}<|im_end|>\n"
    return text + "<|im_start|>assistant\n"


def _content(content: object) -> str:
    if isinstance(content, str):
        return content
    return "".join(
        part["text"] if part["type"] == "text" else f"[{part['image_url']['url']}]"
        for part in content
    )


def local_template(events: tuple) -> str:
    """The same of the conversation itself, as the model in this process is asked."""
    text = ""
    for message in protocol_turns(conversation(events)):
        parts = [
            f"[{picture(IMAGES[part.sha256])['image_url']['url']}]"
            if isinstance(part, Picture)
            else part
            for part in message.parts
        ]
        text += f"<|im_start|>{message.role}\n{''.join(parts)}<|im_end|>\n"
    return text + "<|im_start|>assistant\n"


def sent(bench, turn_of, **settings) -> dict:
    server = bench.server([said(YES)])
    inspector = bench.inspector(server, **settings)
    inspector.reply(turn_of(inspector), lambda _: None, never)
    return server.requests[0]


def test_the_first_question_is_that_of_training(bench) -> None:
    request = sent(bench, first_turn)
    assert request["messages"] == [
        {"role": "system", "content": system_text()},
        {"role": "user", "content": [picture(OVERVIEW), {"type": "text", "text": user_text(TASK)}]},
    ]
    assert request["model"] == "spec"
    assert request["temperature"] == 0
    assert request["max_tokens"] == 2048
    assert request["repetition_penalty"] == 1.0
    assert "tools" not in request
    assert "seed" not in request


def test_a_look_comes_back_in_a_user_turn(bench) -> None:
    request = sent(bench, second_turn)
    assert [turn["role"] for turn in request["messages"]] == ["system", "user", "assistant", "user"]
    assert request["messages"][2]["content"] == LOOK
    assert request["messages"][3]["content"] == [
        {"type": "text", "text": "<tool_response>\n"},
        picture(ZOOM),
        {"type": "text", "text": "The picture shows 6480 to 6650 Å.\n</tool_response>"},
    ]


@pytest.mark.parametrize("turn_of", [first_turn, second_turn])
def test_the_prompt_is_that_of_the_local_template(bench, turn_of) -> None:
    inspector = bench.inspector("http://host/v1")
    request = sent(bench, turn_of)
    assert rendered(request["messages"]) == local_template(turn_of(inspector).events)


def test_rejections_and_suggestions_keep_their_order(bench) -> None:
    inspector = bench.inspector("http://host/v1")
    events = (
        *second_turn(inspector).events,
        replied("<think>?</think>"),
        CallRejected(reason="Neither a call nor an answer."),
        replied(YES),
        WindowSuggested(reviewer="ann", window=(4000.0, 4200.0), note="Look at Hδ."),
        view(ZOOM, (4000.0, 4200.0), "The picture shows 4000 to 4200 Å."),
    )
    chat = chat_messages("spec-o3", conversation(events), IMAGES, Dialect())
    assert rendered(chat) == local_template(events)
    assert chat[5]["content"] == (
        "<tool_response>\nNeither a call nor an answer.\n</tool_response>"
    )


def test_sampling_is_sent_with_its_seed(bench) -> None:
    request = sent(bench, first_turn, temperature=0.6, seed=7, max_new_tokens=512)
    assert (request["temperature"], request["top_p"], request["seed"]) == (0.6, 0.95, 7)
    assert request["max_tokens"] == 512


def test_tools_are_offered_and_called_natively(bench) -> None:
    request = sent(bench, second_turn, profile="tools")
    system, _, call, tool = request["messages"]
    assert request["tools"] == [TOOL_SCHEMA]
    assert "repetition_penalty" not in request
    assert "<tools>" not in system["content"]
    assert system["content"].startswith("You are a helpful assistant.")
    (made,) = call["tool_calls"]
    assert call["content"] == "<think>Is Hα broad?</think>"
    assert isinstance(made["function"]["arguments"], str)
    assert json.loads(made["function"]["arguments"]) == {
        "wavelength_range": [6480.0, 6650.0],
        "label": "Hα",
    }
    assert tool["role"] == "tool"
    assert tool["tool_call_id"] == made["id"]
    assert made["id"].isalnum()
    assert len(made["id"]) == 9
    assert picture(ZOOM) in tool["content"]


REFUSED = (
    "Invalid content type for role 'tool': image_url is only allowed in messages of role 'user'."
)


def test_case_98_a_picture_refused_in_a_tool_turn_goes_to_a_user_turn(bench) -> None:
    def script(body):
        pictured = any(
            turn["role"] == "tool" and isinstance(turn["content"], list)
            for turn in body["messages"]
        )
        return Answered({"error": {"message": REFUSED}}, 400) if pictured else said(YES)

    server = bench.server(script)
    inspector = bench.inspector(server, profile="tools")
    turn = second_turn(inspector)
    assert inspector.reply(turn, lambda _: None, never).text == YES
    *_, tool, user = server.requests[1]["messages"]
    assert tool["role"] == "tool"
    assert isinstance(tool["content"], str)
    assert local_template(turn.events).endswith(rendered([user]))
    inspector.reply(turn, lambda _: None, never)
    assert len(server.requests) == 3, "the refusal was not remembered"


@pytest.mark.parametrize(
    ("refusal", "gone", "instead"),
    [
        ("Unknown field: stream_options", "stream_options", None),
        ("Unrecognized request argument: repetition_penalty", "repetition_penalty", None),
        ("Use 'max_completion_tokens' instead.", "max_tokens", "max_completion_tokens"),
    ],
)
def test_what_a_server_does_not_know_is_left_out(bench, refusal, gone, instead) -> None:
    def script(body):
        return Answered({"error": {"message": refusal}}, 400) if gone in body else said(YES)

    server = bench.server(script)
    inspector = bench.inspector(server)
    for _ in range(2):
        inspector.reply(first_turn(inspector), lambda _: None, never)
    assert len(server.requests) == 3
    assert instead is None or server.requests[-1][instead] == 2048


def test_two_refusals_learnt_at_once_are_both_kept(bench) -> None:
    """Two replies are asked for in the first dialect; each learns of another refusal."""
    fields = ["stream_options", "repetition_penalty"]

    def script(body):
        refused = [field for field in fields if field in body]
        if not refused:
            return said(YES)
        fields.reverse()
        return Answered({"error": {"message": f"Unknown: {refused[0]}"}}, 400)

    server = bench.server(script)
    inspector = bench.inspector(server)
    with ThreadPoolExecutor(2) as threads:
        jobs = [
            threads.submit(inspector.reply, first_turn(inspector), lambda _: None, never)
            for _ in range(2)
        ]
        assert [job.result().text for job in jobs] == [YES, YES]
    asked = len(server.requests)
    inspector.reply(first_turn(inspector), lambda _: None, never)
    assert len(server.requests) == asked + 1


def test_case_100_shapes_are_normal_whatever_the_history_was(bench) -> None:
    """Arguments once came as an object, and no word was said: text goes out, content stays out."""
    arguments = {"wavelength_range": [6480, 6650]}
    silent = reply_text("", "", [NativeCall("spectral_visualization_tool", arguments)])
    chat = sent(bench, lambda inspector: second_turn(inspector, silent), profile="tools")
    call = chat["messages"][2]
    assert "content" not in call
    assert call["tool_calls"][0]["function"]["arguments"] == json.dumps(arguments)


def test_case_100_an_empty_reply_is_no_empty_turn(bench) -> None:
    def turn_of(inspector) -> Turn:
        events = (*first_turn(inspector).events, replied(""), CallRejected(reason="Nothing came."))
        return Turn(TASK, events, None, None, IMAGES)

    chat = sent(bench, turn_of, profile="tools")["messages"]
    assert chat[2] == {"role": "assistant", "content": "(no words)"}
    assert chat[3]["role"] == "user"


def test_case_110_an_unreadable_call_is_history_as_text(bench) -> None:
    text = reply_text("", "Hm.", [NativeCall("spectral_visualization_tool", "6480 to 6650")])

    def turn_of(inspector) -> Turn:
        events = (*first_turn(inspector).events, replied(text), CallRejected(reason="No JSON."))
        return Turn(TASK, events, None, None, IMAGES)

    *_, call, tool = sent(bench, turn_of, profile="tools")["messages"]
    assert call == {"role": "assistant", "content": text}
    assert tool == {"role": "user", "content": "<tool_response>\nNo JSON.\n</tool_response>"}


def test_case_110_a_readable_call_of_a_wrong_window_is_answered_natively(bench) -> None:
    arguments = json.dumps({"wavelength_range": ["abc", 6650]})
    text = reply_text("", "Hm.", [NativeCall("spectral_visualization_tool", arguments)])

    def turn_of(inspector) -> Turn:
        events = (
            *first_turn(inspector).events,
            replied(text),
            CallRejected(reason="Not a number."),
        )
        return Turn(TASK, events, None, None, IMAGES)

    *_, call, tool = sent(bench, turn_of, profile="tools")["messages"]
    assert call["tool_calls"][0]["function"]["arguments"] == arguments
    assert tool["content"] == "Not a number."
    assert tool["tool_call_id"] == call["tool_calls"][0]["id"]


def test_the_identity_names_what_the_reply_depends_on(bench) -> None:
    one = bench.inspector("http://host:8000/v1").identity
    assert one.label == "server: spec at host:8000"
    assert (one.name, one.model) == ("server", "spec")
    assert one.decoding == "greedy, 2048 tokens at most, profile spec-o3"
    same = bench.inspector("http://other/v1", concurrency=3, timeout=9.0).identity
    assert same.fingerprint == one.fingerprint
    changes = [
        {"profile": "tools"},
        {"max_new_tokens": 99},
        {"temperature": 0.5},
        {"model": "m"},
        {"temperature": 0.5, "seed": 4},
    ]
    prints = {bench.inspector("http://host/v1", **each).identity.fingerprint for each in changes}
    assert len(prints | {one.fingerprint}) == 6
