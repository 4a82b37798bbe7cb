"""`specreview page`: one object as a single HTML file."""

from pathlib import Path
from typing import Annotated

import typer

from specreview.cli.options import DatabaseOption, TasksOption, WorkspaceOption
from specreview.cli.printing import print_line


def page(
    name: Annotated[str, typer.Argument(metavar="QUEUE", help="Name of the queue.")],
    object_id: Annotated[
        str, typer.Argument(metavar="ID", help="The survey's id of the spectrum.")
    ],
    to: Annotated[Path, typer.Option("--to", help="File to write, .html.")],
    which: Annotated[
        int | None, typer.Option("--of", help="Which one, from 1, of several with this id.")
    ] = None,
    anonymous: Annotated[
        bool, typer.Option("--anonymous", help="Number the reviewers instead of naming them.")
    ] = False,
    overwrite: Annotated[bool, typer.Option("--overwrite", help="Replace the file.")] = False,
    workspace: WorkspaceOption = Path(),
    db: DatabaseOption = None,
    tasks: TasksOption = None,
) -> None:
    """Write one object as one HTML file that needs no network: chart, trace, decisions.

    It holds the chart with its line overlays, the four panels, the very pictures that the
    inspector saw, what it thought, how its claims stand, every decision, and what made it all.
    """
    from specreview.errors import SettingsError
    from specreview.export.whole import check_targets, write_files
    from specreview.reporting import candidate_named, page_of
    from specreview.services import Workspace

    if to.suffix.lower() not in (".html", ".htm"):
        raise SettingsError(f"{to}: the page is HTML; give a name that ends in .html")
    check_targets([to], overwrite=overwrite)
    with Workspace.open(workspace, db=db, tasks_dir=tasks) as opened:
        _, candidate = candidate_named(opened, name, object_id, which)
        content = page_of(opened, candidate.id, anonymous=anonymous)
    write_files({to: content}, overwrite=overwrite)
    print_line(f"{to}: {len(content) / 1000:.0f} kB")
