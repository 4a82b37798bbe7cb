"""`specreview serve`: the app on this machine, one port, nothing fetched from elsewhere."""

import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from specreview.cli.inspector_options import InspectorOptions, takes_inspector
from specreview.cli.printing import print_line
from specreview.errors import SettingsError, SpecreviewError
from specreview.ui.launching import LOCALHOST, server_command, workspace_environment

if TYPE_CHECKING:
    from specreview.services import Workspace

DEFAULT_PORT = 8501
_HERE = (LOCALHOST, "localhost", "::1")


@takes_inspector
def serve(
    options: InspectorOptions,
    workspace: Annotated[
        Path, typer.Option("--workspace", "-w", help="Folder with database, settings, own tasks.")
    ] = Path(),
    port: Annotated[int, typer.Option(min=1, max=65535, help="Port to listen on.")] = DEFAULT_PORT,
    address: Annotated[str, typer.Option(help="Address to listen on.")] = LOCALHOST,
    db: Annotated[str | None, typer.Option("--db", help="Database file or URL.")] = None,
    tasks: Annotated[
        Path | None, typer.Option("--tasks", help="Folder with task files of your own.")
    ] = None,
    samp: Annotated[
        bool, typer.Option("--samp", help="Talk to TOPCAT and the like on this machine (SAMP).")
    ] = False,
) -> None:
    """Serve the app for a workspace until Ctrl-C; options of the inspector hold for that long."""
    given = options.given(workspace) | ({"samp": {"enabled": True}} if samp else {})
    serve_workspace(workspace, port, address=address, db=db, tasks=tasks, given=given)


def serve_workspace(
    workspace: Path,
    port: int = DEFAULT_PORT,
    *,
    address: str = LOCALHOST,
    db: str | None = None,
    tasks: Path | None = None,
    given: Mapping[str, Any] | None = None,
) -> None:
    """Replace this process by the Streamlit server of `workspace`.

    Raises
    ------
    SettingsError
        When the workspace is no folder, its database or tasks cannot be used, or the port is
        taken.
    """
    from specreview.services import Workspace

    with Workspace.open(workspace, db=db, tasks_dir=tasks, given=given) as opened:
        _refuse_taken_port(address, port)
        _say_what_lacks(opened)
        if opened.samp is not None and address not in _HERE:
            print_line(
                f"SAMP reaches the programs of this machine alone; who opens the app at {address} "
                "from elsewhere sends to them, too",
                err=True,
            )
    environment = os.environ | workspace_environment(workspace, db, tasks, given)
    typer.echo(f"specreview serves {workspace.resolve()} at http://{address}:{port}/")
    typer.echo("Stop it with Ctrl-C: everything saved stays saved.")
    sys.stdout.flush()
    command = server_command(port, address)
    os.execve(command[0], command, environment)


def _say_what_lacks(opened: "Workspace") -> None:
    """One line on stderr when the inspector cannot be had: all else of the app works without it."""
    try:
        opened.runner.inspector(opened.settings.inspector)
    except SpecreviewError as error:
        print_line(f"no inspections until this is mended: {error}", err=True)


def _refuse_taken_port(address: str, port: int) -> None:
    from specreview.doctor.machine import why_no_listening

    if reason := why_no_listening(address, port):
        raise SettingsError(
            f"cannot listen on {address}:{port}: {reason}; choose another --port or --address"
        )
