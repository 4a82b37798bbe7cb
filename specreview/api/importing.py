"""Tables and files into a queue, as `Queue.from_table` asks for it."""

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from astropy.table import Table

from specreview.api import arguments
from specreview.api.arguments import Place
from specreview.api.tables import Framed, catalogue_bytes
from specreview.api.wording import of_arguments
from specreview.catalogues.labels import Wording
from specreview.catalogues.report import ImportReport
from specreview.errors import CatalogueError
from specreview.intake import ImportRequest

if TYPE_CHECKING:
    from specreview.review.rows import Queue
    from specreview.services import Workspace

Given: TypeAlias = "Table | Framed | Place"


@dataclass(frozen=True)
class Asked:
    """What a call asks to import, checked; `content` is a table from memory as a list."""

    name: str
    source: Path
    content: bytes | None
    task: str | None
    spectra: Path | None
    columns: Mapping[str, str] | None
    wording: Wording


def asked_of(
    table: Given,
    task: str | None,
    spectra: Place | None,
    name: str | None,
    columns: Mapping[str, str] | None,
    positive: str | Sequence[str],
    negative: str | Sequence[str],
) -> Asked:
    """What is asked; nothing is opened or made for it.

    Raises
    ------
    SettingsError
        When an argument is of another kind.
    CatalogueError
        When the table is none, or cannot be a list.
    """
    task, name = arguments.text(task, "task"), arguments.text(name, "name")
    columns = arguments.roles(columns)
    folder = arguments.path_or_none(spectra, "spectra")
    wording = Wording(
        arguments.values(positive, "positive"), arguments.values(negative, "negative")
    )
    if isinstance(table, str | os.PathLike):
        source = arguments.path(table, "table")
        default = source.name.split(".")[0] or source.resolve().name
        return Asked(name or default, source, None, task, folder, columns, wording)
    content = catalogue_bytes(table, columns)
    called = name or task or "queue"
    return Asked(called, Path(f"{called}.csv"), content, task, folder or Path(), columns, wording)


def import_asked(workspace: "Workspace", asked: Asked) -> "tuple[Queue, ImportReport]":
    """Import it; a table from memory is kept among the workspace's lists first.

    Raises
    ------
    CatalogueError
        When nothing can be imported: a queue without candidates helps nobody.
    """
    source = asked.source
    if asked.content is not None:
        source = workspace.keep_list(source.name, asked.content)
    request = ImportRequest(
        asked.name,
        source,
        task=asked.task,
        spectra=asked.spectra,
        mapping=asked.columns,
        wording=asked.wording,
        guess=asked.columns is not None and not asked.columns,
    )
    stored, report = workspace.import_queue(request)
    told = _in_python(report)
    if told.rejected and not workspace.store.row_count(stored.id, ""):
        raise CatalogueError(_why_none(told))
    return stored, told


def _in_python(report: ImportReport) -> ImportReport:
    rejected = tuple(replace(one, reason=of_arguments(one.reason)) for one in report.rejected)
    return replace(report, rejected=rejected, notes=tuple(map(of_arguments, report.notes)))


def _why_none(report: ImportReport) -> str:
    first = "; ".join(f"row {r.row}, {r.name}: {r.reason}" for r in report.rejected[:3])
    more = f"; and {len(report.rejected) - 3} more" if len(report.rejected) > 3 else ""
    return f"no row became a candidate: {first}{more}"
