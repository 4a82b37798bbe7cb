"""The engine against the stock model: same tokens, same logits, nothing read twice."""

from collections.abc import Callable
from typing import Any

import pytest
import torch

from specreview.inspectors.local.checkpoint import Checkpoint
from specreview.inspectors.local.engine import Engine
from specreview.inspectors.local.tokens import IMAGE
from specreview.settings import LocalSettings
from tests.local.talks import Stock, Talk, inspect

TURNS = 5
SEEDS = range(5)


def stock(checkpoint: Checkpoint) -> Stock:
    return Stock(
        checkpoint.network.model,
        checkpoint.image_processor,
        checkpoint.vocabulary.ids[IMAGE],
        checkpoint.vocabulary.never,
    )


class Watched:
    """Counts what a model does while it is used."""

    def __init__(self, checkpoint: Checkpoint) -> None:
        self.tokens = self.pictures = 0
        self.logits: list[torch.Tensor] = []
        model = checkpoint.network.model
        self._hooks = [
            model.model.language_model.register_forward_pre_hook(self._read, with_kwargs=True),
            model.model.visual.register_forward_pre_hook(self._looked, with_kwargs=True),
            model.lm_head.register_forward_hook(self._said),
        ]

    def _read(self, _: Any, __: Any, given: dict[str, Any]) -> None:
        self.tokens += given["inputs_embeds"].shape[1]

    def _looked(self, _: Any, __: Any, given: dict[str, Any]) -> None:
        self.pictures += len(given["grid_thw"])

    def _said(self, _: Any, __: Any, logits: torch.Tensor) -> None:
        self.logits.append(logits[0])

    def stop(self) -> None:
        for hook in self._hooks:
            hook.remove()


def transcript(engine: Engine, talk: Talk) -> tuple[list[int], int]:
    """All ids of a finished talk, and how many of them are in its cache."""
    kept = list(engine._history._kept.values())[-1]
    assert kept.cache is not None
    return kept.transcript.ids, kept.cache.length


@pytest.mark.parametrize("seed", SEEDS)
def test_greedy_replies_are_those_of_a_full_reading_by_generate(
    loaded: Callable[[int], Checkpoint], seed: int
) -> None:
    checkpoint = loaded(seed)
    settings = LocalSettings(max_new_tokens=24, device="cpu")
    engine = Engine(checkpoint, settings)
    talk = Talk.begin(1)
    for _ in range(TURNS):
        asked = talk.messages[:]
        inspect(engine, [talk], 1)
        ids, _ = transcript(engine, talk)
        done = talk.replies[-1]
        pngs = [
            talk.images[part.sha256] for m in asked for part in m.parts if not isinstance(part, str)
        ]
        written = stock(checkpoint).greedy(ids[: done.prompt], pngs, 24)
        stops = checkpoint.vocabulary.stops
        assert ids[done.prompt :] == [token for token in written if token not in stops]


@pytest.mark.parametrize("seed", SEEDS)
def test_logits_are_those_of_one_pass_and_nothing_is_read_twice(
    loaded: Callable[[int], Checkpoint], seed: int
) -> None:
    """Drawn, so that the replies are varied; then one stock pass over the five turns."""
    checkpoint = loaded(seed)
    settings = LocalSettings(max_new_tokens=24, device="cpu", temperature=1.2, seed=seed)
    engine = Engine(checkpoint, settings)
    talk = Talk.begin(2)
    watched = Watched(checkpoint)
    inspect(engine, [talk], TURNS)
    watched.stop()
    ids, cached = transcript(engine, talk)

    whole = stock(checkpoint).logits(ids, list(talk.images.values())[:TURNS])
    at = [done.prompt - 1 + token for done in talk.replies for token in range(done.tokens)]
    ours = torch.stack(watched.logits)
    assert len(at) == len(ours) > 2 * TURNS
    assert (whole[at] - ours).abs().max() < 1e-4

    fed = sum(done.tokens - 1 for done in talk.replies)
    assert watched.pictures == TURNS
    assert watched.tokens == cached
    assert sum(done.prefilled for done in talk.replies) + fed == cached
    assert len(ids) - cached <= 1
    assert talk.replies[-1].prompt > 2 * talk.replies[-1].prefilled


def test_a_prompt_read_in_stretches_is_the_same(
    loaded: Callable[[int], Checkpoint], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Stretches of seven tokens, which cut pictures in two."""
    checkpoint = loaded(1)
    settings = LocalSettings(max_new_tokens=24, device="cpu", temperature=1.2)
    whole, cut = Talk.begin(1), Talk.begin(1)
    inspect(Engine(checkpoint, settings), [whole], 2)
    monkeypatch.setitem(checkpoint.network.__dict__, "stretch", 7)
    inspect(Engine(checkpoint, settings), [cut], 2)
    assert [done.text for done in cut.replies] == [done.text for done in whole.replies]
    assert [done.prefilled for done in cut.replies] == [done.prefilled for done in whole.replies]
