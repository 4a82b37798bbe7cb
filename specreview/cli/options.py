"""Options that several commands take."""

from pathlib import Path
from typing import Annotated

import typer

WorkspaceOption = Annotated[
    Path, typer.Option("--workspace", "-w", help="Folder with database, settings, own tasks.")
]
DatabaseOption = Annotated[str | None, typer.Option("--db", help="Database file or URL.")]
TasksOption = Annotated[
    Path | None, typer.Option("--tasks", help="Folder with task files of your own.")
]
ObjectOption = Annotated[
    str | None, typer.Option("--id", help="Which object of a file of several.")
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON.")]
