"""`specreview view`: the picture that a model sees of a spectrum."""

import warnings
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from specreview.cli.options import ObjectOption
from specreview.cli.printing import print_line

if TYPE_CHECKING:
    from specreview.spectra.window import Window


def view(
    file: Annotated[str, typer.Argument(help="Spectrum file.")],
    to: Annotated[Path, typer.Option("--to", help="PNG file to write.")],
    object_id: ObjectOption = None,
    window: Annotated[
        tuple[float, float] | None,
        typer.Option("--window", metavar="LO HI", help="Limits in vacuum Å; else all of it."),
    ] = None,
    title: Annotated[
        str | None, typer.Option("--title", help="Else the name of a LAMOST file, or 'Spectrum'.")
    ] = None,
    overwrite: Annotated[bool, typer.Option("--overwrite", help="Replace the file.")] = False,
) -> None:
    """Draw FILE as a model sees it in an inspection, with no redshift applied."""
    from specreview.errors import SettingsError
    from specreview.report.files import check_targets, write_files
    from specreview.spectra.readers import read_spectrum
    from specreview.views.rendered import render_view, view_title

    if to.suffix.lower() != ".png":
        raise SettingsError(f"--to {to}: pictures are PNG; give a name that ends in .png")
    check_targets([to], overwrite=overwrite)
    limits = _window(window)
    # The font lacks some scripts: the picture shows boxes there, and stderr is for refusals.
    warnings.filterwarnings("ignore", message="Glyph .* missing from font")
    spectrum = read_spectrum(file, object_id)
    shown = view_title(spectrum.origin.source_file or file) if title is None else title
    png = render_view(spectrum, limits, None, shown)
    write_files({to: png}, overwrite=overwrite)
    print_line(f"{to}: {len(png) / 1000:.0f} kB")


def _window(limits: tuple[float, float] | None) -> "Window | None":
    from specreview.errors import SettingsError
    from specreview.spectra.window import Window

    if limits is None:
        return None
    try:
        return Window(*limits)
    except ValueError as error:
        raise SettingsError(f"--window: {error}; give the lower limit first, in Å") from None
