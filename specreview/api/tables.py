"""Tables from memory as catalogue files: ids exact, units turned into those that are read."""

import csv
import io
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Protocol

import numpy as np
from astropy import units as u
from astropy.coordinates import SkyCoord
from astropy.table import Table
from astropy.time import Time

from specreview.catalogues.cells import exact_text
from specreview.catalogues.columns import match_columns
from specreview.errors import CatalogueError

_LIGHT = 299_792.458
"""km/s"""
_ANGLES = {"ra": u.deg, "dec": u.deg}


class Framed(Protocol):
    """What is asked of a pandas DataFrame, so that pandas is not imported for it."""

    @property
    def columns(self) -> Any: ...
    @property
    def index(self) -> Any: ...
    def __len__(self) -> int: ...
    def __getitem__(self, name: Any) -> Any: ...


def catalogue_bytes(table: Table | Framed, roles: Mapping[str, str] | None = None) -> bytes:
    """The table as CSV in UTF-8, one line a row, cells as exact text.

    `roles` (role to column) tells which columns are angles and redshifts, where the names do not.
    Angles become degrees, whatever their unit; a speed in the redshift column becomes z = v/c; a
    SkyCoord column becomes ra and dec (ICRS), a Time column ISO 8601. Masked cells, NaN and NA
    are blank. Columns with several numbers a row are left out.

    Raises
    ------
    CatalogueError
        When it is no table, has no rows, or a unit cannot be that of its column.
    """
    columns = dict(_plain(_columns(table), roles or {}))
    if not columns:
        raise CatalogueError("the table has no columns with one value a row")
    names = _first_without_comment(columns)
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(names)
    rows = list(zip(*(columns[name] for name in names), strict=True))
    if not rows:
        raise CatalogueError("the table has no rows")
    writer.writerows(rows)
    return text.getvalue().encode("utf-8", "backslashreplace")


def _columns(table: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(table, Table):
        for name in table.colnames:
            yield name, table[name]
        return
    if not all(hasattr(table, name) for name in ("columns", "index", "iloc")):
        raise CatalogueError(
            f"table is of type {type(table).__name__}: give an astropy Table, a pandas DataFrame, "
            "or the path of a catalogue or folder"
        )
    if len(set(table.columns)) != len(table.columns):
        raise CatalogueError("a column name stands twice in the DataFrame; rename one")
    if table.index.name is not None:
        yield str(table.index.name), list(table.index)
    for name in table.columns:
        yield str(name), list(table[name])


def _plain(
    columns: Iterator[tuple[str, Any]], roles: Mapping[str, str]
) -> Iterator[tuple[str, list[str]]]:
    held = list(columns)
    by_column = _roles([name for name, _ in held], roles)
    for name, column in held:
        if isinstance(column, SkyCoord):
            yield from _sky(column)
        elif isinstance(column, Time):
            yield name, [exact_text(moment) for moment in np.ma.atleast_1d(column.isot)]
        elif getattr(column, "ndim", 1) == 1:
            yield name, _texts(_in_its_unit(name, column, by_column.get(name)))


def _roles(names: Sequence[str], roles: Mapping[str, str]) -> dict[str, str]:
    """Column to role, of those roles that have a unit."""
    matched = match_columns(names, {k: v for k, v in roles.items() if v in names})
    found = {role: matched.name(role) for role in ("ra", "dec", "redshift")}
    return {name: role for role, name in found.items() if name is not None}


def _in_its_unit(name: str, column: Any, role: str | None) -> Any:
    """The column's values in the unit that the catalogue reader takes them to be in."""
    unit = getattr(column, "unit", None)
    if unit is None or role is None or str(unit) == "":
        return column
    quantity = column if isinstance(column, u.Quantity) else column.quantity
    try:
        if role in _ANGLES:
            return quantity.to(_ANGLES[role])
        if unit.is_equivalent(u.km / u.s):
            return quantity.to(u.km / u.s) / _LIGHT
        return quantity.to(u.dimensionless_unscaled)
    except u.UnitConversionError as error:
        wanted = "an angle" if role in _ANGLES else "a redshift or a speed"
        raise CatalogueError(f"column {name}: unit {unit} is not that of {wanted}") from error


def _texts(column: Any) -> list[str]:
    mask = np.ma.getmaskarray(column) if isinstance(column, np.ma.MaskedArray) else None
    mask = getattr(column, "mask", None) if mask is None else mask
    values = column.value if isinstance(column, u.Quantity) else column
    values = getattr(values, "unmasked", values)
    blank = np.zeros(len(values), bool) if mask is None else np.broadcast_to(mask, len(values))
    return ["" if hidden else exact_text(v) for v, hidden in zip(values, blank, strict=True)]


def _sky(column: SkyCoord) -> Iterator[tuple[str, list[str]]]:
    place = column.icrs
    yield "ra", [exact_text(angle) for angle in place.ra.deg]
    yield "dec", [exact_text(angle) for angle in place.dec.deg]


def _first_without_comment(columns: Mapping[str, list[str]]) -> list[str]:
    """The names, one first of whose cells none looks like a comment line of a CSV."""
    for name, cells in columns.items():
        if not any(cell.startswith("#") for cell in (name, *cells)):
            return [name, *(other for other in columns if other != name)]
    raise CatalogueError("each column has a cell that begins with #; add one that has none")
