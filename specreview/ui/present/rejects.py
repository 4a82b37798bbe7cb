"""Rows of an import that became no candidate, as a file."""

import csv
import io
import re
from collections.abc import Iterable

from specreview.export.csv_file import harmless
from specreview.review.candidates import Reject


def rejects_csv(rejects: Iterable[Reject]) -> bytes:
    """Row number, name and reason as CSV (UTF-8); no cell runs as a formula in a spreadsheet."""
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(("row", "name", "reason"))
    writer.writerows((one.row, harmless(one.name), harmless(one.reason)) for one in rejects)
    return text.getvalue().encode("utf-8", errors="backslashreplace")


def rejects_name(queue: str) -> str:
    """A name for the file that every disk takes."""
    return re.sub(r"[^\w.-]+", "_", queue).strip("._") + "-rejects.csv"
