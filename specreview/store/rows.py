"""Candidates with their state, as one reviewer sees them: the table, the counts."""

import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import fields
from statistics import median
from typing import Any

from sqlalchemy import Connection, Row, Select, case, func, select

from specreview.errors import NotFound
from specreview.review.rows import (
    ALL_ROWS,
    Candidate,
    CandidateRow,
    ClaimTally,
    QueueCounts,
    RowFilter,
)
from specreview.store.candidates import COLUMNS, candidate_of
from specreview.store.database import Database
from specreview.store.ordering import STATE, levels, matches, ordered, seen_by
from specreview.store.schema import candidate, candidate_state, claim_count, standing

FEW = 1000
"""Up to this many rows are looked up one by one; more, by their queue."""

_STATE_COLUMNS = ("inspection_id", "inspector", "verdict", "has_verdict", "score")
_RULED_COLUMNS = ("adjudicated_answer", "adjudicated_confidence")
_TALLY = tuple(field.name for field in fields(ClaimTally))
_MINE = [
    column.label(f"my_{column.name}")
    for column in standing.c
    if column.name not in ("candidate_id", "reviewer", "queue_id", "log_id", "action")
]
_ROW = [
    *COLUMNS,
    *(candidate_state.c[name] for name in (*_STATE_COLUMNS, *_RULED_COLUMNS)),
    STATE.label("state"),
    *_MINE,
    *(column.label(f"claims_{column.name}") for column in claim_count.c),
]


class Rows:
    """Queries over the derived tables; nothing here writes."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def page(
        self,
        queue_id: int,
        reviewer: str,
        row_filter: RowFilter = ALL_ROWS,
        limit: int | None = None,
        offset: int = 0,
    ) -> list[CandidateRow]:
        """The queue's rows in the filter and its order; all, or `limit` of them from `offset`."""
        query = seen_by(reviewer, *_ROW).where(
            candidate.c.queue_id == int(queue_id), *matches(row_filter)
        )
        query = ordered(query, levels(row_filter)).limit(limit).offset(int(offset))
        return self._found(query)

    def count(self, queue_id: int, reviewer: str, row_filter: RowFilter = ALL_ROWS) -> int:
        """How many rows the filter leaves."""
        query = seen_by(reviewer, func.count()).where(
            candidate.c.queue_id == int(queue_id), *matches(row_filter)
        )
        with self._database.read() as connection:
            return int(connection.execute(query).scalar() or 0)

    def one(self, candidate_id: int, reviewer: str) -> CandidateRow:
        """One candidate's row; NotFound when there is none."""
        query = seen_by(reviewer, *_ROW).where(candidate.c.id == int(candidate_id))
        found = self._found(query)
        if not found:
            raise NotFound(f"no candidate {candidate_id}; open it from the Candidates page")
        return found[0]

    def family(self, of: Candidate, reviewer: str) -> list[CandidateRow]:
        """The queue's rows with the source of this candidate, itself included, in queue order."""
        query = seen_by(reviewer, *_ROW).where(
            candidate.c.queue_id == of.queue_id, candidate.c.source_id == of.source_id
        )
        return self._found(query.order_by(candidate.c.position))

    def _found(self, query: Select[Any]) -> list[CandidateRow]:
        """The rows that a query over one queue finds."""
        with self._database.read() as connection:
            found = connection.execute(query).all()
            people = _answered_by(connection, found) if found else {}
        return [_row_of(row, people) for row in found]

    def counts(self, queue_id: int, reviewer: str) -> QueueCounts:
        """How far the queue is for this reviewer."""
        query = seen_by(
            reviewer,
            func.count().label("total"),
            _sum(candidate_state.c.status == "inspected").label("inspected"),
            _sum(standing.c.action == "answer").label("answered"),
            _sum(standing.c.action == "defer").label("deferred"),
            _sum(candidate_state.c.consensus == "conflict").label("conflicts"),
        ).where(candidate.c.queue_id == int(queue_id))
        seconds = select(standing.c.active_seconds).where(
            standing.c.queue_id == int(queue_id),
            standing.c.reviewer == reviewer,
            standing.c.active_seconds.is_not(None),
        )
        with self._database.read() as connection:
            row = connection.execute(query).one()
            spent = connection.execute(seconds).scalars().all()
        return QueueCounts(
            row.total,
            row.inspected or 0,
            row.answered or 0,
            row.deferred or 0,
            row.conflicts or 0,
            float(median(spent)) if spent else None,
        )


def _sum(condition: Any) -> Any:
    return func.sum(case((condition, 1), else_=0))


def _answered_by(
    connection: Connection, shown: Sequence[Row[Any]]
) -> Mapping[int, tuple[str, ...]]:
    query = select(standing.c.candidate_id, standing.c.reviewer).where(
        standing.c.queue_id == shown[0].queue_id, standing.c.action == "answer"
    )
    if len(shown) <= FEW:
        query = query.where(standing.c.candidate_id.in_([row.id for row in shown]))
    people: defaultdict[int, tuple[str, ...]] = defaultdict(tuple)
    for row in connection.execute(query.order_by(standing.c.log_id)):
        people[row.candidate_id] += (row.reviewer,)
    return people


def _row_of(row: Row[Any], people: Mapping[int, tuple[str, ...]]) -> CandidateRow:
    return CandidateRow(
        candidate=candidate_of(row),
        state=row.state,
        verdict=row.verdict,
        has_verdict=bool(row.has_verdict),
        inspection_id=row.inspection_id,
        inspector=row.inspector,
        score=row.score,
        answer=row.my_answer,
        confidence=row.my_confidence,
        issues=tuple(json.loads(row.my_issues or "[]")),
        other_class=row.my_other_class,
        comment=row.my_comment or "",
        decision_id=row.my_decision_id,
        decided_at=row.my_decided_at,
        active_seconds=row.my_active_seconds,
        answered_by=people.get(row.id, ()),
        role=row.my_role,
        origin=row.my_origin,
        reason=row.my_reason,
        answer_redshift=row.my_redshift,
        shown_verdict=row.my_shown_verdict,
        adjudicated_answer=row.adjudicated_answer,
        adjudicated_confidence=row.adjudicated_confidence,
        claims=_claims_of(row),
    )


def _claims_of(row: Row[Any]) -> ClaimTally | None:
    if row.claims_inspection_id is None:
        return None
    return ClaimTally(**{name: row._mapping[f"claims_{name}"] for name in _TALLY})
