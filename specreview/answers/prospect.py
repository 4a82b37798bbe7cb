"""prospect, DESI's viewer: its VI file (one row an inspection) and the merged tables made of it.

The columns are those of `vi_file_fields` in desihub/prospect (py/prospect/utilities.py); the CSV
is written by its js/save_vi.js, which joins cells by commas and writes a comma inside a cell as
`","` without quoting the cell. Older versions write "--" for a blank, newer ones nothing; a
blank VI_z or VI_spectype leaves the pipeline's standing. Merged tables of DESI's survey
validation (Lan et al. 2023, ApJ 943, 68) have best_z, best_quality and best_spectype instead.
"""

import math
from collections.abc import Iterator
from pathlib import Path

from specreview.answers.cells import (
    Cells,
    by_name,
    decoded,
    each_row,
    real,
    records,
    said,
)
from specreview.answers.foreign import AnswersFile, Asked, ForeignAnswer, Named, Unreadable
from specreview.catalogues.cells import (
    declination,
    id_of,
    is_blank,
    number,
    right_ascension,
)
from specreview.catalogues.parsing import parse_catalogue
from specreview.errors import AnswersError
from specreview.review.decision import ISSUES

NAME = "prospect"
LABEL = "prospect VI file"
_OWN = ("TARGETID", "VI_quality")
_MERGED = ("TARGETID", "best_quality")
_PLAIN_COMMA = "\x00"


def recognised(content: bytes) -> bool:
    """Whether the file is one: TARGETID stands with VI_quality, or with best_quality."""
    if content.startswith(b"SIMPLE"):
        return b"'TARGETID" in content[:65536] and b"VI_quality" in content[:65536]
    first = decoded(content[:4096]).partition("\n")[0]
    names = {name.strip(' "\r') for name in first.split(",")}
    return names.issuperset(_OWN) or names.issuperset(_MERGED)


def read(path: Path, content: bytes, asked: Asked) -> AnswersFile:
    """The file's answers.

    Raises
    ------
    AnswersError
        When a needed column is missing.
    """
    id_column = asked.id_column or "TARGETID"
    header, rows = _table(path, content)
    _need(path, header, id_column)
    answers, rejects = each_row(
        rows, lambda line, cells: _answer(line, cells, id_column), id_column
    )
    return AnswersFile(path, NAME, answers, rejects)


def _need(path: Path, header: list[str], id_column: str) -> None:
    lacking = [] if id_column in header else [id_column]
    if not {"VI_quality", "best_quality"} & set(header):
        lacking.append("VI_quality")
    if lacking:
        raise AnswersError(
            f"{path}: no column {' and no column '.join(lacking)}; there are {', '.join(header)}"
        )


def _table(
    path: Path, content: bytes
) -> tuple[list[str], Iterator[tuple[int, Cells | Unreadable]]]:
    if content.startswith(b"SIMPLE"):
        table = parse_catalogue(path, content, None)
        return list(table.columns.names), ((row.number, row.cells) for row in table.rows)
    text = decoded(content)
    try:
        found = list(records(path, text))
        proper = len({len(cells) for _, cells in found}) <= 1
    except AnswersError:
        found, proper = [], False
    if not proper:
        found = list(_own_lines(text))
    if not found:
        raise AnswersError(f"{path}: holds no table; its first line must name the columns")
    header = found[0][1]
    return header, ((line, _cells(header, cells)) for line, cells in found[1:])


def _cells(header: list[str], cells: list[str]) -> Cells | Unreadable:
    try:
        return by_name(header, cells)
    except Unreadable as fault:
        return fault


def _own_lines(text: str) -> Iterator[tuple[int, list[str]]]:
    """The lines as prospect itself writes them: no cell is quoted, a comma in one is `","`."""
    for line_number, line in enumerate(text.splitlines(), start=1):
        if line.strip():
            plain = line.replace('","', _PLAIN_COMMA).replace('""', '"')
            cells = plain.split(",")
            yield line_number, [cell.replace(_PLAIN_COMMA, ",").strip() for cell in cells]


def _answer(line: int, cells: Cells, id_column: str) -> ForeignAnswer:
    stated = cells[id_column]
    target, reason = id_of(stated)
    if target is None:
        raise Unreadable(id_column, stated, f"is no id: {reason}")
    issues = _issues(cells)
    merged = "best_quality" in cells and "VI_quality" not in cells
    quality = _quality(cells, "best_quality" if merged else "VI_quality")
    spectype = said(cells.get("best_spectype" if merged else "VI_spectype", ""))
    value = spectype or _untouched(cells, "Redrock_spectype", "C" in issues)
    return ForeignAnswer(
        row=line,
        named=Named(target, ids=(target,), positions=_positions(cells)),
        value=value if quality is not None else "",
        class_text=value,
        person=said(cells.get("VI_scanner", "")),
        confidence=quality,
        issues=issues,
        redshift=_redshift(cells, "best_z" if merged else "VI_z", "R" in issues),
        comment=said(cells.get("VI_comment") or cells.get("merger_comment", "")),
        silent="no VI_quality" if quality is None else "no spectral type",
    )


def _quality(cells: Cells, column: str) -> int | None:
    """0 to 4; -1 stands for none. The mean of a merged table is rounded, a half upwards.

    DESI counts a mean of 2.5 or more as good, which is confidence 3 here.
    """
    text = cells.get(column, "")
    if is_blank(text):
        return None
    value = number(text)
    if value == -1:
        return None
    if value is None or not 0 <= value <= 4:
        raise Unreadable(column, text, "is no quality from 0 to 4")
    if column == "VI_quality" and not value.is_integer():
        raise Unreadable(column, text, "is no whole number")
    return math.floor(value + 0.5)


def _issues(cells: Cells) -> tuple[str, ...]:
    """R, C and S, as DESI has them; a merged table joins several people's by bars."""
    column = next((c for c in ("VI_issue", "all_VI_issues", "VI_issues") if c in cells), "VI_issue")
    text = said(cells.get(column, ""))
    letters = [letter for letter in text.upper() if letter.isalpha()]
    if strange := [letter for letter in letters if letter not in ISSUES]:
        raise Unreadable(column, text, f"holds {strange[0]}, which is none of R, C and S")
    return tuple(dict.fromkeys(letters))


def _untouched(cells: Cells, column: str, faulted: bool) -> str:
    """The pipeline's value where the person let it stand; "" where they faulted it."""
    return "" if faulted else said(cells.get(column, ""))


def _redshift(cells: Cells, column: str, faulted: bool) -> float | None:
    given = real(cells, column)
    return given if given is not None or faulted else real(cells, "Redrock_z")


def _positions(cells: Cells) -> tuple[tuple[float, float], ...]:
    ra = right_ascension(cells.get("TARGET_RA", ""))
    dec = declination(cells.get("TARGET_DEC", ""))
    return () if ra is None or dec is None else ((ra, dec),)
