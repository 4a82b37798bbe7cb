"""SDSS spSpec files, to DR7: a (4 or 5, N) primary array whose third row is an error.

Data model: https://classic.sdss.org/dr7/dm/flatFiles/spSpec.html.  Rows: spectrum, continuum
subtracted spectrum, 1σ error (0 where bad), mask.  Wavelengths are vacuum and heliocentric,
10**(COEFF0 + COEFF1 i); the masks are taken from the table in the sixth extension, since float32
does not hold 28 bits.  LAMOST's arrays of the same shape have ivar and wavelengths instead.
"""

import numpy as np

from specreview.spectra.readers import facts
from specreview.spectra.readers.assembly import Pixels, assemble
from specreview.spectra.readers.cards import Cards
from specreview.spectra.readers.layout import Hdu
from specreview.spectra.readers.medium import Medium, in_vacuum
from specreview.spectra.readers.sdss import FATAL_BITS
from specreview.spectra.readers.source import OpenedFile
from specreview.spectra.readers.uncertainty import inverse_variance
from specreview.spectra.spectrum import Origin, Spectrum

name = "spspec"
version = 1
survey = "SDSS"

_ROWS = (4, 5)
_MASKS = frozenset({"ANDMASK", "ORMASK"})
_USUAL: tuple[Medium, str] = ("vacuum", "survey default")
_CLASSES = ("UNKNOWN", "STAR", "GALAXY", "QSO", "HIZ_QSO", "SKY", "STAR_LATE", "GAL_EM")
"""SPEC_CLN by number, https://classic.sdss.org/dr7/products/catalogs/flags.html."""

_DETAILS = {"exposures": "NEXP", "exposure_time_s": "EXPTIME", "date": "DATE-OBS"}


def recognises(file: OpenedFile) -> bool:
    """4 or 5 rows on a COEFF0, COEFF1 axis, and the header's row names or the table of masks."""
    hdu = file.hdus[0]
    if len(hdu.shape) != 2 or hdu.shape[0] not in _ROWS or hdu.cards.number("COEFF1") is None:
        return False
    if "EIGEN0" in hdu.cards:
        return False  # eigenspectra of a template
    named = (hdu.cards.text("ARRAY3") or "").upper().startswith("ERROR")
    sdss = "SDSS" in (hdu.cards.text("TELESCOP") or "") or "SPEC_CLN" in hdu.cards
    return named or sdss or _masks(file) is not None


def object_ids(file: OpenedFile) -> tuple[str, ...]:
    """PLATE-MJD-FIBRE, as later releases name the same spectrum; the file's name without them."""
    cards = file.hdus[0].cards
    plate, mjd, fibre = (cards.text(k) for k in ("PLATEID", "MJD", "FIBERID"))
    if not (plate and mjd and fibre):
        return (file.stem,)
    return (f"{plate.zfill(4)}-{mjd}-{fibre.zfill(4)}",)


def read(file: OpenedFile, object_id: str) -> Spectrum:
    hdu, notes = file.hdus[0], ["row 2 is the error"]
    start, step = hdu.cards.number("COEFF0"), hdu.cards.number("COEFF1")
    if start is None or step is None:
        raise file.refuse("COEFF0 or COEFF1 is missing; the axis is not known")
    axis = np.asarray(10.0 ** (start + step * np.arange(hdu.shape[1])), dtype=np.float64)
    axis, frame = in_vacuum(hdu.cards, axis, notes, _USUAL)
    pixels = Pixels(axis, hdu.image(0), inverse_variance(hdu.image(2), 2))
    masks = _masks(file)
    if masks is None:
        notes.append("no table of masks: bad pixels are those without an error")
    else:
        seen, other = (np.ravel(masks.column(n)).astype(np.int64) for n in ("ANDMASK", "ORMASK"))
        pixels.fatal = (seen & FATAL_BITS) != 0
        pixels.warned = ((seen & ~FATAL_BITS) | other) != 0
    return assemble(pixels, _origin(file, object_id, frame, notes))


def _masks(file: OpenedFile) -> Hdu | None:
    size = file.hdus[0].shape[-1]
    tables = (h for h in file.hdus[1:] if h.is_table and h.rows == size)
    return next((h for h in tables if h.column_names >= _MASKS), None)


def _origin(file: OpenedFile, object_id: str, frame: str, notes: list[str]) -> Origin:
    cards = file.hdus[0].cards
    redshift = facts.redshift(cards.text("Z"), notes)
    run = cards.text("VERS2D")
    warning = cards.number("Z_WARNIN")
    return Origin(
        file=file.path,
        reader=name,
        reader_version=version,
        survey=survey,
        release=None if run is None else f"idlspec2d {run}",
        object_id=object_id,
        ra=facts.degrees(cards.number("RAOBJ")),
        dec=facts.degrees(cards.number("DECOBJ")),
        frame=frame,
        flux_unit=facts.flux_unit(cards.text("BUNIT")),
        redshift=redshift,
        redshift_source=None if redshift is None else "SDSS pipeline (header Z)",
        redshift_warning=None if warning is None else int(warning),
        pipeline_class=_class(cards),
        notes=tuple(notes),
        details=_details(cards),
    )


def _class(cards: Cards) -> str | None:
    number = cards.integer("SPEC_CLN", -1)
    return _CLASSES[number] if 0 <= number < len(_CLASSES) else None


def _details(cards: Cards) -> dict[str, str]:
    details = {"hdu": "HDU 0 PRIMARY"}
    details |= cards.texts(_DETAILS)
    for band in "gri":
        snr = cards.number(f"SN_{band.upper()}")
        details |= {} if snr is None or snr < 0 else {f"snr_{band}": f"{snr:.3g}"}
    speed = cards.number("HELIO_RV")
    stated = "" if speed is None else f", {speed:.3g} km/s"
    return details | {"heliocentric": f"heliocentric already applied (survey default){stated}"}
