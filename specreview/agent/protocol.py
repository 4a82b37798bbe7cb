"""The text protocol: an inspector's reply, parsed; and its inverse.

A reply is `<think>…</think>`, then one `<tool_call>` with a JSON object, or one `<answer>` with
a boxed label. Nothing is guessed from stray words: what does not follow the protocol is flagged
and goes back to the inspector.
"""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from specreview.agent.boxes import boxed_label, only_box, reason_beside
from specreview.agent.calls import read_calls
from specreview.agent.events import Call
from specreview.agent.prompt import TOOL_NAME
from specreview.agent.repetition import is_degenerate
from specreview.agent.sections import Sections, cut_sections, strip_markers
from specreview.agent.wavelengths import WINDOW_KEY

PARSER_VERSION = 2
MOST_CALLS = 50
"""Calls of one reply that are kept: only the first is carried out."""

Flag = Literal[
    "repaired",
    "extra_calls",
    "mixed_turn",
    "two_answers",
    "unclosed_think",
    "truncated",
    "unparsed",
    "degenerate",
    "junk_tokens",
]

_TAG = re.compile(r"<(?=\s*/?\s*(?:think|tool_call|answer|tool_response)\b|\|)", re.IGNORECASE)


@dataclass(frozen=True)
class ParsedReply:
    """What a reply asks for: calls, or an answer, or neither.

    `calls` holds the calls in order (50 at most); the first one counts, even a faulty one.
    `answer` is one of the allowed answers, None in a turn that also calls. `flags` says what
    was irregular.
    """

    thought: str
    calls: tuple[Call, ...] = ()
    answer: str | None = None
    justification: str = ""
    flags: frozenset[Flag] = frozenset()


def parse_reply(
    text: str, answers: Sequence[str] = ("YES", "NO"), truncated: bool = False
) -> ParsedReply:
    """What `text` says under the protocol. Never raises; linear in the length of `text`.

    `answers` are the labels that may be boxed; `truncated` says that generation ran into its
    length limit.
    """
    text, junk = strip_markers(text.encode("utf-8", "replace").decode())
    sections = cut_sections(text)
    calls, repaired = _calls(sections)
    answer, justification, mended = _answer(sections, answers, truncated)
    if calls:
        answer, justification = None, ""
    flags: dict[Flag, bool] = {
        "repaired": repaired or mended,
        "extra_calls": len(calls) > 1,
        "mixed_turn": bool(calls and sections.answers),
        "two_answers": len(sections.answers) > 1,
        "unclosed_think": sections.unclosed_think,
        "truncated": truncated,
        "unparsed": not calls and answer is None,
        "degenerate": is_degenerate(text),
        "junk_tokens": junk,
    }
    raised = frozenset(flag for flag, holds in flags.items() if holds)
    return ParsedReply(sections.thought, calls, answer, justification, raised)


def format_call(thought: str, window: tuple[float, float], label: str = "") -> str:
    """The reply that asks for `window` (rest-frame vacuum Å)."""
    arguments = {WINDOW_KEY: list(window), "label": label}
    body = json.dumps({"name": TOOL_NAME, "arguments": arguments}, ensure_ascii=False)
    body = body.replace("<", "\\u003c")
    return f"<think>{_plain(thought)}</think>\n<tool_call>\n{body}\n</tool_call>"


def format_answer(thought: str, answer: str, justification: str = "") -> str:
    """The reply that gives `answer`."""
    reason = _plain(justification).replace("boxed", "box")
    words = f"\\boxed{{{answer}}} {reason}".rstrip()
    return f"<think>{_plain(thought)}</think>\n<answer>{words}</answer>"


def _plain(text: str) -> str:
    """`text` without anything that reads as a tag of the protocol."""
    return _TAG.sub("‹", text)


def _calls(sections: Sections) -> tuple[tuple[Call, ...], bool]:
    """Every call of the reply, and whether any body had to be mended."""
    read = [read_calls(body.text) for body in sections.calls[:MOST_CALLS]]
    calls = tuple(call for found, _ in read for call in found)[:MOST_CALLS]
    mended = any(repaired for _, repaired in read)
    return calls, mended or any(not body.closed for body in sections.calls)


def _answer(
    sections: Sections, answers: Sequence[str], truncated: bool
) -> tuple[str | None, str, bool]:
    """(answer, justification, whether it was mended) of the reply's one answer block."""
    if len(sections.answers) != 1:
        return None, "", False
    block = sections.answers[0]
    box = only_box(block.text)
    if box is None or (truncated and not block.closed):
        return None, "", False
    label = boxed_label(box, answers)
    if label is None:
        return None, "", False
    mended = not (box.exact and box.held == label and block.closed)
    return label, reason_beside(box), mended
