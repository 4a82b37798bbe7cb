"""CSV and its relatives: any of comma, semicolon, tab and bar; BOM, CRLF, comment lines."""

import csv
import io
from collections.abc import Iterator, Mapping
from pathlib import Path

from specreview.catalogues.cells import number
from specreview.catalogues.columns import match_columns
from specreview.catalogues.tables import CatalogueRow, CatalogueTable
from specreview.errors import CatalogueError
from specreview.review.candidates import Reject

_DELIMITERS = ",;\t|"


def read_text(path: Path, content: bytes, mapping: Mapping[str, str] | None) -> CatalogueTable:
    """The table in `content`.

    Raises
    ------
    CatalogueError
        No header, a name twice, or text that is no table.
    """
    text, notes = _decoded(content)
    records = _records(path, text)
    header = _header(path, records)
    outcomes = [_row(row_number, header, cells) for row_number, cells in records[1:]]
    return CatalogueTable(
        path,
        match_columns(header, mapping),
        tuple(row for row in outcomes if isinstance(row, CatalogueRow)),
        tuple(row for row in outcomes if isinstance(row, Reject)),
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
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=_delimiter(text), strict=False)
    try:
        return [(n, cells) for n, cells in enumerate(reader, start=1) if _says_something(cells)]
    except csv.Error as error:
        raise CatalogueError(f"{path}: line {reader.line_num}: {error}; is it a table?") from error


def _says_something(cells: list[str]) -> bool:
    return any(cell.strip() for cell in cells) and not cells[0].lstrip().startswith("#")


def _delimiter(text: str) -> str:
    """The delimiter that the header line has most of; a comma for a single column."""
    lines: Iterator[str] = (line for line in text.splitlines() if line.strip())
    header = next((line for line in lines if not line.lstrip().startswith("#")), "")
    return max(_DELIMITERS, key=header.count) if any(d in header for d in _DELIMITERS) else ","


def _header(path: Path, records: list[tuple[int, list[str]]]) -> list[str]:
    if not records:
        raise CatalogueError(f"{path}: holds no table; its first line must name the columns")
    header = [cell.strip() for cell in records[0][1]]
    while header and not header[-1]:
        header.pop()
    if all(number(name) is not None for name in header):
        raise CatalogueError(
            f"{path}: the first line must name the columns, but reads {', '.join(header[:4])}"
        )
    repeated = sorted({name for name in header if header.count(name) > 1})
    if repeated:
        shown = ", ".join(name or "(no name)" for name in repeated)
        raise CatalogueError(f"{path}: column {shown} stands twice; rename one")
    return header


def _row(row_number: int, header: list[str], cells: list[str]) -> CatalogueRow | Reject:
    trimmed = [cell.strip() for cell in cells]
    while len(trimmed) > len(header) and not trimmed[-1]:
        trimmed.pop()
    if len(trimmed) != len(header):
        reason = f"{len(trimmed)} cells where the header has {len(header)}"
        return Reject(row_number, trimmed[0], reason)
    return CatalogueRow(row_number, dict(zip(header, trimmed, strict=True)))
