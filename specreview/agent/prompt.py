"""What a model is told: the system text with the tool, the task, and a sentence with each view.

The frame (system line, tool section, `<tool_response>`) is that of Spec-o3's training, token for
token: the chat template of the authors' recipe (github.com/Maxwell-Jia/spec-o3,
reinforcement_learning/recipe/spec_o3/configs/spec_o3.yaml), which is Qwen2.5's own for tools.
The task's wording is ours, so figures published for a model's own prompts do not carry over,
unless the candidate list brings those prompts along.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from specreview.canonical import canonical_json, sha256_hex
from specreview.spectra.window import Window
from specreview.tasks.own_prompt import OwnPrompt
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

_SYSTEM_LINE = "You are a helpful assistant."
_TOOLS_HEAD = (
    "# Tools\n\nYou may call one or more functions to assist with the user query.\n\n"
    "You are provided with function signatures within <tools></tools> XML tags:\n<tools>\n"
)
_TOOLS_FOOT = (
    "\n</tools>\n\nFor each function call, return a json object with function name and arguments "
    "within <tool_call></tool_call> XML tags:\n<tool_call>\n"
    '{"name": <function-name>, "arguments": <args-json-object>}\n</tool_call>'
)
_LONGEST_LABEL = 120


def system_text(own: OwnPrompt | None = None) -> str:
    """The system turn: a line (or the row's own text), then the tool's schema and how to call it.

    A row's text that holds a tool section already is left as it is.
    """
    line = own.system if own is not None and own.system else _SYSTEM_LINE
    if "<tools>" in line:
        return line
    schema = json.dumps(TOOL_SCHEMA, ensure_ascii=False)
    return f"{line}\n\n{_TOOLS_HEAD}{schema}{_TOOLS_FOOT}"


def system_line(text: str) -> str:
    """A system turn without its tool section, for servers that write their own."""
    return text.partition("# Tools\n")[0].rstrip() or _SYSTEM_LINE


def user_text(task: VettingTask, own: OwnPrompt | None = None) -> str:
    """The words of the first user turn: the row's own, else those made from the task file."""
    return own.user if own is not None else task_text(task)


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


def prompt_hash(task: VettingTask, own: OwnPrompt | None = None) -> str:
    """SHA-256 over all words that a model is given before its first reply."""
    words = {"system": system_text(own), "task": user_text(task, own)}
    return sha256_hex(canonical_json(words))


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
