"""Gaia spectra in a FITS table: a source a row, flux in a vector, wavelengths mostly nowhere.

See `gaia` for the documents, and for what is refused.
"""

import numpy as np

from specreview.spectra.readers import facts, gaia
from specreview.spectra.readers.layout import Hdu
from specreview.spectra.readers.source import OpenedFile
from specreview.spectra.readers.text_columns import role
from specreview.spectra.readers.vectors import (
    SOURCE,
    Values,
    VectorTable,
    list_of_numbers,
    spectrum_of,
    unique_ids,
)
from specreview.spectra.spectrum import Spectrum

name = "gaia_fits"
version = 1
survey = "Gaia"


def recognises(file: OpenedFile) -> bool:
    """A table with SOURCE_ID, and a vector of flux or coefficients."""
    return _hdu(file) is not None


def object_ids(file: OpenedFile) -> tuple[str, ...]:
    return _table(file).ids


def read(file: OpenedFile, object_id: str) -> Spectrum:
    return spectrum_of(file, _table(file), object_id, name, version)


def _hdu(file: OpenedFile) -> Hdu | None:
    for hdu in file.hdus:
        if hdu.rows and SOURCE.upper() in hdu.column_names:
            vectors = [n for n, c in hdu.columns.items() if c.repeat > 1 or c.letter in "PQ"]
            if any(role(n) == "flux" or n.endswith("_COEFFICIENTS") for n in vectors):
                return hdu
    return None


def _table(file: OpenedFile) -> VectorTable:
    if name not in file.kept:
        file.kept[name] = _worked_out(file)
    found: VectorTable = file.kept[name]
    return found


def _worked_out(file: OpenedFile) -> VectorTable:
    hdu = _hdu(file)
    assert hdu is not None
    names = tuple(n.lower() for n in hdu.columns)
    gaia.refuse_coefficients(names)
    stated = (hdu.cards.text(f"TUNIT{c.number}") for c in hdu.columns.values())
    units = {n: unit for n, unit in zip(names, stated, strict=True) if unit}
    sampling = hdu.long_text("SAMPLING")
    ids = [str(i) for i in np.atleast_1d(hdu.column(SOURCE)).tolist()]

    def cell(row: int, column: str) -> Values:
        return np.atleast_1d(hdu.column(column, row)).astype(np.float64)

    def position(row: int) -> tuple[float | None, float | None]:
        found = [hdu.column(n, row) if n in hdu.column_names else None for n in ("RA", "DEC")]
        return facts.degrees(found[0]), facts.degrees(found[1])

    return VectorTable(
        names,
        unique_ids(file.stem, ids),
        cell,
        units,
        list_of_numbers(sampling, "SAMPLING") if sampling else None,
        position,
    )
