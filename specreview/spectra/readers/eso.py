"""ESO phase 3 spectra, and any FITS table that names its columns by the VO Spectrum model.

Documents: ESO Science Data Products Standard, the part on 1-D spectra
(https://www.eso.org/sci/observing/phase3/p3sdpstd.pdf), and IVOA Spectrum Data Model 1.1
(https://www.ivoa.net/documents/SpectrumDM/).  One row of vectors; TUTYPn says what a column is,
whatever it is called (FLUX, FLUX_REDUCED, ...), TUNITn its unit (nm or Å), and the UCD of the axis
its medium: em.wl;obs.atmos is air, em.wl alone is vacuum.
"""

from dataclasses import dataclass

import numpy as np

from specreview.spectra.readers import facts, tables
from specreview.spectra.readers.assembly import NoSpectrum, Pixels, assemble
from specreview.spectra.readers.layout import Hdu
from specreview.spectra.readers.medium import Medium
from specreview.spectra.readers.position import position
from specreview.spectra.readers.source import OpenedFile
from specreview.spectra.readers.table_spectra import (
    ERROR,
    Columns,
    cell,
    column_in_vacuum,
    holds_vectors,
    is_set,
    pixels_of,
    unit_of,
    wavelengths,
)
from specreview.spectra.spectrum import BoolArray, Origin, Spectrum

name = "eso"
version = 1
survey = "ESO"

_AXIS = "spectralaxis.value"
_FLUX = "fluxaxis.value"
_ERRORS = ("fluxaxis.accuracy.staterror", "fluxaxis.accurancy.staterror")
_QUALITY = ("fluxaxis.accuracy.qualitystatus", "fluxaxis.accurancy.qualitystatus")
"""Utypes after their last "Data."; two pipelines write Accurancy."""

_VACUUM: tuple[Medium, str] = ("vacuum", "by the column's UCD")
_MOVED = ("BARYCENT", "HELIOCEN")


@dataclass(frozen=True)
class _Labelled:
    """A column with what its header says it is."""

    name: str
    space: str
    utype: str
    ucd: str


def recognises(file: OpenedFile) -> bool:
    """A table that has a column for the spectral axis and one for the flux by their utypes."""
    return _table(file) is not None


def object_ids(file: OpenedFile) -> tuple[str, ...]:
    hdu = _table(file)
    if hdu is None or hdu.rows == 1 or not holds_vectors(hdu, _columns(hdu)):
        return (file.stem,)
    return tuple(f"{file.stem}-row{i + 1}" for i in range(hdu.rows))


def read(file: OpenedFile, object_id: str) -> Spectrum:
    hdu = _table(file)
    if hdu is None:
        raise NoSpectrum("has no table with a spectral axis")
    columns, notes = _columns(hdu), _other_fluxes(hdu)
    row = object_ids(file).index(object_id) if holds_vectors(hdu, columns) else None
    axis = wavelengths(hdu, columns, row, notes)
    ucd = next(c.ucd for c in _labelled(hdu) if c.name == columns.wavelength)
    usual = _VACUUM if ucd == "em.wl" else None
    axis, frame = column_in_vacuum(file, hdu, columns.wavelength, axis, notes, usual)
    pixels = pixels_of(hdu, columns, row, axis, notes)
    pixels.fatal = _flagged(hdu, row, pixels, notes)
    return assemble(pixels, _origin(file, object_id, hdu, columns, frame))


def _table(file: OpenedFile) -> Hdu | None:
    for hdu in file.hdus:
        if hdu.is_table and hdu.rows and hdu.cards.keywords("TUTYP"):
            roles = {c.utype for c in _labelled(hdu)}
            if _AXIS in roles and _FLUX in roles:
                return hdu
    return None


def _labelled(hdu: Hdu) -> list[_Labelled]:
    found = []
    for column, place in hdu.columns.items():
        utype = (hdu.cards.text(f"TUTYP{place.number}") or "").strip().lower()
        space, _, rest = utype.rpartition("data.")
        ucd = (hdu.cards.text(f"TUCD{place.number}") or "").replace(" ", "").lower()
        found.append(_Labelled(column, space, rest, ucd))
    return found


def _columns(hdu: Hdu) -> Columns:
    """Axis, the flux that counts, and the error of the same calibration.

    Of two fluxes the one marked meta.main counts, else a calibrated one (X-shooter has FLUX beside
    FLUX_REDUCED), else the first; an error belongs to it by namespace and calibration.
    """
    labelled = _labelled(hdu)
    axis = next(c for c in labelled if c.utype == _AXIS)
    if axis.ucd.startswith(("em.freq", "em.energy")):
        raise NoSpectrum(
            f"{hdu.label}: column {axis.name} is a frequency or an energy; write wavelengths"
        )
    flux = min((c for c in labelled if c.utype == _FLUX), key=_rank)
    errors = [c for c in labelled if c.utype in _ERRORS]
    fitting = [c for c in errors if _kind(c) == _kind(flux)] or (errors if _alone(hdu) else [])
    error = fitting[0].name if fitting else None
    return Columns(axis.name, flux.name, error, ERROR)


def _rank(column: _Labelled) -> tuple[bool, bool]:
    return "meta.main" not in column.ucd, "stat.uncalib" in column.ucd


def _kind(column: _Labelled) -> tuple[str, bool]:
    return column.space, "stat.uncalib" in column.ucd


def _alone(hdu: Hdu) -> bool:
    return sum(c.utype == _FLUX for c in _labelled(hdu)) == 1


def _other_fluxes(hdu: Hdu) -> list[str]:
    used = _columns(hdu).flux
    others = [c.name for c in _labelled(hdu) if c.utype == _FLUX and c.name != used]
    return [f"column {used} taken, not {' or '.join(others)}"] if others else []


def _flagged(hdu: Hdu, row: int | None, pixels: Pixels, notes: list[str]) -> BoolArray | None:
    """True where the quality column is not 0; None where it has no 0, and so another meaning."""
    column = next((c.name for c in _labelled(hdu) if c.utype in _QUALITY), None)
    if column is None:
        return None
    flagged = is_set(cell(hdu, column, row))
    if flagged.size != pixels.wavelength.size:
        return None
    if flagged.all():
        notes.append(f"column {column} is nowhere 0, its meaning is not known, not used")
        return None
    return np.asarray(flagged)


def _origin(file: OpenedFile, object_id: str, hdu: Hdu, columns: Columns, frame: str) -> Origin:
    cards = file.hdus[0].cards
    notes = []
    if cards.flag("CONTNORM"):
        notes.append("the flux is divided by its continuum (header CONTNORM = T)")
    if _system(file, hdu).startswith("TOPO"):
        notes.append("wavelengths are topocentric, up to 30 km/s from barycentric ones")
    ra, dec = position(cards, hdu.cards)
    collection = cards.text("PRODCATG") or ""
    by_eso = (cards.text("ORIGIN") or "").startswith("ESO") or collection.startswith("SCIENCE.")
    return Origin(
        file=file.path,
        reader=name,
        reader_version=version,
        survey=survey if by_eso else "unknown",
        object_id=object_id,
        ra=ra,
        dec=dec,
        frame=frame,
        flux_unit=facts.flux_unit(unit_of(hdu, columns.flux)),
        notes=tuple(notes),
        details=_details(file, hdu),
    )


def _details(file: OpenedFile, hdu: Hdu) -> dict[str, str]:
    cards = file.hdus[0].cards
    details = {"hdu": hdu.label} | tables.details(cards, hdu.cards)
    for label, keyword in (("exposure_time_s", "EXPTIME"), ("snr", "SNR")):
        text = cards.text(keyword)
        details |= {} if text is None else {label: text}
    system = _system(file, hdu)
    if system:
        moved = system.startswith(_MOVED)
        said = "already applied" if moved else "not applied"
        details["heliocentric"] = f"heliocentric correction {said} (header SPECSYS = {system})"
    return details


def _system(file: OpenedFile, hdu: Hdu) -> str:
    """SPECSYS, the frame of the velocities: BARYCENT, HELIOCEN, TOPOCENT, ... or ""."""
    return (file.hdus[0].cards.text("SPECSYS") or hdu.cards.text("SPECSYS") or "").upper()
