"""A checkpoint behind HTTP: its own chat template, stock transformers, nothing of our engine.

What it answers is what a team's server would: the request is rendered by the template in the
checkpoint's folder, tokenised as text, and decoded greedily by `generate`.
"""

import io
import json
from base64 import b64decode
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from PIL import Image

from specreview.agent.prompt import TOOL_SCHEMA, system_text
from specreview.inspectors.server.scripted_server import Act, Streamed, chunk, said

_IMAGE = "<|image_pad|>"
_MERGED = 4
"""Patches of one image token: spatial_merge_size squared."""


class ServedCheckpoint:
    """Use as a script of `ScriptedServer`."""

    def __init__(self, folder: Path) -> None:
        from transformers import (
            AutoTokenizer,
            Qwen2_5_VLForConditionalGeneration,
            Qwen2VLImageProcessorPil,
        )

        self.tokenizer = AutoTokenizer.from_pretrained(folder)
        self.processor = Qwen2VLImageProcessorPil.from_pretrained(folder)
        self.model = Qwen2_5_VLForConditionalGeneration.from_pretrained(folder).eval()
        self.prompts: list[str] = []
        markup = {
            number
            for number, token in self.tokenizer.added_tokens_decoder.items()
            if token.special and token.content not in ("<|im_end|>", "<|endoftext|>")
        }
        self.never = sorted(markup)

    def __call__(self, body: Mapping[str, Any]) -> Act:
        import torch

        with torch.inference_mode():
            return self._answer(body)

    def _answer(self, body: Mapping[str, Any]) -> Act:
        import torch

        assert body["temperature"] == 0
        messages, pictures = _unpacked(body["messages"])
        prompt = self.tokenizer.apply_chat_template(
            messages, tokenize=False, add_generation_prompt=True
        )
        self.prompts.append(prompt)
        seen = self.processor(images=pictures, return_tensors="pt")
        ids = self.tokenizer(_widened(prompt, seen["image_grid_thw"]), return_tensors="pt")
        self.model.model.rope_deltas = None
        row = ids["input_ids"]
        written = self.model.generate(
            input_ids=row,
            attention_mask=torch.ones_like(row),
            mm_token_type_ids=(row == self.tokenizer.convert_tokens_to_ids(_IMAGE)).int(),
            pixel_values=seen["pixel_values"],
            image_grid_thw=seen["image_grid_thw"],
            max_new_tokens=body["max_tokens"],
            do_sample=False,
            suppress_tokens=self.never,
        )[0, row.shape[1] :].tolist()
        end = self.tokenizer.convert_tokens_to_ids("<|im_end|>")
        whole = written[-1] == end
        text = self.tokenizer.decode(written[:-1] if whole else written)
        return said(text, finish="stop" if whole else "length", tokens=len(written))


def _unpacked(turns: list[dict[str, Any]]) -> tuple[list[dict[str, Any]], list[Image.Image]]:
    """Turns with bare marks for pictures, and the pictures in order."""
    pictures: list[Image.Image] = []
    messages = []
    for turn in turns:
        content = turn["content"]
        if isinstance(content, list):
            for part in content:
                if part["type"] == "image_url":
                    png = b64decode(part["image_url"]["url"].partition("base64,")[2])
                    pictures.append(Image.open(io.BytesIO(png)).convert("RGB"))
            content = [
                {"type": "image"} if part["type"] == "image_url" else part for part in content
            ]
        messages.append({"role": turn["role"], "content": content})
    return messages, pictures


def _widened(prompt: str, grids: Any) -> str:
    """Each picture's mark as often as the picture has image tokens."""
    before, *after = prompt.split(_IMAGE)
    assert len(after) == len(grids)
    text = before
    for grid, words in zip(grids, after, strict=True):
        text += _IMAGE * (int(grid.prod()) // _MERGED) + words
    return text


class ServedWithTools(ServedCheckpoint):
    """The same behind native tool calls: template with a tool section, parser of calls."""

    def _answer(self, body: Mapping[str, Any]) -> Act:
        (tool,) = body["tools"]
        assert tool == TOOL_SCHEMA
        turns = [_as_text(turn) for turn in body["messages"]]
        act = super()._answer({**body, "messages": turns})
        text = "".join(_delta(piece).get("content", "") for piece in act.pieces)
        before, _, call = text.partition("<tool_call>")
        if not call:
            return act
        made = json.loads(call.partition("</tool_call>")[0])
        function = {"name": made["name"], "arguments": json.dumps(made["arguments"])}
        delta = {"tool_calls": [{"index": 0, "id": "call", "function": function}]}
        content = chunk({"role": "assistant", "content": before.rstrip() or None})
        return Streamed([content, chunk(delta), chunk({}, "tool_calls"), *act.pieces[-2:]])


def _as_text(turn: dict[str, Any]) -> dict[str, Any]:
    """A turn as a template with a tool section writes it."""
    if turn["role"] == "system":
        return {"role": "system", "content": system_text()}
    if turn["role"] == "tool":
        return {"role": "user", "content": _enclosed(turn["content"])}
    if "tool_calls" not in turn:
        return turn
    (call,) = turn["tool_calls"]
    name, arguments = call["function"]["name"], json.loads(call["function"]["arguments"])
    said_before = f"{turn['content']}\n" if turn.get("content") else ""
    made = json.dumps({"name": name, "arguments": arguments}, ensure_ascii=False)
    return {
        "role": "assistant",
        "content": f"{said_before}<tool_call>\n{made}\n</tool_call>",
    }


def _enclosed(content: str | list[dict[str, Any]]) -> list[dict[str, Any]]:
    parts = [{"type": "text", "text": content}] if isinstance(content, str) else content
    opening = {"type": "text", "text": "<tool_response>\n"}
    return [opening, *parts, {"type": "text", "text": "\n</tool_response>"}]


def _delta(piece: Any) -> dict[str, Any]:
    choices = piece.get("choices") if isinstance(piece, Mapping) else None
    return choices[0]["delta"] if choices else {}
