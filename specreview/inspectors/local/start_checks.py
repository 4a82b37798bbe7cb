"""Checks of a checkpoint before its weights are loaded. Each refuses with cause and cure."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from specreview.agent.chat import Message, Picture, protocol_turns
from specreview.agent.prompt import TOOL_NAME, TOOL_SCHEMA, system_text
from specreview.errors import InspectorUnusable
from specreview.inspectors.local.finding import read_json
from specreview.inspectors.local.tokens import IMAGE, MARKERS, Transcript, Vocabulary

BASE = "Qwen/Qwen2.5-VL-3B-Instruct"
"""Where the files come from that a fine-tuned checkpoint may have left out."""

USUAL_PICTURE = (480, 800)
"""Rows and columns of an overview, about (it is 792 × 472)."""

PICTURES = 8
"""Assistant turns of Spec-o3's training, each after one more picture."""

_TOLERANCE = 1.01
_PROMPT_WORDS = 1500
"""Tokens of system and task text, generously."""


def check_kind(model: str, config: Mapping[str, Any]) -> None:
    """Refuse what is no Qwen2.5-VL, or one whose attention slides."""
    kind = config.get("model_type")
    if kind != "qwen2_5_vl":
        raise InspectorUnusable(
            f"{model}: a {kind or 'nameless'} checkpoint, not Qwen2.5-VL; choose Spec-o3 or "
            "another fine-tuned Qwen2.5-VL"
        )
    text = config.get("text_config") or config
    if text.get("use_sliding_window") or "sliding_attention" in (text.get("layer_types") or ()):
        raise InspectorUnusable(
            f"{model}: its attention slides (use_sliding_window), which no Spec-o3 does; set "
            "use_sliding_window to false in config.json if it was trained without"
        )


def check_markers(model: str, tokenizer: Any) -> None:
    """Refuse a tokenizer without the chat's markup, or that takes it for plain text."""
    if not getattr(tokenizer, "is_fast", False):
        raise InspectorUnusable(
            f"{model}: its tokenizer has no fast form; copy tokenizer.json from {BASE}"
        )
    known = {
        token.content: token
        for token in tokenizer.backend_tokenizer.get_added_tokens_decoder().values()
    }
    lacking = [marker for marker in MARKERS if marker not in known or not known[marker].special]
    if lacking:
        raise InspectorUnusable(
            f"{model}: its tokenizer has no special token {', '.join(lacking)}; copy "
            f"tokenizer.json and tokenizer_config.json from {BASE}"
        )


def check_spelling(model: str, vocabulary: Vocabulary) -> None:
    """Refuse a tokenizer that does not give a text's bytes back."""
    text = f"{system_text()} Hα 6564.61 Å\n"
    spelled = b"".join(vocabulary.spelled(token) for token in vocabulary.encode(text))
    if spelled.decode("utf-8", "replace") != text:
        raise InspectorUnusable(
            f"{model}: its tokenizer does not give back what it was given, so it is not "
            f"Qwen2.5's; copy tokenizer.json from {BASE}"
        )


def check_image_processor(model: str, folder: Path) -> None:
    """Refuse a folder that does not say how pictures are prepared (a bare tokenizer)."""
    nested = read_json(folder / "processor_config.json").get("image_processor")
    if not nested and not read_json(folder / "preprocessor_config.json"):
        raise InspectorUnusable(
            f"{model}: has no image processor, only a tokenizer; copy preprocessor_config.json "
            f"from {BASE}"
        )


def check_picture_budget(model: str, processor: Any) -> int:
    """Tokens of a usual picture, measured; refuses a processor that exceeds its own max_pixels."""
    most = processor.size["longest_edge"]
    for rows, columns in (USUAL_PICTURE, (1200, 1600)):
        times, high, wide = measured_grid(processor, rows, columns)
        pixels = times * high * wide * processor.patch_size**2
        if pixels > most * _TOLERANCE:
            raise InspectorUnusable(
                f"{model}: a picture of {columns} × {rows} becomes {pixels} pixels although "
                f"max_pixels is {most}; set size.longest_edge in preprocessor_config.json, and "
                "take the transformers version that README names"
            )
    _, high, wide = measured_grid(processor, *USUAL_PICTURE)
    tokens: int = high * wide // processor.merge_size**2
    return tokens


def measured_grid(processor: Any, rows: int, columns: int) -> tuple[int, int, int]:
    """The grid (times, rows, columns) of patches that a white picture becomes."""
    white = np.full((rows, columns, 3), 255, dtype=np.uint8)
    times, high, wide = processor(images=[white], return_tensors="np")["image_grid_thw"][0]
    return int(times), int(high), int(wide)


def check_context(model: str, context: int, picture: int, max_new_tokens: int) -> None:
    """Refuse a context that cannot hold an inspection of full length."""
    wanted = _PROMPT_WORDS + PICTURES * (picture + max_new_tokens)
    if wanted > context:
        fits = (context - _PROMPT_WORDS) // PICTURES - picture
        cure = f"use --max-new-tokens {fits}" if fits >= 64 else "choose another model"
        raise InspectorUnusable(
            f"{model}: its context of {context} tokens cannot hold {PICTURES} pictures of "
            f"{picture} and {PICTURES} replies of {max_new_tokens}; {cure}"
        )


def chat_template(folder: Path, tokenizer: Any) -> str | None:
    """The template that the checkpoint's processor would use, else its tokenizer's."""
    file = folder / "chat_template.jinja"
    if file.is_file():
        return file.read_text(encoding="utf-8")
    for name in ("chat_template.json", "processor_config.json"):
        found = read_json(folder / name).get("chat_template")
        if isinstance(found, str):
            return found
    found = tokenizer.chat_template
    return found.get("default") if isinstance(found, dict) else found


def check_template(model: str, template: str | None, tokenizer: Any, ours: Vocabulary) -> None:
    """Refuse a template that would have trained the model on another conversation than ours."""
    if template is None:
        return
    text = _rendered(model, template, tokenizer, _example())
    if text.count(IMAGE) != 2:
        raise _refused(model, "drops the pictures")
    if "<tools>" not in text or TOOL_NAME not in text:
        raise _refused(model, "drops the tool's description")
    if "tools" in template:
        plain = (Message("system", ("You are a helpful assistant.",)), *_example()[1:2])
        if TOOL_NAME not in _rendered(model, template, tokenizer, plain, tools=[TOOL_SCHEMA]):
            raise _refused(model, "has a section for tools and drops ours")
    _compare(model, text, tokenizer, ours)


def _compare(model: str, text: str, tokenizer: Any, ours: Vocabulary) -> None:
    transcript = Transcript()
    ours.add_turns(transcript, _example(), dict.fromkeys(("1", "2"), (1, 2, 2)))
    ours.open_reply(transcript)
    theirs = tokenizer.encode(text, add_special_tokens=False)
    if theirs == transcript.ids:
        return
    pairs = zip(theirs, transcript.ids, strict=False)
    at = next((place for place, (left, right) in enumerate(pairs) if left != right), None)
    place = min(len(theirs), len(transcript.ids)) if at is None else at
    left = tokenizer.decode(theirs[max(0, place - 3) : place + 5])
    right = tokenizer.decode(transcript.ids[max(0, place - 3) : place + 5])
    raise _refused(model, f"writes {left!r} where Spec-o3's training has {right!r}")


def _refused(model: str, what: str) -> InspectorUnusable:
    return InspectorUnusable(
        f"{model}: its chat template {what}, so it was trained on other conversations than "
        "Spec-o3's; choose a Spec-o3 checkpoint, or, if you know better, take the template out of "
        "a copy of its folder"
    )


def _example() -> tuple[Message, ...]:
    call = '<think>Look.</think>\n<tool_call>\n{"name": "' + TOOL_NAME + '"}\n</tool_call>'
    turns = (
        Message("system", (system_text(),)),
        Message("user", (Picture("1"), "Is this a cataclysmic variable?")),
        Message("assistant", (call,)),
        Message("tool", (Picture("2"), "The picture shows 6500 to 6600 Å.")),
        Message("assistant", (call,)),
        Message("tool", ("No part of the spectrum lies there.",)),
    )
    return protocol_turns(turns)


def _rendered(
    model: str,
    template: str,
    tokenizer: Any,
    messages: Sequence[Message],
    tools: list[dict[str, Any]] | None = None,
) -> str:
    turns = [{"role": each.role, "content": list(_content(each))} for each in messages]
    try:
        text: str = tokenizer.apply_chat_template(
            turns, tools=tools, chat_template=template, tokenize=False, add_generation_prompt=True
        )
    except Exception as error:
        raise _refused(model, f"cannot write our turns ({type(error).__name__})") from error
    return text


def _content(message: Message) -> Iterator[dict[str, str]]:
    for part in message.parts:
        if isinstance(part, Picture):
            yield {"type": "image"}
        else:
            yield {"type": "text", "text": part}
