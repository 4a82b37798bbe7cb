"""Where things lie in a FITS file: headers, arrays and table columns, read only when asked for.

A survey table of 126 columns costs 15 to 30 ms to open as a table object and 0.1 ms to look one
column up in; an HDU's arrays are therefore taken straight from their documented place in the file
(FITS Standard 4.0, sections 3, 4.4.1 and 7.3).  Tile-compressed images go through astropy.
"""

import math
import re
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from specreview.spectra.readers.cards import Cards

BLOCK = 2880
_MOST = 999  # axes and columns that the standard allows
_BITPIX = {8: "u1", 16: ">i2", 32: ">i4", 64: ">i8", -32: ">f4", -64: ">f8"}
_TFORM = {"L": "S1", "B": "u1", "I": ">i2", "J": ">i4", "K": ">i8", "E": ">f4", "D": ">f8"}
_WIDTHS = {"X": 0, "C": 8, "M": 16, "P": 8, "Q": 16, "A": 1}
_FORM = re.compile(r"\s*(\d*)([LXBIJKAEDCMPQ])")

Array = NDArray[Any]


class Bytes(Protocol):
    """Random access to the content of a file, after any decompression."""

    size: int

    def read_at(self, offset: int, length: int) -> bytes: ...


class BrokenFits(ValueError):
    """The content ends early or breaks the FITS rules; the text says how."""


@dataclass(frozen=True)
class Column:
    """The place of one column of a binary table: its number, TFORM, and offset in a row."""

    number: int
    repeat: int
    letter: str
    offset: int


class Hdu:
    """One header-data unit of a FITS file."""

    def __init__(self, content: Bytes, index: int, cards: Cards, data_offset: int) -> None:
        self._content = content
        self.index = index
        self.cards = cards
        self.data_offset = data_offset

    @property
    def name(self) -> str:
        return (self.cards.text("EXTNAME") or "").upper()

    @property
    def label(self) -> str:
        """For display: "HDU 1 COADD"."""
        return f"HDU {self.index} {self.name or ('PRIMARY' if self.index == 0 else '')}".rstrip()

    @cached_property
    def shape(self) -> tuple[int, ...]:
        """Array shape in numpy order; () where there is no array."""
        axes = range(self.cards.integer("NAXIS"), 0, -1)
        return tuple(self.cards.integer(f"NAXIS{i}") for i in axes)

    @cached_property
    def data_size(self) -> int:
        """Bytes of the data part, without padding."""
        if not self.shape:
            return 0
        groups = self.cards.integer("GCOUNT", 1)
        values = math.prod(self.shape) + self.cards.integer("PCOUNT")
        return abs(self.cards.integer("BITPIX", 8)) // 8 * groups * values

    @property
    def is_table(self) -> bool:
        return self.cards.text("XTENSION") == "BINTABLE" and not self.is_compressed

    @property
    def is_compressed(self) -> bool:
        return self.cards.flag("ZIMAGE") is True

    @property
    def is_image(self) -> bool:
        kind = self.cards.text("XTENSION")
        return bool(self.shape) and (self.index == 0 or kind == "IMAGE" or self.is_compressed)

    @property
    def rows(self) -> int:
        return self.shape[0] if self.is_table else 0

    @cached_property
    def column_names(self) -> frozenset[str]:
        """Upper-case names of the columns; cheaper than `columns`, which also places them."""
        numbers = range(1, self.cards.integer("TFIELDS") + 1) if self.is_table else ()
        return frozenset((self.cards.text(f"TTYPE{n}") or "").upper() for n in numbers)

    @cached_property
    def columns(self) -> dict[str, Column]:
        """Columns by upper-case name, the first one where a name comes twice."""
        found: dict[str, Column] = {}
        offset = 0
        for n in range(1, self.cards.integer("TFIELDS") + 1):
            match = _FORM.match(self.cards.text(f"TFORM{n}") or "")
            if match is None:
                break
            repeat, letter = int(match[1] or 1), match[2]
            name = (self.cards.text(f"TTYPE{n}") or f"COL{n}").upper()
            found.setdefault(name, Column(n, repeat, letter, offset))
            offset += _width(letter, repeat)
        return found

    @cached_property
    def _table(self) -> bytes:
        return self._content.read_at(self.data_offset, math.prod(self.shape))

    def column(self, name: str) -> Array:
        """(rows,) or (rows, repeat) native values of the column `name`.

        Raises
        ------
        KeyError
            No such column, or one of a type that a spectrum never has.
        """
        column = self.columns[name.upper()]
        text = column.letter == "A"
        if not text and column.letter not in _TFORM:
            raise KeyError(f"{name} has a type this reader does not know")
        dtype = np.dtype(f"S{column.repeat}" if text else _TFORM[column.letter])
        repeat = 1 if text else column.repeat
        rows, width = self.shape
        raw: Array = np.ndarray(
            (rows, repeat),
            dtype=dtype,
            buffer=self._table,
            offset=column.offset,
            strides=(width, dtype.itemsize),
        )
        scale = self.cards.number(f"TSCAL{column.number}")
        zero = self.cards.number(f"TZERO{column.number}")
        values = _scaled(_native(raw), 1.0 if scale is None else scale, zero or 0.0)
        return values[:, 0] if repeat == 1 else values

    def first(self, *names: str) -> Any:
        """First row's value of the first of `names` that is a column; None where none is."""
        for name in names:
            if name in self.column_names and self.rows:
                return self.column(name)[0]
        return None

    def image(self, row: int | None = None) -> Array:
        """The image in native byte order, or only its row `row` (first axis)."""
        shape = self.shape if row is None else self.shape[1:]
        dtype = np.dtype(_BITPIX[self.cards.integer("BITPIX")])
        length = math.prod(shape) * dtype.itemsize
        start = self.data_offset + (row or 0) * length
        raw = np.frombuffer(self._content.read_at(start, length), dtype=dtype).reshape(shape)
        scale, zero = self.cards.number("BSCALE"), self.cards.number("BZERO")
        return _scaled(_native(raw), 1.0 if scale is None else scale, zero or 0.0)


def read_layout(content: Bytes) -> list[Hdu]:
    """All HDUs of a FITS file; only headers are read.

    Raises
    ------
    BrokenFits
        A header without END, or a data part that ends after the file does.
    """
    found: list[Hdu] = []
    offset = 0
    while offset < content.size:
        cards, data_offset = _read_cards(content, offset)
        if found and "XTENSION" not in cards:
            break  # special records after the last HDU: legal, and no concern of ours
        if not 0 <= cards.integer("NAXIS") <= _MOST or cards.integer("TFIELDS") > _MOST:
            raise BrokenFits("damaged header: NAXIS or TFIELDS is out of range")
        hdu = Hdu(content, len(found), cards, data_offset)
        if min(hdu.shape, default=0) < 0 or hdu.data_size < 0:
            raise BrokenFits("damaged header: an axis has a negative length")
        end = data_offset + hdu.data_size
        if end > content.size:
            raise BrokenFits(f"truncated: {content.size} of at least {end} bytes")
        found.append(hdu)
        offset = -(-end // BLOCK) * BLOCK
    return found


def _read_cards(content: Bytes, offset: int) -> tuple[Cards, int]:
    block, at = b"", offset
    while at < content.size:
        part = content.read_at(at, 4 * BLOCK)
        for start in range(0, len(part), BLOCK):
            chunk = part[start : start + BLOCK]
            block += chunk
            at += BLOCK
            end = _end_card(chunk)
            if end >= 0:
                return Cards(block[: len(block) - len(chunk) + end]), at
    raise BrokenFits("truncated: a header has no END card")


def _end_card(chunk: bytes) -> int:
    position = chunk.find(b"END     ")
    while position >= 0 and position % 80:
        position = chunk.find(b"END     ", position + 1)
    return position


def _width(letter: str, repeat: int) -> int:
    if letter == "X":
        return (repeat + 7) // 8
    if letter in _WIDTHS:
        return _WIDTHS[letter] * repeat
    return np.dtype(_TFORM[letter]).itemsize * repeat


def _native(raw: Array) -> Array:
    native: Array = raw.astype(raw.dtype.newbyteorder("="))
    return native


def _scaled(values: Array, scale: float, zero: float) -> Array:
    if (scale == 1.0 and zero == 0.0) or values.dtype.kind == "S":
        return values
    bits = values.dtype.itemsize * 8
    if scale == 1.0 and values.dtype.kind == "i" and zero == 2.0 ** (bits - 1):
        # the FITS way to write unsigned integers: exact only without going through floats
        unsigned: Array = values.view(f"u{bits // 8}")
        shifted: Array = unsigned ^ np.array(1 << (bits - 1), dtype=unsigned.dtype)
        return shifted
    physical: Array = values * scale + zero
    return physical
