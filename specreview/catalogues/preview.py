"""What a list looks like before it is imported: its columns, their guessed roles, a few rows."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path

from specreview.catalogues.columns import Columns
from specreview.catalogues.importing import Kind, kind_of, read_catalogue
from specreview.catalogues.parsing import is_long_text, parse_beginning
from specreview.catalogues.sharegpt import read_demonstrations
from specreview.catalogues.specvi import count_rows
from specreview.catalogues.tables import CatalogueTable
from specreview.catalogues.walking import walk

FEW = 1000
"""After each so many rows, columns with more than half as many values are let go."""
MANY = 200_000
"""Rows of a list whose values a preview counts; a longer one's are counted when asked for."""
COUNTED_BY_LINES = "a long list: the preview is of its beginning, its rows are counted as lines"
KEPT_BACK = "(kept back)"
"""Stands for each cell of a truth or label column: the list may be vetted by who imports it."""


@dataclass(frozen=True)
class PreviewColumn:
    """A column, the role it plays (None: kept verbatim), and its first cells.

    `guessed` says that its name gave it the role, as against a person.
    """

    name: str
    role: str | None
    guessed: bool
    values: tuple[str, ...]


@dataclass(frozen=True)
class CataloguePreview:
    """A list as an import would read it; `n_rows` counts also rows that do not fit the header.

    A folder, a SpecVI-Bench file and demonstrations say themselves what is what: no columns.
    """

    path: Path
    format: str
    n_rows: int
    columns: tuple[PreviewColumn, ...] = ()
    notes: tuple[str, ...] = ()


def preview_catalogue(
    path: Path, mapping: Mapping[str, str] | None = None, rows: int = 8
) -> CataloguePreview:
    """The list at `path` with the roles of its columns and its first `rows` rows.

    `mapping` (role to column) overrides the guess. No spectrum is looked for.

    Raises
    ------
    CatalogueError
        When there is no such list, it cannot be read, or `mapping` does not fit it.
    """
    kind = kind_of(path)
    if kind != "table":
        return _without_columns(path, kind)
    if is_long_text(path):
        return _of_beginning(path, mapping, rows)
    return _of_table(read_catalogue(path, mapping), rows)


def preview_with_values(path: Path) -> tuple[CataloguePreview, dict[str, Counter[str]]]:
    """As `preview_catalogue`, and how often each cell stands in each column of few values.

    The list is read once for both. Of a long one no values are counted: that takes seconds.

    Raises
    ------
    CatalogueError
        When there is no such list, or it cannot be read.
    """
    kind = kind_of(path)
    if kind != "table":
        return _without_columns(path, kind), {}
    if is_long_text(path):
        return _of_beginning(path, None, 8), {}
    table = read_catalogue(path)
    return _of_table(table, 8), _few_values(table) if len(table.rows) <= MANY else {}


def _of_beginning(path: Path, mapping: Mapping[str, str] | None, rows: int) -> CataloguePreview:
    """By the first MiB of a long text; its other rows are counted as lines."""
    table, more = parse_beginning(path, mapping)
    seen = _of_table(table, rows)
    return replace(seen, n_rows=seen.n_rows + more, notes=(*seen.notes, COUNTED_BY_LINES))


def _few_values(table: CatalogueTable) -> dict[str, Counter[str]]:
    """A column of many values is let go while counting: it holds no classes, but ids or numbers."""
    found = {name: Counter[str]() for name in table.columns.names}
    for n, row in enumerate(table.rows, start=1):
        for name, values in found.items():
            values[row.cells.get(name, "")] += 1
        if n % FEW == 0:
            found = {name: values for name, values in found.items() if len(values) <= FEW / 2}
    return found


def _of_table(table: CatalogueTable, rows: int) -> CataloguePreview:
    shown = [row.cells for row in islice(table.rows, rows)]
    columns = tuple(_column(table.columns, name, shown) for name in table.columns.names)
    return CataloguePreview(
        table.path, table.format, len(table.rows) + len(table.rejects), columns, table.notes
    )


def _column(columns: Columns, name: str, shown: list[Mapping[str, str]]) -> PreviewColumn:
    role = next((role for role, names in columns.by_role.items() if name in names), None)
    secret = role in ("truth", "label")
    values = tuple(KEPT_BACK if secret else cells.get(name, "") for cells in shown)
    return PreviewColumn(name, role, role is not None and role not in columns.chosen, values)


def _without_columns(path: Path, kind: Kind) -> CataloguePreview:
    if kind == "folder":
        return CataloguePreview(path, "folder", sum(not found.reason for found in walk(path)))
    if kind == "SpecVI-Bench":
        return CataloguePreview(path, kind, count_rows(path))
    return CataloguePreview(path, kind, sum(1 for _ in read_demonstrations(path)))
