"""One-dimensional FITS images whose axis is linear or logarithmic in the header.

Axis: w = CRVAL1 + (pixel - CRPIX1) · CDELT1, w = λ or log10 λ (DC-FLAG = 1, the IRAF convention:
Valdes 1993, ASP Conf. 52, 467); CTYPE1 = WAVE-LOG with a wavelength in CRVAL1 is
λ = CRVAL1 · exp(step/CRVAL1) (Greisen et al. 2006, A&A 446, 747, eq. 5).
"""

import re

import numpy as np
from numpy.typing import NDArray

from specreview.spectra.readers import facts, units
from specreview.spectra.readers.assembly import NoSpectrum, Pixels, assemble
from specreview.spectra.readers.layout import Hdu
from specreview.spectra.readers.medium import in_vacuum
from specreview.spectra.readers.position import position
from specreview.spectra.readers.source import OpenedFile
from specreview.spectra.readers.uncertainty import inverse_variance
from specreview.spectra.spectrum import BoolArray, FloatArray, Origin, Spectrum

name = "wcs1d"
version = 4
survey = "unknown"

_LONGEST_METRES = 1e-3
_OTHER_AXES = {
    "FREQ": "frequencies",
    "WAVN": "wavenumbers",
    "ENER": "energies",
    "VELO": "velocities",
    "VRAD": "velocities",
    "VOPT": "velocities",
    "ZOPT": "redshifts",
    "BETA": "velocities",
    "TIME": "times",
    "UTC": "times",
}
"""First letters of CTYPE1 (Greisen et al. 2006, table 1) of what is not in wavelengths."""
_CURVED = re.compile(r"(?:WAVE|AWAV)-(GRI|GRA|TAB|[FVAW]2[WAFV])")

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
    return hdu is not None and (_step(hdu) is not None or _stored(file, hdu) is not None)


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
    details = {"hdu": hdu.label} | {
        label: text for label, key in _DETAILS.items() if (text := cards.text(key))
    }
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


def _step(hdu: Hdu) -> float | None:
    for keyword in ("COEFF1", "CDELT1", "CD1_1"):
        step = hdu.cards.number(keyword)
        if step:
            return step
    return None


def linear_axis(hdu: Hdu, size: int, notes: list[str]) -> NDArray[np.float64]:
    """(n,) Å of the first axis.  Cards of axes that do not exist are never looked at."""
    cards = hdu.cards
    _refuse_other_axes(hdu)
    start, step = cards.number("CRVAL1"), _step(hdu)
    reference = cards.number("CRPIX1")
    if cards.number("COEFF0") is not None and cards.number("COEFF1"):
        start, step, reference = cards.number("COEFF0"), cards.number("COEFF1"), 1.0
    if start is None or step is None:
        raise NoSpectrum("CRVAL1 or CDELT1 is missing; the axis is not known")
    pixel = np.arange(1.0, size + 1.0) - (1.0 if reference is None else reference)
    steps: NDArray[np.float64] = pixel * step
    kind = _scale_kind(hdu, start)
    if kind == "log10":
        if not -2 < start < 8:
            raise NoSpectrum(f"CRVAL1 = {start:g} is no logarithm of a wavelength")
        notes.append("log-linear axis (log10)")
        return as_angstrom(hdu, units.raised(start + steps), notes)
    if kind == "exp":
        notes.append("log-linear axis (WAVE-LOG)")
        return as_angstrom(hdu, np.asarray(start * np.exp(steps / start), dtype=np.float64), notes)
    return as_angstrom(hdu, np.asarray(start + steps, dtype=np.float64), notes)


def _refuse_other_axes(hdu: Hdu) -> None:
    """What CTYPE1 says to be no wavelength, or no straight line or logarithm of pixels."""
    kind = (hdu.cards.text("CTYPE1") or "").upper()
    other = next((what for start, what in _OTHER_AXES.items() if kind.startswith(start)), None)
    if other:
        raise NoSpectrum(
            f"{hdu.label}: its axis holds {other} (CTYPE1 = {kind}); write wavelengths"
        )
    if _CURVED.match(kind):
        raise NoSpectrum(
            f"{hdu.label}: CTYPE1 = {kind}, a curved axis, is not read; "
            "write a table of wavelengths"
        )


def _scale_kind(hdu: Hdu, start: float) -> str:
    cards = hdu.cards
    logarithmic = "LOG" in (cards.text("CTYPE1") or "").upper()
    if cards.integer("DC-FLAG") == 1 or cards.number("COEFF0") is not None:
        return "log10"
    if logarithmic:
        return "log10" if start < 10 else "exp"
    return "linear"


def as_angstrom(
    hdu: Hdu, axis: NDArray[np.float64], notes: list[str], stated: str | None = None
) -> NDArray[np.float64]:
    """The axis in Å, by the unit `stated`, else by CUNIT1 or IRAF's attribute.

    An axis that CTYPE1 calls WAVE or AWAV is in metres where no unit is given (Greisen et al. 2006,
    table 1), which few writers knew: only numbers that can be nothing else are taken so.
    """
    unit = stated or hdu.cards.text("CUNIT1") or _iraf_unit(hdu) or ""
    kind = (hdu.cards.text("CTYPE1") or "").upper()
    if not unit and kind.startswith(("WAVE", "AWAV")) and np.nanmax(axis) < _LONGEST_METRES:
        unit = "m"
    where = f"{hdu.label}: {'BUNIT' if stated else 'axis'}"
    if not unit:
        units.must_be_angstrom(axis, where, "set CUNIT1, or DC-FLAG = 1 if it is logarithmic")
        return axis
    return units.scaled(axis, units.named(unit, where).angstrom, notes)


def _iraf_unit(hdu: Hdu) -> str | None:
    match = re.search(r"\bunits=(\w+)", hdu.cards.text("WAT1_001") or "")
    return match.group(1) if match else None


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
    return as_angstrom(stored, values, notes, stored.cards.text("BUNIT"))


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
