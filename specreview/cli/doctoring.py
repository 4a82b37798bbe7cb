"""`specreview doctor`: is all that a night's run needs in order?"""

from pathlib import Path
from typing import Annotated

import typer

from specreview.cli.inspector_options import InspectorOptions, takes_inspector
from specreview.cli.options import DatabaseOption, JsonOption, TasksOption, WorkspaceOption
from specreview.cli.printing import REFUSED, print_json, print_line
from specreview.cli.serving import DEFAULT_PORT


@takes_inspector
def doctor(
    options: InspectorOptions,
    port: Annotated[
        int, typer.Option("--port", min=1, max=65535, help="Port that the app would listen on.")
    ] = DEFAULT_PORT,
    workspace: WorkspaceOption = Path(),
    db: DatabaseOption = None,
    tasks: TasksOption = None,
    as_json: JsonOption = False,
) -> None:
    """Check packages, database, disk, clock and inspector, with one real reply of the latter.

    Each line is ok, a warning or a failure, with its cure. Nothing is changed; no queue is
    needed. Exit code 2 when something is a failure.
    """
    from dataclasses import asdict

    from specreview.doctor.examining import Patient, examine, failed
    from specreview.settings import database_url, load_settings, own_tasks, with_given

    given = options.given(workspace)
    patient = Patient(
        folder=workspace.resolve(),
        settings=with_given(load_settings(workspace), given),
        url=database_url(workspace, db),
        own_tasks=own_tasks(workspace, tasks),
        port=port,
    )
    checks = []
    for check in examine(patient):
        checks.append(check)
        if not as_json:
            print_line(f"{check.state:<8} {check.name:<12} {check.found}")
            if check.cure:
                print_line(f"{'':<21} → {check.cure}")
    if as_json:
        print_json([asdict(check) for check in checks])
    if failed(checks):
        raise typer.Exit(REFUSED)
