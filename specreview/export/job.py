"""One export from rows to file: the same selection that the Export page counts."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from specreview.agent.events import InspectionStarted
from specreview.export.columns import columns_for
from specreview.export.provenance import DEFAULT_LIMITS, Provenance, provenance
from specreview.export.selection import ALWAYS, ListKind, Period, Selection, select_rows
from specreview.export.tables import Exported, list_bytes, write_list
from specreview.review.consensus import ConflictLimits
from specreview.review.rows import ALL_ROWS, CandidateRow, Queue, RowFilter
from specreview.tasks.task import VettingTask


@dataclass(frozen=True)
class ListRequest:
    """Which list of which queue, for whom, with which columns and limits."""

    queue: Queue
    kind: ListKind
    reviewer: str
    confidence_limit: int
    row_filter: RowFilter = ALL_ROWS
    limits: ConflictLimits = DEFAULT_LIMITS
    reviewer_names: bool = False
    within: Period = ALWAYS


@dataclass(frozen=True)
class ReadyList:
    """A list before it is written: for the page's table and counts, and for the file."""

    selection: Selection
    made: Provenance
    reviewer_names: bool = False

    def content(self, ending: str) -> bytes:
        """The list as the bytes of a .csv or .fits file, for a download."""
        rows = self.selection.rows
        return list_bytes(ending, rows, columns_for(rows, self.reviewer_names), self.made)

    def write(self, path: Path, overwrite: bool = False) -> Exported:
        """The list as a file; see `tables.write_list` for what is refused."""
        rows = self.selection.rows
        columns = columns_for(rows, self.reviewer_names)
        return write_list(path, rows, columns, self.made, overwrite=overwrite)


def prepare_list(
    request: ListRequest,
    rows: Sequence[CandidateRow],
    tasks: Mapping[str, VettingTask],
    started: Iterable[InspectionStarted] = (),
) -> ReadyList:
    """The list that `request` asks for out of `rows`, the queue's rows under its filter.

    `tasks` are the loaded tasks by key; `started` the beginnings of the rows' inspections,
    from which come model, prompt and app version.
    """
    positive = {key: task.positive for key, task in tasks.items()}
    selection = select_rows(rows, request.kind, request.confidence_limit, positive, request.within)
    keys = dict.fromkeys(row.candidate.task_key for row in rows)
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
    )
    return ReadyList(selection, made, request.reviewer_names)
