"""`specreview sheet`: many spectra in small panels, for a paper's appendix."""

import sys
from collections.abc import Callable
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from specreview.cli.exporting import METAVAR, ListChoice
from specreview.cli.options import DatabaseOption, TasksOption, WorkspaceOption
from specreview.cli.printing import print_line

if TYPE_CHECKING:
    from specreview.report.sheet import Sheet


class FrameChoice(StrEnum):
    """Frame of the wavelength axis."""

    OBSERVED = "observed"
    REST = "rest"


class SortChoice(StrEnum):
    """Order of the panels; see `specreview.report.sheet_subject.SORTS`."""

    LIST = "list"
    ID = "id"
    RA = "ra"
    SNR = "snr"
    Z = "z"
    CONFIDENCE = "confidence"


def sheet(
    name: Annotated[str, typer.Argument(metavar="QUEUE", help="Name of the queue.")],
    which: Annotated[ListChoice, typer.Argument(metavar=METAVAR, help="Whose objects.")],
    to: Annotated[Path, typer.Option("--to", help="File to write, .pdf or .png.")],
    columns: Annotated[int, typer.Option("--columns", help="Panels across a page.")] = 3,
    rows: Annotated[int, typer.Option("--rows", help="Panels down a page.")] = 8,
    frame: Annotated[
        FrameChoice, typer.Option("--frame", help="Frame of the wavelength axis.")
    ] = FrameChoice.OBSERVED,
    window: Annotated[
        tuple[float, float] | None,
        typer.Option("--window", metavar="LO HI", help="Range in vacuum Å of the frame; else all."),
    ] = None,
    sort: Annotated[SortChoice, typer.Option("--sort", help="Order of the panels.")] = (
        SortChoice.LIST
    ),
    smooth: Annotated[
        int, typer.Option("--smooth", help="Running mean of so many pixels; 0 for none.")
    ] = 0,
    no_lines: Annotated[bool, typer.Option("--no-lines", help="Mark no lines.")] = False,
    reviewer: Annotated[
        str | None, typer.Option("--reviewer", help="Whose answers; needed where several answered.")
    ] = None,
    row_filter: Annotated[
        str | None, typer.Option("--filter", help="Name of a filter saved on the Export page.")
    ] = None,
    overwrite: Annotated[bool, typer.Option("--overwrite", help="Replace the file.")] = False,
    workspace: WorkspaceOption = Path(),
    db: DatabaseOption = None,
    tasks: TasksOption = None,
) -> None:
    """Draw the objects of a list in small panels on A4 pages, black and grey on white.

    A .pdf holds all pages, as vectors with the fonts embedded; a .png is one page, several become
    FILE-1.png, FILE-2.png. A file that is gone leaves an empty panel that says so.
    """
    from specreview.errors import SettingsError
    from specreview.export import SavedFilter
    from specreview.export.whole import check_targets
    from specreview.listing import list_of, whose
    from specreview.report.sheet_subject import SheetOptions
    from specreview.reporting import listed_candidates, sheet_of
    from specreview.services import Workspace

    options = SheetOptions(columns, rows, frame.value, window, sort.value, not no_lines, smooth)
    if to.suffix.lower() not in (".pdf", ".png"):
        raise SettingsError(f"{to}: a sheet is a .pdf or .png; give a name that ends so")
    with Workspace.open(workspace, db=db, tasks_dir=tasks) as opened:
        store, queue = opened.store, opened.store.queues.get(name)
        by = whose(store, queue, which.value, reviewer)
        saved = SavedFilter("")
        if row_filter is not None:
            saved = store.saved_filters.get(queue.id, row_filter)
        ready = list_of(opened, queue, which.value, by, row_filter=saved.row_filter,
                        within=saved.within)  # fmt: skip
        objects = listed_candidates(opened, ready, by, saved.row_filter, saved.within)
        drawn = sheet_of(opened, objects, ready.made, options)
        names = _names(to, drawn.pages)
        check_targets(names, overwrite=overwrite)
        _write(drawn, names, overwrite)
    for path in names:
        print_line(f"{path}: {path.stat().st_size / 1000:.0f} kB")


def _names(to: Path, pages: int) -> list[Path]:
    """One file for a PDF or a single page; FILE-1.png and so on for several."""
    if to.suffix.lower() == ".pdf" or pages == 1:
        return [to]
    return [to.with_name(f"{to.stem}-{page}{to.suffix}") for page in range(1, pages + 1)]


def _write(drawn: "Sheet", names: list[Path], overwrite: bool) -> None:
    from specreview.export.whole import write_files

    if names[0].suffix.lower() == ".pdf":
        write_files({names[0]: drawn.pdf(_watch())}, overwrite=overwrite)
        return
    for path, picture in zip(names, drawn.pictures(_watch()), strict=True):
        write_files({path: picture}, overwrite=overwrite)


def _watch() -> Callable[[int, int], None]:
    """Tells how far it is, where somebody looks on."""
    shown = sys.stderr.isatty()

    def watch(done: int, total: int) -> None:
        if shown:
            typer.echo(f"\r{done} of {total} drawn", nl=done == total, err=True)

    return watch
