"""Text tables with an array in each cell, a spectrum a line: Gaia's CSV and ECSV, and their like.

GaiaXPy writes tuples, the Gaia archive lists in brackets, ECSV arrays in JSON.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice

from specreview.spectra.readers import facts, gaia
from specreview.spectra.readers.assembly import NoSpectrum
from specreview.spectra.readers.shelf import Shelf
from specreview.spectra.readers.source import OpenedFile
from specreview.spectra.readers.vectors import (
    Values,
    VectorTable,
    id_column,
    list_of_numbers,
    spectrum_of,
    unique_ids,
)
from specreview.spectra.spectrum import Spectrum

name = "text_vectors"
version = 1
survey = "unknown"

_LIST = re.compile(r'["\']?[(\[{<]\s*[-+.\d]')
_UNIT = re.compile(r"\s*[\[(]([^\])]*)[\])]\s*$")
_SHORT = 4
"""Numbers in a list below which it may be a remark in brackets."""
_SHELF = Shelf[VectorTable]()


def recognises(file: OpenedFile) -> bool:
    """Text whose first line below the head has a list of numbers in a cell, or coefficients."""
    if file.kind != "text":
        return False
    if file in _SHELF:
        return True
    lines = _lines(file.text)
    head, first = next(lines, (0, "")), next(lines, (0, ""))
    if not first[1]:
        return False
    cells = _cells(first[1], _delimiter(head[1]))
    return any(_LIST.match(c) and len(re.split(r"[,\s]+", c)) >= _SHORT for c in cells)


def object_ids(file: OpenedFile) -> tuple[str, ...]:
    return _table(file).ids


def read(file: OpenedFile, object_id: str) -> Spectrum:
    return spectrum_of(file, _table(file), object_id, name, version)


def _table(file: OpenedFile) -> VectorTable:
    """The table, its cells still text."""
    return _SHELF.of(file, _parsed)


def _parsed(file: OpenedFile) -> VectorTable:
    lines = _lines(file.text)
    _, head = next(lines)
    delimiter = _delimiter(head)
    stated = _cells(head, delimiter)
    names = tuple(_UNIT.sub("", n) for n in stated)
    gaia.refuse_coefficients(names)
    units = {n: m[1] for n, s in zip(names, stated, strict=True) if (m := _UNIT.search(s))}
    rows = list(lines)

    @lru_cache(1)
    def cells_of(row: int) -> dict[str, str]:
        number, line = rows[row]
        cells = _cells(line, delimiter)
        if len(cells) != len(names):
            raise NoSpectrum(
                f"line {number} has {len(cells)} cells, the head {len(names)}; mend that line"
            )
        return dict(zip(names, cells, strict=True))

    def cell(row: int, column: str) -> Values:
        return list_of_numbers(cells_of(row)[column], f"line {rows[row][0]}, {column}")

    def position(row: int) -> tuple[float | None, float | None]:
        found = {n.lower(): text for n, text in cells_of(row).items()}
        return facts.degrees(found.get("ra")), facts.degrees(found.get("dec"))

    key = id_column(names)
    ids = [_cell(line, delimiter, names.index(key)) if key else None for _, line in rows]
    return VectorTable(
        names, unique_ids(file.stem, ids), cell, units | _ecsv_units(file.text), None, position
    )


def _lines(text: str) -> Iterator[tuple[int, str]]:
    """Numbered lines that are neither blank nor a comment."""
    start, number = 0, 0
    while start < len(text):
        end = text.find("\n", start)
        end = len(text) if end < 0 else end
        number += 1
        line = text[start:end].strip()
        start = end + 1
        if line and not line.startswith("#"):
            yield number, line


def _delimiter(head: str) -> str:
    return next((d for d in ("\t", ";", ",") if d in head), " ")


def _cells(line: str, delimiter: str) -> list[str]:
    return list(_each_cell(line, delimiter))


def _cell(line: str, delimiter: str, number: int) -> str | None:
    """One cell of a line, without a look at those after it; None where the line is shorter."""
    return next(islice(_each_cell(line, delimiter), number, None), None)


def _each_cell(line: str, delimiter: str) -> Iterator[str]:
    """Cells with their quotes taken off; the csv module's limit of 128 kB a cell is too small."""
    cell = re.compile(
        rf'(?:^|{delimiter}) *(?:"([^"]*)"|([\[({{][^\])}}]*[\])}}])|([^{delimiter}]*))'
    )
    for match in cell.finditer(line):
        yield next(g for g in match.groups() if g is not None).strip()


def _ecsv_units(text: str) -> dict[str, str]:
    """Units by column of an ECSV head, which lists name and unit of each in turn."""
    if not text.startswith("# %ECSV"):
        return {}
    head = text[: text.find("\n\n")] if "\n\n" in text else text[:100_000]
    lines = [line[1:].strip() for line in head.splitlines() if line.startswith("#")]
    units: dict[str, str] = {}
    column = ""
    for line in lines:
        named = re.search(r"\bname:\s*['\"]?([^,'\"}]+)", line)
        column = named[1].strip() if named else column
        unit = re.search(r"\bunit:\s*['\"]?([^,'\"}]+)", line)
        if unit and column:
            units[column] = unit[1].strip()
    return units
