"""`specreview tasks`: which vetting tasks there are, and whether a task file is right."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from specreview.cli.printing import REFUSED, print_json, print_line, refuse

if TYPE_CHECKING:
    from specreview.tasks.task import VettingTask

app = typer.Typer(
    invoke_without_command=True, help="List the vetting tasks, or check a task file of your own."
)


@app.callback()
def list_tasks(
    context: typer.Context,
    workspace: Annotated[
        Path, typer.Option("--workspace", "-w", help="Folder whose tasks/ adds or replaces.")
    ] = Path(),
    tasks: Annotated[
        Path | None, typer.Option("--tasks", help="Folder of task files instead of tasks/.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """List the vetting tasks that a workspace has."""
    if context.invoked_subcommand is not None:
        return
    from specreview.settings import own_tasks
    from specreview.tasks.load import load_tasks

    loaded = load_tasks(own_tasks(workspace, tasks))
    if as_json:
        print_json([_facts(task) for task in loaded.values()])
        return
    for task in loaded.values():
        labels = "/".join(task.labels)
        print_line(f"{task.key:<8} {task.name:<24} version {task.version:<3} {labels}")


@app.command("check")
def check_task(
    files: Annotated[list[Path], typer.Argument(help="Task files to check.")],
) -> None:
    """Say whether task files can be used; the first fault of each, with its line."""
    from specreview.errors import TaskFileError
    from specreview.tasks.load import load_task

    refused = False
    for file in files:
        try:
            task = load_task(file)
        except TaskFileError as error:
            refuse(error)
            refused = True
        else:
            print_line(
                f"{file}: task {task.key} ({task.name}, version {task.version}), "
                f"{len(task.diagnostics)} diagnostics, {len(task.looks)} looks, 4 panels"
            )
    if refused:
        raise typer.Exit(REFUSED)


def _facts(task: "VettingTask") -> dict[str, object]:
    return {
        "key": task.key,
        "name": task.name,
        "version": task.version,
        "question": task.question,
        "labels": list(task.labels),
        "redshift": task.redshift,
        "diagnostics": [each.name for each in task.diagnostics],
        "hash": task.hash,
    }
