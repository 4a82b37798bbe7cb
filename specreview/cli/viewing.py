"""`specreview view`: the picture that a model sees of a spectrum."""

import warnings
from pathlib import Path
from typing import Annotated

import typer

from specreview.cli.options import ObjectOption
from specreview.cli.printing import print_line
from specreview.cli.windows import WindowOption, check_within, rising, turned


def view(
    file: Annotated[str, typer.Argument(help="Spectrum file.")],
    to: Annotated[Path, typer.Option("--to", help="PNG file to write.")],
    object_id: ObjectOption = None,
    window: WindowOption = None,
    title: Annotated[
        str | None, typer.Option("--title", help="Else the name of a LAMOST file, or 'Spectrum'.")
    ] = None,
    overwrite: Annotated[bool, typer.Option("--overwrite", help="Replace the file.")] = False,
) -> None:
    """Draw FILE as a model sees it in an inspection, with no redshift applied."""
    from specreview.errors import SettingsError
    from specreview.export.whole import check_targets, write_files
    from specreview.spectra.readers import read_spectrum
    from specreview.views.rendered import render_view, view_title

    if to.suffix.lower() != ".png":
        raise SettingsError(f"--to {to}: pictures are PNG; give a name that ends in .png")
    check_targets([to], overwrite=overwrite)
    limits = None if window is None else rising(window)
    # The font lacks some scripts: the picture shows boxes there, and stderr is for refusals.
    warnings.filterwarnings("ignore", message="Glyph .* missing from font")
    spectrum = read_spectrum(file, object_id)
    if window is not None:
        check_within(window, spectrum)
    shown = view_title(spectrum.origin.source_file or file) if title is None else title
    png = render_view(spectrum, limits, None, shown)
    write_files({to: png}, overwrite=overwrite)
    for line in [*turned(window), f"{to}: {len(png) / 1000:.0f} kB"]:
        print_line(line)
