"""`specreview queue`: make, list, show and mend queues of candidates."""

from pathlib import Path
from typing import Annotated

import typer

from specreview.cli.inspecting import by_cause
from specreview.cli.options import DatabaseOption, JsonOption, TasksOption, WorkspaceOption
from specreview.cli.printing import REFUSED, print_json, print_line, show_progress
from specreview.cli.queue_text import (
    print_rejects,
    print_report,
    reject_facts,
    row_facts,
    row_line,
)

app = typer.Typer(
    invoke_without_command=True, help="Make, list, show and mend queues of candidates."
)


@app.callback()
def _help_alone(context: typer.Context) -> None:
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


@app.command("create")
def create(
    name: Annotated[str, typer.Argument(help="Name of the queue; an existing one is updated.")],
    source: Annotated[
        Path,
        typer.Argument(
            help="Catalogue (CSV, ECSV, FITS, VOTable, Parquet), SpecVI-Bench Parquet file, JSON "
            "of demonstrations, or folder."
        ),
    ],
    task: Annotated[
        str | None, typer.Option("--task", help="Task of every row; else the task column.")
    ] = None,
    spectra: Annotated[
        Path | None,
        typer.Option("--spectra", help="Folder in which the files lie; the queue remembers it."),
    ] = None,
    mapping: Annotated[
        list[str] | None,
        typer.Option(
            "--map",
            help="ROLE=COLUMN, e.g. id=OBSID; may be given several times. The queue remembers "
            "them: without --map its list is read as the last time.",
        ),
    ] = None,
    guess: Annotated[
        bool, typer.Option("--guess", help="Forget the queue's columns and folder; go by names.")
    ] = False,
    positive: Annotated[
        list[str] | None,
        typer.Option(
            "--positive",
            help="Value of the label column that is a true object, or "
            "TASK:VALUE; several with commas or the option again.",
        ),
    ] = None,
    negative: Annotated[
        list[str] | None,
        typer.Option("--negative", help="Value that is none; other values then say nothing."),
    ] = None,
    expected_share: Annotated[
        str | None,
        typer.Option("--expected-share", help="Share of true objects expected: 0.01 or 1%."),
    ] = None,
    workspace: WorkspaceOption = Path(),
    db: DatabaseOption = None,
    tasks: TasksOption = None,
    as_json: JsonOption = False,
) -> None:
    """Make a queue from a catalogue or folder; again, and only what changed is taken over.

    Columns are recognised by their usual names. The roles of --map are id, path, task, ra, dec,
    redshift, score, class, survey, release, truth and label (kept for scoring, never shown), and
    those of survey file names: planid, lmjd, spid, fiberid, plate, mjd, healpix, program.
    A SpecVI-Bench file brings prompts and labels of its own; demonstrations (ShareGPT JSON, as
    Spec-o3-ColdStartSFT) come with their traces, also where their spectra are not there.
    """
    from specreview.catalogues import Wording
    from specreview.catalogues.columns import parse_mapping
    from specreview.intake import ImportRequest
    from specreview.review.shares import read_share
    from specreview.services import Workspace

    request = ImportRequest(
        name,
        source,
        task,
        spectra,
        parse_mapping(mapping or []),
        Wording(tuple(positive or ()), tuple(negative or ())),
        None if expected_share is None else read_share(expected_share),
        guess,
    )
    with Workspace.open(workspace, db=db, tasks_dir=tasks) as opened:
        queue, report = opened.import_queue(request, progress=show_progress)
    print_report(queue, report, as_json)


@app.command("expect")
def expect(
    name: Annotated[str, typer.Argument(help="Name of the queue.")],
    share: Annotated[str, typer.Argument(help="0.01 or 1%; none takes it away.")],
    workspace: WorkspaceOption = Path(),
    db: DatabaseOption = None,
) -> None:
    """Say which share of a queue you expect to be true objects; verdicts are weighed by it."""
    from specreview.review.shares import read_share
    from specreview.services import Workspace

    expected = read_share(share)
    with Workspace.open(workspace, db=db) as opened:
        queue = opened.store.queues.get(name)
        opened.store.queues.set_expected_share(queue.id, expected)
    said = "not stated" if expected is None else f"{100 * expected:g} % true objects"
    print_line(f"queue {name}: expected share {said}")


@app.command("list")
def list_queues(
    workspace: WorkspaceOption = Path(), db: DatabaseOption = None, as_json: JsonOption = False
) -> None:
    """List the queues with their counts."""
    from specreview.services import Workspace

    with Workspace.open(workspace, db=db) as opened:
        facts = []
        for queue in opened.store.queues.all():
            counts = opened.store.counts(queue.id, "")
            rejected = len(opened.store.queues.rejects(queue.id))
            facts.append(
                {"name": queue.name, "task": queue.task_key, "source": queue.source,
                 "created_at": queue.created_at, "candidates": counts.total,
                 "inspected": counts.inspected, "rejected": rejected,
                 "expected_share": queue.expected_share}
            )  # fmt: skip
    if as_json:
        print_json(facts)
        return
    if not facts:
        print_line(f"no queues in {workspace.resolve()} yet; `specreview queue create` makes one")
    for one in facts:
        print_line(
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

    with Workspace.open(workspace, db=db) as opened:
        queue = opened.store.queues.get(name)
        rows = opened.store.rows(queue.id, reviewer)
    if as_json:
        print_json([row_facts(row) for row in rows])
        return
    for row in rows:
        print_line(row_line(row))


@app.command("rejects")
def rejects(
    name: Annotated[str, typer.Argument(help="Name of the queue.")],
    to: Annotated[Path | None, typer.Option("--to", help="CSV file to write them to.")] = None,
    overwrite: Annotated[bool, typer.Option("--overwrite", help="Replace the file.")] = False,
    workspace: WorkspaceOption = Path(),
    db: DatabaseOption = None,
    as_json: JsonOption = False,
) -> None:
    """Show the rows of the last import that became no candidate, each with its reason."""
    from specreview.export.whole import write_files
    from specreview.services import Workspace
    from specreview.ui.present.rejects import rejects_csv

    with Workspace.open(workspace, db=db) as opened:
        rejected = opened.store.queues.rejects(opened.store.queues.get(name).id)
    if to is not None:
        write_files({to: rejects_csv(rejected)}, overwrite=overwrite)
        print_line(f"{to}: {len(rejected)} rejected rows")
    elif as_json:
        print_json(reject_facts(rejected))
    else:
        print_rejects(rejected)


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

    with Workspace.open(workspace, db=db) as opened:
        moved = opened.relink(opened.store.queues.get(name), folder)
    lost = [one for one in moved if one.path is None]
    if as_json:
        print_json([
            {"id": one.candidate.object_id, "path": one.path and str(one.path),
             "reason": one.reason} for one in moved
        ])  # fmt: skip
    else:
        print_line(f"queue {name}: {len(moved) - len(lost)} found again, {len(lost)} still missing")
        for line in by_cause([f"{one.candidate.object_id}: {one.reason}" for one in lost]):
            print_line(f"  {line}")
    if lost:
        raise typer.Exit(REFUSED)
