"""The store: queues, the two logs and work under way, behind one door."""

from typing import Any

from sqlalchemy import func, select

from specreview.review.rows import ALL_ROWS, Candidate, CandidateRow, QueueCounts, RowFilter
from specreview.store import sqlite
from specreview.store.claims import Claims
from specreview.store.database import Database
from specreview.store.decisions import Decisions
from specreview.store.marks import Marks
from specreview.store.opening import Options, open_database
from specreview.store.queues import Queues
from specreview.store.rows import Rows
from specreview.store.saved_filters import SavedFilters
from specreview.store.schema import candidate as candidate_table
from specreview.store.schema import decision, event, image, inspection, mark, queue
from specreview.store.spectrum_index import SpectrumIndex
from specreview.store.traces import Traces
from specreview.store.walking import neighbour
from specreview.store.work import Work

COUNTED = {
    "queues": queue,
    "candidates": candidate_table,
    "inspections": inspection,
    "events": event,
    "images": image,
    "decisions": decision,
    "marks": mark,
}


class Store:
    """One open database. Its facets may be used from any thread."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.queues = Queues(database)
        self.traces = Traces(database)
        self.decisions = Decisions(database)
        self.marks = Marks(database)
        self.claims = Claims(database)
        self.index = SpectrumIndex(database)
        self.saved_filters = SavedFilters(database)
        self.work = Work(database)
        self._rows = Rows(database)

    def close(self) -> None:
        """Close all connections; SQLite then folds its write-ahead log into the file."""
        self.database.engine.dispose()

    def rows(
        self,
        queue_id: int,
        reviewer: str,
        row_filter: RowFilter = ALL_ROWS,
        *,
        limit: int | None = None,
        offset: int = 0,
    ) -> list[CandidateRow]:
        """The queue as this reviewer sees it, filtered and sorted; all of it or one page."""
        return self._rows.page(queue_id, reviewer, row_filter, limit, offset)

    def row_count(self, queue_id: int, reviewer: str, row_filter: RowFilter = ALL_ROWS) -> int:
        """How many rows the filter leaves."""
        return self._rows.count(queue_id, reviewer, row_filter)

    def row(self, candidate_id: int, reviewer: str) -> CandidateRow:
        """One candidate as this reviewer sees it; NotFound when there is none."""
        return self._rows.one(candidate_id, reviewer)

    def family(self, candidate: Candidate, reviewer: str) -> list[CandidateRow]:
        """The queue's spectra of the candidate's source, itself included, in queue order."""
        return self._rows.family(candidate, reviewer)

    def counts(self, queue_id: int, reviewer: str) -> QueueCounts:
        """How far the queue is for this reviewer."""
        return self._rows.counts(queue_id, reviewer)

    def neighbour(
        self,
        queue_id: int,
        reviewer: str,
        row_filter: RowFilter,
        candidate_id: int | None,
        step: int,
        open_only: bool = False,
    ) -> int | None:
        """The candidate `step` (+1 or -1) from this one, in the filter and its order.

        None stands for before the first (after the last) one. With `open_only` and +1: the
        next that this reviewer has neither answered nor deferred, then such ones before this
        one, then the deferred ones in the order of their deferral, and None at the end.
        """
        return neighbour(
            self.database, queue_id, reviewer, row_filter, candidate_id, step, open_only
        )

    def reviewers(self, queue_id: int | None = None) -> list[str]:
        """All who ever decided (on a queue's candidates, where one is given), by name."""
        if queue_id is not None:
            return sorted(self.reviewers_in_turn(queue_id))
        with self.database.read() as connection:
            return sorted(connection.execute(select(decision.c.reviewer).distinct()).scalars())

    def reviewers_in_turn(self, queue_id: int) -> list[str]:
        """All who ever decided on a queue's candidates, in the order of their first decisions."""
        query = (
            select(decision.c.reviewer)
            .join(candidate_table, candidate_table.c.id == decision.c.candidate_id)
            .where(candidate_table.c.queue_id == int(queue_id))
            .group_by(decision.c.reviewer)
            .order_by(func.min(decision.c.id))
        )
        with self.database.read() as connection:
            return list(connection.execute(query).scalars())

    def size_bytes(self) -> int:
        """How large the database is."""
        return sqlite.size_bytes(self.database.engine)

    def facts(self) -> dict[str, Any]:
        """What is in use, for Settings: place, journal, schema, counts, warnings for a banner."""
        database = self.database
        with database.read() as connection:
            counts = {
                name: connection.execute(select(func.count()).select_from(table)).scalar()
                for name, table in COUNTED.items()
            }
        return {
            "url": database.place,
            "journal": database.journal,
            "schema": database.revision,
            "read_only": database.read_only,
            "warnings": list(database.warnings),
            "upgrade_copy": str(database.upgrade_copy or ""),
            "bytes": self.size_bytes(),
            "counts": counts,
        }


def open_store(
    url: str = "sqlite://",
    *,
    backup_before_upgrade: bool = True,
    options: Options | None = None,
) -> Store:
    """Open the store at a database URL; `sqlite://` keeps it in memory.

    Raises
    ------
    StoreError
        When the database cannot be used; the message says why and what to do.
    """
    if options is None:
        options = Options(backup_before_upgrade=backup_before_upgrade)
    return Store(open_database(url, options))
