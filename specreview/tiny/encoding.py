"""A lesson as tokens, with the weight that each has in what is learnt."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from specreview.agent.chat import Message, Picture

FIRST_WORDS = 5
"""Tokens at the start of a reply in which what was seen is first said."""
_STRESS = 4.0


@dataclass(frozen=True)
class Encoded:
    """Token ids (n,), and the weight (n,) of each as a thing to say; 0 for what is only read."""

    ids: tuple[int, ...]
    weights: tuple[float, ...]


def encode(messages: Sequence[Message], tokenizer: Any, picture_tokens: Sequence[int]) -> Encoded:
    """The turns as they are rendered for the model; pictures take `picture_tokens` in order.

    Only what an assistant says is learnt, and its first words most: the rest follows from them.
    """
    ids: list[int] = []
    weights: list[float] = []
    tokens = iter(picture_tokens)
    for spoken, part in _parts(messages):
        text = "<|image_pad|>" * next(tokens) if isinstance(part, Picture) else part
        more = tokenizer(text).input_ids
        ids += more
        weights += [_weight(place) if spoken else 0.0 for place in range(len(more))]
    return Encoded(tuple(ids), tuple(weights))


def _weight(place: int) -> float:
    return _STRESS if place < FIRST_WORDS else 1.0


def _parts(messages: Sequence[Message]) -> Iterator[tuple[bool, str | Picture]]:
    """(whether an assistant says it, text or picture), split only at special tokens."""
    for message in messages:
        yield False, f"<|im_start|>{message.role}\n"
        if message.role == "assistant":
            yield True, "".join(map(str, message.parts)) + "<|im_end|>"
            yield False, "\n"
            continue
        for part in message.parts:
            if isinstance(part, Picture):
                yield False, "<|vision_start|>"
                yield False, part
                yield False, "<|vision_end|>"
            else:
                yield False, part
        yield False, "<|im_end|>\n"
