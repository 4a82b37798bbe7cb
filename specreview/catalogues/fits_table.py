"""A FITS table as catalogue: integers whole (also unsigned 64-bit), strings without padding."""

import io
import warnings
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from astropy.io import fits

from specreview.catalogues.cells import exact_text
from specreview.catalogues.columnar import (
    ColumnRows,
    Texts,
    array_texts,
    left_out,
    refuse_repeated,
    too_long,
)
from specreview.catalogues.columns import match_columns
from specreview.catalogues.roles import known_names
from specreview.catalogues.sky_frames import FRAME_CARDS, SkyFrame, StatedFrames, frame_in_header
from specreview.catalogues.tables import CatalogueTable
from specreview.errors import CatalogueError

_TRUNCATED = ("buffer is too small", "cannot reshape array")


def read_fits(
    path: Path, content: bytes | None, mapping: Mapping[str, str] | None
) -> CatalogueTable:
    """The first table extension with rows in `content` (None: of the file itself).

    The file is not mapped into memory: one that is overwritten meanwhile would end the process.

    Raises
    ------
    CatalogueError
        When it is damaged, or holds no table.
    """
    try:
        # astropy warns about cards that the standard forbids and reads on.
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            source = path if content is None else io.BytesIO(content)
            with fits.open(source, memmap=False, uint=True) as hdus:
                return _first_table(path, hdus, mapping)
    except (OSError, ValueError, TypeError, KeyError, IndexError, fits.VerifyError) as error:
        if any(sign in str(error) for sign in _TRUNCATED):
            raise CatalogueError(f"{path}: truncated FITS file; download it again") from error
        raise CatalogueError(
            f"{path}: cannot be read as a FITS table ({error}); save it again as CSV or FITS"
        ) from error


def _first_table(path: Path, hdus: Any, mapping: Mapping[str, str] | None) -> CatalogueTable:
    found = [hdu for hdu in hdus if isinstance(hdu, fits.BinTableHDU | fits.TableHDU)]
    tables = [hdu for hdu in found if hdu.header["NAXIS2"]] or found[:1]
    if not tables or any(_is_flux(hdu) for hdu in hdus):
        raise CatalogueError(
            f"{path}: holds no table of candidates; is it a spectrum? Give the folder that it "
            "lies in, or a list whose path column names it"
        )
    hdu = tables[0]
    names = [name.strip() for name in hdu.columns.names]
    refuse_repeated(path, names)
    _refuse_sideways(path, hdu)
    kept = [at for at in range(len(names)) if not too_long(hdu.data.dtype[at].shape)]
    arrays = tuple(name for at, name in enumerate(names) if at not in kept)
    units = {names[at]: hdu.columns[at].unit for at in kept if hdu.columns[at].unit}
    frames = StatedFrames(default=_frame(hdus[0].header, hdu.header))
    several = (f"{len(tables)} tables in this file, the first taken",) if len(tables) > 1 else ()
    return CatalogueTable(
        path,
        match_columns([names[at] for at in kept], mapping, units, frames),
        ColumnRows([names[at] for at in kept], [_texts(hdu, at) for at in kept], len(hdu.data)),
        notes=(*several, *left_out(arrays)),
        format="FITS table",
        arrays=arrays,
    )


def _refuse_sideways(path: Path, hdu: Any) -> None:
    """Refuse TOPCAT's colfits: one row, each cell of which is a whole column."""
    shapes = {hdu.data.dtype[at].shape[:1] for at in range(len(hdu.columns))}
    sideways = len(hdu.data) == 1 and len(shapes) == 1 and max(shapes.pop(), default=1) > 1
    if sideways and known_names(hdu.columns.names):
        raise CatalogueError(
            f"{path}: is a column-oriented FITS table (colfits); save it as FITS with one "
            "row an object"
        )


def _frame(*headers: Any) -> SkyFrame | None:
    """Of the positions, by the table's header, else the file's."""
    told = [{key: header[key] for key in FRAME_CARDS if key in header} for header in headers]
    return frame_in_header(next(filter(None, reversed(told)), {}))


def _is_flux(hdu: Any) -> bool:
    """Whether this is an image of flux, as DESI's spectra have beside their table of targets."""
    return isinstance(hdu, fits.ImageHDU) and hdu.name.upper().endswith("_FLUX")


def _texts(hdu: Any, index: int) -> Texts:
    if isinstance(hdu, fits.TableHDU):
        return _ascii_texts(hdu, index)
    raw = hdu.data.view(np.ndarray)
    if raw.dtype[index].kind == "S":
        return array_texts(raw[raw.dtype.names[index]])  # undecoded: not all of it is ASCII
    if hdu.columns[index].format == "L":
        stored = raw[raw.dtype.names[index]]
        return array_texts(stored == ord("T"), (stored != ord("T")) & (stored != ord("F")))
    values = np.asarray(hdu.data.field(index))
    return array_texts(values, _missing(values, hdu.columns[index].null))


def _ascii_texts(hdu: Any, index: int) -> Texts:
    """Of a table of text: numbers as they are written, so that long ids keep every digit."""
    column, fields = hdu.columns[index], hdu.data.view(np.ndarray)
    written = fields[fields.dtype.names[index]]
    if str(column.format).startswith("A"):
        return array_texts(written)
    null = str(column.null or "").strip()

    def texts(start: int, stop: int) -> list[str]:
        bare = [exact_text(cell).replace("D", "E") for cell in written[start:stop]]
        return ["" if null and cell == null else cell for cell in bare]

    return texts


def _missing(values: np.ndarray[Any, Any], null: Any) -> np.ndarray[Any, Any] | None:
    """Cells that hold the column's TNULL."""
    if values.dtype.kind not in "iu" or null is None or null == "":
        return None
    missing: np.ndarray[Any, Any] = values == int(null)
    return missing
