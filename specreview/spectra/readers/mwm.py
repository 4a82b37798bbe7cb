"""SDSS-V Milky Way Mapper: mwmStar and mwmVisit files, a spectrum a row, an HDU an instrument.

Data model: https://www.sdss.org/dr19/mwm/astra/output-files and
https://sdss-astra.readthedocs.io/en/latest/user/datamodels/mwm.html.  Wavelengths are vacuum on a
common log10 grid, and at rest: each spectrum is shifted by its own velocity.  Flags come from the
or-mask of the reduction, so they warn and exclude nothing; a bad pixel has ivar 0.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from specreview.spectra.readers import facts
from specreview.spectra.readers.assembly import NoSpectrum, Pixels, assemble
from specreview.spectra.readers.layout import Hdu
from specreview.spectra.readers.source import OpenedFile
from specreview.spectra.readers.table_spectra import cell, is_set, unit_of
from specreview.spectra.spectrum import Origin, Spectrum

name = "mwm"
version = 1
survey = "SDSS"

_WANTED = frozenset({"SDSS_ID", "FLUX", "IVAR", "PIXEL_FLAGS"})
_AT_REST = "vacuum, source at rest (survey default)"
_NOTE = "shifted to rest by the survey: a redshift from a list would shift it twice"
_SPEEDS = ("V_RAD", "XCSAO_V_RAD")


@dataclass(frozen=True)
class _Place:
    """A spectrum's table and row."""

    hdu: Hdu
    row: int


def recognises(file: OpenedFile) -> bool:
    """Tables with SDSS_ID, FLUX, IVAR and PIXEL_FLAGS, a row a spectrum."""
    return any(_is_mwm(hdu) for hdu in file.hdus)


def object_ids(file: OpenedFile) -> tuple[str, ...]:
    """SDSS_ID of a lone spectrum; of several SDSS_ID-INSTRUMENT-OBSERVATORY, -MJD for visits."""
    return tuple(_places(file))


def read(file: OpenedFile, object_id: str) -> Spectrum:
    place = _places(file)[object_id]
    hdu, row = place.hdu, place.row
    flux, ivar = cell(hdu, "FLUX", row), cell(hdu, "IVAR", row)
    axis = _axis(hdu, row, flux.size)
    pixels = Pixels(axis, flux, ivar, None, is_set(cell(hdu, "PIXEL_FLAGS", row)))
    cards = file.hdus[0].cards
    release = cards.text("V_ASTRA")
    origin = Origin(
        file=file.path,
        reader=name,
        reader_version=version,
        survey=survey,
        release=None if release is None else f"astra {release}",
        object_id=object_id,
        ra=facts.degrees(cards.number("RA")),
        dec=facts.degrees(cards.number("DEC")),
        frame=_AT_REST,
        flux_unit=facts.flux_unit(unit_of(hdu, "FLUX")),
        redshift=0.0,
        redshift_source="the file is at rest",
        notes=(_NOTE,),
        details=_details(hdu, row),
    )
    return assemble(pixels, origin)


def _is_mwm(hdu: Hdu) -> bool:
    return hdu.is_table and hdu.rows > 0 and hdu.column_names >= _WANTED


def _places(file: OpenedFile) -> dict[str, _Place]:
    if "mwm" not in file.kept:
        found = [_Place(h, i) for h in file.hdus if _is_mwm(h) for i in range(h.rows)]
        names = [_short(p) for p in found]
        if len(found) > 1:
            names = [_long(p) for p in found]
        if len(set(names)) < len(names):
            names = [f"{n}-row{p.row + 1}" for n, p in zip(names, found, strict=True)]
        file.kept["mwm"] = dict(zip(names, found, strict=True))
    places: dict[str, _Place] = file.kept["mwm"]
    return places


def _short(place: _Place) -> str:
    return facts.id_text(place.hdu.column("SDSS_ID", place.row)) or ""


def _long(place: _Place) -> str:
    parts = [_short(place), place.hdu.name.replace("/", "-")]
    if "MJD" in place.hdu.column_names:
        parts.append(str(place.hdu.column("MJD", place.row)))
    return "-".join(parts)


def _axis(hdu: Hdu, row: int, size: int) -> NDArray[np.float64]:
    """(n,) Å from the column, else from CRVAL and CDELT, log10 of the first and the step."""
    if "WAVELENGTH" in hdu.column_names:
        return cell(hdu, "WAVELENGTH", row).astype(np.float64)
    start, step = hdu.cards.number("CRVAL"), hdu.cards.number("CDELT")
    if start is None or step is None:
        raise NoSpectrum(f"{hdu.label} has neither WAVELENGTH nor CRVAL and CDELT")
    return np.asarray(10.0 ** (start + step * np.arange(size)), dtype=np.float64)


def _details(hdu: Hdu, row: int) -> dict[str, str]:
    details = {"hdu": hdu.label, "row": str(row + 1)}
    speed = next((s for s in _SPEEDS if s in hdu.column_names), None)
    if speed is not None and np.isfinite(hdu.column(speed, row)):
        details["radial_velocity_kms"] = f"{float(hdu.column(speed, row)):.2f}"
    for label, column in (("snr", "SNR"), ("telescope", "TELESCOPE"), ("mjd", "MJD")):
        if column in hdu.column_names:
            value = hdu.column(column, row)
            details[label] = facts.word(value) or "unknown"
    details["heliocentric"] = "heliocentric already applied (survey default)"
    return details
