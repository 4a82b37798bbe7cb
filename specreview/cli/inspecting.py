"""`specreview inspect`: let an inspector go through a queue, with a progress bar."""

import json
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from specreview.cli.options import DatabaseOption, JsonOption, TasksOption, WorkspaceOption

if TYPE_CHECKING:
    from specreview.runner.progress import QueueProgress
    from specreview.services import Workspace

_POLL = 0.1
"""Seconds between two looks at the progress."""


def inspect(
    name: Annotated[str, typer.Argument(metavar="QUEUE", help="Name of the queue.")],
    inspector: Annotated[
        str | None, typer.Option("--inspector", help="Inspector; else the workspace's setting.")
    ] = None,
    limit: Annotated[
        int | None, typer.Option("--limit", min=1, help="Inspect this many at most.")
    ] = None,
    workspace: WorkspaceOption = Path(),
    db: DatabaseOption = None,
    tasks: TasksOption = None,
    as_json: JsonOption = False,
) -> None:
    """Inspect what is not inspected yet; stopped with Ctrl-C, it goes on there next time."""
    from specreview.services import Workspace

    opened = Workspace.open(workspace, db=db, tasks_dir=tasks)
    try:
        queue = opened.store.queues.get(name)
        chosen = inspector or opened.settings.inspector
        progress = inspect_queue(opened, queue.id, chosen, limit, bar=not as_json)
    finally:
        opened.close()
    _print(name, progress, as_json)
    if progress.failed:
        raise typer.Exit(2)


def inspect_queue(
    opened: "Workspace", queue_id: int, inspector: str, limit: int | None = None, bar: bool = True
) -> "QueueProgress":
    """Run the queue to its end with a progress bar on stderr; Ctrl-C ends it after a step."""
    opened.runner.start_queue(queue_id, inspector, limit)
    try:
        while (progress := opened.runner.queue_progress(queue_id)).state == "running":
            _show(progress, bar)
            time.sleep(_POLL)
    except KeyboardInterrupt:
        opened.runner.pause_queue(queue_id)
        progress = opened.runner.queue_progress(queue_id)
    _show(progress, bar, last=True)
    return progress


def _show(progress: "QueueProgress", bar: bool, last: bool = False) -> None:
    import sys

    if not (bar and sys.stderr.isatty()):
        return
    finished = progress.done + progress.failed
    filled = 30 * finished // max(1, progress.total)
    drawn = "#" * filled + "." * (30 - filled)
    typer.echo(f"\r[{drawn}] {finished} of {progress.total}", nl=last, err=True)


def _print(name: str, progress: "QueueProgress", as_json: bool) -> None:
    if as_json:
        facts = {"queue": name, "total": progress.total, "inspected": progress.done,
                 "before": progress.before, "failed": list(progress.failures),
                 "state": progress.state}  # fmt: skip
        typer.echo(json.dumps(facts, ensure_ascii=False, indent=1))
        return
    typer.echo(
        f"queue {name}: {progress.done} inspected now, {progress.before} before, "
        f"{progress.failed} failed"
    )
    for failure in progress.failures:
        typer.echo(f"specreview: {failure}", err=True)
