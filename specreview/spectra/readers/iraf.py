"""IRAF images of many apertures: multispec (a dispersion each) and equispec (one for all).

Image lines are apertures, the third axis holds bands (BANDIDn: the spectrum, its background, its
sigma).  Each aperture is an object, named by its number.  Orders of an echelle can be asked for on
one axis, as FILE-orders, which no list names: an import would judge the same photons twice.
"""

from dataclasses import dataclass

from specreview.spectra.readers import facts, units
from specreview.spectra.readers.assembly import NoSpectrum, Pixels, assemble
from specreview.spectra.readers.iraf_apertures import (
    Aperture,
    apertures,
    are_orders,
    lines,
    system,
)
from specreview.spectra.readers.layout import Hdu
from specreview.spectra.readers.medium import in_vacuum
from specreview.spectra.readers.merging import merged
from specreview.spectra.readers.position import position
from specreview.spectra.readers.source import OpenedFile
from specreview.spectra.readers.uncertainty import inverse_variance
from specreview.spectra.spectrum import FloatArray, Origin, Spectrum

name = "iraf"
version = 2
survey = "unknown"

_DETAILS = {"object": "OBJECT", "telescope": "TELESCOP", "instrument": "INSTRUME"}
_NOTE_BLAZE = "orders are joined as they stand: without the blaze taken out each is an arch"


def recognises(file: OpenedFile) -> bool:
    """The first image, where its header names the multispec or the equispec system."""
    hdu = _image(file)
    return hdu is not None and bool(system(hdu))


def object_ids(file: OpenedFile) -> tuple[str, ...]:
    """FILE-apN of each aperture whose wavelengths are usable, or FILE alone where there is one."""
    return tuple(_content(file).by_id)


def joined_ids(file: OpenedFile) -> tuple[str, ...]:
    """FILE-orders where the apertures are orders of one echelle spectrum."""
    joined = _content(file).joined
    return (joined,) if joined else ()


def read(file: OpenedFile, object_id: str) -> Spectrum:
    hdu, content = _required_image(file), _content(file)
    joined = object_id == content.joined
    chosen = list(content.by_id.values()) if joined else [content.by_id[object_id]]
    notes = [f"left out, {cause}" for cause in content.left_out]
    parts = [_pixels(hdu, aperture, notes) for aperture in chosen]
    notes = list(dict.fromkeys(notes))
    units.check_flux(hdu.cards.text("BUNIT"), hdu.label, notes)
    pixels = _joined(parts, notes) if joined else parts[0]
    pixels.wavelength, frame = in_vacuum(hdu.cards, pixels.wavelength, notes)
    if content.joined and not joined:
        notes.append(f"one of {len(content.by_id)} orders; {content.joined} has all on one axis")
    details = _of_all(chosen) if joined else chosen[0].details
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
        details={"hdu": hdu.label} | details | file.hdus[0].cards.texts(_DETAILS),
    )
    return assemble(pixels, origin)


@dataclass(frozen=True)
class _Content:
    """Usable apertures by object id in the image's order; `joined` names all orders together."""

    by_id: dict[str, Aperture]
    left_out: list[str]
    joined: str


def _image(file: OpenedFile) -> Hdu | None:
    """The primary array, else the first image extension, as Gemini's files have it."""
    return next((hdu for hdu in file.hdus if hdu.is_image), None)


def _required_image(file: OpenedFile) -> Hdu:
    hdu = _image(file)
    if hdu is None:
        raise NoSpectrum("no image in this file")
    return hdu


def _content(file: OpenedFile) -> _Content:
    if name not in file.kept:
        hdu = _required_image(file)
        found, causes = apertures(hdu)
        joined = f"{file.stem}-orders" if are_orders(found) else ""
        file.kept[name] = _Content(_by_id(file.stem, found, lines(hdu) == 1), causes, joined)
    content: _Content = file.kept[name]
    return content


def _by_id(stem: str, found: list[Aperture], alone: bool) -> dict[str, Aperture]:
    if alone:
        return {stem: found[0]}
    named: dict[str, Aperture] = {}
    for aperture in found:
        wanted = f"{stem}-ap{aperture.number}"
        while wanted in named:  # numbers should be unique, and are not always
            wanted += "+"
        named[wanted] = aperture
    return named


def _pixels(hdu: Hdu, aperture: Aperture, notes: list[str]) -> Pixels:
    """Flux of the first band, and inverse variance from the band named sigma; file's medium."""
    line = aperture.line
    if len(hdu.shape) < 3:
        flux = hdu.pixels(None if len(hdu.shape) == 1 else line)
        return Pixels(aperture.wavelengths, flux)
    ivar: FloatArray | None = None
    others = []
    for band in range(1, hdu.shape[0]):
        title = (hdu.cards.text(f"BANDID{band + 1}") or f"band {band + 1}").split(" - ")[0]
        if title.lower().startswith("sigma") and ivar is None:
            ivar = inverse_variance(hdu.image(band)[line], 2)
        else:
            others.append(title)
    if others:
        notes.append(f"bands of this file that are not used: {', '.join(others)}")
    return Pixels(aperture.wavelengths, hdu.pixels(0)[line], ivar)


def _joined(parts: list[Pixels], notes: list[str]) -> Pixels:
    pixels, overlap = merged(parts, "orders")
    notes += [overlap, _NOTE_BLAZE] if overlap else [_NOTE_BLAZE]
    return pixels


def _of_all(chosen: list[Aperture]) -> dict[str, str]:
    """The orders that stand on the one axis."""
    beams = sorted(a.beam for a in chosen if a.beam is not None)
    return {"orders": f"{beams[0]} to {beams[-1]} ({len(chosen)} apertures)"}
