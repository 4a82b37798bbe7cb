"""Lists as CSV: safe to open in a spreadsheet, and numbers stay numbers."""

import csv
import io
import re
from typing import BinaryIO

from specreview.export.column import Value
from specreview.export.sheet import Sheet

_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
"""First characters that make a spreadsheet run a cell (OWASP, CSV injection)."""
_NUMBER = re.compile(r"[+-]?\d+(\.\d*)?([eE][+-]?\d+)?\Z")


def write_csv(stream: BinaryIO, sheet: Sheet) -> None:
    """UTF-8 CSV with one header line, as RFC 4180 but for line ends (LF)."""
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(column.name for column in sheet.columns)
    for chunk in sheet.chunks():
        writer.writerows(zip(*([cell(value) for value in values] for values in chunk), strict=True))
        stream.write(text.getvalue().encode("utf-8", errors="backslashreplace"))
        text.seek(0)
        text.truncate()
    stream.write(text.getvalue().encode())


def cell(value: Value) -> str:
    """A value as CSV text: "" for None, shortest exact form of floats, text made harmless.

    A text cell that would run as a formula gets a leading apostrophe; one that is plainly a
    number (a negative id) is none, and stays. NUL, which no reader of CSV takes, is shown as ␀.
    """
    if value is None:
        return ""
    if isinstance(value, str):
        return harmless(value.replace("\0", "␀"))
    if isinstance(value, bool):
        return "true" if value else "false"
    return repr(value)


def harmless(text: str) -> str:
    """`text`, with an apostrophe before it where a spreadsheet would run it.

    One more where it has such an apostrophe already, so that taking one away gives the text.
    """
    if text.lstrip("'").lstrip(" ").startswith(_FORMULA) and not _NUMBER.match(text.lstrip("'")):
        return "'" + text
    return text
