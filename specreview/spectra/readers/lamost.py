"""LAMOST low resolution: the (5, N) primary array to DR8, the COADD table from DR9.

Data model: https://www.lamost.org/dr7/v2.0/doc/lr-data-production-description, section 2, and
the same page of each release.  Flux is relative, wavelengths are vacuum and heliocentric.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from specreview.spectra.frames import air_to_vacuum
from specreview.spectra.readers import facts
from specreview.spectra.readers.assembly import Pixels, assemble
from specreview.spectra.readers.layout import Hdu
from specreview.spectra.readers.source import OpenedFile
from specreview.spectra.spectrum import Origin, Spectrum

name = "lamost"
version = 1
survey = "LAMOST"

FATAL_BITS = (1 << 0) | (1 << 5)
"""and_mask bits that make a pixel bad: the first, BADCCD (bad pixel on the CCD), and the sixth,
NODATA (no good data), of the six in the data model's table "and-mask"."""

ROW_TOLERANCE = 0.01
"""Å: a stored float32 axis is within 0.003 Å of its formula; anything farther is another axis."""

FIT_LIMIT, FIT_LIMIT_WIDTH = -0.00402, 1e-6
"""Where failed fits of stellar redshifts pile up (-1205 km/s): -0.0040198 and -0.0040201 in DR7."""

_BANDS = "UGRIZ"
_DETAILS = {
    "exposures": "NEXP",
    "exposure_time_s": "EXPTIME",
    "fibre": "FIBERID",
    "spectrograph": "SPID",
    "plan": "PLANID",
    "date": "DATE-OBS",
    "lmjd": "LMJD",
    "designation": "DESIG",
    "pipeline": "VERSPIPE",
}
_SPECTRAL = frozenset({"FLUX", "IVAR"})


def recognises(file: OpenedFile) -> bool:
    """Told by structure: five rows with LAMOST's axis, or a table with LAMOST's column names."""
    primary = file.hdus[0]
    if _has_five_rows(primary):
        return _says_lamost(primary) or (not _says_sdss(primary) and _row_is_axis(primary))
    return bool(_tables(file))


def object_ids(file: OpenedFile) -> tuple[str, ...]:
    return (object_id_of(file),)


def read(file: OpenedFile, object_id: str) -> Spectrum:
    cards = file.hdus[0].cards
    notes: list[str] = []
    if _has_five_rows(file.hdus[0]):
        used, arrays = file.hdus[0], _five_rows(file.hdus[0], notes)
    else:
        used, arrays = _coadd_table(file, notes)
    wavelength, flux, ivar, and_mask, or_mask = arrays
    frame = "vacuum (header VACUUM = T)"
    if cards.flag("VACUUM") is False:
        wavelength, frame = air_to_vacuum(wavelength), "air (header VACUUM = F), made vacuum"
    elif cards.flag("VACUUM") is None:
        frame = "vacuum (survey default)"
    seen = and_mask.astype(np.int64)
    fatal = (seen & FATAL_BITS) != 0
    warned = ((seen & ~FATAL_BITS) | or_mask.astype(np.int64)) != 0
    origin = _origin(file, object_id, used, frame, notes)
    return assemble(Pixels(wavelength, flux, ivar, fatal, warned), origin)


Arrays = tuple[NDArray[np.float64], NDArray[Any], NDArray[Any], NDArray[Any], NDArray[Any]]


def _five_rows(hdu: Hdu, notes: list[str]) -> Arrays:
    flux, ivar, third, and_mask, or_mask = hdu.image()
    wavelength = _axis(hdu, third, "row 2", notes)
    return wavelength, flux, ivar, and_mask, or_mask


def _coadd_table(file: OpenedFile, notes: list[str]) -> tuple[Hdu, Arrays]:
    tables = _tables(file)
    hdu = next((t for t in tables if t.name == "COADD"), tables[0])
    if len(tables) > 1:
        others = len(tables) - 1
        notes.append(
            f"{len(tables)} spectra in this file, {hdu.name or hdu.label} taken, "
            f"{others} other spectrum HDU{'s' if others > 1 else ''}"
        )
    if "LOGLAM" in hdu.column_names:
        stored, label = 10.0 ** np.ravel(hdu.column("LOGLAM")).astype(np.float64), "LOGLAM"
    else:
        stored, label = np.ravel(hdu.column("WAVELENGTH")).astype(np.float64), "WAVELENGTH"
    flux, ivar = np.ravel(hdu.column("FLUX")), np.ravel(hdu.column("IVAR"))
    none = np.zeros(flux.size, dtype=np.int64)
    and_mask = np.ravel(hdu.column("ANDMASK")) if "ANDMASK" in hdu.column_names else none
    or_mask = np.ravel(hdu.column("ORMASK")) if "ORMASK" in hdu.column_names else none
    return hdu, (
        _axis(file.hdus[0], stored, f"column {label}", notes),
        flux,
        ivar,
        and_mask,
        or_mask,
    )


def _axis(hdu: Hdu, stored: NDArray[Any], label: str, notes: list[str]) -> NDArray[np.float64]:
    """10**(COEFF0 + COEFF1 i) in float64 where the header has it, else the stored axis."""
    formula = _formula(hdu, stored.size)
    is_axis = bool(np.all(np.diff(stored) > 0)) and bool(stored[0] > 0)
    if formula is None:
        return stored.astype(np.float64)
    if is_axis and np.abs(stored - formula).max() <= ROW_TOLERANCE:
        return formula
    if label == "row 2" or not is_axis:
        notes.append(f"{label} is not a wavelength axis, COEFF0 and COEFF1 used")
        return formula
    notes.append(f"{label} differs from COEFF0 and COEFF1, {label} used")
    return stored.astype(np.float64)


def _formula(hdu: Hdu, size: int) -> NDArray[np.float64] | None:
    start, step = hdu.cards.number("COEFF0"), hdu.cards.number("COEFF1")
    if start is None or step is None:
        start, step = hdu.cards.number("CRVAL1"), hdu.cards.number("CD1_1")
    if start is None or step is None or step == 0:
        return None
    return np.asarray(10.0 ** (start + step * np.arange(size)), dtype=np.float64)


def _origin(file: OpenedFile, object_id: str, used: Hdu, frame: str, notes: list[str]) -> Origin:
    cards = file.hdus[0].cards
    redshift = facts.redshift(cards.text("Z"), notes)
    if redshift is not None and abs(redshift - FIT_LIMIT) < FIT_LIMIT_WIDTH:
        notes.append(f"z = {redshift:.5f} is the edge of the pipeline's fit, not a measurement")
    release = (cards.text("DATA_V") or "").replace("LAMOST", "").strip()
    return Origin(
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
        redshift=redshift,
        redshift_source=None if redshift is None else "LAMOST pipeline (header Z)",
        pipeline_class=cards.text("CLASS"),
        pipeline_subclass=cards.text("SUBCLASS"),
        notes=tuple(notes),
        details=_details(file, used),
    )


def _details(file: OpenedFile, used: Hdu) -> dict[str, str]:
    cards = file.hdus[0].cards
    details = {"hdu": used.label}
    for band in _BANDS:
        value = cards.number(f"SNR{band}")
        value = cards.number(f"SN_{band}") if value is None else value
        if value is not None:
            details[f"snr_{band.lower()}"] = f"{value:g}"
    return details | shared_details(file)


def shared_details(file: OpenedFile) -> dict[str, str]:
    """What the primary header of both resolutions says of the observation."""
    cards = file.hdus[0].cards
    return cards.texts(_DETAILS) | {"heliocentric": _heliocentric(file)}


def _heliocentric(file: OpenedFile) -> str:
    cards = file.hdus[0].cards
    applied, speed = cards.flag("HELIO"), cards.number("HELIO_RV")
    if applied is False:
        return "heliocentric correction not applied (header HELIO = F)"
    stated = "" if speed is None else f", {speed:g} km/s"
    default = "" if applied else " (survey default)"
    return f"heliocentric already applied{default}{stated}"


def object_id_of(file: OpenedFile) -> str:
    """OBSID; DR1 has none, there the name of the released file says which spectrum it is."""
    cards = file.hdus[0].cards
    released = (cards.text("FILENAME") or file.name).removesuffix(".gz")
    return cards.text("OBSID") or released.rsplit("/", 1)[-1].removesuffix(".fits")


def _tables(file: OpenedFile) -> list[Hdu]:
    return [h for h in file.hdus if h.is_table and _is_lamost_table(h, file.hdus[0])]


def _is_lamost_table(hdu: Hdu, primary: Hdu) -> bool:
    columns = hdu.column_names
    if not columns >= _SPECTRAL or not columns & {"LOGLAM", "WAVELENGTH"}:
        return False
    return bool(columns & {"ANDMASK", "ORMASK"}) or _says_lamost(primary)


def _says_lamost(hdu: Hdu) -> bool:
    return any("LAMOST" in (hdu.cards.text(k) or "") for k in ("TELESCOP", "DATA_V", "AUTHOR"))


def _says_sdss(hdu: Hdu) -> bool:
    return "SDSS" in (hdu.cards.text("TELESCOP") or "") or "SPEC_CLN" in hdu.cards


def _has_five_rows(hdu: Hdu) -> bool:
    return len(hdu.shape) == 2 and hdu.shape[0] == 5 and hdu.shape[1] > 1


def _row_is_axis(hdu: Hdu) -> bool:
    third, formula = hdu.image(2), _formula(hdu, hdu.shape[1])
    return formula is not None and bool(np.abs(third - formula).max() <= ROW_TOLERANCE)
