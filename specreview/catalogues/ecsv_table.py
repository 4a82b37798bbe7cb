"""ECSV: a table as text whose commented head, in YAML, states delimiter, types and units."""

import csv
import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from specreview.catalogues.cells import exact_text, number
from specreview.catalogues.columnar import LONGEST_CELL, RecordRows, refuse_repeated
from specreview.catalogues.columns import match_columns
from specreview.catalogues.sky_columns import SkyColumn, sky_column
from specreview.catalogues.stated_columns import masks, stated_columns, stated_frames, stated_units
from specreview.catalogues.tables import CatalogueTable
from specreview.errors import CatalogueError
from specreview.review.candidates import Reject

MARK = "# %ECSV"


def read_ecsv(path: Path, text: str, mapping: Mapping[str, str] | None) -> CatalogueTable:
    """The table in `text`, cells as they are written, so that ids keep every digit.

    Rows are counted as lines of the table: the header with the names is 1.

    Raises
    ------
    CatalogueError
        A head that is no YAML, names that differ from the head's, or no table below it.
    """
    lines = text.splitlines(keepends=True)
    head = [line[1:].removeprefix(" ") for line in lines if line.startswith("#")]
    stated = _stated(path, head[1:])
    fields = {str(one["name"]): one for one in stated["datatype"]}
    body = [line for line in lines if not line.startswith("#") and line.strip()]
    delimiter = str(stated.get("delimiter", " "))
    try:
        records = list(csv.reader(body, delimiter=delimiter, skipinitialspace=True))
    except csv.Error as error:
        raise CatalogueError(f"{path}: {error}; is it an ECSV table?") from error
    if not records:
        raise CatalogueError(f"{path}: holds no table below its head; save it again")
    names = records[0]
    refuse_repeated(path, names)
    if names != list(fields):
        raise CatalogueError(
            f"{path}: its head names {', '.join(fields)}, its first row {', '.join(names)}; "
            "save it again"
        )
    spelt = {at: how for at, name in enumerate(names) if (how := _spelling(fields[name]))}
    numbered = list(enumerate(records[1:], start=2))
    rejects = [one for one in (_fit(names, spelt, *record) for record in numbered) if one]
    lost = {reject.row for reject in rejects}
    fitting = [record for record in numbered if record[0] not in lost]
    kept = _blanked(names, fitting)
    sky = sky_column(stated, kept)
    if sky is not None:
        kept = _placed(sky, kept, fitting)
    return CatalogueTable(
        path,
        match_columns(kept, mapping, stated_units(stated), stated_frames(stated)),
        RecordRows(kept, fitting),
        tuple(rejects),
        notes=(sky.note,) if sky else (),
        format="ECSV",
    )


def _stated(path: Path, head: Sequence[str]) -> dict[str, Any]:
    try:
        return stated_columns("".join(head))
    except ValueError as error:
        raise CatalogueError(
            f"{path}: the head of this ECSV cannot be read ({error}); save it again"
        ) from error


def _fit(
    names: Sequence[str], spelt: Mapping[int, Callable[[str], str]], row: int, cells: list[str]
) -> Reject | None:
    """Make the cells exact text; a reject where there are too few or too many."""
    if len(cells) != len(names):
        return Reject(row, cells[0], f"{len(cells)} cells where the header has {len(names)}")
    cells[:] = map(str.strip, cells)
    for at, how in spelt.items():
        cells[at] = how(cells[at])
    return None


def _spelling(field: Mapping[str, Any]) -> Callable[[str], str] | None:
    """How the cells of a column are spelt as in the other formats, None where they are already."""
    if field.get("subtype"):
        return _several
    return {"float32": _single, "bool": str.lower}.get(str(field.get("datatype")))


def _single(cell: str) -> str:
    value = number(cell)
    return cell if value is None else exact_text(np.float32(value))


def _several(cell: str) -> str:
    """Values of an array, which ECSV writes as JSON, with blanks between."""
    try:
        values = json.loads(cell)
    except ValueError:
        return cell
    if not isinstance(values, list):
        return cell
    flat = np.ravel(np.array(values, dtype=object)).tolist()
    return " ".join(map(exact_text, flat[:LONGEST_CELL]))


def _blanked(names: Sequence[str], records: Sequence[tuple[int, list[str]]]) -> list[str]:
    """Blank the cells that a column of masks hides, and take such columns out; the names left."""
    at = {name: index for index, name in enumerate(names)}
    hidden_by = {at[name]: at[mask] for name, mask in masks(names).items()}
    kept = [index for index in at.values() if index not in hidden_by.values()]
    for _, cells in records if hidden_by else ():
        for index, mask in hidden_by.items():
            cells[index] = "" if cells[mask].lower() == "true" else cells[index]
        cells[:] = [cells[index] for index in kept]
    return [names[index] for index in kept]


def _placed(
    sky: SkyColumn, names: Sequence[str], records: Sequence[tuple[int, list[str]]]
) -> list[str]:
    """Append the positions in ICRS to the cells; the names with theirs."""
    first, second = ([cells[names.index(column)] for _, cells in records] for column in sky.columns)
    for (_, cells), *place in zip(records, *sky.icrs(first, second), strict=True):
        cells += place
    return [*names, "ra", "dec"]
