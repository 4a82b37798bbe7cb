"""Where DESI took a spectrum: tile, petal, fibre and night, as far as the file states one of each.

https://desidatamodel.readthedocs.io: FIBERMAP of spectra-*.fits and EXP_FIBERMAP of coadd-*.fits, a
row an exposure, and the header cards of files of one tile.
"""

from collections.abc import Sequence

import numpy as np

from specreview.spectra.readers.layout import Hdu
from specreview.spectra.readers.source import OpenedFile

_COLUMNS = {"tile": "TILEID", "petal": "PETAL_LOC", "fibre": "FIBER", "night": "NIGHT"}
_CARDS = {"tile": "TILEID", "petal": "PETAL", "night": "NIGHT"}


def place(file: OpenedFile, targets: Hdu | None, object_id: str) -> dict[str, str]:
    """What is stated of a target; what its exposures do not share is left out."""
    tables = [table for table in (targets, file.hdu("EXP_FIBERMAP")) if table is not None]
    stated = {label: _stated(file, tables, label, object_id) for label in _COLUMNS}
    return {label: text for label, text in stated.items() if text}


def _stated(file: OpenedFile, tables: Sequence[Hdu], label: str, object_id: str) -> str:
    """By the first table that has the column, be it that its rows differ; else by the header."""
    column = _COLUMNS[label]
    for table in tables:
        if table.column_names >= {column, "TARGETID"}:
            mine = np.asarray(table.column("TARGETID")) == int(object_id)
            values = np.unique(np.asarray(table.column(column))[mine])
            return str(values[0]) if values.size == 1 and values[0] >= 0 else ""
    return file.hdus[0].cards.text(_CARDS[label]) or "" if label in _CARDS else ""
