"""Keys and values of conversations, alone or as the rows of a batch.

One tensor holds all layers, so that taking a row out or putting rows together is one copy a row.
Rows of a batch end at the same place; shorter ones are padded at the left and the padding is
masked.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import torch

SLACK = 256
"""Tokens by which a cache grows at least; it grows by an eighth where that is more."""


@dataclass(frozen=True)
class CacheShape:
    """What a model needs for one token of one conversation."""

    layers: int
    heads: int
    width: int
    dtype: torch.dtype
    device: torch.device

    @property
    def bytes_a_token(self) -> int:
        width: int = self.dtype.itemsize
        return width * 2 * self.layers * self.heads * self.width


class KeyValues:
    """The cache of one forward pass: (layers, 2, rows, heads, room, width), `length` in use.

    `pads` says how many places at the left of each row are empty. `transformers` calls `update`
    once a layer; nothing counts as written before `advance`, so that a pass which failed half
    way leaves the cache as it was.
    """

    def __init__(self, tensor: torch.Tensor, length: int, pads: tuple[int, ...]) -> None:
        self.tensor = tensor
        self.length = length
        self.pads = pads
        self._open: torch.Tensor | None = None

    @classmethod
    def empty(cls, shape: CacheShape, room: int) -> "KeyValues":
        """One row with nothing in it."""
        sizes = (shape.layers, 2, 1, shape.heads, room, shape.width)
        return cls(torch.zeros(sizes, dtype=shape.dtype, device=shape.device), 0, (0,))

    @property
    def size(self) -> int:
        """Memory taken, in bytes."""
        size: int = self.tensor.nbytes
        return size

    def update(
        self, keys: torch.Tensor, values: torch.Tensor, layer: int, *_: Any, **__: Any
    ) -> tuple[torch.Tensor, torch.Tensor]:
        """Write a layer's new keys and values; returns all of them."""
        end = self.length + keys.shape[-2]
        both = self.tensor[layer]
        both[0, :, :, self.length : end] = keys
        both[1, :, :, self.length : end] = values
        return both[0, :, :, :end], both[1, :, :, :end]

    def get_seq_length(self, *_: Any) -> int:
        """Tokens in use, under the name that `transformers` asks for."""
        return self.length

    def make_room(self, tokens: int) -> None:
        """See that `tokens` more fit."""
        room = self.tensor.shape[-2]
        if self.length + tokens <= room:
            return
        larger = self.length + tokens + max(SLACK, room // 8)
        sizes = (*self.tensor.shape[:-2], larger, self.tensor.shape[-1])
        grown = self.tensor.new_zeros(sizes)
        grown[..., : self.length, :] = self.tensor[..., : self.length, :]
        self.tensor, self._open = grown, None

    def advance(self, tokens: int) -> None:
        """Count what the last pass wrote."""
        self.length += tokens

    def mask(self, tokens: int) -> torch.Tensor | None:
        """Who may look at whom in the next pass: bool (rows, 1, tokens, length + tokens).

        None where a plain causal pass, or one new token that sees everything, says the same.
        """
        end = self.length + tokens
        if tokens == 1:
            return self._seen(end) if any(self.pads) else None
        if self.length == 0 and not any(self.pads):
            return None
        place = torch.arange(end, device=self.tensor.device)
        causal = place[None, :] <= place[self.length :, None]
        return self._seen(end) & causal if any(self.pads) else causal[None, None]

    def _seen(self, end: int) -> torch.Tensor:
        if self._open is None:
            pads = torch.tensor(self.pads, device=self.tensor.device)
            places = torch.arange(self.tensor.shape[-2], device=self.tensor.device)
            self._open = (places[None, :] >= pads[:, None])[:, None, None, :]
        return self._open[..., :end]

    def cut(self, length: int) -> None:
        """Forget all after the first `length` tokens of a single row."""
        self.length = min(self.length, length)


Row = tuple[KeyValues, int]
"""A conversation in a cache: which cache, which row."""


def alone(row: Row) -> KeyValues:
    """The row as a cache of its own, without padding; a cache that is that already is kept."""
    return merged([row])


def merged(rows: Sequence[Row]) -> KeyValues:
    """The rows as one left-padded batch.

    Rows that are all of one cache, in its order and with the least padding, are that cache.
    """
    first = rows[0][0]
    if _is_whole(first, rows):
        return first
    lengths = [cache.length - cache.pads[row] for cache, row in rows]
    length = max(lengths)
    layers, both, _, heads, _, width = first.tensor.shape
    batch = first.tensor.new_zeros((layers, both, len(rows), heads, length + SLACK, width))
    for place, ((cache, row), own) in enumerate(zip(rows, lengths, strict=True)):
        written = cache.tensor[:, :, row, :, cache.pads[row] : cache.length]
        batch[:, :, place, :, length - own : length] = written
    return KeyValues(batch, length, tuple(length - own for own in lengths))


def _is_whole(cache: KeyValues, rows: Sequence[Row]) -> bool:
    return (
        len(cache.pads) == len(rows)
        and min(cache.pads) == 0
        and all(other is cache and row == place for place, (other, row) in enumerate(rows))
    )
