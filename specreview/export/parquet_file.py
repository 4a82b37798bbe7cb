"""Lists as Parquet: exact types, missing numbers as nulls, units and provenance in the metadata.

Astropy's own metadata and that of VOTable in Parquet (https://www.ivoa.net/documents/Notes/VOParquet/)
are written too, so that units and meaning arrive in astropy and in TOPCAT.
"""

import json
from collections.abc import Iterator, Sequence
from typing import Any, BinaryIO

import pyarrow as pa
import pyarrow.parquet as pq

from specreview.export.column import Column, Kind
from specreview.export.sheet import Reach, Sheet

_TEXT = pa.string()
_TYPES: dict[Kind, Any] = {
    "text": _TEXT,
    "real": pa.float64(),
    "whole": pa.int64(),
    "flag": pa.bool_(),
}
_GROUP = 20_000
"""Rows of a row group at least, but for the last."""


def write_parquet(stream: BinaryIO, sheet: Sheet, reaches: Sequence[Reach]) -> None:
    """Some rows at a time in memory; compressed with zstd."""
    schema = _schema(sheet, reaches)
    with pq.ParquetWriter(stream, schema, compression="zstd") as writer:
        held: list[list[Any]] = [[] for _ in sheet.columns]
        for chunk in sheet.chunks():
            for values, some in zip(held, chunk, strict=True):
                values.extend(some)
            if len(held[0]) >= _GROUP:
                writer.write_table(_arrow(held, schema))
                held = [[] for _ in sheet.columns]
        if held[0] or not sheet.made.rows:
            writer.write_table(_arrow(held, schema))


def _arrow(values: list[list[Any]], schema: Any) -> Any:
    arrays = [
        pa.array(
            ["" if value is None else value for value in some] if field.type == _TEXT else some,
            type=field.type,
        )
        for some, field in zip(values, schema, strict=True)
    ]
    return pa.Table.from_arrays(arrays, schema=schema)


def _schema(sheet: Sheet, reaches: Sequence[Reach]) -> Any:
    from astropy.table import meta

    from specreview.export.table import empty_table
    from specreview.export.votable_file import head

    facts = {
        "specreview": json.dumps(sheet.made.as_json(), ensure_ascii=False),
        "table_meta_yaml": "\n".join(meta.get_yaml_from_table(empty_table(sheet))),
        **{f"table::len::{name}": str(width) for name, width in _longest(sheet, reaches)},
        "IVOA.VOTable-Parquet.version": "1.0",
        "IVOA.VOTable-Parquet.content": head(sheet, reaches).decode(),
    }
    return pa.schema([_field(column) for column in sheet.columns], metadata=facts)


def _longest(sheet: Sheet, reaches: Sequence[Reach]) -> Iterator[tuple[str, int]]:
    """Room for the texts of each column, which astropy asks for."""
    for column, reach in zip(sheet.columns, reaches, strict=True):
        if column.kind == "text":
            yield column.name, max(1, reach.width)


def _field(column: Column) -> Any:
    about = {"description": column.description, "unit": column.unit, "ucd": column.ucd}
    told = {name: value for name, value in about.items() if value}
    return pa.field(column.name, _TYPES[column.kind], metadata=told)
