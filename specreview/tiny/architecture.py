"""The shape of a tiny Qwen2.5-VL, and how it is told to see.

0.7 million weights: two text layers, two vision layers. A picture of the app becomes 40
to 60 tokens.
"""

from typing import Any

from specreview.settings import CONTEXT

HIDDEN = 128
VISION_HIDDEN = 64
PATCH = 14
MERGE = 2
MOST_PIXELS = 28 * 28 * 60
"""A picture is shrunk to this many pixels; 28 × 28 of them are one token."""

SPREAD = 0.09
"""Of random weights, about 1/√128: at the usual 0.02 a tiny network hardly mixes its tokens, and
a fault in a cache or a position would not show in its output."""

WHITE = 1.0
INK = 0.3
"""Mean and scale of the pixels: paper becomes 0, so that a picture is its ink alone."""


def tiny_config(tokenizer: Any) -> Any:
    """`Qwen2_5_VLConfig` for a tokenizer of ours."""
    from transformers import Qwen2_5_VLConfig

    ids = tokenizer.convert_tokens_to_ids
    ends = {"bos_token_id": ids("<|endoftext|>"), "eos_token_id": ids("<|im_end|>")}
    return Qwen2_5_VLConfig(
        text_config=_text(len(tokenizer)) | ends,
        vision_config=_vision(),
        image_token_id=ids("<|image_pad|>"),
        video_token_id=ids("<|video_pad|>"),
        vision_start_token_id=ids("<|vision_start|>"),
        vision_end_token_id=ids("<|vision_end|>"),
        tie_word_embeddings=True,
        dtype="float32",
        **ends,
    )


def _text(vocabulary: int) -> dict[str, Any]:
    return {
        "vocab_size": vocabulary,
        "hidden_size": HIDDEN,
        "intermediate_size": 2 * HIDDEN,
        "num_hidden_layers": 2,
        "num_attention_heads": 4,
        "num_key_value_heads": 2,
        "initializer_range": SPREAD,
        "max_position_embeddings": CONTEXT,
        "rope_parameters": {
            "rope_type": "default",
            "rope_theta": 1_000_000.0,
            "mrope_section": [4, 6, 6],
        },
        "tie_word_embeddings": True,
    }


def _vision() -> dict[str, Any]:
    return {
        "depth": 2,
        "hidden_size": VISION_HIDDEN,
        "intermediate_size": 2 * VISION_HIDDEN,
        "num_heads": 4,
        "initializer_range": SPREAD,
        "patch_size": PATCH,
        "spatial_merge_size": MERGE,
        "temporal_patch_size": 2,
        "window_size": 112,
        "fullatt_block_indexes": [0, 1],
        "out_hidden_size": HIDDEN,
    }


def preprocessor_config() -> dict[str, Any]:
    """What `preprocessor_config.json` says, in the form of the released checkpoints."""
    return {
        "image_processor_type": "Qwen2VLImageProcessor",
        "processor_class": "Qwen2_5_VLProcessor",
        "min_pixels": 4 * 28 * 28,
        "max_pixels": MOST_PIXELS,
        "size": {"shortest_edge": 4 * 28 * 28, "longest_edge": MOST_PIXELS},
        "patch_size": PATCH,
        "temporal_patch_size": 2,
        "merge_size": MERGE,
        "image_mean": [WHITE] * 3,
        "image_std": [INK] * 3,
    }
