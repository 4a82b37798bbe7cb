"""A trace as a conversation: what a model is sent before its next reply.

Every inspector that is a model builds its input from these messages, so that a model in this
process and one behind a server are asked the same.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from specreview.agent.events import (
    CallRejected,
    Event,
    InspectionStarted,
    InspectorReplied,
    ViewRendered,
    WindowSuggested,
)
from specreview.agent.prompt import system_text
from specreview.tasks.own_prompt import PICTURE_MARK

Role = Literal["system", "user", "assistant", "tool"]


@dataclass(frozen=True)
class Picture:
    """A picture's place in a message, by the SHA-256 of its PNG."""

    sha256: str


Part = str | Picture


@dataclass(frozen=True)
class Message:
    """One turn. `reply` is the parsed reply that an assistant's turn came from.

    A `tool` turn answers the call of the assistant's turn before it; `protocol_turns` writes
    it as Spec-o3 was trained on it.
    """

    role: Role
    parts: tuple[Part, ...]
    reply: InspectorReplied | None = None


def conversation(events: Sequence[Event]) -> tuple[Message, ...]:
    """The messages of a trace so far, system turn first.

    What an astronomer suggested is a user turn, with its picture where it named a window.
    Verdicts and stops say nothing to the model.
    """
    return tuple(_merged(_messages(events)))


def protocol_turns(messages: Sequence[Message]) -> tuple[Message, ...]:
    """The messages as Spec-o3 was trained: tool turns are user turns in `<tool_response>`."""
    return tuple(_as_trained(message) for message in messages)


def picture_hashes(messages: Sequence[Message]) -> tuple[str, ...]:
    """SHA-256 of all pictures in the order in which the model meets them."""
    parts = (part for message in messages for part in message.parts)
    return tuple(part.sha256 for part in parts if isinstance(part, Picture))


def _as_trained(message: Message) -> Message:
    if message.role != "tool":
        return message
    return Message("user", ("<tool_response>\n", *message.parts, "\n</tool_response>"))


def _messages(events: Sequence[Event]) -> Iterator[Message]:
    started = next(event for event in events if isinstance(event, InspectionStarted))
    yield Message("system", (started.system_text or system_text(),))
    suggested = False
    for event in events:
        if isinstance(event, ViewRendered):
            yield _view(started, event, suggested)
        elif isinstance(event, InspectorReplied):
            yield Message("assistant", (event.text,), event)
            suggested = False
        elif isinstance(event, CallRejected):
            yield Message("user" if suggested else "tool", (event.reason,))
        elif isinstance(event, WindowSuggested):
            suggested = True
            if event.note:
                yield Message("user", (event.note,))


def _view(started: InspectionStarted, view: ViewRendered, suggested: bool) -> Message:
    picture = Picture(view.image_sha256)
    if view.window is None:
        before, mark, after = started.task_text.partition(PICTURE_MARK)
        parts: tuple[Part, ...] = (before, picture, after) if mark else (picture, before)
        return Message("user", tuple(part for part in parts if part != ""))
    return Message("user" if suggested else "tool", (picture, view.text))


def _merged(messages: Iterator[Message]) -> Iterator[Message]:
    """User turns that follow each other are one turn."""
    last: Message | None = None
    for message in messages:
        if last is not None and last.role == message.role == "user":
            last = replace(last, parts=(*last.parts, "\n", *message.parts))
            continue
        if last is not None:
            yield last
        last = message
    if last is not None:
        yield last
