"""`specreview export`: the approved or the current list of a queue as CSV or FITS."""

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from specreview.cli.options import DatabaseOption, JsonOption, TasksOption, WorkspaceOption
from specreview.cli.printing import print_json, print_line
from specreview.errors import SettingsError

if TYPE_CHECKING:
    from specreview.export import Exported, Period, ReadyList
    from specreview.services import Workspace


class ListChoice(StrEnum):
    """Which list: the positive answers that count, or every answer that stands."""

    APPROVED = "approved"
    CURRENT = "current"


def export(
    name: Annotated[str, typer.Argument(metavar="QUEUE", help="Name of the queue.")],
    which: Annotated[ListChoice, typer.Argument(metavar="approved|current", help="Which list.")],
    to: Annotated[Path, typer.Option("--to", help="File to write, .csv or .fits.")],
    reviewer: Annotated[
        str | None, typer.Option("--reviewer", help="Whose answers; needed where several answered.")
    ] = None,
    since: Annotated[
        str | None, typer.Option("--since", help="Decided from this time on, with UTC offset.")
    ] = None,
    until: Annotated[
        str | None, typer.Option("--until", help="Decided before this time, with UTC offset.")
    ] = None,
    names: Annotated[
        bool, typer.Option("--reviewer-names", help="Add a column with the reviewers' names.")
    ] = False,
    overwrite: Annotated[bool, typer.Option("--overwrite", help="Replace the file.")] = False,
    workspace: WorkspaceOption = Path(),
    db: DatabaseOption = None,
    tasks: TasksOption = None,
    as_json: JsonOption = False,
) -> None:
    """Write a list with units, meaning and provenance; see docs/exports.md for the columns."""
    from specreview.export import period
    from specreview.services import Workspace

    within = period(since, until)
    with Workspace.open(workspace, db=db, tasks_dir=tasks) as opened:
        ready = _ready(opened, name, which, reviewer, names, within)
    _print(ready, ready.write(to, overwrite), as_json)


def _ready(
    opened: "Workspace",
    name: str,
    which: ListChoice,
    reviewer: str | None,
    names: bool,
    within: "Period",
) -> "ReadyList":
    from specreview.export import ListRequest, prepare_list
    from specreview.review.rows import with_marks

    queue = opened.store.queues.get(name)
    chosen = _whose(opened.store.reviewers(), reviewer)
    rows = with_marks(opened.store.rows(queue.id, chosen), opened.store.marks.of_queue(queue.id))
    inspections = [row.inspection_id for row in rows if row.inspection_id is not None]
    request = ListRequest(
        queue,
        which.value,
        chosen,
        opened.settings.approval_confidence,
        reviewer_names=names,
        within=within,
    )
    started = (opened.store.traces.load(inspection).started for inspection in inspections)
    return prepare_list(request, rows, opened.tasks, started)


def _whose(known: list[str], reviewer: str | None) -> str:
    """The reviewer whose answers the list holds; with a single one there is no need to say."""
    if not reviewer and len(known) <= 1:
        return known[0] if known else ""
    if reviewer in known:
        return str(reviewer)
    who = ", ".join(known) or "nobody has answered yet"
    wanted = "which reviewer?" if not reviewer else f"no answers by {reviewer};"
    raise SettingsError(f"{wanted} there are: {who}; give --reviewer NAME")


def _print(ready: "ReadyList", written: "Exported", as_json: bool) -> None:
    selection = ready.selection
    if as_json:
        facts = {"file": str(written.path), "rows": written.rows, "candidates": selection.total,
                 "sha256": written.sha256, "left_out": ready.made.left_out}  # fmt: skip
        print_json(facts)
        return
    print_line(f"{written.path}: {written.rows} rows of {selection.total} candidates")
    if written.sidecar is not None:
        print_line(f"{written.sidecar}: provenance and columns")
    for one in selection.left_out:
        print_line(f"  left out: {one.count:>5}  {one.reason}")
