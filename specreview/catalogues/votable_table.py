"""A VOTable as catalogue, however its rows are written: TABLEDATA, BINARY, BINARY2 or FITS."""

import base64
import io
import re
import warnings
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from specreview.catalogues.binary2_flags import null_texts
from specreview.catalogues.columnar import (
    ColumnRows,
    Texts,
    array_texts,
    left_out,
    refuse_repeated,
    too_long,
)
from specreview.catalogues.columns import match_columns
from specreview.catalogues.fits_table import read_fits
from specreview.catalogues.sky_frames import StatedFrames, frame_of
from specreview.catalogues.tables import CatalogueTable
from specreview.errors import CatalogueError

_HEAD = 4096
_FITS = re.compile(
    rb"<(?:\w+:)?FITS\b[^>]*>\s*<(?:\w+:)?STREAM\b[^>]*base64[^>]*>([^<]*)</", re.IGNORECASE
)


def is_votable(content: bytes) -> bool:
    """Whether this is XML whose first element is a VOTable's."""
    head = content[:_HEAD].lower()
    return b"<votable" in head or b":votable" in head


def read_votable(path: Path, content: bytes, mapping: Mapping[str, str] | None) -> CatalogueTable:
    """The first table with rows (else the first) in `content`; `path` is for messages.

    Raises
    ------
    CatalogueError
        When it is damaged, reports an error of its service, or holds no table.
    """
    from astropy.io import votable

    try:
        # What a service writes against the standard is read all the same.
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            if fits := _inline_fits(content):
                return replace(read_fits(path, fits, mapping), format="VOTable")
            file = votable.parse(io.BytesIO(content), verify="ignore")
        found = list(file.iter_tables())
        tables = [table for table in found if len(table.array)] or found[:1]
    except CatalogueError:
        raise
    except Exception as error:  # expat, votable and struct each have their own
        cause = " ".join(str(error).split())[:160]
        raise CatalogueError(
            f"{path}: cannot be read as a VOTable ({cause}); download or save it again"
        ) from error
    complaint = _complaint(file)
    if not tables or (complaint and not len(tables[0].array)):
        raise CatalogueError(f"{path}: holds no table{complaint or '; ask for it again'}")
    _mask_null_texts(content, found, tables[0])
    return _table(path, tables, mapping, list(file.iter_coosys()))


def _mask_null_texts(content: bytes, found: list[Any], table: Any) -> None:
    at = next(n for n, one in enumerate(found) if one is table)
    for n, null in null_texts(content, found, at).items():
        table.array.mask[table.array.dtype.names[n]] |= null


def _inline_fits(content: bytes) -> bytes:
    """The FITS file that stands in place of rows, as stilts writes it; astropy takes none."""
    found = _FITS.search(content)
    return base64.b64decode(found.group(1)) if found else b""


def _complaint(file: Any) -> str:
    """What the service says of its failure, which it sends as an empty VOTable; else ""."""
    for info in [*file.infos, *(one for resource in file.resources for one in resource.infos)]:
        if info.name == "QUERY_STATUS" and str(info.value).upper() == "ERROR":
            return f"; its service reports: {' '.join(str(info.content).split())[:160]}"
    return ""


def _table(
    path: Path, tables: list[Any], mapping: Mapping[str, str] | None, systems: list[Any]
) -> CatalogueTable:
    table, *others = tables
    names = [str(field.name).strip() for field in table.fields]
    refuse_repeated(path, names)
    array = table.array
    kept = {
        name: column
        for name, column in zip(names, array.dtype.names, strict=True)
        if not too_long(array.dtype[column].shape)
    }
    arrays = tuple(name for name in names if name not in kept)
    units = {
        name: str(field.unit)
        for name, field in zip(names, table.fields, strict=True)
        if field.unit is not None
    }
    refs = {name: field.ref for name, field in zip(names, table.fields, strict=True) if field.ref}
    notes = (f"{len(tables)} tables in this file, the first with rows taken",) if others else ()
    return CatalogueTable(
        path,
        match_columns(list(kept), mapping, units, _frames(systems, refs)),
        ColumnRows(list(kept), [_texts(array, column) for column in kept.values()], len(array)),
        notes=(*notes, *left_out(arrays)),
        format="VOTable",
        arrays=arrays,
    )


def _frames(systems: list[Any], refs: Mapping[str, str]) -> StatedFrames:
    """By the COOSYS that a column refers to; where none does, by the only one in the file."""
    stated = {one.ID: frame_of(str(one.system or ""), str(one.equinox or "")) for one in systems}
    by_column = {name: stated[ref] for name, ref in refs.items() if ref in stated}
    alone = not by_column and len(stated) == 1
    return StatedFrames(by_column, next(iter(stated.values())) if alone else None)


def _texts(array: Any, column: str) -> Texts:
    values, missing = array.data[column], np.ma.getmaskarray(array)[column]
    plain = array_texts(values, missing if missing.ndim == 1 else None)
    if values.dtype.kind != "i":
        return plain
    return _marked(values, plain)


def _marked(values: Any, plain: Texts) -> Texts:
    """Whole numbers beyond the declared type, which reading sets to its limit, as having lost
    their digits.
    """
    limit = np.iinfo(values.dtype).max
    if not np.any(values == limit):
        return plain
    return lambda start, stop: [
        f"{limit:.9e}" if t == str(limit) else t for t in plain(start, stop)
    ]
