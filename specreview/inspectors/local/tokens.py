"""Turns as token ids: what is markup, what is text, and where the pictures lie.

Markup (`<|im_start|>`, `<|image_pad|>` and their kin) is written as ids and never read out of
text: a model or a catalogue that writes "<|im_end|>" gets ten ordinary tokens. `<tool_call>` is
text to Qwen2.5's tokenizer too, with a token of its own, and stays so.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from specreview.agent.chat import Message, Picture

START = "<|im_start|>"
END = "<|im_end|>"
STOP = "<|endoftext|>"
VISION_START = "<|vision_start|>"
IMAGE = "<|image_pad|>"
VISION_END = "<|vision_end|>"
MARKERS = (START, END, STOP, VISION_START, IMAGE, VISION_END)
"""The markup of Qwen2.5-VL's chat that we write or stop at."""

Grid = tuple[int, int, int]
"""A picture in patches: times, rows, columns (`image_grid_thw`)."""


@dataclass(frozen=True)
class PlacedPicture:
    """A picture in a transcript: its `count` image tokens begin at token `start`."""

    sha256: str
    start: int
    count: int
    grid: Grid

    @property
    def end(self) -> int:
        return self.start + self.count


@dataclass
class Transcript:
    """A conversation as the model reads it."""

    ids: list[int] = field(default_factory=list)
    pictures: list[PlacedPicture] = field(default_factory=list)

    def cut(self, length: int) -> None:
        """Forget all after the first `length` tokens."""
        del self.ids[length:]
        self.pictures = [picture for picture in self.pictures if picture.end <= length]


class Vocabulary:
    """A checkpoint's tokenizer, as far as a chat needs it.

    Parameters
    ----------
    tokenizer
        A transformers tokenizer with a fast backend.
    rows
        Rows of the model's output layer; it may have more than the tokenizer has tokens.
    merge
        Patches along each side of an image token (`spatial_merge_size`).
    """

    def __init__(self, tokenizer: Any, rows: int, merge: int = 2) -> None:
        from tokenizers import Tokenizer

        backend = Tokenizer.from_str(tokenizer.backend_tokenizer.to_str())
        backend.no_truncation()
        backend.no_padding()
        backend.encode_special_tokens = True
        self._backend = backend
        self._rows = rows
        self._merge = merge
        self._added = dict(backend.get_added_tokens_decoder())
        self._bytes: dict[int, bytes] = {}
        self.ids = {marker: backend.token_to_id(marker) for marker in MARKERS}
        self.stops = frozenset({self.ids[END], self.ids[STOP]})

    @cached_property
    def never(self) -> tuple[int, ...]:
        """Ids that no reply holds: markup other than its end, and rows without a token."""
        markup = {number for number, token in self._added.items() if token.special} - self.stops
        spare = range(self._backend.get_vocab_size(with_added_tokens=True), self._rows)
        return tuple(sorted(markup | set(spare)))

    def encode(self, text: str) -> list[int]:
        """Ids of a text in which no markup is seen."""
        found: list[int] = self._backend.encode(text, add_special_tokens=False).ids
        return found

    def spelled(self, token: int) -> bytes:
        """UTF-8 bytes that a token stands for; a character may be spread over several tokens."""
        known = self._bytes.get(token)
        if known is None:
            known = self._bytes[token] = self._spell(token)
        return known

    def _spell(self, token: int) -> bytes:
        if token in self._added:
            content: str = self._added[token].content
            return content.encode()
        letters = self._backend.id_to_token(token)
        if letters is None or not _BYTE_OF.keys() >= set(letters):
            return (letters or "").encode()
        return bytes(_BYTE_OF[letter] for letter in letters)

    def open_reply(self, transcript: Transcript) -> None:
        """Let the assistant speak."""
        transcript.ids.append(self.ids[START])
        transcript.ids += self.encode("assistant\n")

    def close_reply(self, transcript: Transcript) -> None:
        """End the assistant's turn, whole or cut short."""
        transcript.ids.append(self.ids[END])
        transcript.ids += self.encode("\n")

    def add_turns(
        self, transcript: Transcript, messages: Sequence[Message], grids: Mapping[str, Grid]
    ) -> None:
        """Append whole turns; `grids` says how large the pictures are, by SHA-256."""
        for message in messages:
            self._add_turn(transcript, message, grids)

    def _add_turn(
        self, transcript: Transcript, message: Message, grids: Mapping[str, Grid]
    ) -> None:
        if message.role == "assistant":
            # The reply is encoded apart from its head, as when it was written.
            self.open_reply(transcript)
            transcript.ids += self.encode("".join(str(part) for part in message.parts))
            self.close_reply(transcript)
            return
        transcript.ids.append(self.ids[START])
        words = f"{message.role}\n"
        for part in message.parts:
            if isinstance(part, Picture):
                transcript.ids += self.encode(words)
                words = ""
                self._add_picture(transcript, part.sha256, grids[part.sha256])
            else:
                words += part
        transcript.ids += self.encode(words)
        self.close_reply(transcript)

    def _add_picture(self, transcript: Transcript, sha256: str, grid: Grid) -> None:
        times, high, wide = grid
        count = times * high * wide // self._merge**2
        transcript.ids.append(self.ids[VISION_START])
        transcript.pictures.append(PlacedPicture(sha256, len(transcript.ids), count, grid))
        transcript.ids += [self.ids[IMAGE]] * count
        transcript.ids.append(self.ids[VISION_END])


def _byte_letters() -> dict[str, int]:
    """The letter that byte-level BPE writes for each byte (GPT-2's table, which Qwen2 uses)."""
    shown = [*range(0x21, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x100)]
    hidden = [byte for byte in range(0x100) if byte not in set(shown)]
    letters = {chr(byte): byte for byte in shown}
    return letters | {chr(0x100 + rank): byte for rank, byte in enumerate(hidden)}


_BYTE_OF = _byte_letters()
