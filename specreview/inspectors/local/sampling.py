"""The next token: the likeliest, or drawn by a seed that belongs to the question."""

import hashlib
from array import array
from collections.abc import Sequence

import torch

TOP_P = 0.95
"""Share of probability that a draw chooses from (the published reproduction's setting)."""


def seed_of(seed: int, ids: Sequence[int]) -> bytes:
    """What the draws of one reply depend on: the seed and the prompt, whatever else runs."""
    return hashlib.sha256(array("q", [seed, *ids]).tobytes()).digest()


def share(seed: bytes, token: int) -> float:
    """The random number in [0, 1) that draws a reply's token; the same at each try."""
    digest = hashlib.sha256(seed + token.to_bytes(8, "little")).digest()
    return int.from_bytes(digest[:8], "little") / 2**64


class Choice:
    """Chooses tokens from logits, never one of `never`."""

    def __init__(self, temperature: float, never: Sequence[int], rows: int, device: str) -> None:
        self._temperature = temperature
        self._bias = torch.zeros(rows, device=device)
        self._bias[torch.tensor(never, dtype=torch.int64, device=device)] = -torch.inf

    def pick(self, logits: torch.Tensor, shares: Sequence[float]) -> list[int | None]:
        """One token a row of `logits` (rows, vocabulary); None where they are no numbers."""
        allowed = logits.float() + self._bias
        if self._temperature == 0:
            best = allowed.max(dim=-1)
            chosen, peak = best.indices, best.values
        else:
            drawn = torch.tensor(shares, device=allowed.device)
            chosen, peak = self._draw(allowed, drawn), allowed.amax(dim=-1)
        numbers = torch.isfinite(peak).tolist()
        return [
            token if good else None for token, good in zip(chosen.tolist(), numbers, strict=True)
        ]

    def _draw(self, allowed: torch.Tensor, shares: torch.Tensor) -> torch.Tensor:
        chances, order = torch.softmax(allowed / self._temperature, dim=-1).sort(
            dim=-1, descending=True
        )
        up_to = chances.cumsum(dim=-1)
        kept = chances * (up_to - chances < TOP_P)
        reached = kept.cumsum(dim=-1)
        goal = (shares * reached[:, -1])[:, None]
        place = (reached <= goal).sum(dim=-1, keepdim=True).clamp(max=allowed.shape[-1] - 1)
        return order.gather(-1, place)[:, 0]
