"""Lists as JSON lines: one row a line, every text exactly as it is."""

from collections.abc import Iterable, Mapping
from typing import Any, BinaryIO

from specreview.export.sheet import Sheet, json_line, json_lines


def write_jsonl(stream: BinaryIO, sheet: Sheet) -> None:
    """One object a row, with the columns' names as keys; null for what is not known."""
    for chunk in sheet.chunks():
        stream.writelines(json_lines(sheet.columns, chunk))


def write_whole(stream: BinaryIO, lines: Iterable[Mapping[str, Any]]) -> None:
    """One object a line, as given: whole inspections."""
    stream.writelines(json_line(line) for line in lines)
