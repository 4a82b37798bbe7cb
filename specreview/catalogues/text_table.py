"""CSV and its relatives: any of comma, semicolon, tab and bar; BOM, CRLF, comment lines."""

import csv
import io
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TextIO

from specreview.catalogues.aligned_text import tabbed
from specreview.catalogues.cells import number
from specreview.catalogues.columnar import RecordRows, refuse_repeated
from specreview.catalogues.columns import match_columns
from specreview.catalogues.ecsv_table import MARK, read_ecsv
from specreview.catalogues.roles import known_names
from specreview.catalogues.tables import CatalogueTable
from specreview.errors import CatalogueError
from specreview.review.candidates import Reject

_DELIMITERS = ",;\t|"
_DASHES = re.compile(r"-{2,}")
_SEPARATOR = re.compile(r"sep=([,;\t|])\r?\n", re.IGNORECASE)
"""A first line by which spreadsheets are told the delimiter."""


def read_text(path: Path, content: bytes, mapping: Mapping[str, str] | None) -> CatalogueTable:
    """The table in `content`.

    Raises
    ------
    CatalogueError
        No header, a name twice, or text that is no table.
    """
    text, notes = _decoded(content)
    if text.startswith(MARK):
        return read_ecsv(path, text, mapping)
    layout, records = laid_out(path, text)
    uneven = any(len(cells) != len(layout.names) for _, cells in records)
    if layout.delimiter == " " and uneven and (cut := tabbed(text)):
        layout, records = laid_out(path, cut)
    header = layout.named(records)
    rejects = [one for one in (fit(header, *record) for record in records) if one]
    lost = {reject.row for reject in rejects}
    return CatalogueTable(
        path,
        match_columns(header, mapping, layout.units),
        RecordRows(header, [record for record in records if record[0] not in lost]),
        tuple(rejects),
        tuple(notes),
    )


Record = tuple[int, list[str]]


@dataclass(frozen=True)
class Layout:
    """How a table is written: names (some may be ""), units, delimiter; and where its rows begin.

    `told` says that its first line names the delimiter alone; `after` is the number of the record
    below which the rows stand.
    """

    names: list[str]
    units: Mapping[str, str]
    delimiter: str
    told: bool
    after: int

    def named(self, records: Iterable[Record]) -> list[str]:
        """The columns, those at the end without name and value left out, the others named."""
        names = list(self.names)
        widest = _widest(records) if names and not names[-1] else 0
        while names and not names[-1] and len(names) > widest:
            names.pop()
        return [name or f"column {at}" for at, name in enumerate(names, start=1)]


def laid_out(path: Path, text: str, *, whole: bool = True) -> tuple[Layout, list[Record]]:
    """The layout of `text`, and its rows; where it is not `whole`, its end may be torn.

    Raises
    ------
    CatalogueError
        No header, a name twice, or a quote without an end.
    """
    told = _SEPARATOR.match(text)
    text = text[told.end() :] if told else text
    delimiter = told.group(1) if told else _delimiter(text)
    text = _uncommented(text, delimiter)
    records = list(numbered(path, io.StringIO(text, newline=""), delimiter))
    if whole and records and any("\n" in cell for cell in records[-1][1]):
        refuse_open_quote(path, io.StringIO(text, newline=""), delimiter, records[-1][0])
    names = _header(path, records)
    before = [number for number, _ in records]
    del records[0]
    units = _units_below(names, records)
    after = before[len(before) - len(records) - 1]
    return Layout(names, units, delimiter, told is not None, after), records


def _widest(records: Iterable[Record]) -> int:
    """How many cells the longest row has, blank ones at its end aside."""
    return max((len(cells) - _blank_end(cells) for _, cells in records), default=0)


def _blank_end(cells: list[str]) -> int:
    return next((n for n, cell in enumerate(reversed(cells)) if cell.strip()), len(cells))


def _decoded(content: bytes) -> tuple[str, list[str]]:
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        return content.decode("utf-16"), ["read as UTF-16"]
    try:
        return content.decode("utf-8-sig"), []
    except UnicodeDecodeError:
        return content.decode("cp1252", errors="replace"), ["not UTF-8, read as Windows-1252"]


def numbered(path: Path, stream: TextIO, delimiter: str) -> Iterator[Record]:
    """(number, cells) of each record that is neither blank nor a comment, numbers from 1."""
    reader = _reader(stream, delimiter)
    try:
        for number, cells in enumerate(reader, start=1):
            if _says_something(cells):
                yield number, cells
    except csv.Error as error:
        raise CatalogueError(f"{path}: line {reader.line_num}: {error}; is it a table?") from error


def _reader(stream: TextIO, delimiter: str, strict: bool = False) -> Any:
    return csv.reader(
        stream,
        delimiter=delimiter,
        skipinitialspace=delimiter == " ",
        strict=strict,
    )


def refuse_open_quote(path: Path, stream: TextIO, delimiter: str, row: int) -> None:
    """Where the last record goes to the file's end in a quote, rows have gone into a cell."""
    try:
        for _ in _reader(stream, delimiter, strict=True):
            pass
    except csv.Error as error:
        if "unexpected end" in str(error):
            raise CatalogueError(
                f"{path}: a quote that opens in row {row} is never closed, so the rows after it "
                "would be lost in one cell; close it"
            ) from error


def _says_something(cells: list[str]) -> bool:
    return any(map(str.strip, cells)) and not cells[0].lstrip().startswith("#")


def _delimiter(text: str) -> str:
    """The delimiter that the header line has most of; blanks only between names that are known.

    A single column has a comma.
    """
    lines: Iterator[str] = (line for line in io.StringIO(text) if line.strip())
    first = next(lines, "")
    header = first
    while header.lstrip().startswith("#"):
        header = next(lines, "")
    if any(d in header for d in _DELIMITERS):
        return max(_DELIMITERS, key=header.count)
    return " " if any(_blank_separated(line) for line in (first, header)) else ","


def _blank_separated(line: str) -> bool:
    names = line.lstrip("# ").split()
    return len(names) > 1 and bool(known_names(names))


def _uncommented(text: str, delimiter: str) -> str:
    """`text` whose first line names the columns, also where it is written as a comment."""
    first, _, rest = text.partition("\n")
    if not first.lstrip().startswith("#"):
        return text
    bare = first.lstrip().removeprefix("#")
    if delimiter == " ":
        return f"{bare}\n{rest}" if _blank_separated(first) else text
    names, below = bare.split(delimiter), rest.partition("\n")[0].split(delimiter)
    named = len(names) == len(below) > 1 and known_names(names) and not known_names(below)
    return f"{bare}\n{rest}" if named else text


def _header(path: Path, records: list[tuple[int, list[str]]]) -> list[str]:
    if not records:
        raise CatalogueError(f"{path}: holds no table; its first line must name the columns")
    header = [cell.strip() for cell in records[0][1]]
    if all(number(name) is not None for name in header):
        raise CatalogueError(
            f"{path}: the first line must name the columns, but reads {', '.join(header[:4])}"
        )
    refuse_repeated(path, [name for name in header if name])
    return header


def _units_below(header: list[str], records: list[tuple[int, list[str]]]) -> dict[str, str]:
    """Take a line of dashes below the names away, and one of units between, as VizieR has them."""
    for at, (_, cells) in enumerate(records[:2]):
        if all(_DASHES.fullmatch(cell.strip()) for cell in cells):
            units = records[0][1] if at else []
            del records[: at + 1]
            return {name: unit.strip() for name, unit in zip(header, units, strict=False) if unit}
    return {}


def fit(header: list[str], row: int, cells: list[str]) -> Reject | None:
    """Take blanks from the cells' ends; a reject where there are too few or too many."""
    cells[:] = map(str.strip, cells)
    while len(cells) > len(header) and not cells[-1]:
        cells.pop()
    if len(cells) == len(header):
        return None
    return Reject(row, cells[0], f"{len(cells)} cells where the header has {len(header)}")
