"""Spectra that stand as rows of a table, their arrays in its cells, whatever the file's format."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from specreview.spectra.readers import facts, gaia, units
from specreview.spectra.readers.assembly import NoSpectrum, Pixels, assemble
from specreview.spectra.readers.medium import NOT_STATED, NOTE_NOT_STATED, Axis, Medium, placed
from specreview.spectra.readers.source import OpenedFile
from specreview.spectra.readers.text_columns import Role, medium, role, unit_in_name
from specreview.spectra.readers.uncertainty import inverse_variance
from specreview.spectra.spectrum import FloatArray, Origin, Spectrum

Values = NDArray[np.float64]

SOURCE = "source_id"
_ID_NAMES = ("source_id", "targetid", "specobjid", "obsid", "object_id", "objid", "id", "name")
_LONGEST_NM = 2000.0


@dataclass(frozen=True)
class VectorTable:
    """Columns by their own names, in order; a cell by row and column, as (n,) values.

    `units` are by column; `sampling` are wavelengths in nm that hold for all rows.
    """

    names: tuple[str, ...]
    ids: tuple[str, ...]
    cell: Callable[[int, str], Values]
    units: dict[str, str] = field(default_factory=dict)
    sampling: Values | None = None
    positions: Callable[[int], tuple[float | None, float | None]] = lambda _: (None, None)
    roles: Mapping[str, Role] = field(default_factory=dict)

    def first(self, *wanted: Role) -> str | None:
        """The first column that has one of the roles, by its entry in `roles` or by its name."""
        return next((n for n in self.names if self.roles.get(n, role(n)) in wanted), None)

    @property
    def is_gaia(self) -> bool:
        """Whether rows are Gaia's sources, as the column source_id says."""
        return SOURCE in {n.lower() for n in self.names}


def id_column(names: Sequence[str]) -> str | None:
    """The column whose name says that it names the spectrum."""
    lower = {n.lower(): n for n in names}
    return next((lower[n] for n in _ID_NAMES if n in lower), None)


def unique_ids(stem: str, stated: Sequence[str | None]) -> tuple[str, ...]:
    """An id for each row: the stated one, #2 and so on where it comes again; FILE-N for none."""
    found: dict[str, int] = {}
    ids = []
    for number, text in enumerate(stated, start=1):
        wanted = text or (stem if len(stated) == 1 else f"{stem}-{number}")
        found[wanted] = found.get(wanted, 0) + 1
        ids.append(wanted if found[wanted] == 1 else f"{wanted}#{found[wanted]}")
    return tuple(ids)


def spectrum_of(
    file: OpenedFile, table: VectorTable, object_id: str, reader: str, version: int
) -> Spectrum:
    """The spectrum of a row.

    Raises
    ------
    NoSpectrum
        No column of flux, no wavelengths, or arrays of different lengths.
    """
    row, notes = table.ids.index(object_id), list[str]()
    column = table.first("flux")
    if column is None:
        raise NoSpectrum(f"no column of flux among {', '.join(table.names)}")
    units.check_flux(table.units.get(column), f"column {column}", notes)
    flux = table.cell(row, column)
    axis, frame, is_gaia = _axis(file, table, row, flux.size, notes)
    ivar = _ivar(table, row, flux.size, notes)
    ra, dec = table.positions(row)
    origin = Origin(
        file=file.path,
        reader=reader,
        reader_version=version,
        survey="Gaia" if is_gaia else "unknown",
        object_id=object_id,
        ra=ra,
        dec=dec,
        frame=frame,
        flux_unit=_flux_unit(table, column, flux.size, is_gaia=is_gaia),
        notes=tuple(notes),
        details={"columns": ", ".join(table.names)},
    )
    return assemble(Pixels(axis, flux, ivar), origin)


def _axis(
    file: OpenedFile, table: VectorTable, row: int, size: int, notes: list[str]
) -> tuple[Axis, str, bool]:
    """(n,) Å in vacuum, the sentence on the frame, and whether it is one of Gaia's."""
    column = table.first("wavelength", "log_wavelength")
    if column is None:
        nanometres = _sampling(file, table, size, notes)
        return *placed(nanometres * 10.0, "vacuum", gaia.CONVENTION), True
    values = _of_size(table.cell(row, column), size, column)
    unit = table.units.get(column, "")
    is_grid = table.is_gaia and gaia.is_grid(values)
    if not (unit or unit_in_name(column)) and table.is_gaia and np.nanmax(values) < _LONGEST_NM:
        notes.append("the file states no unit of wavelength: nm, as in Gaia's tables")
        unit = "nm"
    known: tuple[Medium, str] | None = ("vacuum", gaia.CONVENTION) if is_grid else None
    axis, frame = pixel_axis(column, unit, values, notes, known)
    return axis, frame, is_grid


def pixel_axis(
    column: str,
    unit: str,
    values: Values,
    notes: list[str],
    known: tuple[Medium, str] | None = None,
) -> tuple[Axis, str]:
    """(n,) Å in vacuum of a column's values, and the sentence on the frame.

    `unit` is what the file states, "" for nothing; `known` the medium and who says so, where it is
    not the column's name.

    Raises
    ------
    NoSpectrum
        The unit is not known, or none is stated and the values cannot be Å.
    """
    axis = _in_angstrom(column, unit, values, notes)
    if known is not None:
        return placed(axis, *known)
    stated = medium(f"{column} {unit}", ())
    if stated is not None:
        return placed(axis, stated, "as the column says")
    notes.append(NOTE_NOT_STATED)
    return axis, NOT_STATED


def _in_angstrom(column: str, unit: str, values: Values, notes: list[str]) -> Values:
    unit = unit or unit_in_name(column)
    if role(column) == "log_wavelength":
        unit = units.logarithmic(unit)
    cure = "name the unit in the column, such as wavelength_nm"
    return units.in_angstrom(values, unit, f"column {column}", cure, notes)


def _sampling(file: OpenedFile, table: VectorTable, size: int, notes: list[str]) -> Values:
    """(n,) nm for a table without a column of wavelengths."""
    for values, where in ((table.sampling, "in its header"), _second_file(file)):
        if values is not None:
            notes.append(f"wavelengths (nm) from the sampling {where}")
            return _of_size(values, size, "sampling")
    grid = gaia.grid_of(size) if table.is_gaia else None
    if grid is None:
        units.refuse_other_kinds(table.names)
        raise NoSpectrum(
            f"{size} values of flux and no wavelengths; add a column such as wavelength_nm"
        )
    low, high = grid.nanometres[[0, -1]]
    notes.append(f"no wavelengths in the file: {low:g}-{high:g} nm, as Gaia's {grid.product} have")
    return grid.nanometres


def _second_file(file: OpenedFile) -> tuple[Values | None, str]:
    """GaiaXPy's FILE_sampling.csv beside FILE.csv: a head, and one list of positions."""
    for ending in (".csv", ".ecsv"):
        path = Path(file.path).with_name(f"{file.stem}_sampling{ending}")
        try:
            lines = path.read_text(encoding="utf-8").splitlines()
        except (OSError, ValueError):
            continue
        rows = [line for line in lines if line.strip() and not line.startswith("#")]
        if len(rows) > 1:
            return list_of_numbers(rows[1].strip().strip('"'), path.name), f"in {path.name}"
    return None, ""


def list_of_numbers(text: str, what: str) -> Values:
    """(n,) values of a list written in a cell: in any brackets, by commas or blanks.

    Raises
    ------
    NoSpectrum
        Something in it is no number; `what` names the cell.
    """
    words = text.strip("()[]{}<> \t").replace(",", " ").split()
    try:
        return np.array(words, dtype=np.float64)
    except ValueError:
        return np.array([_number(word, what) for word in words])


def _number(word: str, what: str) -> float:
    if word.lower() in ("null", "none", "--", "na", "n/a", "-"):
        return float("nan")
    try:
        return float(word)
    except ValueError:
        raise NoSpectrum(f'{what}: "{word[:40]}" is no number') from None


def _of_size(values: Values, size: int, column: str) -> Values:
    if values.size != size:
        raise NoSpectrum(f"{size} values of flux and {values.size} of {column}")
    return values


def _ivar(table: VectorTable, row: int, size: int, notes: list[str]) -> FloatArray | None:
    kinds: tuple[tuple[Role, int], ...] = (("ivar", -1), ("error", 2), ("variance", 1))
    for kind, power in kinds:
        column = table.first(kind)
        if column is not None:
            ours = table.units.get(table.first("flux") or "", "")
            theirs = table.units.get(column, "")
            if kind == "error" and not units.is_error_of(ours, theirs, column, notes):
                return None
            return inverse_variance(_of_size(table.cell(row, column), size, column), power)
    return None


def _flux_unit(table: VectorTable, column: str, size: int, *, is_gaia: bool) -> str:
    """The unit stated, else Gaia's for a grid of its own."""
    stated = table.units.get(column, "")
    if gaia.is_xp_unit(stated):
        return gaia.XP_UNIT
    if stated or not is_gaia:
        return facts.flux_unit(stated)
    grid = gaia.grid_of(size)
    return gaia.XP_UNIT if grid is None else grid.flux_unit
