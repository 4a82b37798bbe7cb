"""Cards that take the place of the chart: the end of the queue, and what cannot be shown."""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from statistics import median

from specreview.review.decision import REASONS
from specreview.review.rows import CandidateRow
from specreview.ui.present.markup import Fact, rows
from specreview.ui.present.quantities import clock, count, fixed, minutes


@dataclass(frozen=True)
class Refusal:
    """A file, task or database that cannot be used: said in four lines."""

    title: str
    file: str
    found: str
    expected: str
    cure: str


def refusal_html(refusal: Refusal) -> str:
    """The card with the left rule in vermillion; glyph and words beside the colour."""
    lines = [
        ("File", refusal.file),
        ("Found", refusal.found),
        ("Expected", refusal.expected),
        ("What to do", refusal.cure),
    ]
    return (
        f'<div class="refusal"><h4><span class="glyph">✕</span>{escape(refusal.title)}</h4>'
        f"{rows([(a, b) for a, b in lines if b])}</div>"
    )


def without_spectrum(path: str) -> Refusal:
    """A demonstration whose spectrum never was here."""
    return Refusal(
        "There is no spectrum file",
        Path(path).name,
        "a demonstration: its conversation and its pictures, no spectrum",
        "",
        "The trace shows what was said and seen. To have the chart too, import the list again "
        "and name the folder with its spectra, or put the file there, then press Read again.",
    )


def unreadable(path: str, message: str) -> Refusal:
    """From a reader's message ("file: cause; cure") to the card."""
    text = message.removeprefix(path).lstrip(": ")
    found, _, cure = text.partition("; ")
    if not Path(path).exists():
        return Refusal(
            "This file is gone",
            path,
            "no file at this path",
            "the file that was imported",
            "Put it back, or run: specreview queue relink QUEUE FOLDER. The candidate keeps its "
            "place; nothing was logged, and its trace still shows its pictures.",
        )
    return Refusal(
        "This file cannot be read",
        path,
        found or message,
        "a spectrum of LAMOST, SDSS or DESI, 1-D FITS, CSV, ECSV or text; .gz of each",
        (cure or "Fetch the file again, then press Read again")
        + ". The candidate keeps its place; nothing was logged.",
    )


def none_line(total: int) -> str:
    """Why no candidate is shown, of a queue that holds so many."""
    if total == 0:
        return (
            "This queue is empty: no row of its import became a candidate. The rejects on "
            "Candidates say why."
        )
    return "No candidate passes the filter: clear a part of it above the table of Candidates."


def end_lines(
    table: Sequence[CandidateRow], total: int, saved_at: str | None
) -> tuple[str, list[Fact]]:
    """(headline, lines) of the end card: "32 decided in 4:10, 3 deferred".

    `table` are those that pass the filter, of `total` in the queue.
    """
    if not table:
        return none_line(total), []
    answered = [row for row in table if row.answer is not None]
    deferred = [row for row in table if row.state == "deferred" and row.answer is None]
    seconds = [row.active_seconds for row in answered if row.active_seconds is not None]
    headline = f"{count(len(answered))} decided in {minutes(sum(seconds))}"
    headline += f", {count(len(deferred))} deferred"
    decided = f"{count(len(answered))} in {minutes(sum(seconds))} of active time"
    if seconds:
        decided += f", median {fixed(median(seconds), 1)} s"
    lines = [("Decided", decided), ("Answers", _answers(answered))]
    differing = [row for row in answered if row.shown_verdict not in (None, row.answer)]
    if differing:
        given = sum(row.reason is not None for row in differing)
        with_reason = f", {given} with a reason"
        lines.append(
            ("Differ", f"{len(differing)} of {len(answered)} from the verdict{with_reason}")
        )
    lines.append(("Deferred", f"{len(deferred)}, not yet answered" if deferred else "none"))
    still = len(table) - len(answered) - len(deferred)
    if still:
        lines.append(("Open", f"{count(still)} of {count(len(table))} in this filter"))
    if saved_at:
        lines.append(("Saved", f"all, last at {clock(saved_at)} UTC"))
    return headline, lines


def _answers(answered: Sequence[CandidateRow]) -> str:
    tally: dict[str, int] = {}
    for row in answered:
        tally[row.answer or ""] = tally.get(row.answer or "", 0) + 1
    ordered = sorted(
        tally.items(),
        key=lambda pair: ("YES", "NO").index(pair[0]) if pair[0] in ("YES", "NO") else 9,
    )
    return ", ".join(f"{label} {number}" for label, number in ordered) or "none"


def reason_words(code: str | None) -> str:
    return REASONS.get(code or "", code or "")
