"""Lists as astropy tables, and the header that astropy writes for them."""

import json
from collections.abc import Sequence
from typing import Any

import numpy as np
from astropy.table import Column as PlainColumn
from astropy.table import MaskedColumn, QTable, Table

from specreview.export.column import Column, Kind
from specreview.export.provenance import Provenance
from specreview.export.sheet import Sheet

DTYPES: dict[Kind, type] = {
    "text": np.str_,
    "real": np.float64,
    "whole": np.int64,
    "flag": np.bool_,
}
_BLANK: dict[Kind, Any] = {"text": "", "real": np.nan, "whole": 0, "flag": False}


def as_table(rows: Sequence[Any], columns: tuple[Column, ...], made: Provenance) -> QTable:
    """The list in memory: what is not known is masked, columns with a unit are quantities.

    The provenance is its `meta`; each column has its description and, in its own `meta`, its UCD.
    """
    sheet, reaches = Sheet(rows, columns, made).reached()
    values: list[list[Any]] = [[] for _ in columns]
    for chunk in sheet.chunks():
        for column_values, some in zip(values, chunk, strict=True):
            column_values.extend(some)
    made_columns = [
        _column(column, some, reach.missing)
        for column, some, reach in zip(columns, values, reaches, strict=True)
    ]
    return QTable(made_columns, meta=meta_of(sheet.made))


def empty_table(sheet: Sheet) -> Table:
    """The sheet's columns without rows, for headers that astropy writes."""
    columns = [_column(column, [], missing=False) for column in sheet.columns]
    return Table(columns, meta=meta_of(sheet.made))


def meta_of(made: Provenance) -> dict[str, Any]:
    """The provenance as plain dicts and lists, as YAML and FITS tables take them."""
    facts: dict[str, Any] = json.loads(json.dumps(made.as_json()))
    return facts


def _column(column: Column, values: list[Any], missing: bool) -> PlainColumn | MaskedColumn:
    blank = _BLANK[column.kind]
    known = [blank if value is None else value for value in values]
    filled: Any = np.array(known, dtype=DTYPES[column.kind])
    about = {
        "name": column.name,
        "unit": column.unit or None,
        "description": column.description,
        "meta": {"ucd": column.ucd} if column.ucd else None,
    }
    if not missing:
        return PlainColumn(filled, **about)
    return MaskedColumn(filled, mask=[value is None for value in values], **about)
