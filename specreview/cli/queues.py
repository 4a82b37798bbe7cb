"""`specreview queue`: make, list, show and mend queues of candidates."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from specreview.cli.options import DatabaseOption, JsonOption, TasksOption, WorkspaceOption
from specreview.errors import CatalogueError

if TYPE_CHECKING:
    from specreview.catalogues import ImportReport
    from specreview.review.candidates import Reject
    from specreview.review.rows import CandidateRow, Queue

app = typer.Typer(no_args_is_help=True, help="Make, list, show and mend queues of candidates.")


@app.command("create")
def create(
    name: Annotated[str, typer.Argument(help="Name of the queue; an existing one is updated.")],
    source: Annotated[Path, typer.Argument(help="Catalogue (CSV or FITS table), or a folder.")],
    task: Annotated[
        str | None, typer.Option("--task", help="Task of every row; else the task column.")
    ] = None,
    spectra: Annotated[
        Path | None, typer.Option("--spectra", help="Folder in which the files lie.")
    ] = None,
    mapping: Annotated[
        list[str] | None,
        typer.Option("--map", help="ROLE=COLUMN, e.g. id=OBSID; may be given several times."),
    ] = None,
    workspace: WorkspaceOption = Path(),
    db: DatabaseOption = None,
    tasks: TasksOption = None,
    as_json: JsonOption = False,
) -> None:
    """Make a queue from a catalogue or folder; again, and only what changed is taken over.

    Columns are recognised by their usual names. The roles of --map are id, path, task, ra, dec,
    redshift, score, class, survey, release, truth (kept for scoring, never shown), and
    those of survey file names: planid, lmjd, spid, fiberid, plate, mjd, healpix, program.
    """
    from specreview.services import ImportRequest, Workspace

    request = ImportRequest(name, source, task, spectra, parse_mapping(mapping or []))
    opened = Workspace.open(workspace, db=db, tasks_dir=tasks)
    try:
        queue, report = opened.import_queue(request, progress=_show_progress)
    finally:
        opened.close()
    _print_report(queue, report, as_json)


def parse_mapping(pairs: list[str]) -> dict[str, str]:
    """ROLE=COLUMN texts as a dictionary.

    Raises
    ------
    CatalogueError
        A text without "=", or a role given twice.
    """
    mapping: dict[str, str] = {}
    for pair in pairs:
        role, equals, column = pair.partition("=")
        if not (equals and role and column):
            raise CatalogueError(f"--map {pair}: write ROLE=COLUMN, e.g. --map id=OBSID")
        if role in mapping:
            raise CatalogueError(f"--map {role}: given twice; give one column")
        mapping[role] = column
    return mapping


def _show_progress(done: int, total: int) -> None:
    import sys

    if sys.stderr.isatty() and (done == total or done % 20 == 0):
        typer.echo(f"\r{done} of {total} read", nl=done == total, err=True)


def _print_report(queue: "Queue", report: "ImportReport", as_json: bool) -> None:
    if as_json:
        counts = {"new": report.new, "changed": report.changed, "unchanged": report.unchanged}
        _print_json({"queue": queue.name, **counts, "rejected": _reject_facts(report.rejected)})
        return
    typer.echo(f"queue {queue.name}: {report.sentence()}")
    _print_rejects(report.rejected, limit=10)
    if len(report.rejected) > 10:
        typer.echo(f"  all {len(report.rejected)}: specreview queue rejects {queue.name!r}")


@app.command("list")
def list_queues(
    workspace: WorkspaceOption = Path(), db: DatabaseOption = None, as_json: JsonOption = False
) -> None:
    """List the queues with their counts."""
    from specreview.services import Workspace

    opened = Workspace.open(workspace, db=db)
    try:
        facts = []
        for queue in opened.store.queues.all():
            counts = opened.store.counts(queue.id, "")
            rejected = len(opened.store.queues.rejects(queue.id))
            facts.append(
                {"name": queue.name, "task": queue.task_key, "source": queue.source,
                 "created_at": queue.created_at, "candidates": counts.total,
                 "inspected": counts.inspected, "rejected": rejected}
            )  # fmt: skip
    finally:
        opened.close()
    if as_json:
        _print_json(facts)
        return
    for one in facts:
        typer.echo(
            f"{one['name']:<24} {one['task'] or 'a task a row':<14} {one['candidates']:>6} "
            f"candidates {one['inspected']:>6} inspected {one['rejected']:>5} rejected"
        )


@app.command("show")
def show(
    name: Annotated[str, typer.Argument(help="Name of the queue.")],
    reviewer: Annotated[str, typer.Option("--reviewer", help="Whose answers to show.")] = "",
    workspace: WorkspaceOption = Path(),
    db: DatabaseOption = None,
    as_json: JsonOption = False,
) -> None:
    """Show a queue's candidates: id, task, survey, S/N, state, verdict and answer."""
    from specreview.services import Workspace

    opened = Workspace.open(workspace, db=db)
    try:
        queue = opened.store.queues.get(name)
        rows = opened.store.rows(queue.id, reviewer)
    finally:
        opened.close()
    if as_json:
        _print_json([_row_facts(row) for row in rows])
        return
    for row in rows:
        facts = _row_facts(row)
        verdict = facts["verdict"] or ("no verdict" if row.has_verdict else "")
        typer.echo(
            f"{facts['id']:<22} {facts['task']:<4} {facts['survey']:<8} "
            f"{_tenths(row.candidate.snr):>6} {facts['state']:<10} {verdict:<10} "
            f"{facts['answer'] or ''}"
        )


@app.command("rejects")
def rejects(
    name: Annotated[str, typer.Argument(help="Name of the queue.")],
    workspace: WorkspaceOption = Path(),
    db: DatabaseOption = None,
    as_json: JsonOption = False,
) -> None:
    """Show the rows of the last import that became no candidate, each with its reason."""
    from specreview.services import Workspace

    opened = Workspace.open(workspace, db=db)
    try:
        rejected = opened.store.queues.rejects(opened.store.queues.get(name).id)
    finally:
        opened.close()
    if as_json:
        _print_json(_reject_facts(rejected))
    else:
        _print_rejects(rejected)


@app.command("relink")
def relink(
    name: Annotated[str, typer.Argument(help="Name of the queue.")],
    folder: Annotated[Path, typer.Argument(help="Folder in which the files lie now.")],
    workspace: WorkspaceOption = Path(),
    db: DatabaseOption = None,
    as_json: JsonOption = False,
) -> None:
    """Find files that were moved, by name and content, and keep their new paths."""
    from specreview.services import Workspace

    opened = Workspace.open(workspace, db=db)
    try:
        moved = opened.relink(opened.store.queues.get(name), folder)
    finally:
        opened.close()
    lost = [one for one in moved if one.path is None]
    if as_json:
        _print_json([
            {"id": one.candidate.object_id, "path": one.path and str(one.path),
             "reason": one.reason} for one in moved
        ])  # fmt: skip
    else:
        typer.echo(f"queue {name}: {len(moved) - len(lost)} found again, {len(lost)} still missing")
        for one in lost:
            typer.echo(f"  {one.candidate.object_id}: {one.reason}")
    if lost:
        raise typer.Exit(2)


def _row_facts(row: "CandidateRow") -> dict[str, object]:
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


def _tenths(value: float | None) -> str:
    return "" if value is None else f"{value:.1f}"


def _reject_facts(rejected: "list[Reject] | tuple[Reject, ...]") -> list[dict[str, object]]:
    return [{"row": one.row, "name": one.name, "reason": one.reason} for one in rejected]


def _print_rejects(rejected: "list[Reject] | tuple[Reject, ...]", limit: int | None = None) -> None:
    for one in rejected[:limit]:
        typer.echo(f"  row {one.row}  {one.name}: {one.reason}")


def _print_json(value: object) -> None:
    typer.echo(json.dumps(value, ensure_ascii=False, indent=1))
