"""SDSS and BOSS spPlate files: all fibres of a plate, a line each.

Data model: https://data.sdss.org/datamodel/files/BOSS_SPECTRO_REDUX/RUN2D/PLATE4/spPlate.html
HDU 0 flux in 1e-17 erg/s/cm2/Å, 1 ivar, 2 and_mask, 3 or_mask, 4 dispersion, 5 the plug map with
RA, DEC, OBJTYPE and FIBERID; wavelengths are vacuum, 10^(COEFF0 + COEFF1 i).
"""

import numpy as np

from specreview.spectra.readers import facts
from specreview.spectra.readers.assembly import NoSpectrum, Pixels, assemble
from specreview.spectra.readers.layout import Hdu
from specreview.spectra.readers.medium import in_vacuum
from specreview.spectra.readers.sdss import FATAL_BITS
from specreview.spectra.readers.source import OpenedFile
from specreview.spectra.spectrum import Origin, Spectrum

name = "spplate"
version = 1
survey = "SDSS"

_PLANES = 4


def recognises(file: OpenedFile) -> bool:
    """Four images of one shape, and a plug map with a row for each of their lines."""
    planes, plugs = file.hdus[:_PLANES], _plugs(file)
    if plugs is None or len(planes) < _PLANES or len(planes[0].shape) != 2:
        return False
    alike = all(hdu.is_image and hdu.shape == planes[0].shape for hdu in planes)
    return alike and plugs.rows == planes[0].shape[0] and "COEFF0" in planes[0].cards


def object_ids(file: OpenedFile) -> tuple[str, ...]:
    """PLATE-MJD-FIBRE of each fibre, as in the names of spec files."""
    return tuple(_lines(file))


def read(file: OpenedFile, object_id: str) -> Spectrum:
    flux, ivar, and_plane, or_plane = file.hdus[:_PLANES]
    line, cards, notes = _lines(file)[object_id], file.hdus[0].cards, list[str]()
    start, step = cards.number("COEFF0"), cards.number("COEFF1")
    if start is None or not step or not -2 < start < 8:
        raise NoSpectrum("COEFF0 or COEFF1 is no logarithm of a wavelength; the axis is not known")
    axis = np.asarray(10.0 ** (start + step * np.arange(flux.shape[1])), dtype=np.float64)
    axis, frame = in_vacuum(cards, axis, notes, ("vacuum", "survey default"))
    and_mask = and_plane.image(line).astype(np.int64)
    or_mask = or_plane.image(line).astype(np.int64)
    fatal = (and_mask & FATAL_BITS) != 0
    warned = ((and_mask & ~FATAL_BITS) | or_mask) != 0
    cell = _cells(file, line)
    if (kind := facts.word(cell.get("OBJTYPE"))) is not None and kind.upper() == "SKY":
        notes.append("sky fibre, not a target")
    origin = Origin(
        file=file.path,
        reader=name,
        reader_version=version,
        survey=survey,
        object_id=object_id,
        ra=facts.degrees(cell.get("RA")),
        dec=facts.degrees(cell.get("DEC")),
        frame=frame,
        flux_unit=facts.flux_unit(cards.text("BUNIT")),
        notes=tuple(notes),
        details={"hdu": flux.label, "fibre": object_id.rsplit("-", 1)[-1].lstrip("0")},
    )
    return assemble(Pixels(axis, flux.image(line), ivar.image(line), fatal, warned), origin)


def _plugs(file: OpenedFile) -> Hdu | None:
    wanted = {"FIBERID", "RA", "DEC"}
    return next((hdu for hdu in file.hdus if hdu.rows and wanted <= hdu.column_names), None)


def _lines(file: OpenedFile) -> dict[str, int]:
    """The line of each fibre by its id."""
    plugs, cards = _plugs(file), file.hdus[0].cards
    if plugs is None:
        raise NoSpectrum("no plug map")
    fibres = np.atleast_1d(plugs.column("FIBERID")).tolist()
    plate = f"{cards.integer('PLATEID'):04d}-{cards.integer('MJD'):05d}"
    return {f"{plate}-{int(fibre):04d}": line for line, fibre in enumerate(fibres)}


def _cells(file: OpenedFile, line: int) -> dict[str, object]:
    plugs = _plugs(file)
    assert plugs is not None
    columns = ("RA", "DEC", "OBJTYPE")
    return {c: plugs.column(c, line) for c in columns if c in plugs.column_names}
