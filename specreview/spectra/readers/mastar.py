"""MaStar, the MaNGA stellar library: a table of vectors, a visit or a star a row.

Documents: https://www.sdss.org/dr17/mastar/mastar-spectra/ ("wavelength given in vacuum").
MJDQUAL tells of the visit, MASK of each pixel: it warns and excludes nothing, a bad pixel has ivar
0.  HELIOV is shown and not applied.
"""

from specreview.spectra.readers import facts
from specreview.spectra.readers.assembly import NoSpectrum, assemble
from specreview.spectra.readers.layout import Hdu
from specreview.spectra.readers.medium import Medium
from specreview.spectra.readers.source import OpenedFile
from specreview.spectra.readers.table_spectra import (
    IVAR,
    Columns,
    column_in_vacuum,
    pixels_of,
    unit_of,
    wavelengths,
)
from specreview.spectra.spectrum import Origin, Spectrum

name = "mastar"
version = 1
survey = "SDSS"

_WANTED = frozenset({"MANGAID", "WAVE", "FLUX", "IVAR"})
_VISIT = ("MANGAID", "PLATE", "IFUDESIGN", "MJD")
_USUAL: tuple[Medium, str] = ("vacuum", "survey default")
_DETAILS = {"heliocentric_velocity_kms": "HELIOV", "visit_quality": "MJDQUAL", "mjd": "MJD"}


def recognises(file: OpenedFile) -> bool:
    """A table with MANGAID, WAVE, FLUX and IVAR, the last three vectors."""
    return _table(file) is not None


def object_ids(file: OpenedFile) -> tuple[str, ...]:
    """MANGAID-PLATE-IFU-MJD of each visit, MANGAID of each star of a file of stars."""
    return tuple(_rows(file))


def read(file: OpenedFile, object_id: str) -> Spectrum:
    hdu, row = _needed(file), _rows(file)[object_id]
    columns = Columns("WAVE", "FLUX", "IVAR", IVAR, "MASK" if "MASK" in hdu.column_names else None)
    notes: list[str] = []
    axis = wavelengths(hdu, columns, row, notes)
    axis, frame = column_in_vacuum(file, hdu, "WAVE", axis, notes, _USUAL)
    pixels = pixels_of(hdu, columns, row, axis, notes)
    version_of = file.hdus[0].cards.text("MPROCVER") or file.hdus[0].cards.text("VERSMAST")
    origin = Origin(
        file=file.path,
        reader=name,
        reader_version=version,
        survey=survey,
        release=None if version_of is None else f"MaStar {version_of}",
        object_id=object_id,
        ra=_degrees(hdu, row, "OBJRA", "RA"),
        dec=_degrees(hdu, row, "OBJDEC", "DEC"),
        frame=frame,
        flux_unit=facts.flux_unit(unit_of(hdu, "FLUX")),
        details=_details(hdu, row),
    )
    return assemble(pixels, origin)


def _table(file: OpenedFile) -> Hdu | None:
    tables = (h for h in file.hdus if h.is_table and h.rows and h.column_names >= _WANTED)
    return next((h for h in tables if h.columns["FLUX"].repeat > 1), None)


def _needed(file: OpenedFile) -> Hdu:
    hdu = _table(file)
    if hdu is None:
        raise NoSpectrum("has no table of MaStar spectra")
    return hdu


def _rows(file: OpenedFile) -> dict[str, int]:
    if "mastar" not in file.kept:
        hdu = _needed(file)
        used = [hdu.column(n).tolist() for n in _VISIT if n in hdu.column_names]
        ids = ["-".join(facts.id_text(v) or "" for v in row) for row in zip(*used, strict=True)]
        if len(set(ids)) < len(ids):
            ids = [f"{name}-row{i + 1}" for i, name in enumerate(ids)]
        file.kept["mastar"] = {name: i for i, name in enumerate(ids)}
    rows: dict[str, int] = file.kept["mastar"]
    return rows


def _degrees(hdu: Hdu, row: int, *columns: str) -> float | None:
    found = next((c for c in columns if c in hdu.column_names), None)
    return None if found is None else facts.degrees(hdu.column(found, row))


def _details(hdu: Hdu, row: int) -> dict[str, str]:
    there = {label: c for label, c in _DETAILS.items() if c in hdu.column_names}
    values = {label: facts.word(hdu.column(c, row)) or "unknown" for label, c in there.items()}
    return {"hdu": hdu.label, "row": str(row + 1)} | values
