"""Lists as FITS tables: units, descriptions, provenance in the header, ASCII throughout."""

import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
from astropy.io import fits
from astropy.table import meta

from specreview.export.column import Column, Kind
from specreview.export.provenance import Provenance
from specreview.export.sheet import Reach, Sheet
from specreview.export.spelled import ascii_text
from specreview.export.table import empty_table

_BLOCK = 2880
_CARD = 70
"""Characters of a comment in one card, with room for a mark that it goes on."""
_MISSING = -1
"""TNULL of whole numbers; all of ours are 0 or more."""
_ROOM = 80 - len("KEYWORD = '' / ")
"""Characters of value and comment together in one card."""
_ASCII_NOTE = (
    "FITS text is ASCII: other letters, control characters and blanks at either end are spelled "
    "\\xNN, \\uNNNN, \\UNNNNNNNN, \\n, \\r; a backslash that would read so is doubled."
)
LARGE = 1 << 28
"""Bytes of one text column from where on its texts may lie in the heap, each as long as it is."""
_SPARSE = 4
"""How many times longer the padded texts are than the texts themselves for that."""

_FORMATS: dict[Kind, tuple[str, str]] = {
    "real": ("D", ">f8"),
    "whole": ("K", ">i8"),
    "flag": ("L", "S1"),
}


def write_fits(path: Path, sheet: Sheet, reaches: Sequence[Reach], large: int = LARGE) -> None:
    """A primary header with the provenance and one table, `LIST`, both with checksums.

    Rows go to the file as they are read; a column of few, very long texts lies in the heap (its
    format is QA), so that a row stays short.
    """
    layout = [
        _Laid(column, reach, sheet.made.rows, large)
        for column, reach in zip(sheet.columns, reaches, strict=True)
    ]
    record = np.dtype(
        [(column.name, laid.dtype) for column, laid in zip(sheet.columns, layout, strict=True)]
    )
    with path.open("wb") as stream, tempfile.TemporaryFile() as heap:
        header, place = _table_header(sheet, layout), len(_primary(sheet.made))
        stream.write(_primary(sheet.made))
        stream.seek(place + len(header.tostring()))
        for chunk in sheet.chunks():
            rows = np.zeros(len(chunk[0]), dtype=record)
            for column, laid, values in zip(sheet.columns, layout, chunk, strict=True):
                rows[column.name] = laid.binary(values, heap)
            stream.write(rows.tobytes())
        _end(stream, heap)
        header["PCOUNT"] = heap.tell()
        stream.seek(place)
        stream.write(header.tostring().encode("ascii"))
    with fits.open(path, mode="update") as hdus:
        for hdu in hdus:
            hdu.add_checksum(when=f"written {sheet.made.exported_at}")


def _end(stream: BinaryIO, heap: BinaryIO) -> None:
    """The heap behind the rows, and zeros to the end of the block."""
    length = heap.tell()
    heap.seek(0)
    while some := heap.read(1 << 20):
        stream.write(some)
    assert heap.tell() == length
    stream.write(b"\0" * (-stream.tell() % _BLOCK))


class _Laid:
    """How one column lies in the table."""

    def __init__(self, column: Column, reach: Reach, rows: int, large: int) -> None:
        self.column = column
        self.width = max(1, reach.width)
        padded = self.width * rows
        self.in_heap = column.kind == "text" and padded > max(large, _SPARSE * reach.spelled)
        if column.kind != "text":
            self.format, self.dtype = _FORMATS[column.kind][0], _FORMATS[column.kind][1]
        elif self.in_heap:
            self.format, self.dtype = f"QA({self.width})", "(2,)>i8"
        else:
            self.format, self.dtype = f"{self.width}A", f"S{self.width}"

    def binary(self, values: list[Any], heap: BinaryIO) -> Any:
        """Values as the table holds them; texts of the heap are appended to it."""
        kind = self.column.kind
        if kind == "real":
            return [np.nan if value is None else value for value in values]
        if kind == "whole":
            return [_MISSING if value is None else value for value in values]
        if kind == "flag":
            return [b"T" if value else b"F" for value in values]
        texts = [b"" if value is None else ascii_text(value).encode("ascii") for value in values]
        return [_put(text, heap) for text in texts] if self.in_heap else texts


def _put(text: bytes, heap: BinaryIO) -> tuple[int, int]:
    """(length, place) of a text in the heap."""
    place = heap.tell()
    heap.write(text)
    return len(text), place


def _table_header(sheet: Sheet, layout: Sequence[_Laid]) -> Any:
    """The header of the table, as astropy makes it for no rows, with room for the checksums."""
    columns = [
        fits.Column(
            column.name,
            laid.format,
            unit=column.unit or None,
            null=_MISSING if column.kind == "whole" else None,
        )
        for column, laid in zip(sheet.columns, layout, strict=True)
    ]
    table = fits.BinTableHDU.from_columns(columns, nrows=0)
    table.name = "LIST"
    header = table.header
    header["NAXIS2"] = sheet.made.rows
    header["LONGSTRN"] = ("OGIP 1.0", "long texts go on in CONTINUE cards")
    for number, column in enumerate(sheet.columns, start=1):
        header[f"TCOMM{number}"] = ascii_text(column.description)
        if column.ucd:
            header[f"TUCD{number}"] = column.ucd
    for line in _for_astropy(sheet):
        header.add_comment(line)
    return _with_room(header)


def _for_astropy(sheet: Sheet) -> Iterator[str]:
    """Comments in which astropy keeps descriptions and UCDs of the columns of a FITS table."""
    table = empty_table(sheet)
    table.meta = {"__serialized_columns__": {}}
    yield "--BEGIN-ASTROPY-SERIALIZED-COLUMNS--"
    for line in meta.get_yaml_from_table(table):
        pieces = [line[place : place + _CARD] for place in range(0, len(line), _CARD)] or [""]
        yield from (f"{piece}\\" for piece in pieces[:-1])
        yield pieces[-1]
    yield "--END-ASTROPY-SERIALIZED-COLUMNS--"


def _with_room(header: Any) -> Any:
    """The header with both checksum cards, so that their values change nothing else."""
    header["CHECKSUM"] = ("0" * 16, "HDU checksum")
    header["DATASUM"] = ("0", "data unit checksum")
    return header


def _primary(made: Provenance) -> bytes:
    primary = fits.PrimaryHDU()
    _provenance_cards(primary.header, made)
    return bytes(_with_room(primary.header).tostring(), "ascii")


def _card(header: Any, keyword: str, value: Any, comment: str) -> None:
    """Set one card; a long text leaves no room for its comment (and goes on in CONTINUE)."""
    if not isinstance(value, str):
        header[keyword] = (value, comment)
        return
    text = ascii_text(value)
    room = len(text) + text.count("'") + len(comment) <= _ROOM
    header[keyword] = (text, comment) if room else text


def _provenance_cards(header: Any, made: Provenance) -> None:
    cards: list[tuple[str, Any, str]] = [
        ("LONGSTRN", "OGIP 1.0", "long texts go on in CONTINUE cards"),
        ("ORIGIN", made.app, "software that wrote this file"),
        ("DATE", made.exported_at[:19], "UTC"),
        ("LISTKIND", made.list, "which list"),
        ("QUEUE", made.queue, "queue of candidates"),
        ("SOURCE", made.source, "where the queue was imported from"),
        ("REVIEWER", made.reviewer, "whose answers"),
        ("NROWS", made.rows, "rows of the list"),
        ("NCAND", made.candidates, "candidates of the queue after the filter"),
        ("FILTER", made.filter, "filter of the candidates"),
        ("MINCONF", made.approval_confidence, "least confidence of an approval"),
        ("CONFCONF", made.conflict_confidence, "confidence gap of a conflict"),
        ("CONFDZ", made.conflict_relative_redshift, "|dz|/(1+z) of a conflict"),
        ("ROWSHA", made.checksum, "SHA-256 of the rows as JSON lines"),
    ]
    for number, task in enumerate(made.tasks, start=1):
        cards.append((f"TASK{number}", f"{task.key} version {task.version}", "vetting task"))
        cards.append((f"TASKSH{number}", task.sha256, "SHA-256 of the task"))
    for number, used in enumerate(made.inspectors, start=1):
        named = " ".join(filter(None, (used.name, used.model, used.revision)))
        cards.append((f"INSP{number}", named, "inspector, model, revision"))
        cards.append((f"INSPSH{number}", used.prompt_hash, "SHA-256 of its prompt"))
        cards.append((f"INSPTK{number}", used.task, "its task"))
        cards.append((f"INSPAP{number}", used.app_version, "version of specreview then"))
        cards.append((f"INSPN{number}", used.inspections, "inspections by it"))
    for keyword, value, comment in cards:
        _card(header, keyword, value, comment)
    for reason, count in made.left_out.items():
        header.add_history(ascii_text(f"left out: {count} {reason}"))
    header.add_comment(_ASCII_NOTE)
