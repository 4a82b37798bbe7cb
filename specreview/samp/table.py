"""The candidates of a list as a VOTable, in the columns of the exports."""

import io
from collections.abc import Mapping, Sequence
from dataclasses import replace

from specreview.export.columns import columns_for
from specreview.export.provenance import provenance
from specreview.export.selection import Selection
from specreview.export.sheet import Sheet
from specreview.export.votable_file import write_votable
from specreview.review.rows import ALL_ROWS, CandidateRow, Queue, RowFilter
from specreview.tasks.task import VettingTask


def candidates_votable(
    rows: Sequence[CandidateRow],
    queue: Queue,
    tasks: Mapping[str, VettingTask],
    reviewer: str = "",
    row_filter: RowFilter = ALL_ROWS,
    confidence_limit: int = 3,
) -> bytes:
    """A VOTable with one row a candidate, in the order of `rows`, decided or not.

    What is kept back from reviewers (truth, labels) is in no column.
    """
    selection = Selection("current", tuple(rows), (), len(rows))
    keys = dict.fromkeys(row.candidate.task_key for row in rows)
    used = [tasks[key] for key in keys if key in tasks]
    made = provenance(selection, queue, reviewer, used, confidence_limit, row_filter=row_filter)
    sheet = Sheet(rows, columns_for(rows), replace(made, list="candidates"))
    stream = io.BytesIO()
    write_votable(stream, *sheet.reached())
    return stream.getvalue()
