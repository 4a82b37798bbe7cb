"""`specreview inspect`: a whole queue from the shell, resumable at any point."""

import json
import sys
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from specreview.runner.progress import QueueProgress
    from specreview.runner.runner import Runner

INTERRUPTED = 130
"""The shell's exit code for Ctrl-C."""
_LOOK = 0.2
"""Seconds between two looks at the progress."""
_ENDING = 10.0
"""Seconds that Ctrl-C waits for the steps under way."""


def inspect(
    queue: Annotated[str, typer.Argument(help="Name of the queue.")],
    inspector: Annotated[
        str | None, typer.Option("--inspector", help="Who inspects; default: the workspace's.")
    ] = None,
    limit: Annotated[
        int | None, typer.Option("--limit", min=1, help="Inspect at most so many candidates.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the outcome as JSON.")] = False,
    workspace: Annotated[
        Path, typer.Option("--workspace", "-w", help="Folder with database, settings, own tasks.")
    ] = Path(),
    db: Annotated[str | None, typer.Option("--db", help="Database file or URL.")] = None,
    tasks: Annotated[
        Path | None, typer.Option("--tasks", help="Folder with task files of your own.")
    ] = None,
) -> None:
    """Inspect the open candidates of a queue.

    Candidates that this inspector has finished are left alone, and one that was cut off goes on
    where it was. Ctrl-C ends after the event under way; nothing recorded is lost.
    """
    from specreview.services import Workspace

    opened = Workspace.open(workspace, db, tasks)
    try:
        queue_id = opened.store.queues.get(queue).id
        chosen = inspector or opened.settings.inspector
        opened.runner.start_queue(queue_id, chosen, limit)
        ended = _follow(opened.runner, queue_id)
        progress = opened.runner.queue_progress(queue_id)
    finally:
        opened.close()
    _report(queue, chosen, progress, as_json)
    if not ended:
        raise typer.Exit(INTERRUPTED)
    if progress.failed or progress.state == "stopped":
        raise typer.Exit(2)


def _follow(runner: "Runner", queue_id: int) -> bool:
    """Show the progress until the run is over; False when Ctrl-C ended it."""
    try:
        with typer.progressbar(length=0, label="inspecting", file=sys.stderr) as bar:
            while not runner.wait_for_queue(queue_id, _LOOK):
                progress = runner.queue_progress(queue_id)
                bar.length = progress.total
                bar.update(progress.done + progress.failed - bar.pos)
            progress = runner.queue_progress(queue_id)
            bar.length = progress.total
            bar.update(progress.done + progress.failed - bar.pos)
    except KeyboardInterrupt:
        runner.stop_queue(queue_id)
        runner.wait_for_queue(queue_id, _ENDING)
        return False
    return True


def _report(queue: str, inspector: str, progress: "QueueProgress", as_json: bool) -> None:
    """The outcome on stdout, each failure as one line on stderr."""
    for failure in progress.failures:
        typer.echo(failure, err=True)
    if progress.state == "stopped" and not progress.failures and progress.message:
        typer.echo(progress.message, err=True)
    if as_json:
        found = {"queue": queue, "inspector": inspector} | asdict(progress)
        typer.echo(json.dumps(found, ensure_ascii=False))
        return
    left = progress.total - progress.done - progress.failed
    typer.echo(
        f"{queue}: {progress.done} inspected by {inspector}, {progress.failed} failed, "
        f"{left} left, {progress.before} inspected before"
    )
