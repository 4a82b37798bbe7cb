"""The apertures of an IRAF image: which line each is, and its wavelengths.

Valdes, "The IRAF/NOAO Spectral World Coordinate Systems" (1993; help topic onedspec.specwcs): a
multispec image has a dispersion for each line in its WAT2 attribute, an equispec image one for all.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray

from specreview.spectra.readers.assembly import NoSpectrum
from specreview.spectra.readers.cards import Cards, between_quotes
from specreview.spectra.readers.header_axis import as_angstrom, linear_axis
from specreview.spectra.readers.layout import Hdu
from specreview.spectra.readers.multispec import Dispersion, parse_dispersion

_SPEC = re.compile(r'\bspec(\d+)\s*=\s*"([^"]*)')
_ATTRIBUTE_CHARACTERS = 68
"""A card of an attribute is this long; the blanks at its end belong to the string."""
_LEAST_ORDERS = 3
_HIGHEST_ORDER = 1000
_OFF_GRATING = 0.1


@dataclass(frozen=True)
class Aperture:
    """A line of the image (from 0) and its wavelengths: (n,) Å, NaN where there are no data.

    `beam` is the order of an echelle, None where the file does not say.
    """

    line: int
    number: int
    beam: int | None
    wavelengths: NDArray[np.float64]
    details: dict[str, str]


def system(hdu: Hdu) -> str:
    """Which of the two it is, "multispec" or "equispec"; "" for everything else."""
    if not hdu.is_image or hdu.is_compressed or len(hdu.shape) > 3:
        return ""
    said = f"{hdu.cards.text('CTYPE1') or ''} {_attribute(hdu.cards, 0)}".lower()
    if "multispe" in said:
        return "multispec"
    lines = [n for n in hdu.shape[:-1] if n > 1]
    return "equispec" if lines and ("equispec" in said or "APNUM1" in hdu.cards) else ""


def apertures(hdu: Hdu) -> tuple[list[Aperture], list[str]]:
    """Apertures with usable wavelengths in the image's order, and why others are left out.

    Raises
    ------
    NoSpectrum
        No aperture has usable wavelengths.
    """
    make: Callable[[int], Aperture] = partial(_equal, hdu)
    if system(hdu) == "multispec":
        make = partial(_independent, hdu, dict(_SPEC.findall(_attribute(hdu.cards, 2))))
    usable, causes = [], []
    for line in range(lines(hdu)):
        try:
            usable.append(_checked(make(line)))
        except NoSpectrum as error:
            causes.append(f"image line {line + 1}: {error}")
    if not usable:
        raise NoSpectrum(f"no aperture has usable wavelengths: {causes[0]}")
    return usable, causes


def lines(hdu: Hdu) -> int:
    return hdu.shape[-2] if len(hdu.shape) > 1 else 1


def are_orders(found: Sequence[Aperture]) -> bool:
    """Whether the apertures are orders of one echelle spectrum, by the grating equation.

    In the middle of order m, m · λ is the same for all: 1/λ is a straight line over the beam
    numbers, also where these count from another order than the true one.  Fibres and slits see
    about the same wavelengths, or any.
    """
    beams = np.array([a.beam for a in found if a.beam is not None], dtype=np.float64)
    if len(found) < _LEAST_ORDERS or np.unique(beams).size < len(found):
        return False
    ends = [(np.nanmin(a.wavelengths), np.nanmax(a.wavelengths)) for a in found]
    inverse = 2.0 / np.sum(ends, axis=1)
    step, start = np.polyfit(beams, inverse, 1)
    off = np.abs(inverse - (start + step * beams)).max()
    return bool(abs(step) > inverse.max() / _HIGHEST_ORDER and off < _OFF_GRATING * abs(step))


def _attribute(cards: Cards, axis: int) -> str:
    """The WATn attribute of an axis, its cards joined in the order of their numbers."""
    images = (cards.image(key) for key in sorted(cards.keywords(f"WAT{axis}_")))
    return "".join(between_quotes(i).ljust(_ATTRIBUTE_CHARACTERS) for i in images)


def _checked(aperture: Aperture) -> Aperture:
    """The aperture, where its wavelengths run one way: a broken function seldom does."""
    steps = np.diff(aperture.wavelengths[np.isfinite(aperture.wavelengths)])
    if steps.size == 0 or not (np.all(steps > 0) or np.all(steps < 0)):
        raise NoSpectrum(f"aperture {aperture.number} has wavelengths that do not run one way")
    return aperture


def _independent(hdu: Hdu, entries: dict[str, str], line: int) -> Aperture:
    """A line of a multispec image, by its own entry in WAT2."""
    cards = hdu.cards
    physical = str(_physical_line(cards, line, len(hdu.shape)))
    if physical not in entries:
        raise NoSpectrum(f"image line {physical} has no spec string in WAT2")
    dispersion = parse_dispersion(entries[physical])
    wavelengths = as_angstrom(hdu, _of_pixels(cards, dispersion, hdu.shape[-1]), [])
    details = {"aperture": str(dispersion.aperture), "order": str(dispersion.beam)}
    if dispersion.doppler:
        details["doppler"] = f"z = {dispersion.doppler:g} already applied by its axis"
    return Aperture(line, dispersion.aperture, dispersion.beam, wavelengths, details)


def _physical_line(cards: Cards, line: int, axes: int) -> int:
    """The line (from 1) of the image that this one was cut from, which names the spec string."""
    if axes == 1:
        mapped = (cards.text("WAXMAP01") or "").split()
        return int(mapped[3]) + 1 if len(mapped) >= 4 and mapped[3].isdigit() else 1
    shift, scale = cards.number("LTV2") or 0.0, cards.number("LTM2_2") or 1.0
    return round((line + 1 - shift) / scale)


def _of_pixels(cards: Cards, dispersion: Dispersion, size: int) -> NDArray[np.float64]:
    shift, scale = cards.number("LTV1") or 0.0, cards.number("LTM1_1") or 1.0
    pixels = (np.arange(1.0, size + 1.0) - shift) / scale
    wavelengths = dispersion.wavelengths(pixels)
    if dispersion.valid > 0:
        wavelengths = np.where(pixels < dispersion.valid + 0.5, wavelengths, np.nan)
    return wavelengths


def _equal(hdu: Hdu, line: int) -> Aperture:
    """A line of an equispec image: the axis of all, with its own number in APNUMn."""
    if hdu.cards.integer("DC-FLAG") == -1:
        raise NoSpectrum(f"aperture {line + 1} has no wavelengths (it is not calibrated)")
    numbers = (hdu.cards.text(f"APNUM{line + 1}") or "").split()
    number = int(numbers[0]) if numbers and numbers[0].isdigit() else line + 1
    details = {"aperture": str(number)} | ({"order": numbers[1]} if len(numbers) > 1 else {})
    return Aperture(line, number, None, linear_axis(hdu, hdu.shape[-1], []), details)
