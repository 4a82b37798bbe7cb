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
    from specreview.demo import build_demo

    catalogue = build_demo(folder, seed)
    typer.echo(f"{catalogue}: synthetic spectra in LAMOST, SDSS and DESI formats")
    if not no_serve:
        typer.echo(f"the app is not part of this build; port {port} unused", err=True)
