"""Plans an import: reads each row's spectrum, yields candidates and rejects one by one."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Literal

from specreview.catalogues.cells import id_of
from specreview.catalogues.columns import Columns, match_columns, shown
from specreview.catalogues.demonstrations import plan_demonstrations
from specreview.catalogues.files import FileFinder, names_files
from specreview.catalogues.label_column import LabelColumn, label_column, not_met
from specreview.catalogues.labels import Wording
from specreview.catalogues.parsing import parse_catalogue
from specreview.catalogues.places import check_place
from specreview.catalogues.plan import Import, Planned
from specreview.catalogues.quantities import impossible_position, position_of
from specreview.catalogues.reading import SpectrumLibrary
from specreview.catalogues.rows import CandidateMaker, Located, Spot
from specreview.catalogues.sharegpt import is_sharegpt
from specreview.catalogues.sources import SourceMatcher
from specreview.catalogues.specvi import is_parquet, is_specvi, plan_specvi
from specreview.catalogues.tables import CatalogueRow, CatalogueTable
from specreview.catalogues.walking import Found, readable, undecodable, walk
from specreview.errors import CatalogueError, SpecreviewError
from specreview.review.candidates import Reject

Kind = Literal["folder", "table", "SpecVI-Bench", "demonstrations"]


def kind_of(source: Path) -> Kind:
    """What there is to import, told by content; "table" also for what is nothing of the sort."""
    if source.is_dir():
        return "folder"
    if is_specvi(source):
        return "SpecVI-Bench"
    return "demonstrations" if is_sharegpt(source) else "table"


def read_catalogue(path: Path, mapping: Mapping[str, str] | None = None) -> CatalogueTable:
    """The catalogue at `path`, cells as exact text.

    Raises
    ------
    CatalogueError
        When it is missing, no table, or `mapping` names a role or column that does not exist.
    """
    check_place(path)
    try:
        content = path.read_bytes()
    except OSError as error:
        raise CatalogueError(f"{path}: cannot be read: {error.strerror}") from error
    return parse_catalogue(path, content, mapping)


def plan_import(plan: Import) -> Iterator[Planned]:
    """Candidates and rejects in the order of the rows (of the sorted names in a folder).

    One file's fault is one reject.  Only one spectrum is in memory at a time.

    Raises
    ------
    CatalogueError
        When nothing can be imported: no catalogue, no or an unknown task, a wrong mapping, an
        empty folder or list, no folder of spectra, or a list that would take a queue's labels away.
    """
    _check_places(plan)
    if plan.task is not None and plan.task not in plan.tasks:
        raise CatalogueError(f"no task {plan.task}; there are {', '.join(plan.tasks)}")
    kind = kind_of(plan.source)
    if kind == "folder":
        return _plan_folder(plan)
    if kind == "table":
        return _plan_table(plan)
    if plan.mapping:
        raise CatalogueError(
            f"{plan.source}: --map is for catalogues; here the layout says what is what"
        )
    return plan_specvi(plan) if kind == "SpecVI-Bench" else plan_demonstrations(plan)


def _plan_folder(plan: Import) -> Iterator[Planned]:
    task = _one_task(plan)
    if plan.wording != Wording() or plan.labelled:
        raise CatalogueError(f"{plan.source}: a folder has no label column; give a catalogue")
    return _plan_files(plan, list(walk(plan.source)), task)


def _plan_table(plan: Import) -> Iterator[Planned]:
    table = read_catalogue(plan.source, plan.mapping)
    table = replace(table, columns=table.columns.keeping(plan.secret))
    if plan.task is None and table.columns.name("task") is None:
        _one_task(plan)
    if not (table.rows or table.rejects):
        raise CatalogueError(f"{plan.source}: has a header and no rows; export the list again")
    _refuse_unfindable(table)
    labels = label_column(
        table,
        plan.labels,
        plan.wording,
        partial(_task_of, plan, table.columns),
        task_a_row=plan.task is None or "task" in table.columns.chosen,
    )
    if plan.labelled and labels.name is None:
        raise CatalogueError(
            f"{plan.source}: the queue has labels, which this import would take away; say again "
            "which column they are in with --map label=COLUMN, and --positive as before"
        )
    for note in table.notes:
        plan.note(note)
    for value in labels.unmet:
        plan.note(not_met(value, f"column {labels.name}"))
    return _plan_rows(plan, table, labels)


def _refuse_unfindable(table: CatalogueTable) -> None:
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


def _one_task(plan: Import) -> str:
    if plan.task is None:
        raise CatalogueError(
            f"{plan.source}: which task? Give --task with one of {', '.join(plan.tasks)}, "
            "or a catalogue with a task column"
        )
    return plan.task


def _plan_rows(plan: Import, table: CatalogueTable, labels: LabelColumn) -> Iterator[Planned]:
    columns = table.columns
    finder = FileFinder(plan.source, plan.spectra)
    spots = [_locate(plan, columns, finder, row) for row in table.rows]
    library = SpectrumLibrary(
        [one.path for some in spots for one in some if isinstance(one, Spot)], plan.thumbnail
    )
    maker = CandidateMaker(columns, SourceMatcher(plan.known), labels)
    yield from table.rejects
    for done, (row, some) in enumerate(zip(table.rows, spots, strict=True), start=1):
        if plan.cancelled():
            return
        for one in some:
            if isinstance(one, Reject):
                yield one
            else:
                yield from _read_row(Located(row, *one), library, maker)
        plan.progress(done, len(spots))
    if note := maker.misplaced.note():
        plan.note(note)


def _locate(
    plan: Import, columns: Columns, finder: FileFinder, row: CatalogueRow
) -> list[Spot | Reject]:
    """Where the row's spectrum is; several where it gives a position alone and they lie there."""
    stated = columns.value(row.cells, "id")
    object_id, reason = id_of(stated) if columns.name("id") is not None else (None, "")
    name = object_id or stated or columns.value(row.cells, "path")
    if reason:
        return [Reject(row.number, name, reason)]
    task = _task_of(plan, columns, row)
    if task not in plan.tasks:
        known = ", ".join(plan.tasks)
        return [Reject(row.number, name, f"no task {task or '(blank)'}; there are {known}")]
    try:
        position = _position_alone(columns, row)
        if position is not None:
            return [Spot(found, task, path) for path, found in finder.at(*position)]
        return [Spot(object_id, task, finder.find(columns, row.cells, object_id))]
    except CatalogueError as error:
        return [Reject(row.number, name, str(error))]


def _position_alone(columns: Columns, row: CatalogueRow) -> tuple[float, float] | None:
    """The row's position in degrees where its list has nothing else to find spectra by.

    Raises
    ------
    CatalogueError
        When it states one that there is not.
    """
    if columns.name("id") or columns.name("path") or names_files(columns):
        return None
    if stated := impossible_position(columns, row.cells):
        raise CatalogueError(f"{stated} is no position that there is; correct the list")
    return position_of(columns, row.cells)


def _task_of(plan: Import, columns: Columns, row: CatalogueRow) -> str:
    if plan.task is not None and "task" not in columns.chosen:
        return plan.task
    return columns.value(row.cells, "task").lower()


def _read_row(one: Located, library: SpectrumLibrary, maker: CandidateMaker) -> Iterator[Planned]:
    try:
        if one.object_id is None:
            for facts in library.each(one.path):
                yield maker.make(one, facts)
        else:
            yield maker.make(one, library.only_or(one.path, one.object_id))
    except SpecreviewError as error:
        yield Reject(one.row.number, one.object_id or one.path.name, _without_path(error, one.path))


def _without_path(error: SpecreviewError, path: Path) -> str:
    """The reason alone: the file stands in the reject already."""
    return str(error).removeprefix(f"{path}: ")


def _check_places(plan: Import) -> None:
    for path in (plan.source, plan.spectra):
        if path is not None and (reason := undecodable(path.resolve())):
            raise CatalogueError(f"{path}: {reason}")
    if plan.spectra is not None and not plan.spectra.is_dir():
        raise CatalogueError(f"{plan.spectra}: no such folder; --spectra names a folder of files")


def _plan_files(plan: Import, files: list[Found], task: str) -> Iterator[Planned]:
    library = SpectrumLibrary(thumbnail=plan.thumbnail)
    maker = CandidateMaker(match_columns([]), SourceMatcher(plan.known))
    for number, found in enumerate(files, start=1):
        if plan.cancelled():
            return
        yield from _read_file(plan, number, found, task, library, maker)
        plan.progress(number, len(files))


def _read_file(
    plan: Import,
    number: int,
    found: Found,
    task: str,
    library: SpectrumLibrary,
    maker: CandidateMaker,
) -> Iterator[Planned]:
    name = readable(found.path.relative_to(plan.source))
    if found.reason:
        yield Reject(number, name, found.reason)
        return
    if is_parquet(found.path):
        yield Reject(number, name, "a Parquet file; import it by its own path, prompts and all")
        return
    located = Located(CatalogueRow(number, {}), None, task, found.path)
    try:
        for facts in library.each(found.path):
            yield maker.make(located, facts)
    except SpecreviewError as error:
        yield Reject(number, name, _without_path(error, found.path))
