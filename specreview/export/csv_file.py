"""Lists as CSV: safe to open in a spreadsheet, and numbers stay numbers."""

import csv
import io
import re
from collections.abc import Sequence

from specreview.export.columns import Column, Value
from specreview.review.rows import CandidateRow

_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
"""First characters that make a spreadsheet run a cell (OWASP, CSV injection)."""
_NUMBER = re.compile(r"^[+-]?\d+(\.\d*)?([eE][+-]?\d+)?$")


def csv_bytes(rows: Sequence[CandidateRow], columns: Sequence[Column]) -> bytes:
    """UTF-8 CSV with one header line, as RFC 4180 but for line ends (LF)."""
    stream = io.StringIO(newline="")
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(column.name for column in columns)
    for row in rows:
        writer.writerow(cell(column.get(row)) for column in columns)
    return stream.getvalue().encode("utf-8", errors="backslashreplace")


def cell(value: Value) -> str:
    """A value as CSV text: "" for None, shortest exact form of floats, text made harmless.

    A text cell that would run as a formula gets a leading apostrophe; one that is plainly a
    number (a negative id) is none, and stays.
    """
    if value is None:
        return ""
    if isinstance(value, str):
        return harmless(value.replace("\0", ""))
    return repr(value)


def harmless(text: str) -> str:
    """`text`, with an apostrophe before it where a spreadsheet would run it."""
    if text.lstrip(" ").startswith(_FORMULA) and not _NUMBER.match(text):
        return "'" + text
    return text
