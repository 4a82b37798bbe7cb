"""`specreview demo`: synthetic spectra in survey formats, inspected by the rules, then served."""

from pathlib import Path
from typing import Annotated

import typer

QUEUE = "demo"


def demo(
    folder: Annotated[
        Path, typer.Option("--dir", help="Workspace to make; files of an earlier demo go.")
    ] = Path("specreview-demo"),
    no_serve: Annotated[
        bool, typer.Option("--no-serve", help="Make and inspect only; do not start the app.")
    ] = False,
    port: Annotated[int | None, typer.Option("--port", help="Port of the app.")] = None,
    seed: Annotated[int, typer.Option("--seed", help="Another seed, other noise and ids.")] = 20261,
) -> None:
    """Make about 60 synthetic spectra with a guided tour, inspect them, and open the app."""
    from specreview.cli.inspecting import inspect_queue
    from specreview.demo import build_demo
    from specreview.services import ImportRequest, Workspace

    catalogue = build_demo(folder, seed)
    opened = Workspace.open(folder)
    try:
        queue, report = opened.import_queue(ImportRequest(QUEUE, catalogue))
        typer.echo(f"{catalogue}: synthetic spectra; {report.sentence()}")
        for one in report.rejected:
            typer.echo(f"  row {one.row}  {one.name}: {one.reason}")
        progress = inspect_queue(opened, queue.id, "rules")
    finally:
        opened.close()
    typer.echo(f"{progress.done} inspected by the rules (no neural network)")
    if not no_serve:
        from specreview.cli.serving import DEFAULT_PORT, serve_workspace

        serve_workspace(folder, port or DEFAULT_PORT)
