"""One ask on its way to an answer: what is read, what is written, where its cache lies."""

import time
from dataclasses import dataclass, field
from typing import Any, Literal

import torch

from specreview.inspectors.local.asking import Ask, Done
from specreview.inspectors.local.cache import Row
from specreview.inspectors.local.stable_text import StableText
from specreview.inspectors.local.tokens import Grid, PlacedPicture, Transcript
from specreview.inspectors.local.weighing import Scale


@dataclass(eq=False)
class Inquiry:
    """An ask and its state; its prompt is made once `prompt`, its number of tokens, is not 0.

    `row` is where the keys and values of the transcript's first tokens lie: a cache of its own,
    or a row of the batch. `place` is the position of the transcript's last token. `embedded`
    holds what is still to be read, and `places` where it stands.
    """

    ask: Ask
    keys: list[bytes]
    text: StableText
    scale: Scale
    transcript: Transcript = field(default_factory=Transcript)
    prompt: int = 0
    limit: int = 0
    row: Row | None = None
    place: int = 0
    tokens: int = 0
    prefilled: int = 0
    seed: bytes = b""
    score: float | None = None
    patches: dict[str, tuple[Any, Grid]] = field(default_factory=dict)
    unseen: list[tuple[PlacedPicture, Any]] = field(default_factory=list)
    seen: list[tuple[PlacedPicture, torch.Tensor]] = field(default_factory=list)
    embedded: torch.Tensor | None = None
    places: torch.Tensor | None = None
    began: float | None = None

    def release(self) -> None:
        """Forget all that can be computed again; the ids stay, also those of the reply so far."""
        self.row = None
        self.pause()

    def pause(self) -> None:
        """Forget what was prepared for reading."""
        self.embedded = self.places = None
        self.patches, self.unseen, self.seen = {}, [], []

    def weigh(self, logits: torch.Tensor, token: int | None) -> None:
        """Take the score down where `token` comes next and is a boxed label's; the last counts."""
        if self.scale.usable:
            score = self.scale.weigh(self.transcript.ids, self.prompt, logits, token)
            self.score = self.score if score is None else score

    def done(self, reason: Literal["stop", "length", "cancelled"]) -> Done:
        """The answer, as far as it was written."""
        seconds = 0.0 if self.began is None else time.monotonic() - self.began
        return Done(
            self.ask.number,
            self.text.text,
            reason,
            tokens=self.tokens,
            prompt=self.prompt,
            prefilled=self.prefilled,
            seconds=seconds,
            score=self.score,
        )
