"""Asks, cancels and full memory in any order: each ask ends once, and as if it were alone."""

import random
from dataclasses import replace

import pytest
import torch

from specreview.inspectors.local.asking import Done, Failed, Piece
from specreview.inspectors.local.engine import Engine
from specreview.settings import LocalSettings
from tests.local.talks import Talk, inspect

TALKS = 6
TURNS = 3
DECODING = LocalSettings(device="cpu", max_new_tokens=20, batch=3, temperature=1.2, seed=3)


class Storm:
    """Runs talks through an engine while chance cancels asks and takes memory away."""

    def __init__(self, engine: Engine, chance: random.Random) -> None:
        self.engine, self.chance = engine, chance
        self.talks = {number: Talk.begin(number) for number in range(1, TALKS + 1)}
        self.asked: set[int] = set()
        self.heard: dict[int, str] = {}
        self.cancels = 0

    def run(self) -> None:
        for _ in range(5000):
            self.wish()
            for answer in self.engine.step():
                self.hear(answer)
            if not self.asked and all(len(t.replies) == TURNS for t in self.talks.values()):
                return
        raise AssertionError("the storm never ended")

    def could_give_way(self) -> bool:
        """Whether there is a cache to drop, or another ask that can wait."""
        engine = self.engine
        started = [each for each in engine._waiting if each.row is not None]
        return len(engine._writing) + len(started) > 1 or engine._history.size > 0

    def wish(self) -> None:
        number = self.chance.choice(list(self.talks))
        if number in self.asked:
            if self.chance.random() < 0.02:
                self.cancels += 1
                self.engine.cancel(number)
        elif len(self.talks[number].replies) < TURNS:
            self.asked.add(number)
            self.heard[number] = ""
            self.engine.add(self.talks[number].ask())

    def hear(self, answer: object) -> None:
        assert not isinstance(answer, Failed), answer
        if isinstance(answer, Piece):
            assert answer.number in self.asked
            self.heard[answer.number] += answer.text
            return
        assert isinstance(answer, Done)
        self.asked.remove(answer.number)
        assert self.heard[answer.number] == answer.text
        if answer.finish_reason != "cancelled":
            self.talks[answer.number].go_on(answer)


@pytest.mark.parametrize("seed", range(4))
def test_whatever_happens_replies_are_as_if_alone(loaded, seed: int) -> None:
    checkpoint = replace(loaded(1), room_for_history=[10**9, 0, 200_000, 10**9][seed])
    chance = random.Random(seed)
    refused = 0

    def refuse(_module, _given, named, _out) -> None:
        nonlocal refused
        if storm.could_give_way() and chance.random() < 0.03:
            refused += 1
            raise torch.OutOfMemoryError("CUDA out of memory.")

    text = checkpoint.network.model.model.language_model
    hook = text.layers[-1].register_forward_hook(refuse, with_kwargs=True)
    storm = Storm(Engine(checkpoint, DECODING), chance)
    try:
        storm.run()
    finally:
        hook.remove()
    assert storm.cancels
    assert refused
    for number, talk in storm.talks.items():
        alone = Talk.begin(number)
        inspect(Engine(loaded(1), DECODING), [alone], TURNS)
        assert [done.text for done in talk.replies] == [done.text for done in alone.replies]
