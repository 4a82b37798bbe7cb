"""What a model is told: the system text with the tool, the task, and a sentence with each view.

The form follows Spec-o3's conversation (Qwen2.5 tool calls); the wording is our own, so figures
published for a model's own prompts do not carry over.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from specreview.canonical import canonical_json, sha256_hex
from specreview.spectra.window import Window
from specreview.tasks.task import VettingTask

TOOL_NAME = "spectral_visualization_tool"

TOOL_SCHEMA: dict[str, Any] = {
    "type": "function",
    "function": {
        "name": TOOL_NAME,
        "description": (
            "Draw the part of the current spectrum that lies in a wavelength window, so that "
            "narrow features can be judged."
        ),
        "parameters": {
            "type": "object",
            "properties": {
                "wavelength_range": {
                    "type": "array",
                    "items": {"type": "number"},
                    "minItems": 2,
                    "maxItems": 2,
                    "description": "Lower and upper limit in Å, rest frame.",
                },
                "label": {
                    "type": "string",
                    "description": "What is looked for in this window, in a few words.",
                },
            },
            "required": ["wavelength_range"],
        },
    },
}

_SYSTEM_HEAD = "You are a helpful assistant who inspects astronomical spectra."
_LONGEST_LABEL = 120


def system_text() -> str:
    """The system turn: one line, then the tool's schema and how to call it."""
    example = '{"name": <function name>, "arguments": <JSON object of arguments>}'
    return "\n".join(
        (
            _SYSTEM_HEAD,
            "",
            "# Tools",
            "",
            "One function can be called in each turn. Its signature is given as JSON within "
            "<tools></tools> tags:",
            "<tools>",
            json.dumps(TOOL_SCHEMA, ensure_ascii=False),
            "</tools>",
            "",
            "To call it, reply with one JSON object within <tool_call></tool_call> tags:",
            "<tool_call>",
            example,
            "</tool_call>",
        )
    )


def task_text(task: VettingTask) -> str:
    """The user turn that follows the overview picture: question, evidence, form of the answer.

    Holds the task's words only: no weights, limits or sources, and nothing about the candidate.
    """
    return "\n\n".join(
        (
            "The picture shows the whole spectrum of one object: flux against wavelength in Å "
            "(vacuum).",
            task.question,
            *_sections(task),
            _answer_format(task.labels),
        )
    )


def view_text(window: Window | None, label: str) -> str:
    """The sentence in the tool's response beside a picture; `window` None is the overview.

    `label` is the model's own: line breaks and angle brackets are taken out, so that it cannot
    close the response early, and it is cut at 120 characters.
    """
    if window is None:
        return "The picture shows the whole spectrum."
    sentence = (
        f"The picture shows {_angstrom(window.lower)} to {_angstrom(window.upper)} Å (rest frame)"
    )
    words = " ".join(label.translate({ord("<"): " ", ord(">"): " "}).split())
    if not words:
        return f"{sentence}."
    return f'{sentence}, as asked for under "{words[:_LONGEST_LABEL].rstrip()}".'


def _angstrom(wavelength: float) -> str:
    return f"{round(wavelength, 3):.10g}"


def prompt_hash(task: VettingTask) -> str:
    """SHA-256 over all words that a model is given before its first reply."""
    return sha256_hex(canonical_json({"system": system_text(), "task": task_text(task)}))


def _sections(task: VettingTask) -> Iterator[str]:
    yield _list("Primary evidence:", task.indicators.primary)
    if task.indicators.secondary:
        yield _list("Secondary evidence:", task.indicators.secondary)
    if task.look_alikes:
        pairs = [f"{each.name}: {each.tell_apart}" for each in task.look_alikes]
        yield _list("Look-alikes and how to tell them apart:", pairs)
    settled = [each for each in task.border_cases if each.answer in task.labels]
    if settled:
        yield _list("Border cases:", [f"{each.case}: {each.answer}" for each in settled])


def _list(head: str, entries: Sequence[str]) -> str:
    return "\n".join((head, *(f"- {entry}" for entry in entries)))


def _answer_format(labels: Sequence[str]) -> str:
    call = {"name": TOOL_NAME, "arguments": {"wavelength_range": [6500, 6600], "label": "…"}}
    boxes = " or ".join(rf"\boxed{{{label}}}" for label in labels)
    return "\n".join(
        (
            "Begin each reply with your reasoning within <think></think> tags. Then do one of two:",
            "- ask for one window that you want to see in detail: "
            f"<tool_call>{_compact(call)}</tool_call>",
            "- or, once the evidence is enough, answer within <answer></answer> tags "
            rf"with {boxes}, and a short reason: <answer>\boxed{{…}} reason</answer>",
        )
    )


def _compact(call: Mapping[str, Any]) -> str:
    return json.dumps(call, ensure_ascii=False)
