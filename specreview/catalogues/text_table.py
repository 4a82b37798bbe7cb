"""CSV and its relatives: any of comma, semicolon, tab and bar; BOM, CRLF, comment lines."""

import csv
import io
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

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
    records = _records(path, text)
    header = _header(path, records)
    del records[0]
    units = _units_below(header, records)
    _drop_empty_end(header, records)
    header = [name or f"column {at}" for at, name in enumerate(header, start=1)]
    rejects = [one for one in (_fit(header, *record) for record in records) if one]
    lost = {reject.row for reject in rejects}
    return CatalogueTable(
        path,
        match_columns(header, mapping, units),
        RecordRows(header, [record for record in records if record[0] not in lost]),
        tuple(rejects),
        tuple(notes),
    )


def _decoded(content: bytes) -> tuple[str, list[str]]:
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        return content.decode("utf-16"), ["read as UTF-16"]
    try:
        return content.decode("utf-8-sig"), []
    except UnicodeDecodeError:
        return content.decode("cp1252", errors="replace"), ["not UTF-8, read as Windows-1252"]


def _records(path: Path, text: str) -> list[tuple[int, list[str]]]:
    """(number, cells) of each record that is neither blank nor a comment, numbers from 1."""
    told = _SEPARATOR.match(text)
    text = text[told.end() :] if told else text
    delimiter = told.group(1) if told else _delimiter(text)
    text = _uncommented(text, delimiter)
    reader = _reader(text, delimiter)
    try:
        found = [(n, cells) for n, cells in enumerate(reader, start=1) if _says_something(cells)]
    except csv.Error as error:
        raise CatalogueError(f"{path}: line {reader.line_num}: {error}; is it a table?") from error
    if found and any("\n" in cell for cell in found[-1][1]):
        _refuse_open_quote(path, text, delimiter, found[-1][0])
    return found


def _reader(text: str, delimiter: str, strict: bool = False) -> Any:
    return csv.reader(
        io.StringIO(text, newline=""),
        delimiter=delimiter,
        skipinitialspace=delimiter == " ",
        strict=strict,
    )


def _refuse_open_quote(path: Path, text: str, delimiter: str, row: int) -> None:
    """Where the last record goes to the file's end in a quote, rows have gone into a cell."""
    try:
        for _ in _reader(text, delimiter, strict=True):
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


def _drop_empty_end(header: list[str], records: list[tuple[int, list[str]]]) -> None:
    """Take columns at the end away that have neither a name nor a value."""
    while header and not header[-1]:
        at = len(header) - 1
        if any(len(cells) > at and cells[at].strip() for _, cells in records):
            return
        header.pop()


def _fit(header: list[str], row: int, cells: list[str]) -> Reject | None:
    """Take blanks from the cells' ends; a reject where there are too few or too many."""
    cells[:] = map(str.strip, cells)
    while len(cells) > len(header) and not cells[-1]:
        cells.pop()
    if len(cells) == len(header):
        return None
    return Reject(row, cells[0], f"{len(cells)} cells where the header has {len(header)}")
