"""`specreview read`: what a reader makes of a file."""

from collections.abc import Iterator
from typing import Annotated, Any

import typer

from specreview.cli.printing import REFUSED, print_json, print_line, refuse


def read(
    files: Annotated[list[str], typer.Argument(metavar="FILE...", help="Spectrum files.")],
    as_json: Annotated[bool, typer.Option("--json", help="One JSON list on stdout.")] = False,
    only_list: Annotated[bool, typer.Option("--list", help="Only list the objects.")] = False,
    object_id: Annotated[str | None, typer.Option("--id", help="Only this object.")] = None,
) -> None:
    """Say what a reader makes of each FILE: survey, range, S/N, redshift, and all it mended.

    A refusal is one line on stderr and exit code 2; the rest of the batch goes on.
    """
    from specreview.errors import SpectrumReadError

    refused = 0
    facts: list[dict[str, Any]] = []
    for file in files:
        try:
            for found in _listed(file) if only_list else _described(file, object_id):
                if as_json:
                    facts.append(found)
                else:
                    _print_text(found)
        except SpectrumReadError as error:
            refused += 1
            refuse(error)
    if as_json:
        print_json(facts)
    if refused:
        raise typer.Exit(REFUSED)


def _listed(file: str) -> Iterator[dict[str, Any]]:
    from specreview.spectra.readers import list_objects

    listing = list_objects(file)
    yield {
        "file": listing.file,
        "reader": listing.reader,
        "survey": listing.survey,
        "ids": list(listing.object_ids),
        "joined_ids": list(listing.joined_ids),
    }


def _described(file: str, object_id: str | None) -> Iterator[dict[str, Any]]:
    from specreview.spectra.description import describe
    from specreview.spectra.readers import read_all, read_spectrum

    if object_id is not None:
        yield describe(read_spectrum(file, object_id))
        return
    for spectrum in read_all(file):
        yield describe(spectrum)


def _print_text(found: dict[str, Any]) -> None:
    for line in _lines(found):
        print_line(line)


def _lines(found: dict[str, Any]) -> list[str]:
    if "ids" in found:
        joined = "".join(f"; all on one axis: {each}" for each in found["joined_ids"])
        return [f"{found['file']}: {found['survey']}, {', '.join(found['ids'])}{joined}"]
    release = f" {found['release']}" if found["release"] else ""
    measured = "n/a" if found["snr"] is None else f"{found['snr']:g}"
    estimated = "n/a" if found["der_snr"] is None else f"{found['der_snr']:g}"
    unit = found["flux_unit"]
    unit = "relative flux" if unit == "relative" else f"flux in {unit}"
    lines = [
        f"{found['file']}: {found['survey']}{release} {found['id']} (reader {found['reader']})",
        f"  {found['wavelength_min']:.1f} to {found['wavelength_max']:.1f} Å, {found['frame']}; "
        f"{found['n_good']} of {found['n_pixels']} pixels good",
        f"  S/N {measured}, estimate {estimated} (DER_SNR); {unit}",
        f"  {found['redshift_sentence']}",
    ]
    return lines + [f"  note: {note}" for note in found["notes"]]
