"""A reply while it is written: the thought as text, what it asks for as a line, no tags."""

import re
from dataclasses import dataclass

from specreview.runner.progress import Live
from specreview.ui.present.quantities import span

_NEXT = re.compile(r"</think>|<tool_call>|<answer>")
_MARKS = re.compile(r"</?(?:think|tool_call|answer)>|<\|[a-z_]{1,40}\|>")
_HALF_MARK = re.compile(r"</?[a-z_|]{0,20}$")
_NUMBER = r"\s*(-?\d{1,9}(?:\.\d{0,9})?)\s*"
_WINDOW = re.compile(rf"\[{_NUMBER},{_NUMBER}\]")
_LABEL = re.compile(r'"label"\s*:\s*"([^"\\]{1,120})"')
_BOX = re.compile(r"boxed\{([^{}]{1,60})\}")


@dataclass(frozen=True)
class Written:
    """What is on the page of a reply so far: plain text, and (label, value) of what it leads to.

    Which label counts is for the parser to say once the reply is whole: this shows, no more.
    """

    thought: str
    leads_to: tuple[str, str] | None = None


def written(partial: str) -> Written:
    """`partial` as far as it can be read; linear in its length."""
    text = _HALF_MARK.sub("", partial)
    found = _NEXT.search(text)
    cut = found.start() if found else len(text)
    thought = _MARKS.sub("", text[:cut]).strip()
    rest = text[cut:]
    if "<answer>" in rest:
        return Written(thought, ("answers", _answer(rest.partition("<answer>")[2])))
    if "<tool_call>" in rest:
        return Written(thought, ("asks for", _window(rest.partition("<tool_call>")[2])))
    return Written(thought)


def _answer(block: str) -> str:
    box = _BOX.search(block)
    if box is None:
        return "…"
    reason = _MARKS.sub("", block[box.end() :]).strip()
    return f"{box.group(1)} {reason}".strip()


def _window(block: str) -> str:
    window = _WINDOW.search(block)
    if window is None:
        return "a window …"
    label = _LABEL.search(block)
    limits = span(float(window.group(1)), float(window.group(2)))
    return f"{label.group(1)} {limits}" if label else limits


def pace(live: Live) -> str:
    """As in "turn 3 of 8 · about 12 tokens/s", for the step that is written."""
    parts = [f"turn {live.turn} of {live.turn_limit}"] if live.turn else []
    if live.tokens_per_second is not None:
        parts.append(f"about {live.tokens_per_second:.0f} tokens/s")
    return " · ".join(parts)
