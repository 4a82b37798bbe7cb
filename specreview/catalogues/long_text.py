"""A long CSV by its path: its rows are read from the file each time they are gone through.

No more of it is in memory than a row; a preview reads its beginning alone.
"""

import codecs
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path

from specreview.catalogues.columnar import LazyRows
from specreview.catalogues.columns import match_columns
from specreview.catalogues.tables import CatalogueRow, CatalogueTable
from specreview.catalogues.text_table import (
    Layout,
    Record,
    fit,
    laid_out,
    numbered,
    read_text,
    refuse_open_quote,
)

LONG = 16 * 2**20
"""Bytes of a text from which on it is not read whole."""
_HEAD = 2**20
_BLOCK = 2**20


class FileRows(LazyRows):
    """Rows that fit the header, from the records that `read` goes through anew each time."""

    def __init__(
        self, names: Sequence[str], read: Callable[[], Iterator[Record]], size: int
    ) -> None:
        super().__init__(names, size)
        self._read = read

    def __iter__(self) -> Iterator[CatalogueRow]:
        names = list(self._names)
        for number, cells in self._read():
            if fit(names, number, cells) is None:
                yield CatalogueRow(number, dict(zip(names, cells, strict=True)))

    def _rows(self, start: int, stop: int) -> Iterator[CatalogueRow]:
        return islice(iter(self), start, stop)


def read_long_text(path: Path, mapping: Mapping[str, str] | None) -> CatalogueTable:
    """The table at `path`, gone through once for its rejects and the number of its rows.

    Raises
    ------
    CatalogueError
        As `read_text`.
    """
    encoding, notes = _encoding(path)
    layout, _ = laid_out(path, head_of(path).decode(encoding, errors="replace"), whole=False)

    def read() -> Iterator[Record]:
        return _records(path, encoding, layout)

    header = layout.named(read())
    count, rejects, last = 0, [], (0, [""])
    for last in read():
        count += 1
        if reject := fit(header, *last):
            rejects.append(reject)
    if any("\n" in cell for cell in last[1]):
        with path.open(encoding=encoding, errors="replace", newline="") as stream:
            refuse_open_quote(path, stream, layout.delimiter, last[0])
    return CatalogueTable(
        path,
        match_columns(header, mapping, layout.units),
        FileRows(header, read, count - len(rejects)),
        tuple(rejects),
        notes,
    )


def first_rows(path: Path, mapping: Mapping[str, str] | None) -> tuple[CatalogueTable, int]:
    """The table that the file begins with, and how many lines the whole file has below it."""
    head = head_of(path)
    size = path.stat().st_size
    lines = 0
    with path.open("rb") as stream:
        stream.seek(min(len(head), size))
        while block := stream.read(_BLOCK):
            lines += block.count(b"\n")
            last = block
    open_end = int(size > len(head) and not last.endswith(b"\n"))
    return read_text(path, head, mapping), lines + open_end


def head_of(path: Path) -> bytes:
    """The lines that a file begins with, whole ones."""
    with path.open("rb") as stream:
        head = stream.read(_HEAD)
    return head[: head.rfind(b"\n") + 1] or head


def _encoding(path: Path) -> tuple[str, tuple[str, ...]]:
    decoder = codecs.getincrementaldecoder("utf-8-sig")()
    try:
        with path.open("rb") as stream:
            while block := stream.read(_BLOCK):
                decoder.decode(block)
            decoder.decode(b"", final=True)
    except UnicodeDecodeError:
        return "cp1252", ("not UTF-8, read as Windows-1252",)
    return "utf-8-sig", ()


def _records(path: Path, encoding: str, layout: Layout) -> Iterator[Record]:
    with path.open(encoding=encoding, errors="replace", newline="") as stream:
        if layout.told:
            stream.readline()
        for number, cells in numbered(path, stream, layout.delimiter):
            if number > layout.after:
                yield number, cells
