"""`specreview inspect`: let an inspector go through a queue, resumable at any point."""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from specreview.cli.inspector_options import InspectorOptions, takes_inspector
from specreview.cli.options import DatabaseOption, JsonOption, TasksOption, WorkspaceOption
from specreview.cli.printing import REFUSED, one_line, print_json, print_line, refuse

if TYPE_CHECKING:
    from specreview.runner.progress import QueueProgress
    from specreview.services import Workspace

INTERRUPTED = 130
"""The shell's exit code for Ctrl-C."""
_LOOK = 0.2
"""Seconds between two looks at the progress."""
_CLEAR = "\x1b[K"
"""Clears the rest of a terminal's line (ECMA-48, EL): what is written over it may be shorter."""
_ENDING = 10.0
"""Seconds that Ctrl-C waits for the steps under way."""


@takes_inspector
def inspect(
    name: Annotated[str, typer.Argument(metavar="QUEUE", help="Name of the queue.")],
    options: InspectorOptions,
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

    given = options.given(workspace)
    with Workspace.open(workspace, db=db, tasks_dir=tasks, given=given) as opened:
        queue = opened.store.queues.get(name)
        chosen = opened.settings.inspector
        progress = inspect_queue(opened, queue.id, chosen, limit, bar=not as_json)
        changed = opened.changed
    _print(name, chosen, progress, changed, as_json)
    if progress.state == "stopped":
        raise typer.Exit(INTERRUPTED)
    if progress.failed or progress.state != "done":
        raise typer.Exit(REFUSED)


def inspect_queue(
    opened: "Workspace", queue_id: int, inspector: str, limit: int | None = None, bar: bool = True
) -> "QueueProgress":
    """Run the queue to its end, with a progress bar where stderr is a terminal.

    That a model is being loaded, which may take minutes, stands beside the bar, or on a line of
    its own.
    Ctrl-C ends it at once: the state is then "stopped", all that was recorded stays, and the
    next run goes on from there.
    """
    runner = opened.runner
    runner.start_queue(queue_id, inspector, limit)
    said = False
    try:
        while not runner.wait_for_queue(queue_id, _LOOK):
            progress = runner.queue_progress(queue_id)
            _show(progress, bar)
            said = said or _say_preparing(progress, bar)
    except KeyboardInterrupt:
        runner.stop_queue(queue_id)
        runner.wait_for_queue(queue_id, _ENDING)
    progress = runner.queue_progress(queue_id)
    _show(progress, bar, last=True)
    return progress


def _say_preparing(progress: "QueueProgress", bar: bool) -> bool:
    """What the inspector does before it can answer, where no bar says so; whether it was said."""
    if not progress.preparing or _has_bar(bar):
        return False
    print_line(progress.preparing.partition(" (")[0], err=True)
    return True


def _has_bar(bar: bool) -> bool:
    return bar and sys.stderr.isatty()


def _show(progress: "QueueProgress", bar: bool, last: bool = False) -> None:
    if not _has_bar(bar):
        return
    finished = progress.done + progress.failed
    filled = 30 * finished // max(1, progress.total)
    drawn = "#" * filled + "." * (30 - filled)
    beside = f", {one_line(progress.preparing)}" if progress.preparing else ""
    line = f"[{drawn}] {finished} of {progress.total}{beside}"
    typer.echo(f"\r{line}{_CLEAR}", nl=last, err=True)


def by_cause(failures: Sequence[str]) -> list[str]:
    """Texts "ID: cause", those of one cause (a full disk stops them all) as one line."""
    named: dict[str, list[str]] = {}
    for failure in failures:
        object_id, _, cause = failure.partition(": ")
        named.setdefault(cause, []).append(object_id)
    return [
        f"{ids[0]}: {cause}" if len(ids) == 1 else f"{ids[0]} and {len(ids) - 1} more: {cause}"
        for cause, ids in named.items()
    ]


def _print(
    name: str, inspector: str, progress: "QueueProgress", changed: tuple[str, ...], as_json: bool
) -> None:
    """The outcome on stdout; what failed, one line each, on stderr."""
    told = by_cause(progress.failures)
    if progress.state == "failed" or not told:
        told.append(progress.message)
    for failure in filter(None, told):
        refuse(failure)
    left = progress.total - progress.done - progress.failed + progress.beyond
    if as_json:
        facts = {"queue": name, "inspector": inspector, "total": progress.total,
                 "inspected": progress.done, "before": progress.before,
                 "left": left, "failed": list(progress.failures), "changed": list(changed),
                 "state": progress.state}  # fmt: skip
        print_json(facts)
        return
    print_line(
        f"queue {name}: {progress.done} inspected now, {progress.before} before, "
        f"{progress.failed} failed, {left} left"
    )
    for object_id in changed:
        print_line(
            f"  note: {object_id}: its file holds another flux than at import and was inspected "
            "as it is now; import again if that is right"
        )
