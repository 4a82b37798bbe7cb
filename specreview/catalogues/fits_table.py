"""A FITS table as catalogue: integers whole (also unsigned 64-bit), strings without padding."""

import io
import warnings
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from astropy.io import fits

from specreview.catalogues.cells import exact_text
from specreview.catalogues.columns import match_columns
from specreview.catalogues.tables import CatalogueRow, CatalogueTable
from specreview.errors import CatalogueError


def read_fits(path: Path, content: bytes, mapping: Mapping[str, str] | None) -> CatalogueTable:
    """The first table extension with rows in `content`; `path` is for messages.

    Raises
    ------
    CatalogueError
        When it is damaged, or holds no table.
    """
    try:
        # astropy warns about cards that the standard forbids and reads on.
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            with fits.open(io.BytesIO(content), memmap=False, uint=True) as hdus:
                return _first_table(path, hdus, mapping)
    except (OSError, ValueError, TypeError, KeyError, IndexError) as error:
        raise CatalogueError(
            f"{path}: cannot be read as a FITS table ({error}); save it again as CSV or FITS"
        ) from error


def _first_table(path: Path, hdus: Any, mapping: Mapping[str, str] | None) -> CatalogueTable:
    tables = [h for h in hdus if isinstance(h, fits.BinTableHDU | fits.TableHDU) and len(h.data)]
    if not tables:
        raise CatalogueError(f"{path}: holds no table with rows; is it a spectrum?")
    hdu = tables[0]
    names = [name.strip() for name in hdu.columns.names]
    cells = [_column_text(hdu, index) for index in range(len(names))]
    rows = tuple(
        CatalogueRow(number, dict(zip(names, row, strict=True)))
        for number, row in enumerate(zip(*cells, strict=True), start=1)
    )
    notes = () if len(tables) == 1 else (f"{len(tables)} tables in this file, the first taken",)
    return CatalogueTable(
        path, match_columns(names, mapping), rows, notes=notes, format="FITS table"
    )


def _column_text(hdu: Any, index: int) -> list[str]:
    """The column's cells as text; a cell of several values becomes them with blanks between."""
    values = np.asarray(hdu.data.field(index))
    null = hdu.columns[index].null
    if values.ndim > 1:
        return [" ".join(exact_text(part) for part in np.ravel(row)) for row in values]
    missing = _missing(values, null)
    cells = values.tolist() if values.dtype.kind in "iu" else list(values)
    return ["" if gone else exact_text(cell) for gone, cell in zip(missing, cells, strict=True)]


def _missing(values: np.ndarray[Any, Any], null: Any) -> list[bool]:
    """Cells that hold the column's TNULL."""
    if values.dtype.kind not in "iu" or null is None or null == "":
        return [False] * len(values)
    return [bool(gone) for gone in values == int(null)]
