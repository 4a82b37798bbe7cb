"""A list as its writers see it: columns of plain values, some rows at a time."""

import hashlib
import json
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

from specreview.export.column import Column, Value
from specreview.export.provenance import Provenance
from specreview.export.spelled import ascii_text

AT_A_TIME = 2000
"""Rows in memory as columns."""

Chunk = list[list[Any]]
"""One list of values a column."""


@dataclass(frozen=True)
class Reach:
    """What the values of a column come to; `width` and `spelled` are characters of ASCII text."""

    missing: bool = False
    ascii: bool = True
    width: int = 0
    spelled: int = 0
    largest: int = 0
    """The largest whole number, by its absolute value."""


@dataclass(frozen=True)
class Sheet:
    """Rows that may be gone through several times, their columns, and where they come from."""

    rows: Sequence[Any]
    columns: tuple[Column, ...]
    made: Provenance

    def chunks(self) -> Iterator[Chunk]:
        """The values, column by column, of some rows at a time."""
        rows = iter(self.rows)
        while some := list(islice(rows, AT_A_TIME)):
            yield [[plain(column.kind, column.get(row)) for row in some] for column in self.columns]

    def reached(self) -> tuple["Sheet", tuple[Reach, ...]]:
        """The sheet with its rows counted and their checksum, and each column's reach."""
        reaches = [Reach() for _ in self.columns]
        digest, n = hashlib.sha256(), 0
        for chunk in self.chunks():
            reaches = [
                _further(reach, column.kind, values)
                for reach, column, values in zip(reaches, self.columns, chunk, strict=True)
            ]
            for line in json_lines(self.columns, chunk):
                digest.update(line)
            n += len(chunk[0])
        made = replace(self.made, rows=n, columns=len(self.columns), checksum=digest.hexdigest())
        return replace(self, made=made), tuple(reaches)


def plain(kind: str, value: Value) -> Value:
    """A value as it is written: None for all that is not known, NaN and empty text included."""
    if value is None:
        return None
    if kind == "text":
        return str(value) or None
    if kind == "real":
        return float(value) if math.isfinite(float(value)) else None
    return bool(value) if kind == "flag" else int(value)


def _further(reach: Reach, kind: str, values: list[Any]) -> Reach:
    """The reach of a column after some more of its values."""
    there = [value for value in values if value is not None]
    missing = reach.missing or len(there) < len(values)
    if kind == "whole":
        return replace(reach, missing=missing, largest=max(reach.largest, *map(abs, there), 0))
    if kind != "text":
        return replace(reach, missing=missing)
    widths = [len(ascii_text(text)) for text in there]
    return replace(
        reach,
        missing=missing,
        ascii=reach.ascii and all(text.isascii() for text in there),
        width=max(reach.width, max(widths, default=0)),
        spelled=reach.spelled + sum(widths),
    )


def json_lines(columns: Sequence[Column], chunk: Chunk) -> Iterator[bytes]:
    """The rows of a chunk as lines of JSON; what is not known is null."""
    names = [column.name for column in columns]
    for row in zip(*chunk, strict=True):
        yield json_line(dict(zip(names, row, strict=True)))


def json_line(value: Mapping[str, Any]) -> bytes:
    """One line of JSON, its keys in the order given, other letters as they are."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return (text + "\n").encode("utf-8", errors="backslashreplace")
