"""A random tiny checkpoint is a Qwen2.5-VL to transformers' own loading code."""

import json

import pytest
from transformers import AutoTokenizer, Qwen2_5_VLForConditionalGeneration, Qwen2VLImageProcessorPil

from specreview.agent.prompt import TOOL_SCHEMA, system_text
from specreview.tiny.vocabulary import CALL_MARKERS, MARKERS
from specreview.tiny.writing import write_random_checkpoint

PICTURE = "<|vision_start|><|image_pad|><|vision_end|>"


@pytest.fixture(scope="module")
def tokenizer(random_checkpoint):
    return AutoTokenizer.from_pretrained(random_checkpoint())


def test_transformers_loads_it(random_checkpoint):
    model, loading = Qwen2_5_VLForConditionalGeneration.from_pretrained(
        random_checkpoint(), output_loading_info=True
    )
    assert not any(loading.values())
    assert sum(weights.numel() for weights in model.parameters()) < 1_000_000
    assert model.config.vision_config.out_hidden_size == model.config.text_config.hidden_size


def test_pictures_become_some_fifty_tokens(random_checkpoint):
    processor = Qwen2VLImageProcessorPil.from_pretrained(random_checkpoint())
    tokens = processor.get_number_of_image_patches(height=472, width=792) // 4
    assert 40 <= tokens <= 60


def test_a_seed_gives_the_same_weights_and_another_seed_others(random_checkpoint, tmp_path):
    write_random_checkpoint(tmp_path / "again", 0)
    again = (tmp_path / "again" / "model.safetensors").read_bytes()
    assert again == (random_checkpoint(0) / "model.safetensors").read_bytes()
    assert again != (random_checkpoint(1) / "model.safetensors").read_bytes()


def test_each_marker_is_one_token_and_only_call_markers_are_text(tokenizer):
    for marker in (*MARKERS, *CALL_MARKERS):
        ids = tokenizer(marker).input_ids
        assert len(ids) == 1
        kept = tokenizer.decode(ids, skip_special_tokens=True)
        assert kept == (marker if marker in CALL_MARKERS else "")


@pytest.mark.parametrize("text", ["Hα 6564.61 Å", "𝛼 \\boxed{YES}\n\n\t", "日本語 ﬁ"])
def test_any_text_survives(tokenizer, text):
    assert tokenizer.decode(tokenizer(text).input_ids) == text


def test_ends_like_the_released_checkpoints(random_checkpoint, tokenizer):
    generation = json.loads((random_checkpoint() / "generation_config.json").read_text())
    ends = tokenizer.convert_tokens_to_ids(["<|im_end|>", "<|endoftext|>"])
    assert generation["eos_token_id"] == ends
    assert generation["do_sample"] is False


def test_the_template_writes_tools_pictures_and_tool_turns_as_trained(tokenizer):
    turns = [
        {"role": "system", "content": "You are a helpful assistant."},
        {"role": "user", "content": [{"type": "image"}, {"type": "text", "text": "A star?"}]},
        {"role": "assistant", "content": "<think>Look.</think>"},
        {"role": "tool", "content": [{"type": "image"}, {"type": "text", "text": "Here."}]},
    ]
    written = tokenizer.apply_chat_template(
        turns, tools=[TOOL_SCHEMA], tokenize=False, add_generation_prompt=True
    )
    assert written == (
        f"<|im_start|>system\n{system_text()}<|im_end|>\n"
        f"<|im_start|>user\n{PICTURE}A star?<|im_end|>\n"
        "<|im_start|>assistant\n<think>Look.</think><|im_end|>\n"
        f"<|im_start|>user\n<tool_response>\n{PICTURE}Here.\n</tool_response><|im_end|>\n"
        "<|im_start|>assistant\n"
    )
