"""The chance of the positive label, taken where a reply boxes it."""

import math
from dataclasses import replace

import pytest
import torch

from specreview.inspectors.local.asking import Done
from specreview.inspectors.local.checkpoint import Checkpoint
from specreview.inspectors.local.engine import Engine
from specreview.inspectors.local.tokens import END, Vocabulary
from specreview.inspectors.local.weighing import Scale
from specreview.settings import LocalSettings
from tests.local.talks import Talk, ends


@pytest.fixture
def checkpoint(loaded) -> Checkpoint:
    return loaded(0)


def boxed_at(scale: Scale, ids: list[int], rows: int) -> list[int]:
    """Lengths of the reply's beginnings after which a label would be weighed."""
    level = torch.zeros(rows)
    return [
        end
        for end, token in enumerate(ids)
        if scale.weigh([7, *ids[:end]], 1, level, token) is not None
    ]


REPLY = "<think>Hα \\boxed is not {YES}.</think>\n<answer>\\boxed{NO} no line</answer>"


@pytest.mark.parametrize("labels", [("YES", "NO"), ("NO", "YES")])
def test_a_label_is_weighed_where_it_is_boxed_only(checkpoint, labels) -> None:
    vocabulary = checkpoint.vocabulary
    scale = Scale(labels, vocabulary)
    assert scale.usable
    before, _, _ = REPLY.partition("{NO}")
    ids = vocabulary.encode(REPLY)
    (at,) = boxed_at(scale, ids, checkpoint.network.rows)
    spelled = b"".join(map(vocabulary.spelled, ids[:at])).decode()
    assert spelled.removesuffix("{") == before


def test_labels_that_begin_alike_or_are_none_are_not_weighed(checkpoint) -> None:
    for labels in ((), ("YES",), ("YES", "YES")):
        assert not Scale(labels, checkpoint.vocabulary).usable


class Written:
    """Has the model write a text, with its own choice of chances for the boxed label."""

    def __init__(self, checkpoint: Checkpoint, text: str, odds: dict[str, float]) -> None:
        vocabulary: Vocabulary = checkpoint.vocabulary
        self._ids = [*vocabulary.encode(text), vocabulary.ids[END]]
        self._odds = {vocabulary.encode(f"{{{label}}}")[0]: odd for label, odd in odds.items()}
        self._at = 0
        self.hook = checkpoint.network.model.lm_head.register_forward_hook(self._write)

    def _write(self, _module, _given, logits: torch.Tensor) -> torch.Tensor:
        token = self._ids[self._at]
        self._at += 1
        forced = torch.full_like(logits, -50.0)
        for label, odd in self._odds.items():
            forced[:, label] = odd - 40.0
        forced[:, token] = self._odds.get(token, 40.0) - 40.0
        return forced


@pytest.mark.parametrize(("yes", "no"), [(2.0, 0.5), (0.5, 2.0)])
def test_the_score_is_the_share_of_the_positive_label(checkpoint, yes, no) -> None:
    label = "YES" if yes > no else "NO"
    reply = REPLY.replace("{NO}", f"{{{label}}}")
    ask = replace(Talk.begin(1).ask(), labels=("YES", "NO"))
    assert Scale(ask.labels, checkpoint.vocabulary).usable
    one = Engine(checkpoint, LocalSettings(device="cpu"))
    written = Written(checkpoint, reply, {"YES": yes, "NO": no})
    one.add(ask)
    done = ends(one)[1]
    written.hook.remove()
    assert isinstance(done, Done)
    assert done.text == reply
    assert done.score == pytest.approx(1 / (1 + math.exp(no - yes)), abs=1e-6)


def test_without_labels_or_a_box_there_is_no_score(checkpoint) -> None:
    for labels, reply in (((), REPLY), (("YES", "NO"), "<answer>YES</answer>")):
        one = Engine(checkpoint, LocalSettings(device="cpu"))
        written = Written(checkpoint, reply, {})
        one.add(replace(Talk.begin(1).ask(), labels=labels))
        done = ends(one)[1]
        written.hook.remove()
        assert isinstance(done, Done)
        assert (done.text, done.score) == (reply, None)
