"""One step after the other: what both halves of the training share."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

Progress = Callable[[str], None]
"""Told in a sentence what the training does now."""

_DECAY = 0.02
_LONGEST_STEP = 1.0
_WARM = 0.2
"""Share of the steps in which the rate rises; then it falls to nothing."""


class Learner:
    """AdamW over `weights` for a known number of steps, up to the rate `rate`."""

    def __init__(self, weights: Sequence[Any], rate: float, steps: int) -> None:
        import torch

        self._weights = weights
        self._optimiser = torch.optim.AdamW(
            weights, lr=rate, weight_decay=_DECAY, betas=(0.9, 0.98)
        )
        self._schedule = torch.optim.lr_scheduler.OneCycleLR(
            self._optimiser, rate, total_steps=steps, pct_start=_WARM
        )

    def step(self, loss: Any) -> None:
        """Learn from `loss`."""
        import torch

        self._optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self._weights, _LONGEST_STEP)
        self._optimiser.step()
        self._schedule.step()


@contextmanager
def one_thread(seed: int) -> Iterator[None]:
    """Torch on one thread, from a seed of its own; all is as before afterwards.

    Matrices this small gain little from a second one, and on cores that others use too, threads
    that wait for each other lose more: ten times the time was measured.
    """
    import torch

    before = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        with torch.random.fork_rng(devices=[]):
            torch.manual_seed(seed)
            yield
    finally:
        torch.set_num_threads(before)
