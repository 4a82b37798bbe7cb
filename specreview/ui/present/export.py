"""Words of the Export page."""

import re
from datetime import UTC, datetime

from specreview.export.formats import FORMATS, Format
from specreview.export.provenance import Provenance
from specreview.review.lists import KINDS, ListKind
from specreview.ui.present.quantities import count, size

_ONE: dict[ListKind, tuple[str, str]] = {
    "approved": ("row", "rows"),
    "current": ("row", "rows"),
    "history": ("act", "acts"),
    "disagreements": ("difference", "differences"),
    "traces": ("step", "steps"),
}

_EMPTY: dict[ListKind, str] = {
    "approved": "No candidate is approved yet: answers with the positive label and enough "
    "confidence come here.",
    "current": "No answer stands yet: answer candidates on Review.",
    "history": "Nobody has decided on a candidate yet.",
    "disagreements": "Nobody differs from a verdict that was shown, or from another person.",
    "traces": "No candidate has been inspected yet: inspect the queue on Candidates.",
}


def rule(kind: ListKind, confidence: int) -> str:
    """What is on the list, in one line."""
    if kind == "approved":
        return f"the positive answer, confidence {confidence} or more, no open conflict"
    return KINDS[kind]


def rows_word(kind: ListKind, number: int) -> str:
    """As in "22 rows" or "1 step"."""
    one, many = _ONE[kind]
    return f"{count(number)} {one if number == 1 else many}"


def nothing(kind: ListKind, candidates: int, *, filtered: bool) -> str:
    """Why the list is empty, and what would fill it."""
    if candidates == 0 and not filtered:
        return (
            "This queue is empty: no row of its import became a candidate. "
            "The rejects on Candidates say why."
        )
    if filtered:
        return f"Nothing in this filter. {_EMPTY[kind]}"
    return _EMPTY[kind]


def download_label(kind: ListKind, rows: int, form: Format, n_bytes: int | None) -> str:
    """As in "Download 22 rows, FITS, 14 kB"; JSON lines hold inspections whole."""
    many = "inspections" if kind == "traces" and form.ending == ".jsonl" else rows_word(kind, rows)
    label = f"Download {many}, {short_format(form.ending)}"
    return f"{label}, {size(n_bytes)}" if n_bytes is not None else label


def short_format(ending: str) -> str:
    """The name of a format that fits beside five others."""
    return "JSONL" if ending == ".jsonl" else FORMATS[ending].label.removesuffix(" table")


def sheet_label(number: int, pages: int) -> str:
    """As in "Sheet of 62 spectra, PDF, 3 pages"."""
    noun = "spectrum" if number == 1 else "spectra"
    return f"Sheet of {count(number)} {noun}, PDF, {pages} page{'' if pages == 1 else 's'}"


def about_file(form: Format) -> str:
    """Where the provenance is, and when the file is made."""
    where = "in a second file" if form.sidecar else f"in {form.provenance}"
    return f"Made when you click, from what is in the log then. Provenance: {where}."


def file_name(queue: str, kind: str, ending: str) -> str:
    """A name that is safe on all systems, with the list and the time in UTC."""
    return f"{safe_name(queue)}_{kind}_{datetime.now(UTC):%Y%m%dT%H%M%SZ}{ending}"


def safe_name(text: str, longest: int = 60) -> str:
    """Letters, digits and underscores of a foreign name."""
    safe = re.sub(r"[^A-Za-z0-9]+", "_", text).strip("_").lower()
    return safe[:longest].rstrip("_") or "queue"


def columns_label(chosen: int, available: int) -> str:
    """As in "Columns: all 39" or "Columns: 6 of 39"."""
    return (
        f"Columns: all {available}"
        if chosen == available
        else (f"Columns: {chosen} of {available}")
    )


def header_text(made: Provenance) -> str:
    """The header as lines of name and value, for a fixed-width preview."""
    tasks = ", ".join(f"{t.key} version {t.version} (sha256 {t.sha256[:8]}…)" for t in made.tasks)
    inspectors = ", ".join(
        f"{one.name}{f' rev {one.revision[:7]}' if one.revision else ''}, task {one.task}, "
        f"prompt sha256 {one.prompt_hash[:8]}…"
        for one in made.inspectors
    )
    lines = [
        ("list", f"{made.list}, {made.rows} rows from {made.candidates} candidates, "
         f"{made.columns} columns"),
        ("queue", made.queue),
        ("source", made.source),
        ("tasks", tasks or "none"),
        (
            "limits",
            f"confidence >= {made.approval_confidence}; conflict: answer, confidence by "
            f"{made.conflict_confidence}, class, |dz|/(1+z) >= {made.conflict_relative_redshift}",
        ),
        ("filter", made.filter or "none"),
        ("answers of", made.reviewer or "everybody"),
        ("exported", f"{made.exported_at} by {made.app}"),
        ("inspector", inspectors or "none"),
        ("checksum", made.checksum or "SHA-256 of the rows, computed when the file is made"),
    ]  # fmt: skip
    return "\n".join(f"{name:<12}{value}" for name, value in lines)
