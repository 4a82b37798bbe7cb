"""Trains a tiny checkpoint on the practice task: seconds on two cores, the same each time."""

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from specreview.agent.chat import Picture
from specreview.errors import InspectorError
from specreview.tiny.architecture import tiny_config
from specreview.tiny.learning import Progress, one_thread
from specreview.tiny.lessons import Lesson, play_all
from specreview.tiny.pixels import read_pictures
from specreview.tiny.practice_spectra import practice_spectra, practice_task
from specreview.tiny.seeing import teach_to_see
from specreview.tiny.speaking import teach_to_speak
from specreview.tiny.vocabulary import learn_tokenizer

TRAINED_ON = 2_147_483_647
"""Seed of the spectra of the training: no other use has it."""
_SPECTRA = 32
_SEEDS = (2, 0, 1)
"""Random weights to begin from, in turn; the first learn every lesson where it was tried."""


@dataclass(frozen=True)
class Trained:
    """`Qwen2_5_VLForConditionalGeneration` and `Qwen2Tokenizer` after the training."""

    model: Any
    tokenizer: Any


def train(progress: Progress) -> Trained:
    """Train on inspections of synthetic spectra until every one of them is said right.

    Raises
    ------
    InspectorError
        When three trainings from other random weights all fail.
    """
    progress(f"draws {_SPECTRA} practice spectra")
    practice = practice_spectra(TRAINED_ON, _SPECTRA)
    lessons = play_all(practice, practice_task(), min(4, os.cpu_count() or 1))
    tokenizer = learn_tokenizer(_words(lessons))
    for seed in _SEEDS:
        with one_thread(seed):
            model = _attempt(lessons, tokenizer, progress)
        if model is not None:
            return Trained(model, tokenizer)
    raise InspectorError(
        f"the tiny model did not learn the practice task in {len(_SEEDS)} trainings; "
        "torch or transformers behave otherwise here than where it was tried: "
        "install the versions of constraints.txt"
    )


def _attempt(lessons: Sequence[Lesson], tokenizer: Any, progress: Progress) -> Any | None:
    """The trained model; None where it does not say all lessons right."""
    from transformers import Qwen2_5_VLForConditionalGeneration

    model = Qwen2_5_VLForConditionalGeneration(tiny_config(tokenizer))
    shown = [(png, seen) for lesson in lessons for (_, seen), png in lesson.pictures()]
    pictures = read_pictures(png for png, _ in shown)
    teach_to_see(model, [(pictures[png], seen) for png, seen in shown], progress)
    return model if teach_to_speak(model, tokenizer, lessons, pictures, progress) else None


def _words(lessons: Sequence[Lesson]) -> Iterator[str]:
    for lesson in lessons:
        for message in lesson.messages:
            yield from (part for part in message.parts if not isinstance(part, Picture))
