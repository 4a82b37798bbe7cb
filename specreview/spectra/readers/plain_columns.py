"""Plain columns of a table, taken from their place, without a look at the others.

The catalogue row of an SDSS file has 126 to 240 columns, and a DESI table of targets as many;
astropy describes every column before it gives the first value, which takes 16 to 30 ms, ten times
the spectrum itself.  The place of a column follows from the TFORM cards before it (FITS Standard
4.0, section 7.3).
"""

import re
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from specreview.spectra.readers.cards import Cards

_TYPES = {"L": "S1", "B": "u1", "I": ">i2", "J": ">i4", "K": ">i8", "E": ">f4", "D": ">f8"}
_BITS = {"L": 8, "X": 1, "B": 8, "I": 16, "J": 32, "K": 64, "A": 8, "E": 32, "D": 64}
_BITS |= {"C": 64, "M": 128, "P": 64, "Q": 128}
_FORM = re.compile(r"(\d*)([LXBIJKAEDCMPQ])")
_VARIABLE = re.compile(r"\d*([PQ])([A-Z])")


@dataclass(frozen=True)
class Column:
    """A column's number, its first byte in a row, and its TFORM in two parts."""

    number: int
    offset: int
    repeat: int
    letter: str


def place_columns(cards: Cards) -> dict[str, Column]:
    """Columns by upper-case name, the first where a name comes twice; none after a bad TFORM."""
    found: dict[str, Column] = {}
    offset = 0
    for number in range(1, cards.integer("TFIELDS") + 1):
        form = _FORM.match(cards.quoted(f"TFORM{number}"))
        if form is None:
            break
        column = Column(number, offset, int(form[1] or 1), form[2])
        found.setdefault(cards.quoted(f"TTYPE{number}").upper(), column)
        offset += size_in_row(column)
    return found


def size_in_row(column: Column) -> int:
    """Bytes that the column takes in each row."""
    return -(-column.repeat * _BITS[column.letter] // 8)


def heap_place(cards: Cards, column: Column, descriptor: bytes) -> tuple[np.dtype[Any], int, int]:
    """Type, count and first byte in the data part of a vector of variable length.

    Its row holds a count and a place in the heap (FITS Standard 4.0, section 7.3.5).
    """
    form = _VARIABLE.match(cards.quoted(f"TFORM{column.number}"))
    if form is None or form[2] not in _TYPES:
        raise ValueError(f"column {column.number} holds vectors of an unknown type")
    count, start = np.frombuffer(descriptor, ">i4" if form[1] == "P" else ">i8", 2).tolist()
    heap = cards.integer("THEAP", cards.integer("NAXIS1") * cards.integer("NAXIS2"))
    return np.dtype(_TYPES[form[2]]), count, heap + start


def plain_values(cards: Cards, column: Column, rows: bytes, width: int) -> NDArray[Any] | None:
    """(rows,) or (rows, repeat) native values of a column, from rows of `width` bytes.

    Text stays bytes.  None for what is left to astropy: scaled columns (TSCAL, TZERO) and types
    that are not a plain number, flag or text.
    """
    text = column.letter == "A"
    scaled = any(cards.image(f"{key}{column.number}") for key in ("TSCAL", "TZERO"))
    if scaled or not (text or column.letter in _TYPES):
        return None
    dtype = np.dtype(f"S{column.repeat}" if text else _TYPES[column.letter])
    many = 1 if text else column.repeat
    values: NDArray[Any] = np.ndarray(
        (len(rows) // width, many),
        dtype=dtype,
        buffer=rows,
        offset=column.offset,
        strides=(width, dtype.itemsize),
    ).astype(dtype.newbyteorder("="))
    return values[:, 0] if many == 1 else values
