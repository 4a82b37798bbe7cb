"""Reading JSON as models write it: Python dicts, trailing commas, a lost closing brace.

Nothing that was cut is completed: a missing brace is supplied only where everything before it
is whole, so that `[6500, 66` never becomes 66. Linear in the length of the text.
"""

import json
import re
from collections.abc import Iterator
from typing import Any

_SPACE = re.compile(r"\s*+")
_BARE = re.compile(r"[^\s,:{}\[\]()\"']++")
_STRINGS = {
    '"': re.compile(r'"((?:[^"\\]|\\.)*+)"', re.DOTALL),
    "'": re.compile(r"'((?:[^'\\]|\\.)*+)'", re.DOTALL),
}
_ESCAPE = re.compile(r"\\(u[0-9a-fA-F]{4}|.)", re.DOTALL)
_ESCAPED = {"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}
_WORDS = {
    "true": True,
    "True": True,
    "false": False,
    "False": False,
    "null": None,
    "None": None,
}
_FULL_WIDTH = str.maketrans("｛｝［］（）：，“”＂‘’＇", "{}[]():,\"\"\"'''")
_FENCE = re.compile(r"\A\s*+```\w*+|```\s*+\Z")
_DEEPEST = 20


class Unreadable(ValueError):
    """The text is no JSON, even read with good will; the message says where it fails."""


def read_objects(text: str) -> tuple[list[Any], bool]:
    """All JSON values in `text`, one after another, and whether any needed repair.

    Raises
    ------
    Unreadable
        When the text holds no value, or one that is cut or malformed.
    """
    try:
        return [json.loads(text, strict=False)], False
    except (ValueError, RecursionError):
        return list(_Reader(_FENCE.sub("", text).translate(_FULL_WIDTH)).values()), True


def _unescape(match: re.Match[str]) -> str:
    escape = match.group(1)
    if len(escape) == 5:
        return chr(int(escape[1:], 16))
    return _ESCAPED.get(escape, escape)


class _Reader:
    """A recursive-descent reader with one position in one text."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0

    def values(self) -> Iterator[Any]:
        if not self.peek():
            raise Unreadable("it is empty")
        while self.peek():
            yield self.value(0)
            while self.peek() in ("}", ",", ";"):
                self.at += 1

    def peek(self) -> str:
        """The next character that is not white space; "" at the end."""
        match = _SPACE.match(self.text, self.at)
        self.at = match.end() if match else self.at
        return self.text[self.at : self.at + 1]

    def value(self, depth: int) -> Any:
        start = self.peek()
        if depth > _DEEPEST:
            raise Unreadable("it is nested too deeply")
        if start == "{":
            return self.mapping(depth)
        if start in ("[", "("):
            return self.sequence(depth, "]" if start == "[" else ")")
        return self.string(start) if start in _STRINGS else self.bare()

    def mapping(self, depth: int) -> dict[str, Any]:
        self.at += 1
        found: dict[str, Any] = {}
        while self.peek() != "}":
            if not self.peek():
                if self.text.rstrip()[-1:] in "}])\"'" and found:
                    return found
                raise Unreadable("it ends too early")
            key = self.string(self.peek()) if self.peek() in _STRINGS else self.word()
            if self.peek() != ":":
                raise Unreadable(f"a colon is missing after {key[:40]!r}")
            self.at += 1
            found[key] = self.value(depth + 1)
            self.separator("}")
        self.at += 1
        return found

    def sequence(self, depth: int, close: str) -> list[Any]:
        self.at += 1
        found: list[Any] = []
        while self.peek() != close:
            found.append(self.value(depth + 1))
            self.separator(close)
        self.at += 1
        return found

    def separator(self, close: str) -> None:
        if self.peek() == ",":
            self.at += 1
        elif self.peek() not in (close, ""):
            raise Unreadable(f"a comma is missing before {self.text[self.at :][:20]!r}")

    def string(self, quote: str) -> str:
        match = _STRINGS[quote].match(self.text, self.at)
        if match is None:
            raise Unreadable("a quotation mark is missing")
        self.at = match.end()
        return _ESCAPE.sub(_unescape, match.group(1))

    def word(self) -> str:
        match = _BARE.match(self.text, self.at)
        if match is None:
            raise Unreadable("it ends too early" if not self.peek() else "a value is missing")
        self.at = match.end()
        return match.group()

    def bare(self) -> Any:
        word = self.word()
        if word in _WORDS:
            return _WORDS[word]
        try:
            return float(word)
        except ValueError:
            raise Unreadable(f"{word[:40]!r} is no value") from None
