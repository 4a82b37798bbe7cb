"""`specreview demo`: synthetic spectra in survey formats, inspected by the rules, then served."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from specreview.cli.printing import print_line
from specreview.cli.serving import DEFAULT_PORT, serve_workspace

if TYPE_CHECKING:
    from specreview.services import Workspace

QUEUE = "demo"
HIDDEN = {"label": "truth"}
"""The demo catalogue's truth, YES or NO, is its label: kept for scoring, never shown."""


def demo(
    folder: Annotated[
        Path, typer.Option("--dir", help="Workspace to make; files of an earlier demo go.")
    ] = Path("specreview-demo"),
    no_serve: Annotated[
        bool, typer.Option("--no-serve", help="Make and inspect only; do not start the app.")
    ] = False,
    port: Annotated[
        int, typer.Option("--port", min=1, max=65535, help="Port of the app.")
    ] = DEFAULT_PORT,
    seed: Annotated[
        int, typer.Option("--seed", min=0, help="Another seed, other noise and ids.")
    ] = 20261,
) -> None:
    """Make about 60 synthetic spectra with a guided tour, inspect them, and open the app."""
    from specreview.demo import build_demo
    from specreview.services import Workspace

    catalogue = build_demo(folder, seed)
    print_line(f"{catalogue}: synthetic spectra in LAMOST, SDSS and DESI formats")
    with Workspace.open(folder) as opened:
        _inspect(opened, catalogue)
    if not no_serve:
        serve_workspace(folder, port)


def _inspect(opened: "Workspace", catalogue: Path) -> None:
    from specreview.cli.inspecting import inspect_queue
    from specreview.intake import ImportRequest

    queue, report = opened.import_queue(ImportRequest(QUEUE, catalogue, mapping=HIDDEN))
    print_line(f"queue {queue.name}: {report.sentence()}")
    print_line(f"queue {queue.name}: {report.label_sentence()}")
    for reject in report.rejected:
        print_line(f"  row {reject.row}, {reject.name}: {reject.reason}")
    progress = inspect_queue(opened, queue.id, opened.settings.inspector)
    print_line(f"queue {queue.name}: {progress.done} inspected by the rules (no neural network)")
