"""Which candidate comes next after this one, in the filter and its order."""

from typing import Any

from sqlalchemy import ColumnElement, Connection, Select

from specreview.review.rows import RowFilter
from specreview.store.database import Database
from specreview.store.ordering import Level, beyond, levels, matches, ordered, seen_by
from specreview.store.schema import candidate, candidate_state, standing

UNTOUCHED = [standing.c.action.is_(None), candidate_state.c.consensus != "adjudicated"]
DEFERRED = [standing.c.action == "defer", candidate_state.c.consensus != "adjudicated"]
BY_DEFERRAL = [Level(standing.c.log_id)]


class Walk:
    """One look along a queue, in one transaction."""

    def __init__(
        self, connection: Connection, queue_id: int, reviewer: str, row_filter: RowFilter
    ) -> None:
        self._connection = connection
        self._reviewer = reviewer
        self._order = levels(row_filter)
        self._within = [candidate.c.queue_id == queue_id, *matches(row_filter)]

    def step(
        self, here: int | None, step: int, conditions: list[ColumnElement[bool]]
    ) -> int | None:
        """The nearest candidate after (before: `step` -1) `here` that meets the conditions.

        From None it is the first (last) one. `here` need not be in the filter any more.
        """
        query = self._query(conditions, here)
        if here is not None:
            values = self._values(here)
            if values is not None:
                query = query.where(beyond(self._order, values, backwards=step < 0))
        query = ordered(query, self._order, backwards=step < 0)
        return self._connection.execute(query.limit(1)).scalar()

    def next_open(self, here: int | None) -> int | None:
        """The next undecided candidate; then those before it; then the deferred ones."""
        ahead = self.step(here, +1, UNTOUCHED)
        if ahead is None and here is not None:
            ahead = self._first(self._query(UNTOUCHED, here), self._order)
        return ahead or self._first(self._query(DEFERRED, here), BY_DEFERRAL)

    def _query(self, conditions: list[ColumnElement[bool]], here: int | None) -> Select[Any]:
        query = seen_by(self._reviewer, candidate.c.id).where(*self._within, *conditions)
        return query if here is None else query.where(candidate.c.id != here)

    def _first(self, query: Select[Any], order: list[Level]) -> int | None:
        return self._connection.execute(ordered(query, order).limit(1)).scalar()

    def _values(self, here: int) -> list[Any] | None:
        terms = [level.term for level in self._order]
        query = seen_by(self._reviewer, *terms).where(candidate.c.id == here)
        row = self._connection.execute(query).first()
        return None if row is None else list(row)


def neighbour(
    database: Database,
    queue_id: int,
    reviewer: str,
    row_filter: RowFilter,
    candidate_id: int | None,
    step: int,
    open_only: bool,
) -> int | None:
    """The candidate `step` (+1 or -1) from this one; see `Walk`."""
    here = None if candidate_id is None else int(candidate_id)
    with database.read() as connection:
        walk = Walk(connection, int(queue_id), reviewer, row_filter)
        if open_only and step > 0:
            return walk.next_open(here)
        return walk.step(here, step, UNTOUCHED if open_only else [])
