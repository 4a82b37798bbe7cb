"""CSV and its relatives: any of comma, semicolon, tab and bar; BOM, CRLF, comment lines."""

import csv
import io
from collections.abc import Iterator, Mapping
from pathlib import Path

from specreview.catalogues.cells import number
from specreview.catalogues.columnar import RecordRows
from specreview.catalogues.columns import known_names, match_columns
from specreview.catalogues.ecsv_table import MARK, read_ecsv
from specreview.catalogues.tables import CatalogueTable
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
    if text.startswith(MARK):
        return read_ecsv(path, text, mapping)
    records = _records(path, text)
    header = _header(path, records)
    del records[0]
    rejects = [one for one in (_fit(header, *record) for record in records) if one]
    lost = {reject.row for reject in rejects}
    return CatalogueTable(
        path,
        match_columns(header, mapping),
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
    delimiter = _delimiter(text)
    reader = csv.reader(
        io.StringIO(_uncommented(text) if delimiter == " " else text, newline=""),
        delimiter=delimiter,
        skipinitialspace=delimiter == " ",
        strict=False,
    )
    try:
        return [(n, cells) for n, cells in enumerate(reader, start=1) if _says_something(cells)]
    except csv.Error as error:
        raise CatalogueError(f"{path}: line {reader.line_num}: {error}; is it a table?") from error


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


def _uncommented(text: str) -> str:
    """`text` whose first line names the columns, also where it is written as a comment."""
    return text.lstrip().removeprefix("#") if _blank_separated(text.split("\n", 1)[0]) else text


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


def _fit(header: list[str], row: int, cells: list[str]) -> Reject | None:
    """Take blanks from the cells' ends; a reject where there are too few or too many."""
    cells[:] = map(str.strip, cells)
    while len(cells) > len(header) and not cells[-1]:
        cells.pop()
    if len(cells) == len(header):
        return None
    return Reject(row, cells[0], f"{len(cells)} cells where the header has {len(header)}")
