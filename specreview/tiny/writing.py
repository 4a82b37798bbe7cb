"""Writes a tiny checkpoint as a folder that transformers' own loading code reads."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from specreview.tiny.architecture import preprocessor_config, tiny_config
from specreview.tiny.chat_template import CHAT_TEMPLATE
from specreview.tiny.learning import Progress
from specreview.tiny.vocabulary import learn_tokenizer


def write_random_checkpoint(folder: Path, seed: int = 0) -> None:
    """Write a Qwen2.5-VL with random weights into `folder`, which is made where it is missing.

    The same seed gives the same weights. It loads and generates, but says nothing of sense.
    """
    import torch
    from transformers import Qwen2_5_VLForConditionalGeneration

    tokenizer = learn_tokenizer()
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        model = Qwen2_5_VLForConditionalGeneration(tiny_config(tokenizer))
    write_checkpoint(folder, model, tokenizer)


def write_trained_checkpoint(folder: Path, progress: Progress = lambda _: None) -> None:
    """Train a Qwen2.5-VL on the practice task and write it into `folder`: some 20 s on 2 cores.

    Raises
    ------
    InspectorError
        When the training fails.
    """
    from specreview.tiny.training import train

    trained = train(progress)
    write_checkpoint(folder, trained.model, trained.tokenizer)


def write_checkpoint(folder: Path, model: Any, tokenizer: Any) -> None:
    """Write weights, configs, tokenizer, chat template and processor settings into `folder`."""
    folder.mkdir(parents=True, exist_ok=True)
    _set_generation(model, tokenizer)
    with _no_bars():
        model.save_pretrained(folder)
    tokenizer.chat_template = CHAT_TEMPLATE
    tokenizer.save_pretrained(folder)
    _write_json(folder / "preprocessor_config.json", preprocessor_config())


@contextmanager
def _no_bars() -> Iterator[None]:
    """Without transformers' bars: a tiny checkpoint is written in no time."""
    from transformers.utils import logging

    shown = logging.is_progress_bar_enabled()
    logging.disable_progress_bar()
    try:
        yield
    finally:
        if shown:
            logging.enable_progress_bar()


def _set_generation(model: Any, tokenizer: Any) -> None:
    """Greedy, and ending where Qwen2.5's released checkpoints end."""
    ids = tokenizer.convert_tokens_to_ids
    model.generation_config.update(
        do_sample=False,
        bos_token_id=ids("<|endoftext|>"),
        eos_token_id=[ids("<|im_end|>"), ids("<|endoftext|>")],
        pad_token_id=ids("<|endoftext|>"),
    )


def _write_json(file: Path, content: Any) -> None:
    file.write_text(json.dumps(content, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
