"""The table of the Candidates page and the counts beside it."""

from collections.abc import Mapping, Sequence
from typing import Any

from specreview.review.rows import CandidateRow, Queue, QueueCounts
from specreview.ui.present.markup import bar, fact
from specreview.ui.present.quantities import count, duration, fixed
from specreview.ui.present.verdict import NO_VERDICT

COLUMNS = (
    "State",
    "Id",
    "Task",
    "Survey",
    "S/N",
    "Spectrum",
    "Verdict",
    "Contradicted",
    "Score",
    "Mine",
    "Conf.",
    "Issues",
    "Time (s)",
)


def table_columns(
    table: Sequence[CandidateRow], sparklines: Mapping[int, str | None]
) -> dict[str, list[Any]]:
    """Column name to values, in the order of the rows; None shows as an empty cell."""
    return {
        "State": [row.state for row in table],
        "Id": [row.candidate.object_id for row in table],
        "Task": [row.candidate.task_key for row in table],
        "Survey": [survey(row) for row in table],
        "S/N": [row.candidate.snr for row in table],
        "Spectrum": [sparklines.get(row.candidate.id) for row in table],
        "Verdict": [verdict(row) for row in table],
        "Score": [row.score for row in table],
        "Contradicted": [contradicted(row) for row in table],
        "Mine": [row.answer for row in table],
        "Conf.": [row.confidence if row.answer is not None else None for row in table],
        "Issues": [" ".join(row.issues) for row in table],
        "Time (s)": [row.active_seconds for row in table],
    }


def shown_columns(queue: Queue) -> list[str]:
    """The columns that say something: the task only where rows have tasks of their own."""
    return [name for name in COLUMNS if name != "Task" or queue.task_key is None]


def survey(row: CandidateRow) -> str:
    """Survey and release, one column."""
    return " ".join(p for p in (row.candidate.survey, row.candidate.release) if p)


def verdict(row: CandidateRow) -> str:
    """A label, "no verdict", or nothing where it was not inspected."""
    if not row.has_verdict:
        return ""
    return row.verdict if row.verdict is not None else NO_VERDICT


def contradicted(row: CandidateRow) -> int | None:
    """How many claims the flux contradicts; None where they were not counted."""
    return row.claims.contradicted if row.claims is not None else None


def counts_line(counts: QueueCounts, task_name: str, inspector: str, missing: str = "") -> str:
    """Task, inspector and progress of the chosen queue; first of all what was not found."""
    parts = [fact("", missing, "trouble")] if missing else []
    parts += [fact("task", task_name), fact("inspector", inspector)]
    parts.append(bar(counts.answered, counts.total))
    parts.append(
        f'<span class="fact"><b class="strong">{count(counts.answered)}</b> '
        f"of {count(counts.total)} answered</span>"
    )
    parts.append(fact("inspected", count(counts.inspected)))
    parts.append(fact("deferred", count(counts.deferred)))
    if counts.conflicts:
        parts.append(fact("conflicts", count(counts.conflicts)))
    left = counts.total - counts.answered
    if counts.median_seconds and left:
        about = duration(left * counts.median_seconds)
        each = fixed(counts.median_seconds, 1)
        parts.append(fact("left", f"{about} at {each} s each", "fold"))
    return f'<div class="strip counts-line">{"".join(parts)}</div>'


def filter_line(shown: int, total: int, first: int, last: int) -> str:
    """How many pass the filter, and how to open one."""
    text = f"{count(shown)} of {count(total)} pass the filter."
    if shown > last - first + 1:
        text += f" Rows {count(first)} to {count(last)} shown."
    return (
        text + " A click on a row opens the candidate; the filter goes along to Review and Export."
    )
