"""A catalogue as exact text: rows of cells with the row number that a reject names."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from specreview.catalogues.columns import Columns
from specreview.errors import CatalogueError
from specreview.review.candidates import Reject

_FOREIGN = (
    (b"PK\x03\x04", "an Excel workbook or zip archive; save it as CSV"),
    (b"\xd0\xcf\x11\xe0", "an old Excel workbook; save it as CSV"),
    (b"<html", "an HTML page, so the download has failed"),
    (b"<!DOC", "an HTML page, so the download has failed"),
    (b"MZ", "a program"),
    (b"\x7fELF", "a program"),
    (b"Title:", "a journal's machine-readable table (MRT); save it as CSV or VOTable"),
    (b"\\documentclass", "a LaTeX document; save its table as CSV"),
    (b"\\begin", "a LaTeX table; save it as CSV"),
    (b"\\", "an IPAC table; save it as CSV or VOTable"),
    (b"%PDF", "a PDF document; export its table as CSV"),
    (b"SQLite format 3", "an SQLite database; export the table as CSV"),
)


@dataclass(frozen=True)
class CatalogueRow:
    """One row: `number` as a spreadsheet counts it (text, header 1), or from 1."""

    number: int
    cells: Mapping[str, str]


@dataclass(frozen=True)
class CatalogueTable:
    """All rows of a catalogue, cells as exact text, with the columns by role.

    `rejects` are rows that do not fit the header; `notes` say what was decided on reading.
    """

    path: Path
    columns: Columns
    rows: Sequence[CatalogueRow]
    rejects: tuple[Reject, ...] = ()
    notes: tuple[str, ...] = ()
    format: str = "CSV"
    """ "CSV", "ECSV", "FITS table", "VOTable" or "Parquet"."""
    arrays: tuple[str, ...] = ()
    """Columns that were left out, since each of their cells is an array."""


_WAVELENGTH = frozenset({
    "wavelength", "wave", "lambda", "loglam", "lam", "wl", "wavelength_aa", "spectral_axis",
})  # fmt: skip
_FLUX = frozenset({"flux", "flux_density", "flam", "f_lambda", "intensity", "counts", "ivar"})


def refuse_spectrum(table: CatalogueTable) -> None:
    """Say that a table of wavelengths and flux, and of no ids and no paths, is a spectrum.

    Raises
    ------
    CatalogueError
        When it is one.
    """
    columns = table.columns
    named = {name.strip().lower() for name in (*columns.names, *table.arrays)}
    if named & _WAVELENGTH and named & _FLUX and not (columns.name("id") or columns.name("path")):
        raise CatalogueError(
            f"{table.path}: is a spectrum, not a list of candidates; give the folder that it lies "
            "in, or a list whose path column names it"
        )


def refuse_foreign(path: Path, head: bytes) -> None:
    """Say what a file is that is plainly no catalogue.

    Raises
    ------
    CatalogueError
        When `head`, the first bytes, is that of another kind of file, or empty.
    """
    if not head.strip():
        raise CatalogueError(f"{path}: is empty; a catalogue needs a header and rows")
    for magic, what in _FOREIGN:
        if head.lower().startswith(magic.lower()):
            raise CatalogueError(f"{path}: is {what}")
