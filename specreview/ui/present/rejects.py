"""Rows of an import that became no candidate, as a file."""

import csv
import io
import re
from collections.abc import Iterable, Sequence
from html import escape

from specreview.export.csv_file import harmless
from specreview.review.candidates import Reject
from specreview.ui.present.quantities import count

_MOST = 200
"""Rows that are listed; the file has all."""


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


def rejects_html(rejects: Sequence[Reject]) -> str:
    """As sentences for a narrow place: "row 6, star1.fits: missing id"."""
    lines = "".join(
        f"<p><b>row {one.row}</b>{escape(f', {one.name}' * bool(one.name))}: "
        f"{escape(one.reason)}</p>"
        for one in rejects[:_MOST]
    )
    rest = len(rejects) - _MOST
    more = f'<p class="muted">and {count(rest)} more, in the file</p>' if rest > 0 else ""
    return (
        f'<div class="rejects" tabindex="0" role="region" aria-label="Rejected">{lines}{more}</div>'
    )
