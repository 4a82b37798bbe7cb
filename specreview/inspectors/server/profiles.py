"""A conversation as the chat messages of an OpenAI-compatible request.

Profile `spec-o3` says everything in user turns, as the model was trained; profile `tools` offers
the tool natively, for general models. Text and pictures keep their order to the character.
"""

import json
import re
from base64 import b64encode
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from specreview.agent.chat import Message, Part, Picture, protocol_turns
from specreview.agent.prompt import TOOL_NAME, TOOL_SCHEMA, system_line
from specreview.inspectors.server.dialect import Dialect
from specreview.settings import ServerSettings

_NATIVE = (
    f"The function {TOOL_NAME} is offered to you: where the task speaks of a tool call, call it "
    "instead of writing the call as text."
)
_FOLLOWS = "The picture follows in the next turn."
_NO_WORDS = "(no words)"
"""In place of an empty reply: servers refuse an empty turn."""
_CALL = re.compile(r"<tool_call>(.*?)</tool_call>", re.DOTALL)

Chat = list[dict[str, Any]]


def request_body(
    settings: ServerSettings,
    messages: Sequence[Message],
    images: Mapping[str, bytes],
    dialect: Dialect,
) -> dict[str, Any]:
    """The whole request; `images` maps SHA-256 to PNG bytes.

    A server of a checkpoint is told not to punish repetition: vLLM and SGLang else take 1.05
    from the generation_config.json that Qwen2.5-VL's checkpoints carry, and Spec-o3 was
    trained, and is run here, without.
    """
    body: dict[str, Any] = {
        "model": settings.model,
        "messages": chat_messages(settings.profile, messages, images, dialect),
        "temperature": settings.temperature,
        dialect.limit_name: settings.max_new_tokens,
        "stream": True,
    }
    if settings.temperature > 0:
        body |= {"seed": settings.seed, "top_p": 0.95}
    if settings.profile == "tools":
        body["tools"] = [TOOL_SCHEMA]
    elif dialect.penalty:
        body["repetition_penalty"] = 1.0
    if dialect.usage:
        body["stream_options"] = {"include_usage": True}
    return body


def chat_messages(
    profile: str,
    messages: Sequence[Message],
    images: Mapping[str, bytes],
    dialect: Dialect,
) -> Chat:
    """The turns of a conversation in the form of the API."""
    if profile == "spec-o3":
        return [_turn(message, images) for message in protocol_turns(messages)]
    return list(_native_turns(messages, images, dialect))


def has_pictured_tool(messages: Iterable[Mapping[str, Any]]) -> bool:
    """Whether a tool's turn holds a picture."""
    return any(turn["role"] == "tool" and isinstance(turn["content"], list) for turn in messages)


def _turn(message: Message, images: Mapping[str, bytes]) -> dict[str, Any]:
    return {"role": message.role, "content": _content(message.parts, images)}


def _content(parts: Sequence[Part], images: Mapping[str, bytes]) -> str | list[dict[str, Any]]:
    """Text alone as a string; with pictures as parts, neighbouring texts made one.

    One text, because some servers put a line break between two.
    """
    if not any(isinstance(part, Picture) for part in parts):
        return "".join(part for part in parts if isinstance(part, str))
    content: list[dict[str, Any]] = []
    for part in parts:
        if isinstance(part, Picture):
            content.append({"type": "image_url", "image_url": {"url": _data_url(part, images)}})
        elif content and content[-1]["type"] == "text":
            content[-1]["text"] += part
        else:
            content.append({"type": "text", "text": part})
    return content


def _data_url(picture: Picture, images: Mapping[str, bytes]) -> str:
    return "data:image/png;base64," + b64encode(images[picture.sha256]).decode("ascii")


def _native_turns(
    messages: Sequence[Message], images: Mapping[str, bytes], dialect: Dialect
) -> Iterator[dict[str, Any]]:
    call_id: str | None = None
    for number, message in enumerate(messages):
        if message.role == "system":
            line = system_line("".join(part for part in message.parts if isinstance(part, str)))
            yield {"role": "system", "content": f"{line}\n\n{_NATIVE}"}
        elif message.role == "assistant":
            answered = number + 1 < len(messages) and messages[number + 1].role == "tool"
            turn = _native_call(message, number) if answered else None
            call_id = turn["tool_calls"][0]["id"] if turn else None
            yield turn or {"role": "assistant", "content": _said(message) or _NO_WORDS}
        elif message.role == "tool" and call_id is not None:
            yield from _tool_turns(message, call_id, images, dialect)
        else:
            yield _turn(protocol_turns([message])[0], images)


def _said(message: Message) -> str:
    return "".join(part for part in message.parts if isinstance(part, str))


def _native_call(message: Message, number: int) -> dict[str, Any] | None:
    """The assistant's turn with its first call in native form; None where that is unreadable.

    Arguments go as JSON text, and content is left out where there is none: servers differ on
    everything else. The id has nine letters and digits, as the strictest of them want.
    """
    said = _said(message)
    found = _CALL.search(said)
    arguments = _arguments(found.group(1)) if found else None
    if found is None or arguments is None:
        return None
    function = {"name": TOOL_NAME, "arguments": json.dumps(arguments, ensure_ascii=False)}
    call = {"id": f"call{number:05d}", "type": "function", "function": function}
    turn: dict[str, Any] = {"role": "assistant", "tool_calls": [call]}
    if before := said[: found.start()].strip():
        turn["content"] = before
    return turn


def _arguments(body: str) -> dict[str, Any] | None:
    """The arguments of a call written as text, where they are a JSON object."""
    try:
        arguments = json.loads(body)["arguments"]
        if isinstance(arguments, str):
            arguments = json.loads(arguments)
    except (ValueError, KeyError, TypeError, RecursionError):
        return None
    return arguments if isinstance(arguments, dict) else None


def _tool_turns(
    message: Message, call_id: str, images: Mapping[str, bytes], dialect: Dialect
) -> Iterator[dict[str, Any]]:
    """The tool's answer; its picture in a user turn of the protocol where the server wants that."""
    pictured = any(isinstance(part, Picture) for part in message.parts)
    tool = {"role": "tool", "tool_call_id": call_id}
    if not pictured or dialect.tool_pictures:
        yield tool | {"content": _content(message.parts, images)}
        return
    yield tool | {"content": _FOLLOWS}
    yield _turn(protocol_turns([message])[0], images)
