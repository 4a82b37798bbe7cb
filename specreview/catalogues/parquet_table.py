"""A Parquet table as catalogue: whole numbers of any width, decimals and text, all exact."""

import contextlib
import io
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from specreview.catalogues.cells import exact_text
from specreview.catalogues.columnar import (
    LONGEST_CELL,
    ColumnRows,
    Texts,
    cell_texts,
    left_out,
    refuse_repeated,
)
from specreview.catalogues.columns import match_columns
from specreview.catalogues.sky_columns import SkyColumn, sky_column
from specreview.catalogues.stated_columns import masks, stated_columns, stated_frames, stated_units
from specreview.catalogues.tables import CatalogueTable
from specreview.errors import CatalogueError

MAGIC = b"PAR1"


def read_parquet(
    path: Path, content: bytes | None, mapping: Mapping[str, str] | None
) -> CatalogueTable:
    """The table in `content` (None: in the file itself). Row groups are one table.

    Raises
    ------
    CatalogueError
        When it is truncated or damaged, or has no column that is no array.
    """
    import pyarrow as pa
    import pyarrow.parquet as pq

    if _end(path, content) != MAGIC:
        raise CatalogueError(f"{path}: truncated Parquet file; download it again")
    try:
        file = pq.ParquetFile(path if content is None else io.BytesIO(content))
        schema = file.schema_arrow
        refuse_repeated(path, schema.names)
        flat = [field.name for field in schema if not _is_deep(field.type)]
        table = file.read(columns=flat)
    except (pa.ArrowException, OSError) as error:
        cause = " ".join(str(error).split())[:160]
        raise CatalogueError(
            f"{path}: damaged Parquet file ({cause}); download it again"
        ) from error
    hidden_by = masks(flat)
    unseen = hidden_by.values()
    names = [n for n in flat if not n.startswith("__index_level_") and n not in unseen]
    texts = {name: _texts(_masked(table, name, hidden_by.get(name))) for name in names}
    stated = _stated(schema)
    sky = sky_column(stated, names)
    if sky is not None:
        texts |= {"ra": _placed(sky, texts, 0), "dec": _placed(sky, texts, 1)}
    arrays = tuple(name for name in schema.names if name not in flat)
    return CatalogueTable(
        path,
        match_columns(list(texts), mapping, _units(schema, stated), stated_frames(stated)),
        ColumnRows(list(texts), list(texts.values()), table.num_rows),
        notes=(*((sky.note,) if sky else ()), *left_out(arrays)),
        format="Parquet",
        arrays=arrays,
    )


def _end(path: Path, content: bytes | None) -> bytes:
    """The last bytes, by which a whole file is known."""
    if content is not None:
        return content[-len(MAGIC) :]
    with path.open("rb") as stream:
        stream.seek(-len(MAGIC), io.SEEK_END)
        return stream.read()


def _is_deep(kind: Any) -> bool:
    """Whether its cells are arrays or structures, of unknown length."""
    import pyarrow as pa

    if pa.types.is_fixed_size_list(kind):
        return int(kind.list_size) > LONGEST_CELL
    return bool(pa.types.is_nested(kind))


def _stated(schema: Any) -> dict[str, Any]:
    """What astropy says of the columns, nothing of them where another wrote the file."""
    told = (schema.metadata or {}).get(b"table_meta_yaml", b"")
    with contextlib.suppress(ValueError):
        return stated_columns(told.decode("utf-8", errors="replace"))
    return {"datatype": []}


def _placed(sky: SkyColumn, texts: Mapping[str, Texts], which: int) -> Texts:
    """Right ascension (0) or declination (1) in ICRS."""
    first, second = (texts[column] for column in sky.columns)
    return lambda start, stop: sky.icrs(first(start, stop), second(start, stop))[which]


def _units(schema: Any, stated: Mapping[str, Any]) -> dict[str, str]:
    """Units as writers keep them: with the field, in astropy's YAML, or in a VOTable's head."""
    told = schema.metadata or {}
    units = _in_votable(told.get(b"IVOA.VOTable-Parquet.content", b""))
    units |= stated_units(stated)
    for field in schema:
        if field.metadata and b"unit" in field.metadata:
            units[field.name] = field.metadata[b"unit"].decode("utf-8", errors="replace")
    return units


def _in_votable(content: bytes) -> dict[str, str]:
    """Units of the VOTable that describes the columns, none where there is no such."""
    with contextlib.suppress(ElementTree.ParseError):
        fields = ElementTree.fromstring(content).iter() if content else ()
        return {
            one.get("name", ""): one.get("unit", "")
            for one in fields
            if one.tag.rpartition("}")[2] == "FIELD" and one.get("unit")
        }
    return {}


def _masked(table: Any, name: str, mask: str | None) -> Any:
    """The column, null where the one of its masks says so."""
    import pyarrow as pa
    import pyarrow.compute as compute

    column = table.column(name)
    if mask is None or not pa.types.is_boolean(table.schema.field(mask).type):
        return column
    return compute.if_else(table.column(mask), pa.scalar(None, column.type), column)


def _texts(column: Any) -> Texts:
    import pyarrow as pa

    real = pa.types.is_floating(column.type)

    def texts(start: int, stop: int) -> list[str]:
        cells = column.slice(start, stop - start)
        if real:  # as NumPy's own, so that single precision shows no digits it does not have
            return cell_texts(cells.to_numpy(zero_copy_only=False))
        return [_text(cell) for cell in cells.to_pylist()]

    return texts


def _text(cell: Any) -> str:
    if isinstance(cell, list):
        return " ".join(map(exact_text, cell))
    return exact_text(cell)
