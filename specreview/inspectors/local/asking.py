"""What the app and the model's process say to each other. No torch here: both sides import it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from specreview.agent.chat import Message


@dataclass(frozen=True)
class Ask:
    """One reply wanted. `messages` are the protocol's turns; `images` PNG bytes by SHA-256.

    With `labels`, the positive one first, the answer says how sure the model was of it.
    """

    number: int
    messages: tuple[Message, ...]
    images: Mapping[str, bytes]
    labels: tuple[str, ...] = ()


@dataclass(frozen=True)
class Cancel:
    """Ask `number` is wanted no more; its `Done` says "cancelled"."""

    number: int


@dataclass(frozen=True)
class Loaded:
    """The model is ready: facts for people and for the doctor, in words by name."""

    facts: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Unloadable:
    """The model cannot be used at all; the message names cause and cure."""

    message: str


@dataclass(frozen=True)
class Piece:
    """Text as it is written."""

    number: int
    text: str


@dataclass(frozen=True)
class Done:
    """A whole reply. `prefilled` counts the prompt's tokens that the model had to read for it,
    `prompt` all of them: on a kept cache the former are only the new ones. `score` is the
    chance of the first of the ask's labels against the others, where the reply boxes one.
    """

    number: int
    text: str
    finish_reason: Literal["stop", "length", "cancelled"]
    tokens: int = 0
    prompt: int = 0
    prefilled: int = 0
    seconds: float = 0.0
    score: float | None = None


@dataclass(frozen=True)
class Failed:
    """No reply; the message names cause and cure."""

    number: int
    kind: Literal["context_full", "out_of_memory", "failed"]
    message: str


Answer = Piece | Done | Failed
