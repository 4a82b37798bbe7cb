"""Pasted text as a table: ids, positions, ids with positions, or a table with its own header."""

import csv
import re
from collections.abc import Sequence

from specreview.catalogues.cells import declination, id_of, number, right_ascension
from specreview.catalogues.columns import PASTED_LINE
from specreview.catalogues.roles import known_names
from specreview.errors import CatalogueError

Line = tuple[int, str]

_CELLS = re.compile(r"\s*[,;|]\s*|\t|\s+")
_BETWEEN_COLUMNS = re.compile(r"[,;|\t]")
_WHOLE = re.compile(r"[+-]?\d+")
_SEXAGESIMAL_WITH_BLANKS = re.compile(
    r"(\d{1,2}\s+\d{1,2}\s+\d{1,2}(?:\.\d*)?)[\s,;|]+([+-−]?\d{1,2}\s+\d{1,2}\s+\d{1,2}(?:\.\d*)?)"
)
HEADER = (PASTED_LINE, "id", "ra", "dec")
"""Of lines without a header of their own; the first says which line a row is."""


def pasted_table(text: str) -> tuple[Sequence[str], Sequence[Sequence[str]]]:
    """Header and rows of a pasted text; blank lines and those that begin with # are left out.

    Without a header each line is an id, a position (degrees with a decimal point, or sexagesimal),
    an id and a position, or several ids, whatever the other lines are. What cannot be read stays as
    an id: the import says of it in its rejects that there is none, and by which line.

    Raises
    ------
    CatalogueError
        When no line holds an id or a position.
    """
    lines = [
        (number, line)
        for number, line in enumerate(text.lstrip("\ufeff").splitlines(), start=1)
        if line.strip() and not line.lstrip().startswith("#")
    ]
    if not lines:
        raise CatalogueError("nothing was pasted; paste ids, one a line")
    if header := _header(lines[0][1]):
        return header, _under(lines[0][0], lines[1:], _delimiter(lines[0][1]))
    rows = [(str(number), *row) for number, line in lines for row in _rows(line.strip())]
    if not any(id_of(row[1])[0] or row[2] for row in rows):
        number, line = lines[0]
        raise CatalogueError(
            f"line {number}: {line[:40]} is no id: {id_of(rows[0][1])[1]}; paste ids, positions "
            "(157.9633 35.9831) or a table with its header, one row a line"
        )
    used = [at for at in range(len(HEADER)) if any(row[at] for row in rows)]
    return [HEADER[at] for at in used], [[row[at] for at in used] for row in rows]


def _delimiter(line: str) -> str | None:
    """What separates columns in `line`, None for blanks."""
    separated = _BETWEEN_COLUMNS.search(line)
    return separated.group() if separated else None


def _header(line: str) -> list[str]:
    """The columns where the line names some; the ids below never do."""
    names = _split(line, _delimiter(line))
    return names if known_names(names) else []


def _split(line: str, delimiter: str | None) -> list[str]:
    if delimiter is None:
        return line.split()
    return [cell.strip() for cell in next(csv.reader([line], delimiter=delimiter))]


def _under(top: int, lines: Sequence[Line], delimiter: str | None) -> list[Sequence[str]]:
    """Rows as they stand; the import says which do not fit the header in line `top`.

    Lines that were left out stay as blank ones, so that rows are counted as in what was pasted.
    """
    if not lines:
        raise CatalogueError(f"line {top}: names columns, and no row follows; paste rows too")
    told = dict(lines)
    return [
        _split(told[number], delimiter) if number in told else []
        for number in range(top + 1, lines[-1][0] + 1)
    ]


def _rows(line: str) -> list[tuple[str, str, str]]:
    if position := _position_with_blanks(line):
        return [("", *position)]
    cells = [cell.strip("'\"") for cell in _CELLS.split(line) if cell]
    if len(cells) in (2, 3) and _means_position(*cells[-2:]):
        return [(cells[0] if len(cells) == 3 else "", cells[-2], cells[-1])]
    if all(id_of(cell)[0] for cell in cells) and (len(cells) == 1 or all(map(_whole, cells))):
        return [(cell, "", "") for cell in cells]
    return [(line, "", "")]


def _position_with_blanks(line: str) -> tuple[str, str] | None:
    found = _SEXAGESIMAL_WITH_BLANKS.fullmatch(line)
    return (found.group(1), found.group(2)) if found else None


def _means_position(ra: str, dec: str) -> bool:
    """Two whole numbers are two ids; a position has a point or colons in one of its parts.

    One that there is not (400.5 +95.2) is meant as a position too: the import says so.
    """
    if _whole(ra) and _whole(dec):
        return False
    there = right_ascension(ra) is not None and declination(dec) is not None
    return there or all(number(one) is not None for one in (ra, dec))


def _whole(text: str) -> bool:
    return _WHOLE.fullmatch(text) is not None
