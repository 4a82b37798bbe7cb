"""The HDUs of a file, read only when asked for.

`fits.open` builds an object for each HDU that it passes, which for an SDSS file with all its
exposures takes longer than a bare read of the coadd, and it warns where a file ends early or a
card is not ASCII.  So the way from HDU to HDU is found here (FITS Standard 4.0, sections 3.1 and
4.4.1).  Plain numbers are taken from their place by numpy; card syntax, scaled numbers and tile
compression are astropy's.
"""

import math
from dataclasses import replace
from functools import cached_property
from typing import Any, Protocol

import numpy as np
from astropy.io import fits
from numpy.typing import NDArray

from specreview.spectra.readers.cards import CARD, TO_ASCII, Cards, between_quotes
from specreview.spectra.readers.plain_columns import (
    Column,
    heap_place,
    place_columns,
    plain_values,
    size_in_row,
)

BLOCK = 2880
_BITPIX = {8: "u1", 16: ">i2", 32: ">i4", 64: ">i8", -32: ">f4", -64: ">f8"}
_MOST = 999  # axes and columns that the standard allows
_WIDE = 16384
"""Bytes of a row from which a column is read row by row: ids beside vectors of whole spectra."""

Array = NDArray[Any]


class Bytes(Protocol):
    """Random access to the content of a file, after any decompression."""

    size: int

    def read_at(self, offset: int, length: int) -> bytes: ...


class BrokenFits(ValueError):
    """The content ends early or breaks the FITS rules; the text says how."""


class Hdu:
    """One header-data unit of a FITS file; its arrays are copies in native byte order."""

    def __init__(self, content: Bytes, index: int, header_offset: int) -> None:
        self._content = content
        self._header_offset = header_offset
        self.index = index
        self.cards, self._data_offset = _read_cards(content, header_offset)

    @cached_property
    def name(self) -> str:
        return self.cards.quoted("EXTNAME").upper()

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
    def end(self) -> int:
        """Where the data part ends in the file, before its padding."""
        return self._data_offset + self.data_size

    @property
    def is_table(self) -> bool:
        return self.cards.quoted("XTENSION") == "BINTABLE" and not self.is_compressed

    @property
    def is_compressed(self) -> bool:
        return self.cards.flag("ZIMAGE") is True

    @property
    def is_image(self) -> bool:
        kind = self.cards.quoted("XTENSION")
        return bool(self.shape) and (self.index == 0 or kind == "IMAGE" or self.is_compressed)

    @property
    def rows(self) -> int:
        return self.shape[0] if self.is_table else 0

    @cached_property
    def column_names(self) -> frozenset[str]:
        """Upper-case names of the columns; cheaper than `columns`, which also places them."""
        numbers = range(1, self.cards.integer("TFIELDS") + 1) if self.is_table else ()
        return frozenset(self.cards.quoted(f"TTYPE{n}").upper() for n in numbers)

    @cached_property
    def columns(self) -> dict[str, Column]:
        """The table's columns by upper-case name; empty where it is no table."""
        return place_columns(self.cards) if self.is_table else {}

    def column(self, name: str, row: int | None = None) -> Any:
        """(rows,) or (rows, repeat) values of a column, or its value in one row.

        Raises
        ------
        KeyError
            No such column.
        """
        column, width = self.columns[name.upper()], self.cards.integer("NAXIS1")
        if column.letter in "PQ":
            return self._variable(column, row)
        if row is None and width > _WIDE:
            size = size_in_row(column)
            parts = (self._read(i * width + column.offset, size) for i in range(self.rows))
            values = plain_values(self.cards, replace(column, offset=0), b"".join(parts), size)
        else:
            start, length = (0, width * self.rows) if row is None else (row * width, width)
            values = plain_values(self.cards, column, self._read(start, length), width)
        if values is None:
            values = _native(self._by_astropy.data.field(column.number - 1))[row or 0 :]
        return values if row is None else values[0]

    def _variable(self, column: Column, row: int | None) -> Array:
        """The vector of variable length in one row; without `row` where there is only one."""
        if row is None and self.rows != 1:
            raise ValueError("vectors of variable length are read row by row")
        start = (row or 0) * self.cards.integer("NAXIS1") + column.offset
        descriptor = self._read(start, size_in_row(column))
        dtype, count, place = heap_place(self.cards, column, descriptor)
        if min(count, place) < 0 or place + count * dtype.itemsize > self.data_size:
            raise BrokenFits(f"damaged: a vector of column {column.number} lies outside its table")
        return _native(np.frombuffer(self._read(place, count * dtype.itemsize), dtype))

    def long_text(self, keyword: str) -> str | None:
        """The text of a card and of the CONTINUE cards after it (FITS Standard 4.0, 4.2.1.2).

        None where there is no such card.
        """
        length = self._data_offset - self._header_offset
        block = self._content.read_at(self._header_offset, length)
        images = [block[i : i + CARD] for i in range(0, len(block), CARD)]
        first = self.cards.image(keyword)
        if not first:
            return None
        at = next(i for i, image in enumerate(images) if image.translate(TO_ASCII) == first)
        parts = [between_quotes(first).rstrip()]
        while parts[-1].endswith("&") and images[at + len(parts)].startswith(b"CONTINUE  "):
            parts.append(between_quotes(images[at + len(parts)]).rstrip())
        return "".join(part.removesuffix("&") for part in parts)

    def first(self, *names: str) -> Any:
        """First row's value of the first of `names` that is a column; None where none is."""
        for name in names:
            if name in self.column_names and self.rows:
                return self.column(name, 0)
        return None

    def image(self, row: int | None = None) -> Array:
        """The image, or only its row `row` (first axis)."""
        if self.is_compressed or self._is_scaled:
            whole = self._by_astropy.data
            return _native(whole if row is None else whole[row])
        shape = self.shape if row is None else self.shape[1:]
        dtype = np.dtype(_BITPIX[self.cards.integer("BITPIX")])
        length = math.prod(shape) * dtype.itemsize
        raw = self._read((row or 0) * length, length)
        return _native(np.frombuffer(raw, dtype=dtype).reshape(shape))

    def pixels(self, row: int | None = None) -> Array:
        """The image or a row of it; integers that BLANK calls missing are NaN."""
        values, blank = self.image(row), self.cards.get("BLANK")
        if values.dtype.kind not in "iu" or not isinstance(blank, int):
            return values
        return np.where(values == blank, np.nan, values.astype(np.float64))

    @property
    def _is_scaled(self) -> bool:
        """Whether BSCALE or BZERO changes a value; as text, which some write, they are no scale."""
        scale, zero = self.cards.get("BSCALE"), self.cards.get("BZERO")
        changes = isinstance(scale, int | float) and scale != 1
        return changes or (isinstance(zero, int | float) and zero != 0)

    @cached_property
    def _by_astropy(self) -> Any:
        """The whole HDU as astropy has it, for scaled values and tile-compressed images."""
        start = self._header_offset
        header = self._content.read_at(start, self._data_offset - start).translate(TO_ASCII)
        whole = header + self._read(0, self.data_size)
        if self.cards.quoted("XTENSION") != "BINTABLE":
            return (fits.ImageHDU if self.index else fits.PrimaryHDU).fromstring(whole)
        table = fits.BinTableHDU.fromstring(whole, uint=True)
        return fits.CompImageHDU(bintable=table) if self.is_compressed else table

    def _read(self, start: int, length: int) -> bytes:
        return self._content.read_at(self._data_offset + start, length)


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
        hdu = Hdu(content, len(found), offset)
        cards = hdu.cards
        if found and "XTENSION" not in cards:
            break  # special records after the last HDU: legal, and no concern of ours
        if not 0 <= cards.integer("NAXIS") <= _MOST or cards.integer("TFIELDS") > _MOST:
            raise BrokenFits("damaged header: NAXIS or TFIELDS is out of range")
        if min(hdu.shape, default=0) < 0 or hdu.data_size < 0:
            raise BrokenFits("damaged header: an axis has a negative length")
        if hdu.end > content.size:
            raise BrokenFits(f"truncated: {content.size} of at least {hdu.end} bytes")
        found.append(hdu)
        offset = -(-hdu.end // BLOCK) * BLOCK
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
    while position >= 0 and position % CARD:
        position = chunk.find(b"END     ", position + 1)
    return position


def _native(values: Array) -> Array:
    raw = np.asarray(values)
    return np.array(raw, dtype=raw.dtype.newbyteorder("="))
