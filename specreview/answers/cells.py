"""Text, lines and cells of the four formats; what cannot be read names row and column."""

import csv
import io
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

from specreview.answers.foreign import ForeignAnswer, Unreadable
from specreview.catalogues.cells import is_blank, number
from specreview.errors import AnswersError
from specreview.review.candidates import Reject

Cells = Mapping[str, str]

_LONGEST = 16 * 1024 * 1024
"""Characters of one cell: Zooniverse keeps a whole classification in one."""


def decoded(content: bytes) -> str:
    """The file's text: UTF-8 with or without BOM, UTF-16, else Windows-1252."""
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        return content.decode("utf-16", errors="replace")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return content.decode("cp1252", errors="replace")


def records(path: Path, text: str) -> Iterator[tuple[int, list[str]]]:
    """(line number of the end, stripped cells) of each record that says something.

    Raises
    ------
    AnswersError
        When a quote is never closed, and the like.
    """
    csv.field_size_limit(_LONGEST)
    reader = csv.reader(io.StringIO(text, newline=""), strict=True, skipinitialspace=True)
    try:
        for cells in reader:
            if any(cell.strip() for cell in cells):
                yield reader.line_num, [cell.strip() for cell in cells]
    except csv.Error as error:
        raise AnswersError(
            f"{path}: line {reader.line_num}: {error}; save the file anew from its program"
        ) from error


def by_name(header: Sequence[str], cells: Sequence[str]) -> Cells:
    """Cells by column name.

    Raises
    ------
    Unreadable
        When there are more or fewer cells than columns.
    """
    if len(cells) != len(header):
        raise Unreadable(
            header[min(len(cells), len(header)) - 1],
            cells[-1] if cells else "",
            f"ends a row of {len(cells)} cells where the header has {len(header)}",
        )
    return dict(zip(header, cells, strict=True))


def each_row(
    rows: Iterator[tuple[int, Cells | Unreadable]],
    read: Callable[[int, Cells], ForeignAnswer],
    name_column: str,
) -> tuple[tuple[ForeignAnswer, ...], tuple[Reject, ...]]:
    """What `read` makes of each row; rows that it cannot read are rejected with the reason."""
    answers: list[ForeignAnswer] = []
    rejects: list[Reject] = []
    for line, cells in rows:
        try:
            if isinstance(cells, Unreadable):
                raise cells
            answers.append(read(line, cells))
        except Unreadable as fault:
            name = "" if isinstance(cells, Unreadable) else cells.get(name_column, "")
            rejects.append(Reject(line, name, str(fault)))
    return tuple(answers), tuple(rejects)


def whole(cells: Cells, column: str, allowed: Sequence[int]) -> int | None:
    """A whole number out of `allowed`, None where the cell says nothing."""
    text = cells.get(column, "")
    if is_blank(text):
        return None
    value = number(text)
    if value is None or value not in allowed:
        raise Unreadable(column, text, f"is none of {', '.join(map(str, allowed))}")
    return int(value)


def real(cells: Cells, column: str) -> float | None:
    """A finite number, None where the cell says nothing or holds a survey's sentinel."""
    text = cells.get(column, "")
    if is_blank(text):
        return None
    try:
        float(text)
    except ValueError:
        raise Unreadable(column, text, "is no number") from None
    return number(text)


def said(text: str) -> str:
    """The cell's text, "" where it stands for nothing."""
    return "" if is_blank(text) else text.strip()
