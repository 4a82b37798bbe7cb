"""PyHammer, spectral types of stars by eye: its results file (PyHammerResults.csv).

Written by `_writeOutDataToFile` of BU-hammerTeam/PyHammer (eyecheck.py); the header line begins
with "#". The user's type is "nan" before anybody looked, "BAD" for an unusable spectrum, and one of
Wd, Wdm, Carbon, Gal, Unknown for what is no main-sequence star. Version 1 had no file type and
said Metallicity for [Fe/H]. The guessed type is the program's and never becomes an answer.
"""

from pathlib import Path, PurePath, PureWindowsPath

from specreview.answers.cells import Cells, by_name, decoded, each_row, real, records, said
from specreview.answers.foreign import AnswersFile, Asked, ForeignAnswer, Named, Unreadable
from specreview.errors import AnswersError

NAME = "pyhammer"
LABEL = "PyHammer results"
_FILE, _TYPE, _VELOCITY = "Filename", "User Spectral Type", "Radial Velocity (km/s)"
_LIGHT = 299_792.458
"""km/s"""
_USUAL = {"BAD": "UNSURE", "Unknown": "UNSURE"}


def recognised(content: bytes) -> bool:
    """Whether the file is one: its header names the user's spectral type."""
    return _TYPE in decoded(content[:1024])


def read(path: Path, content: bytes, asked: Asked) -> AnswersFile:
    """The file's answers.

    Raises
    ------
    AnswersError
        When a needed column is missing.
    """
    found = list(records(path, decoded(content)))
    header = [name.lstrip("#").strip() for name in found[0][1]] if found else []
    file_column = asked.id_column or _FILE
    for column in (file_column, _TYPE):
        if column not in header:
            raise AnswersError(f"{path}: no column {column}; there are {', '.join(header)}")
    rows = ((line, _cells(header, cells)) for line, cells in found[1:])
    answers, rejects = each_row(rows, lambda n, cells: _answer(n, cells, file_column), file_column)
    return AnswersFile(path, NAME, answers, rejects, usual=_USUAL)


def _cells(header: list[str], cells: list[str]) -> Cells | Unreadable:
    try:
        return by_name(header, cells)
    except Unreadable as fault:
        return fault


def _answer(line: int, cells: Cells, file_column: str) -> ForeignAnswer:
    stated = cells[file_column]
    name = PurePath(PureWindowsPath(stated).as_posix()).name
    if not name:
        raise Unreadable(file_column, stated, "names no file")
    kind = said(cells[_TYPE])
    metals = next((said(cells[c]) for c in ("User [Fe/H]", "User Metallicity") if c in cells), "")
    bad = kind.upper() == "BAD"
    velocity = real(cells, _VELOCITY)
    return ForeignAnswer(
        row=line,
        named=Named(name, ids=(name,), files=(name,)),
        value=kind,
        class_text="" if bad else kind,
        issues=("S",) if bad else (),
        redshift=None if velocity is None or bad or not kind else velocity / _LIGHT,
        comment=f"[Fe/H] {metals}" if metals and not bad else "",
        silent="not looked at by a person",
    )
