"""Where the spectrum of a list's row is, and lists of which nothing says so."""

from dataclasses import replace

from specreview.catalogues.cells import id_of
from specreview.catalogues.columns import PASTED_LINE, Columns, shown
from specreview.catalogues.files import FileFinder, names_files
from specreview.catalogues.plan import Import
from specreview.catalogues.quantities import impossible_position, position_of
from specreview.catalogues.rows import Spot
from specreview.catalogues.tables import CatalogueRow, CatalogueTable
from specreview.errors import CatalogueError
from specreview.review.candidates import Reject


class Locator:
    """Finds the files of a table's rows, in the folders that an import names."""

    def __init__(self, plan: Import, table: CatalogueTable) -> None:
        self._plan = plan
        self._columns = table.columns
        self._finder = FileFinder(plan.source, plan.spectra)
        told = self._columns.name("id") or self._columns.name("path")
        self._told = bool(told) or names_files(self._columns)
        self._pasted = PASTED_LINE in self._columns.names

    def spots(self, row: CatalogueRow) -> list[Spot | Reject]:
        """Several where the row gives a position alone and several spectra lie there."""
        columns = self._columns
        stated = columns.value(row.cells, "id")
        object_id, reason = id_of(stated) if columns.name("id") is not None else (None, "")
        name = object_id or stated or columns.value(row.cells, "path")
        by_position = not self._told or (self._pasted and not stated)
        if reason and not by_position:
            return [Reject(row.number, name, reason)]
        task = task_of(self._plan, columns, row)
        if task not in self._plan.tasks:
            known = ", ".join(self._plan.tasks)
            return [Reject(row.number, name, f"no task {task or '(blank)'}; there are {known}")]
        try:
            if by_position and (position := self._position(row)):
                return [Spot(found, task, path) for path, found in self._finder.at(*position)]
            return [Spot(object_id, task, self._finder.find(columns, row.cells, object_id))]
        except CatalogueError as error:
            return [Reject(row.number, name, str(error))]

    def _position(self, row: CatalogueRow) -> tuple[float, float] | None:
        """The row's position in degrees; raises CatalogueError for one that there is not."""
        if stated := impossible_position(self._columns, row.cells):
            raise CatalogueError(f"{stated} is no position that there is; correct the list")
        return position_of(self._columns, row.cells)


def task_of(plan: Import, columns: Columns, row: CatalogueRow) -> str:
    """The task of a row: the import's, unless the list has a column that was mapped for it."""
    if plan.task is not None and "task" not in columns.chosen:
        return plan.task
    return columns.value(row.cells, "task").lower()


def pasted_lines(table: CatalogueTable) -> CatalogueTable:
    """The table with its rows numbered by the lines of the text that was pasted."""
    if PASTED_LINE not in table.columns.names:
        return table
    rows = [CatalogueRow(_line(row), row.cells) for row in table.rows]
    return replace(table, rows=rows)


def _line(row: CatalogueRow) -> int:
    text = row.cells[PASTED_LINE]
    return int(text) if text.isdecimal() else row.number


def refuse_unfindable(table: CatalogueTable) -> None:
    """Refuse a table of which nothing says where a row's spectrum is, once and not row by row."""
    columns = table.columns
    told = ("id", "path", "ra")
    if any(columns.name(role) for role in told) or names_files(columns):
        _refuse_frame(table)
        return
    raise CatalogueError(
        f"{table.path}: no column says which spectrum a row is about; name it with --map "
        f"id=COLUMN or --map path=COLUMN; there are {shown(columns.names)}"
    )


def _refuse_frame(table: CatalogueTable) -> None:
    """Refuse a table that has positions alone, and those in a frame that is not known."""
    columns, frame = table.columns, table.columns.frame
    found = columns.name("id") or columns.name("path") or names_files(columns)
    if frame is not None and frame.axes is None and not found:
        raise CatalogueError(
            f"{table.path}: positions are in {frame.name}, which is not turned into ICRS; give RA "
            "and Dec in ICRS, or a column that names ids or files"
        )
