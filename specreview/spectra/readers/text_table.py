"""Columns of numbers from text as people keep it: CSV, ECSV, semicolons, tabs, blanks, comments."""

import csv
import io
import math
import re
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from specreview.spectra.readers.text_heads import (
    TOKEN,
    NoEcsv,
    ecsv_units,
    is_wave,
    names_in_comments,
    unbarred,
    unit_of,
    units_in_line,
    with_units,
    without_unit,
    without_wavelengths,
)
from specreview.spectra.readers.text_mending import fortran_number, join_torn

_COMMENT = ("#", "%", "!")
_BLANK = frozenset({"", '""', "''", "-", "--", "na", "n/a", "null", "none", "nan"})
_DECIMAL_COMMA = re.compile(r"(?<=\d),(?=\d)")


class NotATable(ValueError):
    """The text holds no table of numbers; the text of the error says why."""


@dataclass(frozen=True)
class TextTable:
    """Columns of a text file.

    `names` is empty where the file has no header; `units` is parallel to it ("" for none);
    `mended` says what was put right.
    """

    names: tuple[str, ...]
    units: tuple[str, ...]
    values: NDArray[np.float64]
    comments: tuple[str, ...]
    mended: tuple[str, ...] = ()

    def column(self, index: int) -> NDArray[np.float64]:
        return self.values[:, index]


def parse_table(text: str) -> TextTable:
    """The table in `text`.

    Raises
    ------
    NotATable
        No line of numbers, lines of unequal length, or words among the numbers.
    """
    lines, comments = _split_comments(text)
    lines = unbarred(lines)
    if not lines:
        raise NotATable("no line of numbers")
    for delimiter in _delimiters(lines[0][1]):
        try:
            return _parse_lines(text, lines, comments, delimiter)
        except NotATable as error:
            cause = error
    raise cause


def _parse_lines(
    text: str, lines: list[tuple[int, str]], comments: list[str], delimiter: str | None
) -> TextTable:
    if delimiter == ";":
        lines = [(n, _DECIMAL_COMMA.sub(".", line)) for n, line in lines]
    first = _cells(lines[0][1], delimiter)
    header: list[str] = []
    if not all(_is_number(cell) for cell in first):
        header, lines = first, lines[1:]
        if not any(is_wave(cell) for cell in header):
            raise NotATable(without_wavelengths(header))
        if lines and (units := units_in_line(header, _cells(lines[0][1], delimiter))):
            header, lines = with_units(header, units), lines[1:]
    if not lines:
        raise NotATable("a header but no line of numbers")
    values, mended = _numbers(lines, delimiter)
    width = values.shape[1]
    names = header if len(header) == width else names_in_comments(comments, width)
    if header and len(header) != width:
        raise NotATable(f"the header names {len(header)} columns, the lines have {width}")
    return TextTable(
        tuple(without_unit(n) for n in names),
        tuple(_units(text, names)),
        values,
        tuple(comments),
        mended,
    )


def _units(text: str, names: list[str]) -> list[str]:
    if not text.startswith("# %ECSV"):
        return [unit_of(n) for n in names]
    try:
        return ecsv_units(text, names)
    except NoEcsv as error:
        raise NotATable(str(error)) from None


def _split_comments(text: str) -> tuple[list[tuple[int, str]], list[str]]:
    lines: list[tuple[int, str]] = []
    comments: list[str] = []
    for number, line in enumerate(text.splitlines(), start=1):
        stripped = line.strip()
        if stripped.startswith(_COMMENT):
            if not lines:
                comments.append(stripped.lstrip("".join(_COMMENT)).strip())
        elif stripped:
            lines.append((number, stripped))
    return lines, comments


def _delimiters(line: str) -> tuple[str | None, ...]:
    """Delimiters to try, likeliest first; None for runs of blanks and tabs."""
    for candidate in (";", ","):
        if candidate in line:
            return (candidate,)
    return (None, "\t") if "\t" in line else (None,)


def _cells(line: str, delimiter: str | None) -> list[str]:
    if delimiter is None:
        return TOKEN.findall(line) if any(c in line for c in "[(") else line.split()
    return [c.strip() for c in next(csv.reader(io.StringIO(line), delimiter=delimiter))]


def _is_number(cell: str) -> bool:
    try:
        float(fortran_number(cell))
    except ValueError:
        return cell.lower() in _BLANK
    return True


def _numbers(
    lines: list[tuple[int, str]], delimiter: str | None
) -> tuple[NDArray[np.float64], tuple[str, ...]]:
    """(lines, columns) values, and notes on what was mended for them."""
    try:
        fast: NDArray[Any] = np.loadtxt(
            [line for _, line in lines], delimiter=delimiter, ndmin=2, comments=None
        )
    except ValueError:
        return _careful_numbers(lines, delimiter)
    return fast.astype(np.float64, copy=False), ()


def _careful_numbers(
    lines: list[tuple[int, str]], delimiter: str | None
) -> tuple[NDArray[np.float64], tuple[str, ...]]:
    """As above, line by line: blank cells become NaN, torn ones are joined, errors name a line."""
    numbers = [number for number, _ in lines]
    rows = [_cells(line, delimiter) for _, line in lines]
    width = len(rows[0])
    for number, cells in zip(numbers, rows, strict=True):
        if len(cells) != width:
            raise NotATable(
                f"line {number} has {len(cells)} columns, the first has {width}; mend that line"
            )
    torn = join_torn(rows)
    values = [
        [_value(c, number) for c in cells] for number, cells in zip(numbers, rows, strict=True)
    ]
    many = f"{torn} numbers" if torn > 1 else "1 number"
    notes = (f"{many} torn apart between two columns, rejoined",) if torn else ()
    return np.array(values, dtype=np.float64), notes


def _value(cell: str, line: int) -> float:
    if cell.startswith(("(", "[")):
        raise NotATable(f"line {line} holds a list in one cell (several spectra a file)")
    if cell.lower() in _BLANK:
        return math.nan
    try:
        return float(fortran_number(cell))
    except ValueError:
        raise NotATable(f'line {line}: "{cell[:40]}" is no number; mend that line') from None
