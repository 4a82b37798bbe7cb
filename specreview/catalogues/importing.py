"""Plans an import: reads each row's spectrum, yields candidates and rejects one by one."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Literal

from specreview.catalogues.demonstrations import plan_demonstrations
from specreview.catalogues.folder_import import plan_files
from specreview.catalogues.label_column import LabelColumn, label_column, not_met
from specreview.catalogues.labels import Wording
from specreview.catalogues.locating import Locator, pasted_lines, refuse_unfindable, task_of
from specreview.catalogues.parsing import parse_file
from specreview.catalogues.places import check_place
from specreview.catalogues.plan import Import, Planned
from specreview.catalogues.reading import SpectrumLibrary
from specreview.catalogues.rows import CandidateMaker, Located, Spot, without_path
from specreview.catalogues.sharegpt import is_sharegpt
from specreview.catalogues.sources import SourceMatcher
from specreview.catalogues.specvi import is_specvi, plan_specvi
from specreview.catalogues.tables import CatalogueRow, CatalogueTable
from specreview.catalogues.walking import undecodable, walk
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
        return parse_file(path, mapping)
    except OSError as error:
        raise CatalogueError(f"{path}: cannot be read: {error.strerror}") from error


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
    return plan_files(plan, list(walk(plan.source)), task)


def _plan_table(plan: Import) -> Iterator[Planned]:
    table = read_catalogue(plan.source, plan.mapping)
    table = pasted_lines(replace(table, columns=table.columns.keeping(plan.secret)))
    if plan.task is None and table.columns.name("task") is None:
        _one_task(plan)
    if not (table.rows or table.rejects):
        raise CatalogueError(f"{plan.source}: has a header and no rows; export the list again")
    refuse_unfindable(table)
    labels = label_column(
        table,
        plan.labels,
        plan.wording,
        partial(task_of, plan, table.columns),
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


def _one_task(plan: Import) -> str:
    if plan.task is None:
        raise CatalogueError(
            f"{plan.source}: which task? Give --task with one of {', '.join(plan.tasks)}, "
            "or a catalogue with a task column"
        )
    return plan.task


def _plan_rows(plan: Import, table: CatalogueTable, labels: LabelColumn) -> Iterator[Planned]:
    columns = table.columns
    locator = Locator(plan, table)
    library = SpectrumLibrary(_shared(plan, locator, table.rows), plan.thumbnail)
    maker = CandidateMaker(columns, SourceMatcher(plan.known), labels)
    yield from table.rejects
    for done, row in enumerate(table.rows, start=1):
        if plan.cancelled():
            return
        for one in locator.spots(row):
            if isinstance(one, Reject):
                yield one
            else:
                yield from _read_row(Located(row, *one), library, maker)
        plan.progress(done, len(table.rows))
    if note := maker.misplaced.note():
        plan.note(note)


def _shared(plan: Import, locator: Locator, rows: Iterable[CatalogueRow]) -> set[Path]:
    """Files of several rows. Rows are located twice, so that a long list is nowhere kept whole."""
    seen, shared = set[Path](), set[Path]()
    for row in rows:
        if plan.cancelled():
            break
        for one in locator.spots(row):
            if isinstance(one, Spot):
                (shared if one.path in seen else seen).add(one.path)
    return shared


def _read_row(one: Located, library: SpectrumLibrary, maker: CandidateMaker) -> Iterator[Planned]:
    try:
        if one.object_id is None:
            for facts in library.each(one.path):
                yield maker.make(one, facts)
        else:
            yield maker.make(one, library.only_or(one.path, one.object_id))
    except SpecreviewError as error:
        yield Reject(one.row.number, one.object_id or one.path.name, without_path(error, one.path))


def _check_places(plan: Import) -> None:
    for path in (plan.source, plan.spectra):
        if path is not None and (reason := undecodable(path.resolve())):
            raise CatalogueError(f"{path}: {reason}")
    if plan.spectra is not None and not plan.spectra.is_dir():
        raise CatalogueError(f"{plan.spectra}: no such folder; --spectra names a folder of files")
