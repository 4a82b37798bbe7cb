"""One-dimensional FITS images whose axis is in the header (`header_axis`) or in an image beside."""

import re

import numpy as np
from numpy.typing import NDArray

from specreview.spectra.readers import facts, units
from specreview.spectra.readers.assembly import NoSpectrum, Pixels, assemble
from specreview.spectra.readers.header_axis import linear_axis, step_of
from specreview.spectra.readers.layout import Hdu
from specreview.spectra.readers.medium import in_vacuum
from specreview.spectra.readers.position import position
from specreview.spectra.readers.source import OpenedFile
from specreview.spectra.readers.uncertainty import inverse_variance
from specreview.spectra.spectrum import BoolArray, FloatArray, Origin, Spectrum

name = "wcs1d"
version = 4
survey = "unknown"

_ERRORS = {"IVAR": -1, "INVVAR": -1, "VARIANCE": 1, "VAR": 1, "ERROR": 2, "ERR": 2, "SIGMA": 2}
_ERRORS |= {"ERRS": 2, "ERRORS": 2, "UNCERT": 2, "STAT": 1}
_WAVELENGTHS = ("WAVELENGTH", "WAVE", "LAMBDA", "LOGLAM")
_MASKS = ("QUAL", "QUALITY", "DQ", "MASK")
"""Names of extensions; ERRS and QUAL are X-shooter's, STAT (a variance) and DQ are MUSE's."""

_DETAILS = {
    "object": "OBJECT",
    "telescope": "TELESCOP",
    "instrument": "INSTRUME",
    "date": "DATE-OBS",
}


def recognises(file: OpenedFile) -> bool:
    """A primary image (else the first) of one axis, its dispersion in its header or beside it."""
    hdu = _spectral(file)
    return hdu is not None and (step_of(hdu) is not None or _stored(file, hdu) is not None)


def object_ids(file: OpenedFile) -> tuple[str, ...]:
    return (file.stem,)


def read(file: OpenedFile, object_id: str) -> Spectrum:
    hdu = _spectral(file)
    if hdu is None:
        raise NoSpectrum("no image of one axis")
    if re.search(r"\(error\)", hdu.cards.text("OBJECT") or "", re.IGNORECASE):
        raise NoSpectrum("its OBJECT card says that it holds the errors of another file")
    notes: list[str] = []
    flux = np.ravel(hdu.pixels())
    stored = _stored(file, hdu)
    axis = linear_axis(hdu, flux.size, notes) if stored is None else _stored_axis(stored, notes)
    wavelength, frame = in_vacuum(hdu.cards, axis, notes)
    units.check_flux(hdu.cards.text("BUNIT"), hdu.label, notes)
    ivar = _ivar(file, flux.size, notes)
    warned = _warned(file, flux.size, notes)
    used = [hdu, stored, ivar, warned]
    others = sum(h.is_image for h in file.hdus) - sum(part is not None for part in used)
    if others:
        notes.append(f"{others} more array{'s' if others > 1 else ''} in this file, not used")
    cards = hdu.cards
    redshift = facts.redshift(cards.text("Z") or cards.text("REDSHIFT"), notes)
    details = {"hdu": hdu.label} | cards.texts(_DETAILS)
    ra, dec = position(cards)
    origin = Origin(
        file=file.path,
        reader=name,
        reader_version=version,
        survey=survey,
        object_id=object_id,
        ra=ra,
        dec=dec,
        frame=frame,
        flux_unit=facts.flux_unit(cards.text("BUNIT")),
        redshift=redshift,
        redshift_source=None if redshift is None else "header",
        notes=tuple(notes),
        details=details,
    )
    return assemble(Pixels(wavelength, flux, ivar, None, warned), origin)


def _spectral(file: OpenedFile) -> Hdu | None:
    """The first image, where it has one axis (or others of length 1)."""
    for hdu in file.hdus:
        if hdu.is_image:
            long = [n for n in hdu.shape if n > 1]
            fits = len(long) == 1 and hdu.shape[-1] == long[0] and not hdu.is_compressed
            return hdu if fits else None
    return None


def _stored(file: OpenedFile, flux: Hdu) -> Hdu | None:
    """An image of wavelengths beside the flux, as linetools and many pipelines write it."""
    found = _beside(file, _WAVELENGTHS, int(np.prod(flux.shape)))
    return None if found is flux else found


def _stored_axis(stored: Hdu, notes: list[str]) -> NDArray[np.float64]:
    """(n,) Å of an image of wavelengths, its unit in BUNIT or CUNIT1."""
    values = np.ravel(stored.image()).astype(np.float64)
    notes.append(f"wavelengths from {stored.label}")
    if stored.name == "LOGLAM":
        return units.raised(values)
    unit = stored.cards.text("BUNIT") or stored.cards.text("CUNIT1") or ""
    return units.in_angstrom(values, unit, stored.label, "set its BUNIT", notes)


def _ivar(file: OpenedFile, size: int, notes: list[str]) -> FloatArray | None:
    """Inverse variance from an extension named for it; None where there is none."""
    hdu = _beside(file, tuple(_ERRORS), size)
    if hdu is None:
        return None
    if hdu.name != "IVAR":
        notes.append(f"errors from {hdu.label}")
    return inverse_variance(np.ravel(hdu.image()), _ERRORS[hdu.name])


def _warned(file: OpenedFile, size: int, notes: list[str]) -> BoolArray | None:
    """True where a mask extension is not 0: shown and not excluded, its bits are the maker's."""
    hdu = _beside(file, _MASKS, size)
    if hdu is None:
        return None
    marked = np.ravel(hdu.image()) != 0
    if np.count_nonzero(marked) > size / 2:
        notes.append(f"{hdu.label} is mostly not 0, its meaning is not known, not used")
        return None
    return np.asarray(marked)


def _beside(file: OpenedFile, names: tuple[str, ...], size: int) -> Hdu | None:
    found = (file.hdu(name) for name in names)
    return next((h for h in found if h and h.is_image and int(np.prod(h.shape)) == size), None)
