"""SDSS, BOSS, eBOSS and SDSS-V spec files, lite and full, found by their columns.

Data model: https://data.sdss.org/datamodel/files/BOSS_SPECTRO_REDUX/RUN2D/spectra/PLATE4/spec.html
Flux is in 1e-17 erg/s/cm2/Å, wavelengths are vacuum and heliocentric.
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

name = "sdss"
version = 2
survey = "SDSS"

FATAL_BITS = (1 << 18) | (1 << 24)
"""and_mask bits that make a pixel bad: FULLREJECT and NODATA of SPPIXMASK
(https://www.sdss4.org/dr17/algorithms/bitmasks/#SPPIXMASK)."""

_IDS = ("SPECOBJID", "SPECOBJ_ID")
_BANDS = "ugriz"
_CONVERTED = {True: "vacuum (header VACUUM = T)", None: "vacuum (survey default)"}


def recognises(file: OpenedFile) -> bool:
    """A table with flux, ivar and loglam columns, whatever the header calls itself."""
    return bool(_tables(file))


def object_ids(file: OpenedFile) -> tuple[str, ...]:
    return (_object_id(file),)


def read(file: OpenedFile, object_id: str) -> Spectrum:
    notes: list[str] = []
    hdu = _chosen(file, notes)
    wavelength = 10.0 ** np.ravel(hdu.column("LOGLAM")).astype(np.float64)
    vacuum = file.hdus[0].cards.flag("VACUUM")
    if vacuum is False:
        wavelength = air_to_vacuum(wavelength)
    frame = _CONVERTED.get(vacuum, "air (header VACUUM = F), made vacuum")
    and_mask, or_mask = _mask(hdu, "AND_MASK"), _mask(hdu, "OR_MASK")
    pixels = Pixels(
        wavelength,
        np.ravel(hdu.column("FLUX")),
        np.ravel(hdu.column("IVAR")),
        (and_mask & FATAL_BITS) != 0,
        ((and_mask & ~FATAL_BITS) | or_mask) != 0,
    )
    return assemble(pixels, _origin(file, object_id, hdu, frame, notes))


def _tables(file: OpenedFile) -> list[Hdu]:
    wanted = {"FLUX", "IVAR", "LOGLAM"}
    return [h for h in file.hdus if h.is_table and h.rows > 1 and h.column_names >= wanted]


def _chosen(file: OpenedFile, notes: list[str]) -> Hdu:
    """The coadd; single exposures of a full file are named in a note."""
    tables = _tables(file)
    hdu = next((t for t in tables if t.name == "COADD"), tables[0])
    others = len(tables) - 1
    if others:
        notes.append(
            f"{len(tables)} spectra in this file, {hdu.name or hdu.label} taken, "
            f"{others} other spectrum HDU{'s' if others > 1 else ''}"
        )
    return hdu


def _mask(hdu: Hdu, column: str) -> NDArray[Any]:
    if column not in hdu.column_names:
        return np.zeros(hdu.rows, dtype=np.int64)
    return np.ravel(hdu.column(column)).astype(np.int64)


def _catalogue(file: OpenedFile) -> Hdu | None:
    """The one-row table that carries Z and CLASS: SPECOBJ, SPALL, or another by its columns."""
    for hdu in file.hdus[1:]:
        if hdu.is_table and hdu.rows == 1 and hdu.column_names & {"Z", "CLASS", *_IDS}:
            return hdu
    return None


def _object_id(file: OpenedFile) -> str:
    table = _catalogue(file)
    stated = facts.word(table.first(*_IDS)) if table is not None else None
    if stated and stated != "0":
        return stated
    cards = file.hdus[0].cards
    named = _plate_name(file) or _field_name(file)
    return facts.word(cards.text("SPEC_ID")) or named or file.stem


def _plate_name(file: OpenedFile) -> str | None:
    """Plate, MJD and fibre by the header, else by the row of the catalogue."""
    cards, row = file.hdus[0].cards, _Row(_catalogue(file))
    names = (("PLATEID", "PLATE"), ("MJD", "MJD"), ("FIBERID", "FIBERID"))
    parts = [cards.text(card) or facts.word(row(column)) for card, column in names]
    if not all(parts):
        return None
    plate, mjd, fibre = (str(p) for p in parts)
    return f"{plate.zfill(4)}-{mjd}-{fibre.zfill(4)}"


def _field_name(file: OpenedFile) -> str | None:
    """SDSS-V: field, MJD and CATALOGID, as the file is named (it has no plates)."""
    row = _Row(_catalogue(file))
    field, mjd, catalogue = (facts.word(row(c)) for c in ("FIELD", "MJD", "CATALOGID"))
    return f"{field.zfill(6)}-{mjd}-{catalogue}" if field and mjd and catalogue else None


def _origin(file: OpenedFile, object_id: str, hdu: Hdu, frame: str, notes: list[str]) -> Origin:
    cards, table = file.hdus[0].cards, _catalogue(file)
    row = _Row(table)
    redshift = facts.redshift(row("Z"), notes)
    warning = row("ZWARNING")
    run = facts.word(row("RUN2D")) or cards.text("RUN2D")
    return Origin(
        file=file.path,
        reader=name,
        reader_version=version,
        survey=survey,
        release=None if run is None else f"RUN2D {run}",
        object_id=object_id,
        ra=facts.degrees(_either(row("PLUG_RA", "FIBER_RA", "RACAT"), cards.number("PLUG_RA"))),
        dec=facts.degrees(
            _either(row("PLUG_DEC", "FIBER_DEC", "DECCAT"), cards.number("PLUG_DEC"))
        ),
        frame=frame,
        flux_unit=facts.flux_unit(cards.text("BUNIT")),
        redshift=redshift,
        redshift_source=f"SDSS pipeline ({table.label})"
        if table and redshift is not None
        else None,
        redshift_warning=None if warning is None else int(warning),
        pipeline_class=facts.word(row("CLASS")),
        pipeline_subclass=facts.word(row("SUBCLASS")),
        notes=tuple(notes),
        details=_details(file, hdu, row),
    )


class _Row:
    """The catalogue row: a cell by the first name that exists, None where there is no table."""

    def __init__(self, table: Hdu | None) -> None:
        self._table = table

    def __call__(self, *names: str) -> Any:
        return None if self._table is None else self._table.first(*names)


def _either(first: Any, second: Any) -> Any:
    return second if first is None else first


def _details(file: OpenedFile, hdu: Hdu, row: _Row) -> dict[str, str]:
    cards = file.hdus[0].cards
    details = {"hdu": hdu.label}
    medians = row("SN_MEDIAN")
    if medians is not None and np.size(medians) == len(_BANDS):
        details |= {f"snr_{b}": f"{v:.3g}" for b, v in zip(_BANDS, medians, strict=True)}
    for label, keyword in (("exposures", "NEXP"), ("exposure_time_s", "EXPTIME")):
        text = cards.text(keyword)
        if text is not None:
            details[label] = text
    plate = _plate_name(file)
    if plate is not None:
        details["plate-mjd-fibre"] = plate
    box = facts.word(row("SPECTROGRAPHID"))
    if box is not None:
        details["spectrograph"] = box
    speed = cards.number("HELIO_RV")
    stated = "" if speed is None else f", {speed:.3g} km/s"
    details["heliocentric"] = f"heliocentric already applied (survey default){stated}"
    return details
