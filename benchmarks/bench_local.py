"""What kept caches and batches are worth: ratios on one random model of middling size, on a CPU.

`python benchmarks/bench_local.py [LAYERS]`: five turns of an inspection with the cache kept and
with everything read anew; eight asks as a batch and one by one; and the time of a token against
transformers' own `generate`. Seconds are the CPU's, which other programs disturb less. Ends with
1 when a limit is broken.
"""

import hashlib
import io
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import torch
from PIL import Image
from transformers import Qwen2_5_VLForConditionalGeneration

from specreview.agent.chat import Message, Picture, protocol_turns
from specreview.inspectors.local.asking import Answer, Ask, Done, Piece
from specreview.inspectors.local.checkpoint import Checkpoint, load_checkpoint
from specreview.inspectors.local.engine import Engine
from specreview.inspectors.local.tokens import IMAGE
from specreview.settings import LocalSettings
from specreview.tiny.architecture import tiny_config
from specreview.tiny.vocabulary import learn_tokenizer
from specreview.tiny.writing import write_checkpoint

HIDDEN = 512
TURNS = 5
REPLY = 48
LEAST_READING = 2.0
LEAST_BATCH = 1.5
MOST_OVERHEAD = 1.25


class Talk:
    """An inspection as the engine is asked it: one more picture after each reply."""

    def __init__(self, number: int, words: str) -> None:
        self.number, self.images, self.replies = number, {}, []
        overview = Message("user", (self.picture(), words))
        self.messages = [Message("system", ("You are a helpful assistant.",)), overview]

    def picture(self) -> Picture:
        seed = self.number * 100 + len(self.images)
        pixels = np.random.default_rng(seed).integers(0, 256, (472, 792, 3), dtype=np.uint8)
        file = io.BytesIO()
        Image.fromarray(pixels).save(file, "PNG", compress_level=0)
        sha256 = hashlib.sha256(file.getvalue()).hexdigest()
        self.images[sha256] = file.getvalue()
        return Picture(sha256)

    def ask(self) -> Ask:
        return Ask(self.number, tuple(self.messages), dict(self.images))

    def go_on(self, done: Done) -> None:
        self.replies.append(done)
        self.messages.append(Message("assistant", (done.text,)))
        self.messages += protocol_turns([Message("tool", (self.picture(), "A window."))])


def answers(one: Engine) -> Iterator[Answer]:
    while one.busy:
        yield from one.step()


def checkpoint(folder: Path, layers: int) -> Checkpoint:
    """A random model whose passes take longer than the Python around them."""
    tokenizer = learn_tokenizer()
    config = tiny_config(tokenizer)
    text, vision = config.text_config, config.vision_config
    text.hidden_size = vision.out_hidden_size = HIDDEN
    text.intermediate_size = 4 * HIDDEN
    text.num_hidden_layers = layers
    text.num_attention_heads, text.num_key_value_heads = 8, 2
    text.rope_parameters["mrope_section"] = [8, 12, 12]
    text.layer_types = ["full_attention"] * layers
    text.initializer_range = HIDDEN**-0.5
    torch.manual_seed(0)
    write_checkpoint(folder, Qwen2_5_VLForConditionalGeneration(config), tokenizer)
    return load_checkpoint(LocalSettings(model=str(folder), device="cpu"))


def engine(loaded: Checkpoint, batch: int = 8) -> Engine:
    settings = LocalSettings(
        device="cpu", max_new_tokens=REPLY, batch=batch, temperature=1.0, seed=1
    )
    return Engine(loaded, settings)


def first_token(one: Engine, ask: Ask) -> tuple[float, Done]:
    """Seconds until the reply begins, and the whole reply."""
    began, first = time.process_time(), 0.0
    one.add(ask)
    while True:
        for answer in one.step():
            if isinstance(answer, Piece) and not first:
                first = time.process_time() - began
            if isinstance(answer, Done):
                return first, answer


def reading(loaded: Checkpoint) -> tuple[float, float]:
    """Seconds of reading in five turns, and tokens read over tokens there are."""
    one, talk = engine(loaded), Talk(1, "Is it? " * 60)
    seconds = 0.0
    for _ in range(TURNS):
        first, done = first_token(one, talk.ask())
        seconds += first
        talk.go_on(done)
    written = sum(done.tokens - 1 for done in talk.replies)
    read = sum(done.prefilled for done in talk.replies)
    last = talk.replies[-1]
    return seconds, (read + written) / (last.prompt + last.tokens - 1)


def writing(loaded: Checkpoint, batch: int) -> float:
    """Tokens a second of eight asks."""
    several = engine(loaded, batch)
    for number in range(8):
        several.add(Talk(number, "Is it? " * (number + 1)).ask())
    began = time.process_time()
    tokens = sum(done.tokens for done in answers(several) if isinstance(done, Done))
    return tokens / (time.process_time() - began)


def token_times(loaded: Checkpoint) -> tuple[float, float]:
    """Seconds a token: ours, and those of `generate`, reading the prompt included in both.

    The best of three of each, by turns: other programs disturb single ones.
    """
    pairs = [_token_times(loaded) for _ in range(3)]
    return min(ours for ours, _ in pairs), min(stock for _, stock in pairs)


def _token_times(loaded: Checkpoint) -> tuple[float, float]:
    one, talk = engine(loaded), Talk(1, "Is it?")
    began = time.process_time()
    one.add(talk.ask())
    (done,) = [each for each in answers(one) if isinstance(each, Done)]
    ours = (time.process_time() - began) / done.tokens
    ids = next(iter(one._history._kept.values())).transcript.ids[: done.prompt]
    began = time.process_time()
    with torch.inference_mode():
        written = loaded.network.model.generate(
            **stock_inputs(loaded, ids, next(iter(talk.images.values()))),
            max_new_tokens=done.tokens,
            min_new_tokens=done.tokens,
            do_sample=True,
        )
    return ours, (time.process_time() - began) / (written.shape[1] - len(ids))


def stock_inputs(loaded: Checkpoint, ids: list[int], png: bytes) -> dict[str, Any]:
    seen = loaded.image_processor(images=[Image.open(io.BytesIO(png))], return_tensors="pt")
    row = torch.tensor([ids])
    kinds = (row == loaded.vocabulary.ids[IMAGE]).int()
    return {"input_ids": row, "mm_token_type_ids": kinds, **seen}


def main(layers: int) -> int:
    with tempfile.TemporaryDirectory() as folder:
        loaded = checkpoint(Path(folder), layers)
        engine(loaded)
        writing(loaded, 8)
        kept, ratio = reading(loaded)
        anew, _ = reading(replace(loaded, room_for_history=0))
        together, singly = writing(loaded, 8), writing(loaded, 1)
        ours, stock = token_times(loaded)
    print(f"{loaded.facts['parameters']} weights, {torch.get_num_threads()} threads")
    print(f"tokens read over tokens there are, {TURNS} turns: {ratio:.2f}")
    print(f"reading {TURNS} turns: {kept:.2f} s with kept caches, {anew:.2f} s anew,")
    print(f"  {anew / kept:.1f} times as fast (at least {LEAST_READING})")
    print(f"8 asks: {together:.0f} tokens/s as a batch, {singly:.0f} one by one,")
    print(f"  {together / singly:.1f} times as fast (at least {LEAST_BATCH})")
    print(f"a token: {ours * 1e3:.1f} ms, generate's {stock * 1e3:.1f} ms,")
    print(f"  {ours / stock:.2f} of it (at most {MOST_OVERHEAD})")
    kept_well = ratio == 1 and anew / kept >= LEAST_READING
    return (
        0 if kept_well and together / singly >= LEAST_BATCH and ours / stock <= MOST_OVERHEAD else 1
    )


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 8))
