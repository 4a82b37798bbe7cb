"""DESI coadd and spectra files: one row a target (or exposure), one HDU set an arm.

Data model: https://desidatamodel.readthedocs.io (coadd-*.fits, spectra-*.fits).  Wavelengths are
vacuum, barycentric; flux is in 1e-17 erg/s/cm2/Å.  Only the rows asked for are read.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from specreview.spectra.readers import facts
from specreview.spectra.readers.assembly import Pixels, assemble, combine
from specreview.spectra.readers.desi_place import place
from specreview.spectra.readers.layout import Hdu
from specreview.spectra.readers.merging import merged
from specreview.spectra.readers.source import OpenedFile
from specreview.spectra.spectrum import Origin, Spectrum

name = "desi"
version = 1
survey = "DESI"

_ARMS = ("B", "R", "Z", "BRZ")
_REDSHIFT_TABLES = ("REDSHIFTS", "ZBEST", "ZCATALOG")
_RELEASES = {"fuji": "EDR (fuji)", "iron": "DR1 (iron)", "loa": "DR2 (loa)"}


def recognises(file: OpenedFile) -> bool:
    """At least one arm with its wavelengths and flux, and a table of targets."""
    return bool(_arms(file)) and _targets(file) is not None


def object_ids(file: OpenedFile) -> tuple[str, ...]:
    """TARGETIDs as text in file order, each once (a spectra file repeats them by exposure)."""
    return tuple(dict.fromkeys(str(i) for i in _target_ids(file).tolist()))


def read(file: OpenedFile, object_id: str) -> Spectrum:
    rows = np.flatnonzero(_target_ids(file) == int(object_id))
    notes = _arm_notes(file)
    if rows.size > 1:
        notes.append(f"{rows.size} exposures of this target combined by inverse variance")
    parts = [_arm_pixels(arm, rows) for arm in _arms(file)]
    pixels, overlap = merged(parts, "arms")
    origin = _origin(file, object_id, int(rows[0]), notes)
    return assemble(pixels, origin, overlap_note=overlap)


@dataclass(frozen=True)
class _Arm:
    letter: str
    wavelength: Hdu
    flux: Hdu
    ivar: Hdu | None
    mask: Hdu | None


def _arms(file: OpenedFile) -> list[_Arm]:
    found = []
    by_name = {h.name: h for h in file.hdus}
    for letter in _ARMS:
        wavelength, flux = by_name.get(f"{letter}_WAVELENGTH"), by_name.get(f"{letter}_FLUX")
        if wavelength is not None and flux is not None:
            ivar, mask = by_name.get(f"{letter}_IVAR"), by_name.get(f"{letter}_MASK")
            found.append(_Arm(letter, wavelength, flux, ivar, mask))
    return found


def _targets(file: OpenedFile) -> Hdu | None:
    """COADD_FIBERMAP since 2022, FIBERMAP before: the one with a row for each row of flux."""
    arms = _arms(file)
    for table in ("COADD_FIBERMAP", "FIBERMAP"):
        hdu = file.hdu(table)
        if hdu is not None and "TARGETID" in hdu.column_names and hdu.rows == arms[0].flux.shape[0]:
            return hdu
    return None


def _target_ids(file: OpenedFile) -> NDArray[Any]:
    targets = _targets(file)
    if targets is None:
        raise file.refuse("no table of targets with a row for each spectrum")
    return np.asarray(targets.column("TARGETID"))


def _arm_notes(file: OpenedFile) -> list[str]:
    present = {arm.letter for arm in _arms(file)}
    if "BRZ" in present:
        return []
    return [f"{letter} arm missing" for letter in "BRZ" if letter not in present]


def _arm_pixels(arm: _Arm, rows: NDArray[np.intp]) -> Pixels:
    wavelength = arm.wavelength.image().astype(np.float64)
    exposures = [_exposure(arm, wavelength, int(row)) for row in rows]
    if len(exposures) == 1:
        return exposures[0]
    stacked = Pixels(
        np.repeat(wavelength, len(exposures)),
        np.ravel([e.flux for e in exposures], order="F"),
        np.ravel([_required(e.ivar) for e in exposures], order="F"),
        np.ravel([_required(e.fatal) for e in exposures], order="F"),
    )
    return combine(stacked, np.arange(0, stacked.wavelength.size, len(exposures)))


def _exposure(arm: _Arm, wavelength: NDArray[np.float64], row: int) -> Pixels:
    flux = arm.flux.image(row)
    ivar = np.ones_like(flux) if arm.ivar is None else arm.ivar.image(row)
    fatal = np.zeros(flux.size, dtype=bool)
    if arm.mask is not None:
        fatal = arm.mask.image(row) != 0
    return Pixels(wavelength, flux, ivar, fatal)


def _required(values: NDArray[Any] | None) -> NDArray[Any]:
    if values is None:
        raise TypeError("an arm always has ivar and mask arrays here")
    return values


def _origin(file: OpenedFile, object_id: str, row: int, notes: list[str]) -> Origin:
    targets = _targets(file)
    cell = _Cells(targets, row)
    notes.extend(_target_notes(cell))
    found = _redshift_row(file, object_id, notes)
    redshift = None if found is None else facts.redshift(found("Z"), notes)
    warning = None if found is None else found("ZWARN", "ZWARNING")
    return Origin(
        file=file.path,
        reader=name,
        reader_version=version,
        survey=survey,
        release=_release(file),
        object_id=object_id,
        ra=facts.degrees(cell("TARGET_RA", "MEAN_FIBER_RA")),
        dec=facts.degrees(cell("TARGET_DEC", "MEAN_FIBER_DEC")),
        frame="vacuum (survey default)",
        flux_unit=facts.flux_unit(_arms(file)[0].flux.cards.text("BUNIT")),
        redshift=redshift,
        redshift_source=None if redshift is None else "Redrock table in the same file",
        redshift_warning=None if warning is None else int(warning),
        pipeline_class=None if found is None else facts.word(found("SPECTYPE")),
        pipeline_subclass=None if found is None else facts.word(found("SUBTYPE")),
        notes=tuple(notes),
        details=_details(file, cell, object_id),
    )


class _Cells:
    """One row of a table: a cell by the first name that exists."""

    def __init__(self, table: Hdu | None, row: int) -> None:
        self._table, self._row = table, row

    def __call__(self, *names: str) -> Any:
        for column in names:
            if self._table is not None and column in self._table.column_names:
                return self._table.column(column, self._row)
        return None


def _target_notes(cell: _Cells) -> list[str]:
    notes = []
    kind, status = facts.word(cell("OBJTYPE")), cell("COADD_FIBERSTATUS", "FIBERSTATUS")
    if kind == "SKY":
        notes.append("sky fibre, not a target")
    elif cell("OBJTYPE") is not None and kind != "TGT":
        notes.append(f"fibre without a target (OBJTYPE {kind or 'blank'})")
    if status is not None and int(status):
        notes.append(f"fibre status {int(status)}: the pipeline flagged this fibre")
    return notes


def _redshift_row(file: OpenedFile, object_id: str, notes: list[str]) -> _Cells | None:
    """The target's row of a redshift table in this file, joined on TARGETID, never by position."""
    table = file.hdu(*_REDSHIFT_TABLES)
    if table is None or "TARGETID" not in table.column_names:
        return None
    rows = np.flatnonzero(table.column("TARGETID") == int(object_id))
    if rows.size == 0:
        notes.append(f"{object_id} is not in the redshift table of this file")
        return None
    return _Cells(table, int(rows[0]))


def _release(file: OpenedFile) -> str | None:
    cards = file.hdus[0].cards
    for keyword in cards.keywords("DEPNAM"):
        if cards.text(keyword) == "SPECPROD":
            production = cards.text(f"DEPVER{keyword[6:]}") or ""
            return _RELEASES.get(production, production) or None
    return None


def _details(file: OpenedFile, cell: _Cells, object_id: str) -> dict[str, str]:
    arms = _arms(file)
    details = {"hdu": ", ".join(arm.flux.label for arm in arms)}
    scores = file.hdu("SCORES")
    if scores is not None and "TARGETID" in scores.column_names:
        rows = np.flatnonzero(scores.column("TARGETID") == int(object_id))
        score = _Cells(scores, int(rows[0])) if rows.size else _Cells(None, 0)
        for arm in "BRZ":
            value = score(f"MEDIAN_COADD_SNR_{arm}")
            if value is not None:
                details[f"snr_{arm.lower()}"] = f"{float(value):.3g}"
    for label, column in (("exposures", "COADD_NUMEXP"), ("exposure_time_s", "COADD_EXPTIME")):
        value = cell(column)
        if value is not None:
            details[label] = f"{float(value):g}"
    details |= place(file, _targets(file), object_id)
    details["heliocentric"] = "barycentric already applied (survey default)"
    return details
