"""Spectra in VOTables: a pixel a row, or a source a row with arrays in its cells.

Columns are known by UCD (IVOA UCD1+ 1.5: em.wl, em.freq, phot.flux.density, stat.error), else by
utype (IVOA Spectrum Data Model 1.1), else by name; units by FIELD; em.wl;obs.atmos is in air.
Wavelengths may stand in a PARAM, as in GaiaXPy's files.
"""

import warnings
from dataclasses import dataclass
from io import BytesIO
from typing import Any

import numpy as np
from numpy.typing import NDArray

from specreview.spectra.readers import facts, gaia, units
from specreview.spectra.readers.assembly import NoSpectrum, Pixels, assemble
from specreview.spectra.readers.medium import Medium
from specreview.spectra.readers.shelf import Shelf
from specreview.spectra.readers.source import OpenedFile
from specreview.spectra.readers.text_columns import Role, role
from specreview.spectra.readers.uncertainty import inverse_variance
from specreview.spectra.readers.vectors import (
    Values,
    VectorTable,
    id_column,
    pixel_axis,
    spectrum_of,
    unique_ids,
)
from specreview.spectra.spectrum import Origin, Spectrum

name = "votable"
version = 2
survey = "unknown"

_LARGEST = 200 * 2**20
_UCDS: tuple[tuple[str, Role], ...] = (
    ("em.wl", "wavelength"),
    ("spect.wl", "wavelength"),
    ("phot.flux", "flux"),
    ("phot.fluxdens", "flux"),
)
_UTYPES: tuple[tuple[str, Role], ...] = (
    ("spectralaxis.value", "wavelength"),
    ("fluxaxis.value", "flux"),
    ("fluxaxis.accuracy.staterror", "error"),
)
_AIR = "obs.atmos"
_OTHER_AXES = {"em.freq": "frequencies", "em.energy": "energies", "em.wavenumber": "wave numbers"}


def recognises(file: OpenedFile) -> bool:
    """Any VOTable; whether it holds a spectrum shows when it is read."""
    return file.kind == "votable"


def object_ids(file: OpenedFile) -> tuple[str, ...]:
    found = _content(file)
    return found.vectors.ids if found.vectors is not None else (file.stem,)


def read(file: OpenedFile, object_id: str) -> Spectrum:
    found = _content(file)
    if found.vectors is not None:
        return spectrum_of(file, found.vectors, object_id, name, version)
    return _by_pixels(file, object_id, found)


@dataclass(frozen=True)
class _Column:
    """A FIELD or PARAM: its name, unit, UCD and role, and its values."""

    name: str
    unit: str
    ucd: str
    role: Role
    values: NDArray[Any]


@dataclass(frozen=True)
class _Content:
    columns: tuple[_Column, ...]
    params: tuple[_Column, ...]
    vectors: VectorTable | None
    others: int


_SHELF = Shelf[_Content]()


def _content(file: OpenedFile) -> _Content:
    return _SHELF.of(file, _parsed)


def _parsed(file: OpenedFile) -> _Content:
    tables = _tables(file)
    spectra = [t for t in tables if any(_role(f) == "flux" for f in t.fields)]
    if not spectra:
        gaia.refuse_coefficients(f.name for t in tables for f in t.fields)
        if not tables:
            raise NoSpectrum("is a VOTable without a row; ask its service again")
        shown = ", ".join(f.name for t in tables for f in t.fields)[:120]
        raise NoSpectrum(f"is a VOTable without a column of flux ({shown})")
    table = spectra[0]
    gaia.refuse_coefficients(f.name for f in table.fields)
    _refuse_other_axes(table)
    columns = tuple(_column(f, table.array[f.ID]) for f in table.fields)
    params = tuple(_column(p, np.ma.asarray(p.value)) for p in table.params)
    flux = next(c for c in columns if c.role == "flux")
    many = flux.values.dtype == object or flux.values.ndim > 1
    vectors = _vectors(file, columns, params) if many else None
    return _Content(columns, params, vectors, len(tables) - 1)


def _tables(file: OpenedFile) -> list[Any]:
    """All TABLEs that have rows, by astropy; its complaints of bad style are not the reader's."""
    from astropy.io.votable import parse

    if file.content.size > _LARGEST:
        raise NoSpectrum("is a VOTable of over 200 MB, which is no spectrum")
    raw = file.content.read_at(0, file.content.size)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            parsed = parse(BytesIO(raw), verify="ignore")
        except Exception as error:  # noqa: BLE001 - expat, base64 and astropy each have their own
            said = " ".join(str(error).split())[:200]
            raise NoSpectrum(f"is a VOTable that cannot be read ({said})") from None
        return [t for t in parsed.iter_tables() if len(t.array)]


def _role(field: Any) -> Role:
    """By UCD or utype where there is one that says it, else by name."""
    ucd = str(field.ucd or "").lower()
    if "stat.error" in ucd and "phot.flux" in ucd:
        return "error"
    for beginning, found in _UCDS:
        if ucd.startswith(beginning) and role(str(field.name)) not in ("error", "ivar", "variance"):
            return found
    utype = str(field.utype or "").lower()
    by_utype = (found for end, found in _UTYPES if utype.endswith(end))
    return next(by_utype, role(str(field.name)))


def _column(field: Any, values: Any) -> _Column:
    masked: Any = np.ma.asarray(values)
    if masked.dtype.kind == "f":
        masked = masked.filled(np.nan)
    unit, ucd = str(field.unit or ""), str(field.ucd or "").lower()
    return _Column(str(field.name), unit, ucd, _role(field), np.asarray(masked))


def _refuse_other_axes(table: Any) -> None:
    for field in table.fields:
        for beginning, called in _OTHER_AXES.items():
            if str(field.ucd or "").lower().startswith(beginning):
                raise NoSpectrum(
                    f"its axis {field.name} holds {called}, which are not read; write wavelengths"
                )


def _vectors(
    file: OpenedFile, columns: tuple[_Column, ...], params: tuple[_Column, ...]
) -> VectorTable:
    names = tuple(c.name for c in columns)
    by_name = {c.name: c for c in columns}
    key = id_column(names)
    rows = len(columns[0].values)
    ids = [None if key is None else _text(by_name[key].values[r]) for r in range(rows)]
    sampling = next((p for p in params if p.role == "wavelength"), None)

    def cell(row: int, column: str) -> Values:
        values = np.ma.asarray(by_name[column].values[row], dtype=np.float64)
        return np.atleast_1d(values.filled(np.nan))

    def position(row: int) -> tuple[float | None, float | None]:
        lower = {n.lower(): c.values[row] for n, c in by_name.items() if n.lower() in ("ra", "dec")}
        return facts.degrees(lower.get("ra")), facts.degrees(lower.get("dec"))

    return VectorTable(
        names,
        unique_ids(file.stem, ids),
        cell,
        {c.name: c.unit for c in columns if c.unit},
        None if sampling is None else _nanometres(sampling),
        position,
        {c.name: c.role for c in columns},
    )


def _nanometres(sampling: _Column) -> Values:
    """A PARAM of wavelengths in nm: its unit, or nm, which GaiaXPy means without saying."""
    unit = units.named(sampling.unit or "nm", f"PARAM {sampling.name}")
    return np.atleast_1d(sampling.values).astype(np.float64) * unit.angstrom / 10.0


def _text(value: Any) -> str | None:
    return None if value is np.ma.masked else facts.id_text(value)


def _by_pixels(file: OpenedFile, object_id: str, found: _Content) -> Spectrum:
    """A table with a row a pixel."""
    by_role = {c.role: c for c in reversed(found.columns)}
    notes = [f"{found.others} more tables in this file, not used"] if found.others else []
    if "wavelength" not in by_role and "log_wavelength" not in by_role:
        shown = ", ".join(c.name for c in found.columns)[:120]
        raise NoSpectrum(f"is a VOTable without a column of wavelengths ({shown})")
    axis_column = by_role.get("wavelength") or by_role["log_wavelength"]
    values = axis_column.values.astype(np.float64)
    air: tuple[Medium, str] | None = ("air", "as its UCD says") if _AIR in axis_column.ucd else None
    axis, frame = pixel_axis(axis_column.name, axis_column.unit, values, notes, known=air)
    flux = by_role["flux"]
    ivar = next(
        (
            inverse_variance(by_role[kind].values, power)
            for kind, power in (("ivar", -1), ("error", 2), ("variance", 1))
            if kind in by_role
        ),
        None,
    )
    units.check_flux(flux.unit, f"column {flux.name}", notes)
    stated = gaia.XP_UNIT if gaia.is_xp_unit(flux.unit) else facts.flux_unit(flux.unit)
    position = {p.name.lower(): p.values for p in found.params if p.name.lower() in ("ra", "dec")}
    origin = Origin(
        file=file.path,
        reader=name,
        reader_version=version,
        survey=survey,
        object_id=object_id,
        ra=facts.degrees(position.get("ra")),
        dec=facts.degrees(position.get("dec")),
        frame=frame,
        flux_unit=stated,
        notes=tuple(notes),
        details={"columns": ", ".join(c.name for c in found.columns)},
    )
    return assemble(Pixels(axis, flux.values.astype(np.float64), ivar), origin)
