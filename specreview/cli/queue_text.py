"""How queues, candidates and rejects are printed, for people and as JSON."""

from typing import TYPE_CHECKING

from specreview.cli.printing import print_json, print_line

if TYPE_CHECKING:
    from collections.abc import Sequence

    from specreview.catalogues import ImportReport
    from specreview.review.candidates import Reject
    from specreview.review.rows import CandidateRow, Queue


def print_report(queue: "Queue", report: "ImportReport", as_json: bool) -> None:
    """What an import did, and its first rejects."""
    if as_json:
        counts = {"new": report.new, "changed": report.changed, "unchanged": report.unchanged}
        labels = {"labels": dict(report.labels), "unlabelled": report.unlabelled}
        more = {
            "traces": report.traces,
            "notes": list(report.notes),
            "rejected": reject_facts(report.rejected),
        }
        print_json({"queue": queue.name, **counts, **labels, **more})
        return
    print_line(f"queue {queue.name}: {report.sentence()}")
    if report.traces:
        print_line(f"queue {queue.name}: {report.trace_sentence()}")
    if report.labels:
        print_line(f"queue {queue.name}: {report.label_sentence()}; kept for scoring, not shown")
    for note in report.notes:
        print_line(f"  note: {note}")
    print_rejects(report.rejected, limit=10)
    if len(report.rejected) > 10:
        print_line(f"  all {len(report.rejected)}: specreview queue rejects {queue.name!r}")


def row_facts(row: "CandidateRow") -> dict[str, object]:
    """A candidate with its state, for JSON; ids are text."""
    candidate = row.candidate
    return {
        "id": candidate.object_id,
        "source_id": candidate.source_id,
        "task": candidate.task_key,
        "survey": candidate.survey,
        "release": candidate.release,
        "ra": candidate.ra,
        "dec": candidate.dec,
        "snr": candidate.snr,
        "redshift": candidate.redshift,
        "state": row.state,
        "verdict": row.verdict,
        "score": row.score,
        "answer": row.answer,
        "confidence": row.confidence,
        "path": candidate.path,
    }


def row_line(row: "CandidateRow") -> str:
    """A candidate in one line of columns."""
    candidate = row.candidate
    snr = "" if candidate.snr is None else f"{candidate.snr:.1f}"
    verdict = row.verdict or ("no verdict" if row.has_verdict else "")
    return (
        f"{candidate.object_id:<22} {candidate.task_key:<4} {candidate.survey:<8} {snr:>6} "
        f"{row.state:<10} {verdict:<10} {row.answer or ''}"
    )


def reject_facts(rejected: "Sequence[Reject]") -> list[dict[str, object]]:
    """Rejects for JSON."""
    return [{"row": one.row, "name": one.name, "reason": one.reason} for one in rejected]


def print_rejects(rejected: "Sequence[Reject]", limit: int | None = None) -> None:
    """Rejects one a line, the first `limit` of them."""
    for one in rejected[:limit]:
        named = f"  {one.name}:" if one.name else ":"
        print_line(f"  row {one.row}{named} {one.reason}")
