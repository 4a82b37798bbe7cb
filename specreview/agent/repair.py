"""Reading JSON as models write it: Python dicts, trailing commas, a lost closing brace.

Nothing that was cut is completed: a missing brace is supplied only where everything before it
is whole, so that `[6500, 66` never becomes 66. Of a key that is given twice with two values
none is taken. Linear in the length of the text.
"""

import html
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
_FULL_WIDTH = str.maketrans("｛｝［］（）：，．－−“”„＂‘’＇", '{}[]():,.--""""\'\'\'')
_FIGURE = re.compile(r"[+-]?\.?\d")
_FENCE = re.compile(r"\A\s*+```\w*+|```\s*+\Z")
_DEEPEST = 20


class Unreadable(ValueError):
    """The text is no JSON, even read with good will; the message says where it fails."""


def read_objects(text: str) -> tuple[list[Any], bool]:
    """All JSON values in `text`, one after another, and whether any needed repair.

    Words after the first value are passed over. A later value that cannot be read stands as its
    `Unreadable`.

    Raises
    ------
    Unreadable
        When the text does not begin with a value, or with one that is cut or malformed.
    """
    try:
        return [json.loads(text, strict=False, object_pairs_hook=_mapping)], False
    except Unreadable:
        raise
    except (ValueError, RecursionError):
        plain = html.unescape(text) if "&quot;" in text or "&#" in text else text
        return list(_Reader(_FENCE.sub("", plain).translate(_FULL_WIDTH)).values()), True


def _mapping(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """The object of its pairs; Unreadable where one key has two values."""
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found and found[key] != value:
            raise Unreadable(f"{key[:40]!r} is given twice, with different values")
        found[key] = value
    return found


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
        if self.peek() not in "{[":
            word = _BARE.match(self.text, self.at)
            raise Unreadable(f"it begins with {word.group()[:40] if word else self.peek()!r}")
        yield self.value(0)
        while (start := self.text.find("{", self.at)) >= 0:
            self.at = start
            try:
                yield self.value(0)
            except Unreadable as error:
                yield error
                return

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
        found: list[tuple[str, Any]] = []
        while self.peek() != "}":
            if not self.peek():
                if self.text.rstrip()[-1:] in "}])\"'" and found:
                    return _mapping(found)
                raise Unreadable("it ends too early")
            key = self.string(self.peek()) if self.peek() in _STRINGS else self.word()
            if self.peek() != ":":
                raise Unreadable(f"a colon is missing after {key[:40]!r}")
            self.at += 1
            found.append((key, self.value(depth + 1)))
            self.separator("}")
        self.at += 1
        return _mapping(found)

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
        """A word without quotes; one that begins like a number but is none stays text."""
        word = self.word()
        if word in _WORDS:
            return _WORDS[word]
        try:
            return word if "_" in word and _FIGURE.match(word) else float(word)
        except ValueError:
            if _FIGURE.match(word):
                return word
            raise Unreadable(f"{word[:40]!r} is no value") from None
