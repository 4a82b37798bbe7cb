"""Any FITS table with a wavelength and a flux column, under any usual names.

One row of vectors is a spectrum, several such rows are as many objects; scalar columns make one
spectrum, a row a pixel.  Read last: what a survey's own reader knows better is not seen here.
NGSL, Pickles, XSL, X-shooter and XQ-100 tables come this way where they carry no data model, and
PypeIt's coadds, which are in vacuum (https://pypeit.readthedocs.io/en/release/out_onespec.html).
"""

from specreview.spectra.readers import facts
from specreview.spectra.readers.assembly import assemble
from specreview.spectra.readers.cards import Cards
from specreview.spectra.readers.layout import Hdu
from specreview.spectra.readers.medium import Medium
from specreview.spectra.readers.position import position
from specreview.spectra.readers.source import OpenedFile
from specreview.spectra.readers.table_spectra import (
    Columns,
    column_in_vacuum,
    columns_by_name,
    holds_vectors,
    pixels_of,
    unit_of,
    wavelengths,
)
from specreview.spectra.spectrum import Origin, Spectrum

name = "table"
version = 2
survey = "unknown"

_IDS = ("TARGETID", "SPECOBJID", "OBSID", "SOURCE_ID", "OBJID", "ID", "TARGET", "OBJECT", "NAME")
_PYPEIT: tuple[Medium, str] = ("vacuum", "PypeIt convention")
_DETAILS = {"object": ("OBJECT", "TARGNAME", "TARGETID"), "telescope": ("TELESCOP",)}
_DETAILS |= {"instrument": ("INSTRUME",), "date": ("DATE-OBS",)}


def recognises(file: OpenedFile) -> bool:
    """A binary table of at least two pixels with a wavelength and a flux column."""
    return bool(_spectra(file))


def object_ids(file: OpenedFile) -> tuple[str, ...]:
    """The file's name for one spectrum; for several the table's own ids, else row numbers."""
    return tuple(_rows(file))


def _rows(file: OpenedFile) -> dict[str, int]:
    if "table rows" not in file.kept:
        hdu, columns = _spectra(file)[0]
        ids: tuple[str, ...] = (file.stem,)
        if hdu.rows > 1 and holds_vectors(hdu, columns):
            numbered = tuple(f"{file.stem}-row{i + 1}" for i in range(hdu.rows))
            ids = row_ids(hdu, _IDS) or numbered
        file.kept["table rows"] = {name: i for i, name in enumerate(ids)}
    rows: dict[str, int] = file.kept["table rows"]
    return rows


def row_ids(hdu: Hdu, names: tuple[str, ...]) -> tuple[str, ...]:
    """The first of `names` that tells all rows apart, as text; () where none does."""
    for column in names:
        if column in hdu.column_names:
            ids = tuple(facts.id_text(value) or "" for value in hdu.column(column).tolist())
            if len({i for i in ids if i}) == hdu.rows:
                return ids
    return ()


def read(file: OpenedFile, object_id: str) -> Spectrum:
    found = _spectra(file)
    hdu, columns = found[0]
    notes: list[str] = []
    if len(found) > 1:
        others = len(found) - 1
        notes.append(
            f"{len(found)} spectra in this file, {hdu.name or hdu.label} taken, "
            f"{others} other spectrum HDU{'s' if others > 1 else ''}"
        )
    row = _rows(file)[object_id] if holds_vectors(hdu, columns) else None
    axis = wavelengths(hdu, columns, row, notes)
    usual = _PYPEIT if hdu.cards.text("DMODCLS") == "OneSpec" else None
    axis, frame = column_in_vacuum(file, hdu, columns.wavelength, axis, notes, usual)
    pixels = pixels_of(hdu, columns, row, axis, notes)
    return assemble(pixels, _origin(file, object_id, hdu, columns, frame))


def _spectra(file: OpenedFile) -> list[tuple[Hdu, Columns]]:
    if "table" not in file.kept:
        tables = ((h, columns_by_name(h)) for h in file.hdus if h.is_table and h.rows)
        found = [(h, c) for h, c in tables if c is not None]
        file.kept["table"] = [(h, c) for h, c in found if h.rows > 1 or holds_vectors(h, c)]
    spectra: list[tuple[Hdu, Columns]] = file.kept["table"]
    return spectra


def _origin(file: OpenedFile, object_id: str, hdu: Hdu, columns: Columns, frame: str) -> Origin:
    cards = file.hdus[0].cards
    notes: list[str] = []
    redshift = facts.redshift(cards.text("Z") or cards.text("REDSHIFT"), notes)
    ra, dec = position(hdu.cards, cards)
    return Origin(
        file=file.path,
        reader=name,
        reader_version=version,
        survey=survey,
        object_id=object_id,
        ra=ra,
        dec=dec,
        frame=frame,
        flux_unit=facts.flux_unit(unit_of(hdu, columns.flux)),
        redshift=redshift,
        redshift_source=None if redshift is None else "header",
        notes=tuple(notes),
        details={"hdu": hdu.label, "columns": _named(columns)} | details(cards, hdu.cards),
    )


def _named(columns: Columns) -> str:
    used = (columns.wavelength, columns.flux, columns.error, columns.mask)
    return ", ".join(name for name in used if name)


def details(*headers: Cards) -> dict[str, str]:
    """Object, telescope, instrument and date, from the first header that names them."""
    found = {}
    for label, keywords in _DETAILS.items():
        texts = (cards.text(keyword) for keyword in keywords for cards in headers)
        text = next((t for t in texts if t), None)
        if text:
            found[label] = text
    return found
