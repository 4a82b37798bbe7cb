"""One export from rows to file: the same selection that the Export page counts."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from specreview.agent.events import InspectionStarted
from specreview.export.acts import HISTORY
from specreview.export.column import Column, chosen
from specreview.export.columns import columns_for
from specreview.export.disagreements import DISAGREEMENTS
from specreview.export.provenance import DEFAULT_LIMITS, Provenance, provenance
from specreview.export.selection import Selection, select_rows
from specreview.export.steps import TRACES
from specreview.export.writing import Exported, list_bytes, sidecar_of, write_list
from specreview.review.consensus import ConflictLimits
from specreview.review.lists import ALWAYS, ListKind, Period
from specreview.review.rows import ALL_ROWS, CandidateRow, Queue, RowFilter
from specreview.tasks.task import VettingTask

if TYPE_CHECKING:
    from astropy.table import QTable

Lines = Callable[[], Iterator[Mapping[str, Any]]]


@dataclass(frozen=True)
class ListRequest:
    """Which list of which queue, for whom, with which columns and limits.

    `columns` are the names of those that are wanted, in their order; None for all.
    """

    queue: Queue
    kind: ListKind
    reviewer: str
    confidence_limit: int
    row_filter: RowFilter = ALL_ROWS
    limits: ConflictLimits = DEFAULT_LIMITS
    reviewer_names: bool = False
    within: Period = ALWAYS
    columns: tuple[str, ...] | None = None


@dataclass(frozen=True)
class ReadyList:
    """A list before it is written: for the page's table and counts, and for the file.

    `columns` are those that are written, `available` all that could be. `whole` gives the lines
    of a .jsonl where they are not the rows: whole inspections.
    """

    selection: Selection
    made: Provenance
    columns: tuple[Column, ...]
    available: tuple[Column, ...]
    reviewer_names: bool = False
    whole: Lines | None = None

    @property
    def rows(self) -> Sequence[Any]:
        """What `Column.get` takes, one a row; may be read anew each time it is gone through."""
        return self.selection.rows

    def content(self, ending: str) -> bytes:
        """The list as the bytes of a file with this ending, for a download."""
        return list_bytes(self, ending)

    def sidecar(self, ending: str, content: bytes) -> bytes | None:
        """The provenance for a file beside `content`; None where it is in the file itself."""
        return sidecar_of(self, ending, content)

    def write(self, path: Path, overwrite: bool = False) -> Exported:
        """The list as a file; see `writing.write_list` for what is refused."""
        return write_list(self, path, overwrite=overwrite)

    def table(self) -> "QTable":
        """The list as an astropy QTable: units, descriptions, what is not known masked."""
        from specreview.export.table import as_table

        return as_table(self.rows, self.columns, self.made)


def prepare_list(
    request: ListRequest,
    rows: Sequence[CandidateRow],
    tasks: Mapping[str, VettingTask],
    started: Iterable[InspectionStarted] = (),
) -> ReadyList:
    """The approved or current list that `request` asks for.

    `rows` are the queue's rows under its filter; `tasks` the loaded tasks by key; `started` the
    beginnings of the rows' inspections, from which come model, prompt and app version.
    """
    positive = {key: task.positive for key, task in tasks.items()}
    selection = select_rows(rows, request.kind, request.confidence_limit, positive, request.within)
    columns = columns_for(rows, request.reviewer_names)
    return ready_list(request, selection, columns, rows, tasks, started)


COLUMNS_OF: Mapping[ListKind, tuple[Column, ...]] = {
    "history": HISTORY,
    "disagreements": DISAGREEMENTS,
    "traces": TRACES,
}
"""The columns of the lists whose rows are not candidates."""


def ready_list(
    request: ListRequest,
    selection: Selection,
    columns: Sequence[Column],
    candidates: Sequence[CandidateRow],
    tasks: Mapping[str, VettingTask],
    started: Iterable[InspectionStarted] = (),
    whole: Lines | None = None,
) -> ReadyList:
    """A list of any kind; `candidates` are the queue's rows under the filter.

    Raises
    ------
    SettingsError
        When a column is asked for that the list does not have.
    """
    picked = chosen(columns, request.columns)
    keys = dict.fromkeys(row.candidate.task_key for row in candidates)
    made = provenance(
        selection,
        request.queue,
        request.reviewer,
        [tasks[key] for key in keys if key in tasks],
        request.confidence_limit,
        started=started,
        row_filter=request.row_filter,
        within=request.within,
        limits=request.limits,
        candidates=len(candidates),
        columns=len(picked),
    )
    whole = whole if request.columns is None else None
    return ReadyList(selection, made, picked, tuple(columns), request.reviewer_names, whole)
