"""Images whose rows are wavelength, flux and error: Spextool, kastredux, and plain ones.

Spextool (Cushing, Vacca & Rayner 2004, PASP 116, 362) and the IRTF library (Rayner et al. 2009,
ApJS 185, 289) write (orders x apertures, 3 or 4, n) or (3, n), units in XUNITS and YUNITS, medium
in WAVETYPE.  kastredux (https://github.com/aburgasser/kastredux) writes (3, n), in Å.  Of an image
that says nothing, the first row is taken for wavelengths only where it rises without exception.
"""

from typing import Literal

import numpy as np
from numpy.typing import NDArray

from specreview.spectra.readers import facts, units
from specreview.spectra.readers.assembly import NoSpectrum, Pixels, assemble
from specreview.spectra.readers.cards import Cards
from specreview.spectra.readers.layout import Hdu
from specreview.spectra.readers.medium import NOT_STATED, NOTE_NOT_STATED, Axis, placed
from specreview.spectra.readers.merging import merged
from specreview.spectra.readers.position import position
from specreview.spectra.readers.source import OpenedFile
from specreview.spectra.readers.uncertainty import inverse_variance
from specreview.spectra.spectrum import Origin, Spectrum

name = "stacked"
version = 2
survey = "unknown"

Maker = Literal["Spextool", "kastredux", ""]
Rows = NDArray[np.float64]

_ROWS = (2, 3, 4)
_UNITS = {"wm-2um-1": "W / (m2 um)", "ergss-1cm-2a-1": "erg / (Angstrom s cm2)"}
_DETAILS = {
    "object": "OBJECT",
    "spectral type": "SPTYPE",
    "instrument": "INSTR",
    "mode": "OBSMODE",
    "date": "DATE-OBS",
}


def recognises(file: OpenedFile) -> bool:
    """A primary array of 2 to 4 rows (or columns) that are a spectrum, or Spextool's of more."""
    hdu = file.hdus[0]
    if not hdu.is_image or hdu.is_compressed or len(hdu.shape) not in (2, 3):
        return False
    if _maker(hdu) == "Spextool":
        return hdu.shape[-2] in _ROWS
    return len(hdu.shape) == 2 and min(hdu.shape) in _ROWS and _rises(_rows(hdu)[0])


def object_ids(file: OpenedFile) -> tuple[str, ...]:
    """The file's name; with -apN for each aperture where Spextool extracted several."""
    apertures = _apertures(file.hdus[0])
    if apertures == 1:
        return (file.stem,)
    return tuple(f"{file.stem}-ap{n + 1}" for n in range(apertures))


def read(file: OpenedFile, object_id: str) -> Spectrum:
    hdu, notes = file.hdus[0], list[str]()
    first = object_ids(file).index(object_id)
    orders = _orders(hdu, first)
    axes = [_axis(hdu.cards, rows[0], notes) for rows in orders]
    parts = [
        Pixels(axis, rows[1], _ivar(hdu, rows, notes))
        for (axis, _), rows in zip(axes, orders, strict=True)
    ]
    pixels, overlap = merged(parts, "orders") if len(parts) > 1 else (parts[0], None)
    notes += [overlap] if overlap else []
    units.check_flux(hdu.cards.text("YUNITS") or hdu.cards.text("BUNIT"), hdu.label, notes)
    ra, dec = position(hdu.cards)
    origin = Origin(
        file=file.path,
        reader=name,
        reader_version=version,
        survey=survey,
        object_id=object_id,
        ra=ra,
        dec=dec,
        frame=axes[0][1],
        flux_unit=_flux_unit(hdu.cards),
        notes=tuple(dict.fromkeys([*notes, *_rest_frame(hdu.cards)])),
        details=_details(hdu),
    )
    return assemble(pixels, origin)


def _maker(hdu: Hdu) -> Maker:
    cards = hdu.cards
    if "XUNITS" in cards and "YUNITS" in cards:
        return "Spextool"
    return "kastredux" if (cards.text("INSTR") or "").upper().startswith("KAST") else ""


def _rows(hdu: Hdu) -> Rows:
    """(2 to 4, n) values; columns are turned into rows."""
    image = hdu.image().astype(np.float64)
    return image if image.shape[0] in _ROWS else image.T


def _rises(row: Rows) -> bool:
    """Whether a row can be an axis: finite, positive, strictly rising or falling."""
    if row.size < max(_ROWS) + 1 or not np.all(np.isfinite(row)) or row.min() <= 0:
        return False
    steps = np.diff(row)
    return bool(np.all(steps > 0) or np.all(steps < 0))


def _apertures(hdu: Hdu) -> int:
    many = max(1, hdu.cards.integer("NAPS", 1)) if len(hdu.shape) == 3 else 1
    if len(hdu.shape) == 3 and hdu.shape[0] % many:
        raise NoSpectrum(f"NAPS = {many} does not divide its {hdu.shape[0]} spectra")
    return many


def _orders(hdu: Hdu, aperture: int) -> list[Rows]:
    """(rows, n) for each order of an aperture; the apertures of an order stand together."""
    if len(hdu.shape) == 2:
        return [_rows(hdu)]
    cube = hdu.image().astype(np.float64)
    return list(cube[aperture :: _apertures(hdu)])


def _axis(cards: Cards, values: Rows, notes: list[str]) -> tuple[Axis, str]:
    """(n,) Å in vacuum by XUNITS and WAVETYPE, and the sentence on the frame."""
    unit = cards.text("XUNITS") or ""
    values = units.in_angstrom(values, unit, "row 0", "set XUNITS", notes)
    said = (cards.text("WAVETYPE") or "").lower()
    if said.startswith(("vac", "air")):
        medium: Literal["air", "vacuum"] = "air" if said.startswith("air") else "vacuum"
        return placed(values, medium, f"WAVETYPE = {cards.text('WAVETYPE')}")
    notes.append(NOTE_NOT_STATED)
    return values, NOT_STATED


def _ivar(hdu: Hdu, rows: Rows, notes: list[str]) -> Rows | None:
    """Inverse variance from row 2, where a program is known that writes errors there."""
    if len(rows) < 3:
        return None
    if _maker(hdu):
        return inverse_variance(rows[2], 2)
    notes.append("row 0 rises and is taken for wavelengths, row 1 for flux")
    notes.append("row 2 has no name, not used as error")
    return None


def _flux_unit(cards: Cards) -> str:
    stated = cards.text("YUNITS") or cards.text("BUNIT")
    return _UNITS.get((stated or "").lower().replace(" ", ""), facts.flux_unit(stated))


def _rest_frame(cards: Cards) -> list[str]:
    """The IRTF library's spectra stand at rest: its paper shifts each by the RV of the header."""
    speed = cards.number("RV") if "SPTYPE" in cards and "XUNITS" in cards else None
    return [] if speed is None else [f"at rest: the library took out RV = {speed:.1f} km/s"]


def _details(hdu: Hdu) -> dict[str, str]:
    details = {"hdu": hdu.label}
    if len(hdu.shape) == 3:
        details["orders"] = hdu.cards.text("ORDERS") or str(hdu.shape[0])
    return details | hdu.cards.texts(_DETAILS)
