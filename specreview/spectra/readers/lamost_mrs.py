"""LAMOST medium resolution: the coadded blue and red arm on one axis.

Data model: https://www.lamost.org/dr9/v1.0/doc/mr-data-production-description, section 2, and the
same page of each release: COADD_B and COADD_R, then each exposure as B-LMJM and R-LMJM; FLUX,
IVAR, LOGLAM (WAVELENGTH from DR9) and masks, a row a pixel or one row of vectors.  Wavelengths are
vacuum and heliocentric; fluxes are not calibrated, so the two arms have no common scale.
"""

import re

import numpy as np
from numpy.typing import NDArray

from specreview.spectra.readers import facts, lamost
from specreview.spectra.readers.assembly import NoSpectrum, Pixels, assemble
from specreview.spectra.readers.layout import Hdu
from specreview.spectra.readers.medium import Medium, in_vacuum
from specreview.spectra.readers.merging import merged
from specreview.spectra.readers.source import OpenedFile
from specreview.spectra.spectrum import Origin, Spectrum

name = "lamost_mrs"
version = 1
survey = "LAMOST"

ARMS = ("B", "R")
_SPECTRAL = frozenset({"FLUX", "IVAR"})
_AXES = frozenset({"LOGLAM", "WAVELENGTH"})
_EXPOSURE = re.compile(r"[BR]-\d+")
_USUAL: tuple[Medium, str] = ("vacuum", "survey default")


def recognises(file: OpenedFile) -> bool:
    """A table COADD_B or COADD_R, or those of single exposures, with flux, ivar and wavelengths."""
    return any(_is_arm(hdu) for hdu in file.hdus)


def object_ids(file: OpenedFile) -> tuple[str, ...]:
    return (lamost.object_id_of(file),)


def read(file: OpenedFile, object_id: str) -> Spectrum:
    notes: list[str] = []
    used = _chosen(file, notes)
    parts = [_pixels(hdu) for hdu in used.values()]
    pixels, overlap = merged(parts, "arms")
    notes.append(_arms_note(used, parts))
    cards = file.hdus[0].cards
    pixels.wavelength, frame = in_vacuum(cards, pixels.wavelength, notes, _USUAL)
    release = (cards.text("DATA_V") or "").replace("LAMOST", "").strip()
    origin = Origin(
        file=file.path,
        reader=name,
        reader_version=version,
        survey=survey,
        release=release or None,
        object_id=object_id,
        ra=facts.degrees(cards.number("RA")),
        dec=facts.degrees(cards.number("DEC")),
        frame=frame,
        flux_unit=facts.flux_unit(cards.text("BUNIT")),
        notes=tuple(notes),
        details=_details(file, used),
    )
    return assemble(pixels, origin, overlap_note=overlap)


def _is_arm(hdu: Hdu) -> bool:
    named = hdu.name in ("COADD_B", "COADD_R") or _EXPOSURE.fullmatch(hdu.name)
    columns = hdu.column_names if named else frozenset()
    return columns >= _SPECTRAL and bool(columns & _AXES)


def _chosen(file: OpenedFile, notes: list[str]) -> dict[str, Hdu]:
    """The HDU of each arm: its coadd, else its exposure of the highest S/N."""
    used: dict[str, Hdu] = {}
    for arm in ARMS:
        coadd = file.hdu(f"COADD_{arm}")
        exposures = [h for h in file.hdus if h.name.startswith(f"{arm}-") and _is_arm(h)]
        if coadd is not None and _is_arm(coadd):
            used[arm] = coadd
        elif exposures:
            used[arm] = max(exposures, key=lambda h: h.cards.number("SNR") or 0.0)
            notes.append(
                f"no coadd of the {arm} arm, {used[arm].name} taken, "
                f"the best of {len(exposures)} exposures"
            )
        else:
            notes.append(f"{arm} arm missing")
    if not used:
        raise NoSpectrum("has neither a coadd nor an exposure of either arm")
    return used


def _pixels(hdu: Hdu) -> Pixels:
    if "WAVELENGTH" in hdu.column_names:
        axis = np.ravel(hdu.column("WAVELENGTH")).astype(np.float64)
    else:
        axis = 10.0 ** np.ravel(hdu.column("LOGLAM")).astype(np.float64)
    seen = _mask(hdu, axis.size, "ANDMASK", "PIXMASK")
    other = _mask(hdu, axis.size, "ORMASK")
    return Pixels(
        axis,
        np.ravel(hdu.column("FLUX")),
        np.ravel(hdu.column("IVAR")),
        (seen & lamost.FATAL_BITS) != 0,
        ((seen & ~lamost.FATAL_BITS) | other) != 0,
    )


def _mask(hdu: Hdu, size: int, *names: str) -> NDArray[np.int64]:
    found = next((n for n in names if n in hdu.column_names), None)
    if found is None:
        return np.zeros(size, dtype=np.int64)
    return np.ravel(hdu.column(found)).astype(np.int64)


def _arms_note(used: dict[str, Hdu], parts: list[Pixels]) -> str:
    spans = (
        f"{arm} {part.wavelength.min():.0f}-{part.wavelength.max():.0f} Å"
        for arm, part in zip(used, parts, strict=True)
    )
    return f"arms {' and '.join(spans)}, each in its own counts"


def _details(file: OpenedFile, used: dict[str, Hdu]) -> dict[str, str]:
    cards = file.hdus[0].cards
    details = {"hdu": " and ".join(hdu.label for hdu in used.values())}
    for arm, hdu in used.items():
        snr, exposures = hdu.cards.number("SNR"), cards.text(f"NEXP_{arm}")
        details |= {} if snr is None else {f"snr_{arm.lower()}_arm": f"{snr:g}"}
        details |= {} if exposures is None else {f"exposures_{arm.lower()}_arm": exposures}
    return details | lamost.shared_details(file)
