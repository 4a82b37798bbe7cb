"""Second half of the training: the text layers learn to inspect by what the tower sees.

The pictures of an inspection are drawn by lot, overview and windows each by itself, so that in
training nothing but a window's own picture goes with what is said of it: an overview may belong
to any verdict. The vision tower stays as it is; what it sees is worked out once.
"""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from specreview.agent.chat import picture_hashes
from specreview.tiny.encoding import Encoded, encode
from specreview.tiny.learning import Learner, Progress
from specreview.tiny.lessons import Lesson, Place
from specreview.tiny.pixels import Pixels
from specreview.tiny.practice_spectra import Lines
from specreview.tiny.seeing import look

_STEPS = 45
_RATE = 4e-3
_BATCH: tuple[Lines, ...] = ("both", "one", "none")


@dataclass(frozen=True)
class Shown:
    """A picture with its tokens as the vision tower gives them, (n, hidden)."""

    pixels: Pixels
    tokens: Any


@dataclass(frozen=True)
class Example:
    """An inspection as token ids and weights, and the pictures that go into it."""

    encoded: Encoded
    shown: tuple[Shown, ...]


def teach_to_speak(
    model: Any,
    tokenizer: Any,
    lessons: Sequence[Lesson],
    pictures: Mapping[bytes, Pixels],
    progress: Progress,
) -> bool:
    """Train the text layers of `model`; whether it then says every lesson right, word by word."""
    import torch

    shown = _shown(model, pictures)
    shelf = _shelf(lessons, shown)
    patterns = {lesson.practice.lines: lesson for lesson in lessons}
    weights = [p for n, p in model.named_parameters() if ".visual." not in n]
    learner = Learner(weights, _RATE, _STEPS)
    draws = random.Random(0)
    for step in range(_STEPS):
        batch = [_mixed(patterns[lines], shelf, tokenizer, draws) for lines in _BATCH]
        loss, _ = _said(model, batch)
        learner.step(loss)
        progress(f"learns to inspect: {step + 1} of {_STEPS}, loss {loss.item():.3f}")
    with torch.no_grad():
        return all(_said(model, [_as_it_was(lesson, shown, tokenizer)])[1] for lesson in lessons)


def _shown(model: Any, pictures: Mapping[bytes, Pixels]) -> dict[bytes, Shown]:
    import torch

    with torch.no_grad():
        return {png: Shown(pixels, look(model, [pixels])[0]) for png, pixels in pictures.items()}


def _shelf(
    lessons: Sequence[Lesson], shown: Mapping[bytes, Shown]
) -> dict[Place, tuple[Shown, ...]]:
    """The pictures that can stand in each place of an inspection."""
    shelf: dict[Place, tuple[Shown, ...]] = {}
    for lesson in lessons:
        for place, png in lesson.pictures():
            shelf[place] = (*shelf.get(place, ()), shown[png])
    return shelf


def _mixed(
    lesson: Lesson,
    shelf: Mapping[Place, Sequence[Shown]],
    tokenizer: Any,
    draws: random.Random,
) -> Example:
    """The inspection with other pictures that say the same, each from another spectrum."""
    chosen = tuple(draws.choice(shelf[place]) for place, _ in lesson.pictures())
    return _example(lesson, chosen, tokenizer)


def _as_it_was(lesson: Lesson, shown: Mapping[bytes, Shown], tokenizer: Any) -> Example:
    own = tuple(shown[lesson.images[sha256]] for sha256 in picture_hashes(lesson.messages))
    return _example(lesson, own, tokenizer)


def _example(lesson: Lesson, shown: tuple[Shown, ...], tokenizer: Any) -> Example:
    sizes = [each.pixels.tokens for each in shown]
    return Example(encode(lesson.messages, tokenizer, sizes), shown)


def _said(model: Any, batch: Sequence[Example]) -> tuple[Any, bool]:
    """(weighted loss of what is said, whether each word of it is the likeliest one)."""
    import torch
    from torch.nn.functional import cross_entropy
    from torch.nn.utils.rnn import pad_sequence

    def padded(rows: Sequence[Sequence[float]], kind: Any) -> Any:
        return pad_sequence([torch.tensor(row, dtype=kind) for row in rows], batch_first=True)

    ids = padded([example.encoded.ids for example in batch], torch.long)
    weights = padded([example.encoded.weights for example in batch], torch.float32)
    read = padded([[1] * len(example.encoded.ids) for example in batch], torch.long)
    states = _read(model, ids, read, [each for example in batch for each in example.shown])
    spoken = weights[:, 1:] > 0
    likely, wanted = model.lm_head(states[:, :-1][spoken]), ids[:, 1:][spoken]
    losses = cross_entropy(likely, wanted, reduction="none") * weights[:, 1:][spoken]
    right = bool((likely.argmax(-1) == wanted).all())
    return losses.sum() / weights[:, 1:].sum(), right


def _read(model: Any, ids: Any, read: Any, shown: Sequence[Shown]) -> Any:
    """(inspections, tokens, hidden): what the text layers make of an inspection."""
    import torch

    pictured = ids == model.config.image_token_id
    places, _ = model.model.get_rope_index(
        ids,
        mm_token_type_ids=pictured.int(),
        image_grid_thw=torch.cat([each.pixels.grid for each in shown]),
        attention_mask=read,
    )
    words = model.model.language_model.embed_tokens(ids).clone()
    words[pictured] = torch.cat([each.tokens for each in shown])
    return model.model.language_model(
        inputs_embeds=words, position_ids=places, attention_mask=None, use_cache=False
    ).last_hidden_state
