"""HST extracted spectra (x1d, x1dsum): STIS, first order and echelle, and COS.

STIS Data Handbook, section 2.3 (https://hst-docs.stsci.edu/stisdhb): a row an order, vectors
WAVELENGTH (Å, vacuum, heliocentric), FLUX, ERROR, DQ, of which NELEM count; SDQFLAGS in the
header lists the serious bits of DQ (section 2.5.1).  COS Data Handbook, section 2.4: a row a
segment or a stripe.  Orders overlap and become one spectrum; each SCI table of a file (repeated
exposures) is an object.
"""

import numpy as np

from specreview.spectra.readers import facts
from specreview.spectra.readers.assembly import NoSpectrum, Pixels, assemble
from specreview.spectra.readers.layout import Hdu
from specreview.spectra.readers.medium import placed
from specreview.spectra.readers.merging import merged
from specreview.spectra.readers.source import OpenedFile
from specreview.spectra.readers.uncertainty import inverse_variance
from specreview.spectra.spectrum import Origin, Spectrum

name = "hst_x1d"
version = 1
survey = "HST"

_VECTORS = frozenset({"WAVELENGTH", "FLUX", "ERROR", "DQ"})
_ROW_NAMES = frozenset({"SPORDER", "SEGMENT"})
_USUAL_SERIOUS = 31743
"""SDQFLAGS of CALSTIS: every bit but 1024 (small blemish); for headers that do not state it."""
_DETAILS = {
    "instrument": "INSTRUME",
    "grating": "OPT_ELEM",
    "aperture": "APERTURE",
    "target": "TARGNAME",
    "program": "PROPOSID",
}


def recognises(file: OpenedFile) -> bool:
    """A table with the vectors of an x1d file and the name of each row, an order or a segment."""
    return bool(_tables(file))


def object_ids(file: OpenedFile) -> tuple[str, ...]:
    """The root name of the observation; with the number of the exposure where there are several."""
    tables = _tables(file)
    root = file.hdus[0].cards.text("ROOTNAME") or file.stem
    return (root,) if len(tables) == 1 else tuple(f"{root}-{n + 1}" for n in range(len(tables)))


def read(file: OpenedFile, object_id: str) -> Spectrum:
    table = _tables(file)[object_ids(file).index(object_id)]
    orders = [_order(table, row) for row in range(table.rows)]
    cropped = [_without_dead_ends(order) for order in orders]
    pixels, overlap = merged(cropped, _called(table))
    notes = [overlap] if overlap else []
    lost = sum(o.flux.size for o in orders) - sum(o.flux.size for o in cropped)
    if lost:
        notes.append(f"{lost} flagged pixels at the ends of {_called(table)} left out")
    pixels.wavelength, frame = placed(pixels.wavelength, "vacuum", "HST convention")
    cards = file.hdus[0].cards
    origin = Origin(
        file=file.path,
        reader=name,
        reader_version=version,
        survey=survey,
        object_id=object_id,
        ra=facts.degrees(cards.get("RA_TARG")),
        dec=facts.degrees(cards.get("DEC_TARG")),
        frame=frame,
        flux_unit=facts.flux_unit(_unit(table, "FLUX")),
        notes=tuple(notes),
        details=_details(file, table),
    )
    return assemble(pixels, origin)


def _tables(file: OpenedFile) -> list[Hdu]:
    return [
        hdu
        for hdu in file.hdus
        if hdu.rows and hdu.column_names >= _VECTORS and hdu.column_names & _ROW_NAMES
    ]


def _order(table: Hdu, row: int) -> Pixels:
    """The pixels of an order; serious data quality bits are fatal, all others warn."""
    wavelength = np.atleast_1d(table.column("WAVELENGTH", row)).astype(np.float64)
    used = slice(0, _length(table, row, wavelength.size))
    flux, error = (np.atleast_1d(table.column(c, row))[used] for c in ("FLUX", "ERROR"))
    quality = np.atleast_1d(table.column("DQ", row))[used].astype(np.int64)
    if not flux.size == error.size == quality.size == wavelength[used].size:
        raise NoSpectrum(f"row {row + 1} of {table.label} has vectors of different lengths")
    serious = table.cards.integer("SDQFLAGS", _USUAL_SERIOUS)
    fatal = (quality & serious) != 0
    return Pixels(
        wavelength[used], flux, inverse_variance(error, 2), fatal, (quality != 0) & ~fatal
    )


def _without_dead_ends(order: Pixels) -> Pixels:
    """The order from its first to its last pixel without a serious flag.

    At the detector's edges flux is extrapolated: one such pixel may be fifty times the rest, and a
    picture scaled to it shows nothing else.
    """
    assert order.fatal is not None
    alive = np.flatnonzero(~order.fatal)
    return order.take(np.arange(alive[0], alive[-1] + 1)) if alive.size else order


def _called(table: Hdu) -> str:
    return "orders" if "SPORDER" in table.column_names else "segments"


def _length(table: Hdu, row: int, size: int) -> int:
    """How many values of a vector count."""
    stated = int(table.column("NELEM", row)) if "NELEM" in table.column_names else size
    return stated if 0 < stated <= size else size


def _unit(table: Hdu, column: str) -> str | None:
    return table.cards.text(f"TUNIT{table.columns[column].number}")


def _details(file: OpenedFile, table: Hdu) -> dict[str, str]:
    cards = file.hdus[0].cards
    details = {"hdu": table.label}
    key = "SPORDER" if "SPORDER" in table.column_names else "SEGMENT"
    rows = [facts.id_text(v) or "" for v in np.atleast_1d(table.column(key)).tolist()]
    if len(rows) > 1:
        details[_called(table)] = f"{rows[0]} to {rows[-1]}"
    details |= cards.texts(_DETAILS)
    if (cards.text("HELCORR") or "").upper() == "COMPLETE":
        details["heliocentric"] = "heliocentric already applied"
    return details
