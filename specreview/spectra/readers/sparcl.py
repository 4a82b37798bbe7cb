"""Spectra as JSON records: what sparclclient gives, and the plain form {"wavelength", "flux"}.

SPARCL (https://sparclclient.readthedocs.io, fields at https://astrosparcl.datalab.noirlab.edu):
records with sparcl_id, specid, data_release, wavelength (Å, vacuum), flux (1e-17 erg/s/cm2/Å),
ivar, mask, redshift, redshift_warning, spectype, ra, dec; `mask` is the survey's own, which for
SDSS and BOSS is the AND mask.  A file holds a record, a list of them, a dictionary with them under
"records", or a record a line.
"""

import json
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from specreview.spectra.readers import facts
from specreview.spectra.readers.assembly import NoSpectrum, Pixels, assemble
from specreview.spectra.readers.medium import Axis, placed
from specreview.spectra.readers.sdss import FATAL_BITS
from specreview.spectra.readers.shelf import Shelf
from specreview.spectra.readers.source import OpenedFile
from specreview.spectra.readers.text_columns import Role, role
from specreview.spectra.readers.uncertainty import inverse_variance
from specreview.spectra.readers.vectors import Values, pixel_axis, unique_ids
from specreview.spectra.spectrum import BoolArray, FloatArray, Origin, Spectrum

name = "sparcl"
version = 1
survey = "unknown"

Record = Mapping[str, Any]

_LISTS = ("records", "results", "spectra", "rows")
_IDS = ("specid", "targetid", "sparcl_id", "source_id", "objid", "id", "name")
_SHELF = Shelf[dict[str, Record]]()
_NO_SPECTRUM = "is JSON, no spectrum; import demonstrations by their list's path"
_DETAILS = {
    "data release": "data_release",
    "SPARCL id": "sparcl_id",
    "instrument": "instrument",
    "telescope": "telescope",
    "observed": "dateobs_center",
}


def recognises(file: OpenedFile) -> bool:
    """Any JSON; whether it holds spectra shows when it is read."""
    return file.kind == "json"


def object_ids(file: OpenedFile) -> tuple[str, ...]:
    """The specid of each record, as text with every digit."""
    return tuple(_records(file))


def read(file: OpenedFile, object_id: str) -> Spectrum:
    record, notes = _records(file)[object_id], list[str]()
    flux = _values(record, "flux")
    if flux is None:
        raise NoSpectrum("a record without flux")
    axis, frame = _axis(record, flux.size, notes)
    fatal, warned = _mask(record, flux.size)
    pixels = Pixels(axis, flux, _ivar(record, flux.size), fatal, warned)
    redshift = facts.redshift(record.get("redshift", record.get("z")), notes)
    is_sparcl, warning = _is_sparcl(record), record.get("redshift_warning")
    origin = Origin(
        file=file.path,
        reader=name,
        reader_version=version,
        survey=_survey(record),
        release=facts.word(record.get("data_release")),
        object_id=object_id,
        ra=facts.degrees(record.get("ra")),
        dec=facts.degrees(record.get("dec")),
        frame=frame,
        flux_unit="1e-17 erg / (Angstrom s cm2)" if is_sparcl else facts.RELATIVE,
        redshift=redshift,
        redshift_source=None if redshift is None else "the record",
        redshift_warning=int(warning) if isinstance(warning, int | float) else None,
        pipeline_class=facts.word(record.get("spectype")),
        pipeline_subclass=facts.word(record.get("subtype")),
        notes=tuple(notes),
        details={k: t for k, key in _DETAILS.items() if (t := facts.word(record.get(key)))},
    )
    return assemble(pixels, origin)


def _records(file: OpenedFile) -> dict[str, Record]:
    """Records with flux by their ids, in file order."""
    return _SHELF.of(file, _worked_out)


def _worked_out(file: OpenedFile) -> dict[str, Record]:
    found = [r for r in _each(_parsed(file.text)) if _key(r, "flux") is not None]
    if not found:
        raise NoSpectrum(_NO_SPECTRUM)
    stated = [next((facts.word(r[k]) for k in _IDS if k in r), None) for r in found]
    return dict(zip(unique_ids(file.stem, stated), map(_packed, found), strict=True))


def _packed(record: Record) -> Record:
    """The record with its lists of numbers as arrays, which take a quarter of the memory."""
    return {k: _array(v) if _is_long(v) and role(k) != "other" else v for k, v in record.items()}


def _array(listed: Any) -> Any:
    """(n,) values, null as NaN; as it is, where it is no list of numbers."""
    plain = list(listed.values()) if isinstance(listed, Mapping) else listed
    try:
        return np.array([np.nan if v is None else float(v) for v in plain])
    except (TypeError, ValueError, OverflowError):
        return listed


def _parsed(text: str) -> Any:
    """The whole as JSON, else each line; numbers keep every digit of an integer."""
    try:
        return json.loads(text)
    except RecursionError:
        raise NoSpectrum("is JSON of too many levels, no spectrum") from None
    except ValueError as error:
        try:
            return [json.loads(line) for line in text.splitlines() if line.strip()]
        except (ValueError, RecursionError):
            said = " ".join(str(error).split())[:120]
            raise NoSpectrum(f"is JSON, no spectrum: damaged or truncated ({said})") from None


def _each(whole: Any) -> Iterator[Record]:
    if isinstance(whole, Mapping):
        inside = next((whole[k] for k in _LISTS if isinstance(whole.get(k), list)), None)
        yield from _each(inside) if inside is not None else (whole,)
    elif isinstance(whole, list):
        for one in whole:
            if isinstance(one, Mapping):
                yield one


def _key(record: Record, *roles: Role) -> str | None:
    return next((k for k, v in record.items() if role(k) in roles and _is_long(v)), None)


def _is_long(value: Any) -> bool:
    return isinstance(value, list | Mapping | np.ndarray) and len(value) > 0


def _values(record: Record, *roles: Role) -> Values | None:
    """(n,) values of the first key with one of the roles; null is NaN."""
    key = _key(record, *roles)
    if key is None:
        return None
    values: Values | list[Any] = record[key]
    if not isinstance(values, np.ndarray):
        raise NoSpectrum(f'"{key}" is no list of numbers')
    return values


def _axis(record: Record, size: int, notes: list[str]) -> tuple[Axis, str]:
    column = _key(record, "wavelength", "log_wavelength")
    values = _values(record, "wavelength", "log_wavelength")
    if column is None or values is None:
        raise NoSpectrum("a record without wavelengths; SPARCL gives them where asked to")
    _same_size(values.size, size, column)
    if _is_sparcl(record):
        return placed(values, "vacuum", "SPARCL convention")
    return pixel_axis(column, "", values, notes)


def _same_size(given: int, size: int, key: str) -> None:
    if given != size:
        raise NoSpectrum(f"{size} values of flux and {given} of {key}")


def _ivar(record: Record, size: int) -> FloatArray | None:
    kinds: tuple[tuple[Role, int], ...] = (("ivar", -1), ("error", 2), ("variance", 1))
    for kind, power in kinds:
        values = _values(record, kind)
        if values is not None:
            _same_size(values.size, size, kind)
            return inverse_variance(values, power)
    return None


def _mask(record: Record, size: int) -> tuple[BoolArray | None, BoolArray | None]:
    """Fatal and warned pixels: any bit of DESI's mask is fatal, of SDSS's those of its reader."""
    values = _values(record, "mask")
    if values is None:
        return None, None
    _same_size(values.size, size, "mask")
    bits = np.where(np.isfinite(values), values, 0.0).astype(np.int64)
    serious = -1 if _survey(record) == "DESI" else FATAL_BITS
    if not _is_sparcl(record):
        serious = 0
    fatal = (bits & serious) != 0
    return fatal, (bits != 0) & ~fatal


def _is_sparcl(record: Record) -> bool:
    return "sparcl_id" in record or "data_release" in record


def _survey(record: Record) -> str:
    """DESI for DESI-DR1, SDSS for SDSS-DR17 and BOSS-DR17."""
    release = str(record.get("data_release") or "").upper()
    if release.startswith("DESI"):
        return "DESI"
    return "SDSS" if release.startswith(("SDSS", "BOSS")) else "unknown"
