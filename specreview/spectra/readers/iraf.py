"""IRAF images of many apertures: multispec (a dispersion each) and equispec (one for all).

Valdes, "The IRAF/NOAO Spectral World Coordinate Systems" (1993; help topic onedspec.specwcs):
image lines are apertures, the third axis holds bands (BANDIDn: the spectrum, its background, its
sigma).  Each aperture is an object, named by its number; for an echelle each aperture is an
order, the number that IRAF calls beam.
"""

import re
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from specreview.spectra.readers import facts
from specreview.spectra.readers.assembly import NoSpectrum, Pixels, assemble
from specreview.spectra.readers.cards import Cards
from specreview.spectra.readers.layout import Hdu
from specreview.spectra.readers.medium import in_vacuum
from specreview.spectra.readers.multispec import Dispersion, parse_dispersion
from specreview.spectra.readers.position import position
from specreview.spectra.readers.source import OpenedFile
from specreview.spectra.readers.uncertainty import inverse_variance
from specreview.spectra.readers.wcs1d import as_angstrom, linear_axis
from specreview.spectra.spectrum import FloatArray, Origin, Spectrum

name = "iraf"
version = 1
survey = "unknown"

_SPEC = re.compile(r'\bspec(\d+)\s*=\s*"([^"]*)')
_ATTRIBUTE_CHARACTERS = 68
"""A card of an attribute is this long; the blanks at its end belong to the string."""
_DETAILS = {"object": "OBJECT", "telescope": "TELESCOP", "instrument": "INSTRUME"}


def recognises(file: OpenedFile) -> bool:
    """The first image, where its header names the multispec or the equispec system."""
    hdu = _image(file)
    return hdu is not None and bool(_system(hdu))


def object_ids(file: OpenedFile) -> tuple[str, ...]:
    """FILE-apN of each aperture whose wavelengths are usable, or FILE alone where there is one."""
    return tuple(_apertures(file)[0])


def read(file: OpenedFile, object_id: str) -> Spectrum:
    hdu = _required_image(file)
    found, unusable = _apertures(file)
    aperture = found[object_id]
    notes = [f"left out, {cause}" for cause in unusable]
    flux, ivar = _bands(hdu, aperture.line, notes)
    axis, frame = in_vacuum(hdu.cards, aperture.wavelengths, notes)
    ra, dec = position(hdu.cards if "RA" in hdu.cards else file.hdus[0].cards)
    origin = Origin(
        file=file.path,
        reader=name,
        reader_version=version,
        survey=survey,
        object_id=object_id,
        ra=ra,
        dec=dec,
        frame=frame,
        flux_unit=facts.flux_unit(hdu.cards.text("BUNIT")),
        notes=tuple(notes),
        details={"hdu": hdu.label} | aperture.details | _details(file.hdus[0].cards),
    )
    return assemble(Pixels(axis, flux, ivar), origin)


@dataclass(frozen=True)
class _Aperture:
    """A line of the image (from 0) and its wavelengths: (n,) Å, NaN where there are no data."""

    line: int
    number: int
    wavelengths: NDArray[np.float64]
    details: dict[str, str]


def _image(file: OpenedFile) -> Hdu | None:
    """The primary array, else the first image extension, as Gemini's files have it."""
    return next((hdu for hdu in file.hdus if hdu.is_image), None)


def _required_image(file: OpenedFile) -> Hdu:
    hdu = _image(file)
    if hdu is None:
        raise NoSpectrum("no image in this file")
    return hdu


def _system(hdu: Hdu) -> str:
    """Which of the two it is, "multispec" or "equispec"; "" for everything else."""
    if not hdu.is_image or hdu.is_compressed or len(hdu.shape) > 3:
        return ""
    said = f"{hdu.cards.text('CTYPE1') or ''} {_attribute(hdu.cards, 0)}".lower()
    if "multispe" in said:
        return "multispec"
    lines = [n for n in hdu.shape[:-1] if n > 1]
    return "equispec" if lines and ("equispec" in said or "APNUM1" in hdu.cards) else ""


def _attribute(cards: Cards, axis: int) -> str:
    """The WATn attribute of an axis, its cards joined in the order of their numbers."""
    parts = sorted(cards.keywords(f"WAT{axis}_"))
    texts = (str(cards.get(key) or "") for key in parts)
    return "".join(text.ljust(_ATTRIBUTE_CHARACTERS) for text in texts)


def _apertures(file: OpenedFile) -> tuple[dict[str, _Aperture], list[str]]:
    """Usable apertures by object id in the image's order, and why others are not."""
    if name not in file.kept:
        file.kept[name] = _worked_out(file)
    found: tuple[dict[str, _Aperture], list[str]] = file.kept[name]
    return found


def _worked_out(file: OpenedFile) -> tuple[dict[str, _Aperture], list[str]]:
    hdu = _required_image(file)
    make = _independent if _system(hdu) == "multispec" else _equal
    usable, causes = [], []
    for line in range(_lines(hdu)):
        try:
            usable.append(_checked(make(hdu, line)))
        except NoSpectrum as error:
            causes.append(f"image line {line + 1}: {error}")
    if not usable:
        raise NoSpectrum(f"no aperture has usable wavelengths: {causes[0]}")
    return _by_id(file.stem, usable, alone=_lines(hdu) == 1), causes


def _lines(hdu: Hdu) -> int:
    return hdu.shape[-2] if len(hdu.shape) > 1 else 1


def _by_id(stem: str, apertures: list[_Aperture], *, alone: bool) -> dict[str, _Aperture]:
    if alone:
        return {stem: apertures[0]}
    found: dict[str, _Aperture] = {}
    for aperture in apertures:
        wanted = f"{stem}-ap{aperture.number}"
        while wanted in found:  # numbers should be unique, and are not always
            wanted += "+"
        found[wanted] = aperture
    return found


def _checked(aperture: _Aperture) -> _Aperture:
    """The aperture, where its wavelengths run one way: a broken function seldom does."""
    steps = np.diff(aperture.wavelengths[np.isfinite(aperture.wavelengths)])
    if steps.size == 0 or not (np.all(steps > 0) or np.all(steps < 0)):
        raise NoSpectrum(f"aperture {aperture.number} has wavelengths that do not run one way")
    return aperture


def _independent(hdu: Hdu, line: int) -> _Aperture:
    """A line of a multispec image, by its own entry in WAT2."""
    cards = hdu.cards
    texts = dict(_SPEC.findall(_attribute(cards, 2)))
    physical = _physical_line(cards, line, len(hdu.shape))
    if str(physical) not in texts:
        raise NoSpectrum(f"image line {physical} has no spec string in WAT2")
    dispersion = parse_dispersion(texts[str(physical)])
    wavelengths = as_angstrom(hdu, _of_pixels(cards, dispersion, hdu.shape[-1]))
    details = {"aperture": str(dispersion.aperture), "order": str(dispersion.beam)}
    if dispersion.doppler:
        details["doppler"] = f"z = {dispersion.doppler:g} already applied by its axis"
    return _Aperture(line, dispersion.aperture, wavelengths, details)


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


def _equal(hdu: Hdu, line: int) -> _Aperture:
    """A line of an equispec image: the axis of all, with its own number in APNUMn."""
    if hdu.cards.integer("DC-FLAG") == -1:
        raise NoSpectrum(f"aperture {line + 1} has no wavelengths (it is not calibrated)")
    numbers = (hdu.cards.text(f"APNUM{line + 1}") or "").split()
    aperture = int(numbers[0]) if numbers and numbers[0].isdigit() else line + 1
    details = {"aperture": str(aperture)}
    if len(numbers) > 1:
        details["order"] = numbers[1]
    return _Aperture(line, aperture, linear_axis(hdu, hdu.shape[-1], []), details)


def _bands(hdu: Hdu, line: int, notes: list[str]) -> tuple[FloatArray, FloatArray | None]:
    """Flux of the first band, and inverse variance from the band named sigma."""
    if len(hdu.shape) == 1:
        return hdu.image(), None
    if len(hdu.shape) == 2:
        return hdu.image(line), None
    cube, ivar, others = hdu.image(), None, []
    for band in range(1, cube.shape[0]):
        title = (hdu.cards.text(f"BANDID{band + 1}") or f"band {band + 1}").split(" - ")[0]
        if title.lower().startswith("sigma") and ivar is None:
            ivar = inverse_variance(cube[band, line], 2)
        else:
            others.append(title)
    if others:
        notes.append(f"bands of this file that are not used: {', '.join(others)}")
    return cube[0, line], ivar


def _details(cards: Cards) -> dict[str, str]:
    return {label: text for label, key in _DETAILS.items() if (text := cards.text(key))}
