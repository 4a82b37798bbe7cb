"""Demonstrations in ShareGPT's JSON, as Spec-o3-ColdStartSFT holds them.

A list of objects with `conversations` ([{from: system|human|gpt, value}]), `images` (paths, one for
each `<image>` in the turns), `source_name` (the spectrum's file) and `ground_truth`. The published
file has raw control characters within its strings, among them what is left of Greek letters and
Å whose escapes were cut: U+0003 and "b1" for α (U+03B1).
"""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from specreview.errors import CatalogueError

Speaker = Literal["system", "human", "gpt"]

_SPEAKERS: dict[str, Speaker] = {
    "system": "system",
    "human": "human",
    "user": "human",
    "gpt": "gpt",
    "assistant": "gpt",
}
_HEAD = 4096
_BETWEEN = re.compile(r"[\s,]*")
_CUT_ESCAPE = re.compile(r"([\x00\x03])([0-9a-fA-F]{2})")
_CUT_BOX = re.compile(r"\x08(?=oxed\s{0,4}\{)")
_LEAST = 0xA0
"""Code points below are control characters and ASCII, which no escape was needed for."""


class Malformed(ValueError):
    """A demonstration that cannot be used; the message says what it lacks."""


@dataclass(frozen=True)
class Said:
    """One turn of a conversation."""

    speaker: Speaker
    text: str


@dataclass(frozen=True)
class Demonstration:
    """One conversation about one spectrum; `images` are paths as written, in order of use."""

    name: str
    truth: str
    turns: tuple[Said, ...]
    images: tuple[str, ...]


def is_sharegpt(source: Path) -> bool:
    """Whether this is JSON: a list of demonstrations, or its reading is refused."""
    if not source.is_file():  # a pipe would be waited for
        return False
    try:
        with source.open("rb") as stream:
            head = stream.read(_HEAD).removeprefix(b"\xef\xbb\xbf").lstrip()
    except OSError:
        return False
    return source.suffix.lower() in (".json", ".jsonl") or (head[:1] == b"[" and b"{" in head)


def read_demonstrations(source: Path) -> Iterator[Demonstration | Malformed]:
    """The file's demonstrations in order; one is parsed at a time.

    What is no demonstration comes as its `Malformed`; after one that is no JSON nothing follows.

    Raises
    ------
    CatalogueError
        When the file cannot be read, or is no JSON list of objects.
    """
    text = _text(source)
    if text[:1] != "[" or text[1:].lstrip()[:1] != "{":
        raise CatalogueError(
            f"{source}: no list of demonstrations; a JSON list of objects with conversations and "
            "images is read"
        )
    return _each(text)


def restored(text: str) -> str:
    r"""`text` with Greek letters, Å and `\boxed` whose escapes were cut, without the rest.

    Control characters that are left over, other than line breaks and tabs, are taken out.
    """
    whole = _CUT_BOX.sub(r"\\b", _CUT_ESCAPE.sub(_letter, text))
    return "".join(c for c in whole if c >= " " or c in "\n\t")


def _letter(cut: re.Match[str]) -> str:
    code = ord(cut.group(1)) << 8 | int(cut.group(2), 16)
    letter = chr(code)
    return letter if code >= _LEAST and letter.isprintable() else cut.group()


def _text(source: Path) -> str:
    try:
        return source.read_text(encoding="utf-8-sig", errors="replace").strip()
    except OSError as error:
        raise CatalogueError(f"{source}: cannot be read: {error.strerror}") from error


def _each(text: str) -> Iterator[Demonstration | Malformed]:
    decoder = json.JSONDecoder(strict=False)
    at = _after(text, 1)
    while text[at : at + 1] not in ("]", ""):
        try:
            found, at = decoder.raw_decode(text, at)
        except (ValueError, RecursionError) as error:
            place = error.pos if isinstance(error, json.JSONDecodeError) else at
            yield Malformed(f"is no JSON at character {place}; rows from here on are missing")
            return
        yield _demonstration(found)
        at = _after(text, at)


def _after(text: str, at: int) -> int:
    between = _BETWEEN.match(text, at)
    return between.end() if between else at


def _demonstration(found: Any) -> Demonstration | Malformed:
    try:
        turns = tuple(_turn(one) for one in _list(found, "conversations"))
        images = tuple(str(path) for path in _list(found, "images"))
    except Malformed as error:
        return error
    name, truth = (str(found.get(key) or "") for key in ("source_name", "ground_truth"))
    return Demonstration(restored(name).strip(), truth.strip(), turns, images)


def _list(found: Any, key: str) -> list[Any]:
    held = found.get(key) if isinstance(found, dict) else None
    if not isinstance(held, list) or not held:
        raise Malformed(f"has no {key}")
    return held


def _turn(one: Any) -> Said:
    speaker = _SPEAKERS.get(str(one.get("from")).lower()) if isinstance(one, dict) else None
    if speaker is None or not isinstance(one.get("value"), str):
        raise Malformed("has a turn that is not {from: system, human or gpt, value: text}")
    return Said(speaker, restored(one["value"]))
