"""Cutting a reply into its thought, its calls and its answers.

A thought runs from `<think>` to the next `</think>`; an orphan `</think>` makes all before it
thought. What is inside a thought, or before the first one, is talk, never a call or an answer.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

_TAG = re.compile(
    r"<\s{0,3}(/?)\s{0,3}(think|tool_call|answer)"
    r"(?:\s{1,3}[\w-]{1,40}\s?=\s?[\"']?[\w .-]{0,60}[\"']?){0,3}\s{0,3}>",
    re.IGNORECASE,
)
_MARKER = re.compile(r"<\|[A-Za-z_]{1,40}\|>")
_NEXT_TURN = re.compile(r"<\|im_start\|>")
_OWN_TURN = re.compile(r"\A\s*+(?:<\|im_start\|>\s*+assistant\b)?")
_JSON_PIECE = re.compile(r'"(?:[^"\\]|\\.)*+"?|[{}]|<\s{0,3}/?\s{0,3}tool_call', re.DOTALL)


Span = tuple[int, int]


@dataclass(frozen=True)
class Block:
    """The text between an opening tag and its close; `closed` is False where that is missing."""

    text: str
    closed: bool


@dataclass
class Sections:
    """A reply cut up: `outside` is all but the thoughts; `unclosed_think`: the last has no end."""

    thought: str = ""
    outside: str = ""
    calls: list[Block] = field(default_factory=list)
    answers: list[Block] = field(default_factory=list)
    unclosed_think: bool = False


def strip_markers(text: str) -> tuple[str, bool]:
    """`text` without chat markers, ending where the model began to write another turn.

    Returns whether there were any markers but those of its own turn's start.
    """
    own = _OWN_TURN.match(text)
    begin = own.end() if own else 0
    other = _NEXT_TURN.search(text, begin)
    turn = text[begin : other.start()] if other else text[begin:]
    plain = _MARKER.sub("", turn)
    return plain, "im_start" in text[:begin] or plain != text[begin:]


def cut_sections(text: str) -> Sections:
    """The thought, calls and answers of a reply without chat markers."""
    outside, thoughts, unclosed = _outside_thoughts(text)
    thought = "\n".join(text[start:end].strip() for start, end in thoughts)
    spoken = "\n".join(text[start:end] for start, end in outside)
    sections = Sections(thought.strip(), spoken, unclosed_think=unclosed)
    for start, end in outside:
        for name, block in _blocks(text[start:end]):
            (sections.calls if name == "tool_call" else sections.answers).append(block)
    return sections


def _tags(text: str) -> Iterator[tuple[re.Match[str], bool, str]]:
    """Each tag as (match, whether it closes, name), none from within a call's JSON strings.

    A call inside a thought is talk: there every tag counts, or half a call could hide the end.
    """
    at, thinking, whole_json = 0, False, True
    while tag := _TAG.search(text, at):
        closes, name = bool(tag.group(1)), tag.group(2).lower()
        yield tag, closes, name
        at = tag.end()
        if name == "think":
            thinking = not closes
        elif name == "tool_call" and not (closes or thinking) and whole_json:
            end = _json_end(text, at)
            whole_json = end is not None
            at = end or at


def _json_end(text: str, start: int) -> int | None:
    """Where the JSON object that begins at `start` ends, or a tag of calls breaks it off.

    None where it runs out of text; not called again then, so that all calls together read the
    text once.
    """
    depth = 0
    for piece in _JSON_PIECE.finditer(text, start):
        mark = piece.group()[0]
        if mark == "<":
            return piece.start()
        depth += (mark == "{") - (mark == "}")
        if mark == "}" and depth <= 0:
            return piece.end()
    return None


def _outside_thoughts(text: str) -> tuple[list[Span], list[Span], bool]:
    """Spans that are not thought, the thoughts' spans, and whether the last one has no end."""
    outside: list[Span] = []
    thoughts: list[Span] = []
    begin, opened, closed_before = 0, -1, False
    for tag, closes, name in _tags(text):
        if name != "think":
            continue
        if not closes and opened < 0:
            if closed_before:
                outside.append((begin, tag.start()))
            opened = tag.end()
        elif closes:
            if opened < 0:
                outside, thoughts, opened = [], [], 0
            thoughts.append((opened, tag.start()))
            begin, opened, closed_before = tag.end(), -1, True
    if opened >= 0:
        return outside, [*thoughts, (opened, len(text))], True
    return [*outside, (begin, len(text))], thoughts, False


def _blocks(text: str) -> Iterator[tuple[str, Block]]:
    """The call and answer blocks of a span; an open block ends at the next opening tag."""
    opened, start = "", 0
    for tag, closes, name in _tags(text):
        if opened and (not closes or name == opened):
            block = Block(text[start : tag.start()], closes)
            if block.closed or block.text.strip():
                yield opened, block
            opened = ""
        if not closes:
            opened, start = name, tag.end()
    if opened and text[start:].strip():
        yield opened, Block(text[start:], False)
