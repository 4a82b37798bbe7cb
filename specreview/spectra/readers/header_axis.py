"""The wavelength axis that a FITS header describes, linear or logarithmic.

Axis: w = CRVAL1 + (pixel - CRPIX1) · CDELT1, w = λ or log10 λ (DC-FLAG = 1, the IRAF convention:
Valdes 1993, ASP Conf. 52, 467); CTYPE1 = WAVE-LOG with a wavelength in CRVAL1 is
λ = CRVAL1 · exp(step/CRVAL1) (Greisen et al. 2006, A&A 446, 747, eq. 5).
"""

import re

import numpy as np
from numpy.typing import NDArray

from specreview.spectra.readers import units
from specreview.spectra.readers.assembly import NoSpectrum
from specreview.spectra.readers.layout import Hdu

CURE = "set CUNIT1, or DC-FLAG = 1 if it is logarithmic"
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
    "RA--": "positions",
    "DEC-": "positions",
    "GLON": "positions",
    "GLAT": "positions",
}
"""First letters of CTYPE1 (Greisen et al. 2006, table 1) of what is not in wavelengths."""
_CURVED = re.compile(r"(?:WAVE|AWAV)-(GRI|GRA|TAB|[FVAW]2[WAFV])")


def linear_axis(hdu: Hdu, size: int, notes: list[str]) -> NDArray[np.float64]:
    """(n,) Å of the first axis.  Cards of axes that do not exist are never looked at."""
    cards = hdu.cards
    _refuse_other_axes(hdu)
    start, step = cards.number("CRVAL1"), step_of(hdu)
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
    if kind == "ln":
        notes.append("log-linear axis (ln)")
        return as_angstrom(hdu, units.raised(start + steps, np.e), notes)
    if kind == "exp":
        notes.append("log-linear axis (WAVE-LOG)")
        return as_angstrom(hdu, np.asarray(start * np.exp(steps / start), dtype=np.float64), notes)
    return as_angstrom(hdu, np.asarray(start + steps, dtype=np.float64), notes)


def step_of(hdu: Hdu) -> float | None:
    """What a pixel adds to the axis; None where the header does not say, or says 0."""
    for keyword in ("COEFF1", "CDELT1", "CD1_1"):
        step = hdu.cards.number(keyword)
        if step:
            return step
    return None


def as_angstrom(hdu: Hdu, axis: NDArray[np.float64], notes: list[str]) -> NDArray[np.float64]:
    """The axis, its logarithms raised, in Å by CUNIT1 or IRAF's attribute.

    An axis that CTYPE1 calls WAVE or AWAV is in metres where no unit is given (Greisen et al. 2006,
    table 1), which few writers knew: only numbers that can be nothing else are taken so.
    """
    unit = hdu.cards.text("CUNIT1") or _iraf_unit(hdu) or ""
    kind = (hdu.cards.text("CTYPE1") or "").upper()
    if not unit and kind.startswith(("WAVE", "AWAV")) and np.nanmax(axis) < _LONGEST_METRES:
        unit = "m"
    where = f"{hdu.label}: axis"
    if not unit:
        units.must_be_angstrom(axis, where, CURE)
        return axis
    return units.scaled(axis, units.named(unit, where).angstrom, notes)


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
    unit = units.wavelength_unit(cards.text("CUNIT1") or "")
    if unit is not None and unit.base is not None:
        return "log10" if unit.base == 10 else "ln"
    return "linear"


def _iraf_unit(hdu: Hdu) -> str | None:
    match = re.search(r"\bunits=(\w+)", hdu.cards.text("WAT1_001") or "")
    return match.group(1) if match else None
