"""HST CALSPEC standard stars: a table, a row a pixel, observed in parts and modelled beyond.

Documents: Bohlin, Gordon & Tremblay 2014, PASP 126, 711 (vacuum wavelengths), and
https://www.stsci.edu/hst/instrumentation/reference-data-for-calibration-and-tools/astronomical-catalogs/calspec.
STATERROR and SYSERROR are 1σ; DATAQUAL is 1 for good and 0 for bad, as its own card says.  Beyond
the observed range, to 32 µm, files hold a model without STATERROR: no flux of the star, over a
million times fainter than its ultraviolet, and so left out before anything is scaled or drawn.
"""

import numpy as np

from specreview.spectra.readers import facts, tables
from specreview.spectra.readers.assembly import NoSpectrum, Pixels, assemble
from specreview.spectra.readers.layout import Hdu
from specreview.spectra.readers.medium import Medium
from specreview.spectra.readers.source import OpenedFile
from specreview.spectra.readers.table_spectra import (
    ERROR,
    Columns,
    column_in_vacuum,
    unit_of,
    wavelengths,
)
from specreview.spectra.readers.uncertainty import inverse_variance
from specreview.spectra.spectrum import BoolArray, Origin, Spectrum

name = "calspec"
version = 1
survey = "HST CALSPEC"

_COLUMNS = Columns("WAVELENGTH", "FLUX", "STATERROR", ERROR)
_WANTED = frozenset({"WAVELENGTH", "FLUX", "STATERROR", "SYSERROR"})
_USUAL: tuple[Medium, str] = ("vacuum", "CALSPEC convention")


def recognises(file: OpenedFile) -> bool:
    """A table with wavelengths, a flux, and its statistical and systematic errors."""
    return _table(file) is not None


def object_ids(file: OpenedFile) -> tuple[str, ...]:
    return (file.stem,)


def read(file: OpenedFile, object_id: str) -> Spectrum:
    hdu = _table(file)
    if hdu is None:
        raise NoSpectrum("has no table of a CALSPEC star")
    notes = ["errors are STATERROR; the systematic error (SYSERROR) is not in them"]
    axis = wavelengths(hdu, _COLUMNS, None, notes)
    axis, frame = column_in_vacuum(file, hdu, "WAVELENGTH", axis, notes, _USUAL)
    ivar = inverse_variance(hdu.column("STATERROR"), 2)
    fatal = None
    if "DATAQUAL" in hdu.column_names:
        fatal = np.asarray(hdu.column("DATAQUAL") == 0)
    pixels = Pixels(axis, hdu.column("FLUX"), ivar, fatal, None, notes)
    pixels = pixels.take(_observed(axis, ivar > 0, notes))
    return assemble(pixels, _origin(file, object_id, hdu, frame))


def _table(file: OpenedFile) -> Hdu | None:
    return next((h for h in file.hdus if h.is_table and h.column_names >= _WANTED), None)


def _observed(axis: np.ndarray, has_error: BoolArray, notes: list[str]) -> BoolArray:
    """True from the first to the last pixel that has an error; what is beyond is a model."""
    if not has_error.any():
        raise NoSpectrum("no pixel has a STATERROR: a model, not an observation")
    first, last = axis[has_error].min(), axis[has_error].max()
    within = (axis >= first) & (axis <= last)
    beyond = int(within.size - np.count_nonzero(within))
    if beyond:
        notes.append(
            f"{beyond} pixels of a model beyond the observed {first:.0f}-{last:.0f} Å left out"
        )
    return np.asarray(within)


def _origin(file: OpenedFile, object_id: str, hdu: Hdu, frame: str) -> Origin:
    cards = file.hdus[0].cards
    details = {"hdu": hdu.label} | tables.details(cards, hdu.cards)
    described = cards.text("DESCRIP")
    return Origin(
        file=file.path,
        reader=name,
        reader_version=version,
        survey=survey,
        object_id=object_id,
        frame=frame,
        flux_unit=facts.flux_unit(unit_of(hdu, "FLUX")),
        details=details | ({} if described is None else {"description": described.rstrip("-")}),
    )
