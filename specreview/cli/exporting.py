"""`specreview export`: a list of a queue as a table that other tools read."""

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from specreview.cli.options import DatabaseOption, JsonOption, TasksOption, WorkspaceOption
from specreview.cli.printing import print_json, print_line

if TYPE_CHECKING:
    from specreview.export import Exported, ListKind, ReadyList


class ListChoice(StrEnum):
    """Which list; see `specreview.review.lists.KINDS` for what is on it."""

    APPROVED = "approved"
    CURRENT = "current"
    HISTORY = "history"
    DISAGREEMENTS = "disagreements"
    TRACES = "traces"


METAVAR = "|".join(ListChoice)


def export(
    name: Annotated[str, typer.Argument(metavar="QUEUE", help="Name of the queue.")],
    which: Annotated[ListChoice, typer.Argument(metavar=METAVAR, help="Which list.")],
    to: Annotated[
        Path,
        typer.Option("--to", help="File to write: .csv, .ecsv, .fits, .vot, .parquet or .jsonl."),
    ],
    reviewer: Annotated[
        str | None, typer.Option("--reviewer", help="Whose answers; needed where several answered.")
    ] = None,
    columns: Annotated[
        str | None, typer.Option("--columns", help="Columns to write, in this order: a,b,c.")
    ] = None,
    row_filter: Annotated[
        str | None, typer.Option("--filter", help="Name of a filter saved on the Export page.")
    ] = None,
    since: Annotated[
        str | None, typer.Option("--since", help="Decided from this time on, with UTC offset.")
    ] = None,
    until: Annotated[
        str | None, typer.Option("--until", help="Decided before this time, with UTC offset.")
    ] = None,
    names: Annotated[
        bool, typer.Option("--reviewer-names", help="Call reviewers by their names.")
    ] = False,
    overwrite: Annotated[bool, typer.Option("--overwrite", help="Replace the file.")] = False,
    workspace: WorkspaceOption = Path(),
    db: DatabaseOption = None,
    tasks: TasksOption = None,
    as_json: JsonOption = False,
) -> None:
    """Write a list with units, meaning and provenance; see docs/exports.md for the columns."""
    from specreview.export import SavedFilter, format_of, period
    from specreview.listing import list_of, whose
    from specreview.services import Workspace

    within, wanted = period(since, until), None if columns is None else columns.split(",")
    format_of(to)
    with Workspace.open(workspace, db=db, tasks_dir=tasks) as opened:
        store, queue = opened.store, opened.store.queues.get(name)
        kind: ListKind = which.value
        saved = SavedFilter("", kind)
        if row_filter is not None:
            saved = store.saved_filters.get(queue.id, row_filter)
        ready = list_of(
            opened,
            queue,
            kind,
            whose(store, queue, kind, reviewer),
            row_filter=saved.row_filter,
            within=saved.within if (since, until) == (None, None) else within,
            columns=saved.columns if wanted is None and saved.kind == kind else wanted,
            reviewer_names=names,
            only_reviewer=reviewer is not None,
        )
        written = ready.write(to, overwrite)
    _print(ready, written, as_json)


def _print(ready: "ReadyList", written: "Exported", as_json: bool) -> None:
    selection, made = ready.selection, ready.made
    if as_json:
        facts = {"file": str(written.path), "list": made.list, "rows": written.rows,
                 "candidates": made.candidates, "sha256": written.sha256,
                 "checksum": written.checksum, "counted": made.counted,
                 "left_out": made.left_out}  # fmt: skip
        print_json(facts)
        return
    print_line(f"{written.path}: {written.rows} rows of {made.candidates} candidates")
    if written.sidecar is not None:
        print_line(f"{written.sidecar}: provenance and columns")
    for one in selection.left_out:
        print_line(f"  left out: {one.count:>5}  {one.reason}")
