"""SpecVI-Bench: many spectra in one Parquet file, read by a row's id without loading the file."""

import math
import os
import threading
from collections import OrderedDict
from typing import Any

import numpy as np

from specreview.spectra.file_names import survey_named
from specreview.spectra.readers import specvi_rows as rows
from specreview.spectra.readers.assembly import NoSpectrum, Pixels, assemble
from specreview.spectra.readers.facts import LEAST_REDSHIFT
from specreview.spectra.readers.source import OpenedFile
from specreview.spectra.spectrum import FloatArray, Origin, Spectrum

name = "specvi"
version = 1
survey = "SpecVI-Bench"

_BLOCKS = 4
"""Blocks of rows kept a file: threads that take a queue in its order are never far apart."""
_FILES = 4


def recognises(file: OpenedFile) -> bool:
    """Any Parquet file; whether it has the layout shows when it is read."""
    return file.kind == "parquet"


def object_ids(file: OpenedFile) -> tuple[str, ...]:
    return _shelf(file).ids


def read(file: OpenedFile, object_id: str) -> Spectrum:
    row = _shelf(file).row(object_id)
    if row[0] != object_id:
        raise NoSpectrum("was written anew while it was read; read it again")
    return spectrum_of(file.path, *row)


def id_text(value: Any) -> str:
    """A row's id as text, "" where it has none."""
    return "" if value is None else str(value).strip()


def file_name(value: Any) -> str | None:
    """The survey's file that a row names, without folders; None where it names none."""
    text = "" if value is None else str(value).strip()
    return os.path.basename(text) or None  # noqa: PTH119


def redshift_of(value: Any) -> float | None:
    """A row's z; None for null, NaN and sentinels."""
    number = float("nan") if value is None else float(value)
    return number if math.isfinite(number) and number >= LEAST_REDSHIFT else None


def spectrum_of(
    path: str,
    object_id: str,
    source_file: str | None,
    wavelength: FloatArray | None,
    flux: FloatArray | None,
    redshift: float | None,
) -> Spectrum:
    """One row's spectrum; the arrays are (n,), wavelengths in Å.

    Raises
    ------
    NoSpectrum
        An array is missing, the two differ in length, or nothing in them can be used.
    """
    for what, array in (("wavelength", wavelength), ("flux", flux)):
        if array is None:
            raise NoSpectrum(f"{what} is null")
    assert wavelength is not None
    assert flux is not None
    if wavelength.size != flux.size:
        raise NoSpectrum(f"{wavelength.size} wavelengths and {flux.size} flux values")
    origin = Origin(
        file=path,
        reader=name,
        reader_version=version,
        survey=survey_named(source_file or "") or "unknown",
        object_id=object_id,
        frame="vacuum (LAMOST, SDSS and DESI convention)",
        redshift=redshift,
        redshift_source=None if redshift is None else "SpecVI-Bench",
        source_file=source_file,
    )
    return assemble(Pixels(wavelength.astype(np.float64), flux), origin)


_Row = tuple[str, str | None, FloatArray | None, FloatArray | None, float | None]
"""Id, source file, wavelength, flux, redshift."""


class _Shelf:
    """Where each id stands in one file, and the blocks of rows read last; no open handle.

    A row group can only be decoded from its beginning, so rows come in blocks: taken in order,
    a queue decodes each group once a block, taken at random it pays half a group a row.
    """

    def __init__(self, path: str) -> None:
        self._path = path
        self._lock = threading.Lock()
        self._blocks: OrderedDict[int, list[_Row]] = OrderedDict()
        self._places: dict[str, int] = {}
        number = 0
        with rows.opened(path) as file:
            self._groups = rows.row_groups(file)
            for group in self._groups:
                for batch in rows.batches(file, (rows.INDEX,), group.number):
                    for object_id in map(id_text, batch.values(rows.INDEX)):
                        if object_id:
                            self._places.setdefault(object_id, number)
                        number += 1
        self.ids = tuple(self._places)

    def row(self, object_id: str) -> _Row:
        number = self._places[object_id]
        group = next(g for g in self._groups if number < g.first + g.size)
        skipped, inside = divmod(number - group.first, rows.BATCH)
        first = group.first + skipped * rows.BATCH
        with self._lock:
            block = self._blocks.get(first)
            if block is None:
                block = self._blocks[first] = self._decode(group, skipped)
                while len(self._blocks) > _BLOCKS:
                    self._blocks.popitem(last=False)
            self._blocks.move_to_end(first)
        return block[inside]

    def _decode(self, group: rows.RowGroup, skipped: int) -> list[_Row]:
        with rows.opened(self._path) as file:
            for count, batch in enumerate(rows.batches(file, rows.ARRAYS, group.number)):
                if count == skipped:
                    return _rows_of(batch)
        raise NoSpectrum("has fewer rows than it says; download it again")


def _rows_of(batch: rows.Batch) -> list[_Row]:
    return list(
        zip(
            map(id_text, batch.values(rows.INDEX)),
            map(file_name, batch.values(rows.NAME)),
            batch.arrays(rows.WAVELENGTH),
            batch.arrays(rows.FLUX),
            map(redshift_of, batch.values(rows.REDSHIFT)),
            strict=True,
        )
    )


_shelves: OrderedDict[tuple[str, int, int], _Shelf] = OrderedDict()
_shelves_lock = threading.Lock()


def _shelf(file: OpenedFile) -> _Shelf:
    """The file's shelf; another one once the file has changed."""
    stat = os.stat(file.path)  # noqa: PTH116
    key = (os.path.abspath(file.path), stat.st_mtime_ns, stat.st_size)  # noqa: PTH100
    with _shelves_lock:
        shelf = _shelves.get(key)
        if shelf is None:
            shelf = _shelves[key] = _Shelf(file.path)
            while len(_shelves) > _FILES:
                _shelves.popitem(last=False)
        _shelves.move_to_end(key)
    return shelf
