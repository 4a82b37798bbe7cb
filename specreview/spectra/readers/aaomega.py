"""2dF and AAOmega files, as 2dfdr writes and Marz takes them: a line and a table row a fibre.

2dfdr manual, https://www.aao.gov.au/science/software/2dfdr: primary array of flux, VARIANCE,
FIBRES with NAME, RA and DEC in radians, TYPE (P programme, S sky, F guide, N and U not used).
Marz, https://samreay.github.io/Marz: WAVELENGTH, VACUUM, LOGSCALE, DO_HELIO.  2dfdr calibrates in
air: six night-sky lines of a reference file lie within 0.2 Å of their wavelengths in air, and 1.5
to 2.2 Å from those in vacuum.
"""

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from specreview.spectra.readers import facts, units
from specreview.spectra.readers.assembly import NoSpectrum, Pixels, assemble
from specreview.spectra.readers.cards import Cards
from specreview.spectra.readers.header_axis import linear_axis
from specreview.spectra.readers.layout import Hdu
from specreview.spectra.readers.medium import in_vacuum
from specreview.spectra.readers.source import OpenedFile
from specreview.spectra.readers.uncertainty import inverse_variance
from specreview.spectra.spectrum import FloatArray, Origin, Spectrum

name = "aaomega"
version = 1
survey = "2dF"

_PROGRAMME = "P"
_KINDS = {"S": "sky", "F": "guide"}


def recognises(file: OpenedFile) -> bool:
    """A primary array with a line for each row of the table of fibres."""
    fibres, flux = _fibres(file), file.hdus[0]
    return fibres is not None and flux.is_image and fibres.rows == _lines(flux) > 0


def object_ids(file: OpenedFile) -> tuple[str, ...]:
    """Names of the programme fibres in file order (of all fibres, where none is of that type)."""
    return tuple(_lines_by_id(file))


def read(file: OpenedFile, object_id: str) -> Spectrum:
    flux, line = file.hdus[0], _lines_by_id(file)[object_id]
    notes = _left_out(file)
    axis, frame = _axis(file, line, notes)
    units.check_flux(flux.cards.text("BUNIT"), flux.label, notes)
    pixels = Pixels(axis, _line_of(flux, line), _ivar(file, line))
    ra, dec = _place(file, line)
    origin = Origin(
        file=file.path,
        reader=name,
        reader_version=version,
        survey=survey,
        object_id=object_id,
        ra=ra,
        dec=dec,
        frame=frame,
        flux_unit=facts.flux_unit(flux.cards.text("BUNIT")),
        notes=tuple(notes),
        details=_details(file, line),
    )
    return assemble(pixels, origin)


def _fibres(file: OpenedFile) -> Hdu | None:
    table = file.hdu("FIBRES", "FIBRES_IFU")
    return table if table is not None and {"NAME", "RA", "DEC"} <= table.column_names else None


def _lines(hdu: Hdu) -> int:
    """Lines of an image of one or two axes; 0 for any other."""
    return {1: 1, 2: hdu.shape[0]}.get(len(hdu.shape), 0) if hdu.shape else 0


def _line_of(hdu: Hdu, line: int) -> NDArray[Any]:
    """(n,) values of a fibre; an array of one axis is the same for all fibres."""
    return hdu.pixels() if len(hdu.shape) == 1 else hdu.pixels(line)


def _column(file: OpenedFile, column: str) -> NDArray[Any] | None:
    table = _fibres(file)
    if table is None or column not in table.column_names:
        return None
    return np.asarray(table.column(column))


def _lines_by_id(file: OpenedFile) -> dict[str, int]:
    if name not in file.kept:
        file.kept[name] = _named(file)
    found: dict[str, int] = file.kept[name]
    return found


def _named(file: OpenedFile) -> dict[str, int]:
    names, kinds = _column(file, "NAME"), _kinds(file)
    if names is None:
        raise NoSpectrum("its table of fibres has no NAME")
    found: dict[str, int] = {}
    chosen = [i for i, kind in enumerate(kinds) if kind == _PROGRAMME] or range(len(kinds))
    for line in chosen:
        wanted = facts.id_text(names[line]) or f"{file.stem}-fibre{line + 1}"
        found[wanted if wanted not in found else f"{wanted}-fibre{line + 1}"] = line
    return found


def _kinds(file: OpenedFile) -> list[str]:
    kinds, names = _column(file, "TYPE"), _column(file, "NAME")
    if kinds is None:
        return [_PROGRAMME] * (0 if names is None else len(names))
    return [(facts.id_text(kind) or "").upper() for kind in kinds]


def _left_out(file: OpenedFile) -> list[str]:
    """Says how many fibres of the file are no objects."""
    kinds = _kinds(file)
    others = [_KINDS.get(k, "unused") for k in kinds if k != _PROGRAMME]
    if not others or len(others) == len(kinds):
        return []
    counted = (f"{others.count(kind)} {kind}" for kind in dict.fromkeys(others))
    return [f"fibres of this file that are not listed: {', '.join(counted)}"]


def _axis(file: OpenedFile, line: int, notes: list[str]) -> tuple[NDArray[np.float64], str]:
    """(n,) Å in vacuum, from WAVELENGTH where it is there, else from the header of the flux."""
    flux, stored = file.hdus[0], file.hdu("WAVELENGTH")
    usual: tuple[Any, str] = ("air", "2dfdr convention")
    if stored is None or not stored.is_image or stored.shape[-1] != flux.shape[-1]:
        return in_vacuum(flux.cards, linear_axis(flux, flux.shape[-1], notes), notes, usual)
    axis = _line_of(stored, line).astype(np.float64)
    if flux.cards.flag("LOGSCALE"):
        notes.append("WAVELENGTH holds log10 of Å (LOGSCALE = T)")
        axis = units.raised(axis)
    return in_vacuum(flux.cards, axis, notes, usual)


def _ivar(file: OpenedFile, line: int) -> FloatArray | None:
    variance, flux = file.hdu("VARIANCE"), file.hdus[0]
    if variance is None or not variance.is_image or variance.shape != flux.shape:
        return None
    return inverse_variance(_line_of(variance, line), 1)


def _place(file: OpenedFile, line: int) -> tuple[float | None, float | None]:
    """(RA, Dec) in degrees; the table has radians, by the manual, unless a value says otherwise."""
    ra, dec = _column(file, "RA"), _column(file, "DEC")
    if ra is None or dec is None or ra.dtype.kind != "f" or dec.dtype.kind != "f":
        return None, None
    radians = np.nanmax(np.abs(ra)) <= 2 * math.pi and np.nanmax(np.abs(dec)) <= math.pi / 2
    scale = 180.0 / math.pi if radians else 1.0
    return facts.degrees(ra[line] * scale), facts.degrees(dec[line] * scale)


def _details(file: OpenedFile, line: int) -> dict[str, str]:
    cards = file.hdus[0].cards
    details = {"hdu": file.hdus[0].label, "fibre": str(line + 1)}
    pivot, magnitude = _column(file, "PIVOT"), _column(file, "MAGNITUDE")
    if pivot is not None:
        details["pivot"] = f"{int(pivot[line])}"
    if magnitude is not None and np.isfinite(magnitude[line]):
        details["magnitude"] = f"{float(magnitude[line]):g}"
    named = {"field": "OBJECT", "instrument": "INSTRUME", "arm": "SPECTID"}
    return details | cards.texts(named) | _heliocentric(cards)


def _heliocentric(cards: Cards) -> dict[str, str]:
    """Marz's own wish, DO_HELIO, says that it is still to be done; HELIO that it was."""
    if cards.flag("HELIO"):
        return {"heliocentric": "heliocentric already applied"}
    if cards.flag("DO_HELIO"):
        return {"heliocentric": "not applied in the file (DO_HELIO = T), and not applied here"}
    return {}
