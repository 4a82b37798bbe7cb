"""`specreview catch-up`: all that is kept of a queue's spectra and inspections, made anew."""

from pathlib import Path
from typing import Annotated

import typer

from specreview.cli.inspecting import by_cause
from specreview.cli.options import DatabaseOption, JsonOption, TasksOption, WorkspaceOption
from specreview.cli.printing import REFUSED, print_json, print_line, refuse, show_progress


def catch_up(
    name: Annotated[str, typer.Argument(metavar="QUEUE", help="Name of the queue.")],
    workspace: WorkspaceOption = Path(),
    db: DatabaseOption = None,
    tasks: TasksOption = None,
    as_json: JsonOption = False,
) -> None:
    """Index a queue's spectra for "seen elsewhere" and "known", and count its claims.

    Both are done as inspections end; this is for queues of before, for candidates that nobody
    inspects, and after a change of the task file. What is there already stays. Ends with 2 when
    a spectrum could not be read.
    """
    from specreview.services import Workspace

    with Workspace.open(workspace, db=db, tasks_dir=tasks) as opened:
        queue = opened.store.queues.get(name)
        candidates = [row.candidate for row in opened.store.rows(queue.id, "")]
        spectra = opened.company.catch_up(candidates, show_progress)
        claims = opened.checking.catch_up(queue, show_progress)
    refused = [*spectra.refused, *claims.refused]
    for trouble in by_cause(refused):
        refuse(trouble)
    if as_json:
        indexed = {"indexed": spectra.now, "indexed_before": spectra.before}
        counted = {"claims_counted": claims.now, "claims_before": claims.before}
        print_json({"queue": name, **indexed, **counted, "failed": refused})
    else:
        print_line(f"queue {name}: {spectra.now} spectra indexed, {spectra.before} before")
        print_line(f"  claims of {claims.now} inspections counted, {claims.before} before")
    if refused:
        raise typer.Exit(REFUSED)
