"""A byte-level BPE tokenizer of Qwen2's kind, learnt from the app's own words.

Splitting, normalising and decoding are those of transformers' `Qwen2Tokenizer`; only the merges
are our own, so that the vocabulary is 1 % of Qwen's.
"""

import json
from collections.abc import Iterable, Iterator
from typing import Any

from specreview.agent.prompt import system_text, task_text
from specreview.settings import CONTEXT
from specreview.tasks.load import load_tasks

MARKERS = (
    "<|endoftext|>",
    "<|im_start|>",
    "<|im_end|>",
    "<|object_ref_start|>",
    "<|object_ref_end|>",
    "<|box_start|>",
    "<|box_end|>",
    "<|quad_start|>",
    "<|quad_end|>",
    "<|vision_start|>",
    "<|vision_end|>",
    "<|vision_pad|>",
    "<|image_pad|>",
    "<|video_pad|>",
)
"""Qwen2.5's special tokens, in the order of their ids (151643 to 151656 there)."""

CALL_MARKERS = ("<tool_call>", "</tool_call>")
"""Tokens of their own in Qwen2.5 (151657 and 151658), but text: a decoder keeps them."""

_MERGES = 1500
_ROLES = ("system", "user", "assistant", "tool")


def learn_tokenizer(texts: Iterable[str] = ()) -> Any:
    """A `Qwen2Tokenizer` that knows the words of the app's prompts and of `texts`."""
    from tokenizers import Tokenizer, decoders, pre_tokenizers
    from tokenizers.models import BPE
    from tokenizers.trainers import BpeTrainer
    from transformers import AddedToken, Qwen2Tokenizer

    learner = Tokenizer(BPE())
    learner.pre_tokenizer = Qwen2Tokenizer(vocab={}, merges=[]).backend_tokenizer.pre_tokenizer
    learner.decoder = decoders.ByteLevel()
    letters = pre_tokenizers.ByteLevel.alphabet()
    trainer = BpeTrainer(
        vocab_size=len(letters) + _MERGES, initial_alphabet=sorted(letters), show_progress=False
    )
    learner.train_from_iterator([*_prompt_words(), *texts], trainer)
    model = json.loads(learner.to_str())["model"]
    tokenizer = Qwen2Tokenizer(
        vocab=model["vocab"],
        merges=[tuple(pair) for pair in model["merges"]],
        eos_token="<|im_end|>",
        model_max_length=CONTEXT,
    )
    tokenizer.add_special_tokens({"additional_special_tokens": list(MARKERS)})
    tokenizer.add_tokens([AddedToken(text, special=False) for text in CALL_MARKERS])
    return tokenizer


def _prompt_words() -> Iterator[str]:
    yield from _ROLES
    yield system_text()
    yield from (task_text(task) for task in load_tasks().values())
