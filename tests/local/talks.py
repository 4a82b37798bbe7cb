"""Conversations for the engine, and the stock model's word on what it should say."""

import hashlib
import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from PIL import Image

from specreview.agent.chat import Message, Picture, protocol_turns
from specreview.inspectors.local.asking import Answer, Ask, Done, Failed, Piece

SIZES = ((160, 120), (200, 90), (120, 170), (330, 150))


def noise(seed: int) -> bytes:
    """A PNG of coloured blocks, of one of a few sizes."""
    width, height = SIZES[seed % len(SIZES)]
    blocks = np.random.default_rng(seed).integers(0, 256, (height // 10, width // 10, 3))
    pixels = blocks.astype(np.uint8).repeat(10, axis=0).repeat(10, axis=1)
    file = io.BytesIO()
    Image.fromarray(pixels).save(file, "PNG")
    return file.getvalue()


@dataclass
class Talk:
    """An inspection as an engine is asked it: one more picture after each reply."""

    number: int
    messages: list[Message] = field(default_factory=list)
    images: dict[str, bytes] = field(default_factory=dict)
    replies: list[Done] = field(default_factory=list)

    @classmethod
    def begin(cls, number: int, words: str = "Is this a carbon star?") -> "Talk":
        talk = cls(number)
        talk.messages.append(Message("system", ("You are a helpful assistant.",)))
        talk.messages.append(Message("user", (talk.picture(number * 100), words)))
        return talk

    def picture(self, seed: int) -> Picture:
        png = noise(seed)
        sha256 = hashlib.sha256(png).hexdigest()
        self.images[sha256] = png
        return Picture(sha256)

    def ask(self) -> Ask:
        return Ask(self.number, tuple(self.messages), dict(self.images))

    def go_on(self, done: Done) -> None:
        """Take the reply in and answer it with the next picture."""
        self.replies.append(done)
        self.messages.append(Message("assistant", (done.text,)))
        seed = self.number * 100 + len(self.replies)
        view = Message("tool", (self.picture(seed), f"The picture shows window {seed}."))
        self.messages += protocol_turns([view])


def answers(engine: Any, most: int = 20_000) -> Iterator[Answer]:
    """All that comes out of an engine until it has nothing left to do."""
    for _ in range(most):
        if not engine.busy:
            return
        yield from engine.step()
    raise AssertionError("the engine never came to an end")


def ends(engine: Any) -> dict[int, Done | Failed]:
    """How each ask ended; checks that its pieces were the text."""
    pieces: dict[int, str] = {}
    found: dict[int, Done | Failed] = {}
    for answer in answers(engine):
        if isinstance(answer, Piece):
            pieces[answer.number] = pieces.get(answer.number, "") + answer.text
        else:
            found[answer.number] = answer
    for number, end in found.items():
        assert isinstance(end, Failed) or pieces.get(number, "") == end.text
    return found


def inspect(engine: Any, talks: Sequence[Talk], turns: int) -> None:
    """Let the talks run side by side, `turns` replies each."""
    for _ in range(turns):
        for talk in talks:
            engine.add(talk.ask())
        found = ends(engine)
        for talk in talks:
            done = found[talk.number]
            assert isinstance(done, Done), done
            talk.go_on(done)


@dataclass
class Stock:
    """The stock model and its own image processor, asked anew for all each time."""

    model: Any
    processor: Any
    image_token: int
    never: tuple[int, ...]

    def inputs(self, ids: Sequence[int], pngs: Sequence[bytes]) -> dict[str, Any]:
        import torch

        pictures = [Image.open(io.BytesIO(png)).convert("RGB") for png in pngs]
        seen = self.processor(images=pictures, return_tensors="pt")
        row = torch.tensor([list(ids)])
        kinds = (row == self.image_token).int()
        assert kinds.sum() == (seen["image_grid_thw"].prod(-1) // 4).sum()
        return {
            "input_ids": row,
            "attention_mask": torch.ones_like(row),
            "mm_token_type_ids": kinds,
            "pixel_values": seen["pixel_values"],
            "image_grid_thw": seen["image_grid_thw"],
        }

    def logits(self, ids: Sequence[int], pngs: Sequence[bytes]) -> Any:
        """(tokens, vocabulary) of one pass over all."""
        import torch

        self.model.model.rope_deltas = None
        with torch.inference_mode():
            return self.model(**self.inputs(ids, pngs)).logits[0]

    def greedy(self, ids: Sequence[int], pngs: Sequence[bytes], most: int) -> list[int]:
        """What `generate` writes after `ids`."""
        import torch

        self.model.model.rope_deltas = None
        with torch.inference_mode():
            written = self.model.generate(
                **self.inputs(ids, pngs),
                max_new_tokens=most,
                do_sample=False,
                suppress_tokens=list(self.never),
            )
        found: list[int] = written[0, len(ids) :].tolist()
        return found
