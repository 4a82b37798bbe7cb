"""Which inspections there are and what each came to, from the derived table: no event is read."""

from typing import Any

from sqlalchemy import ColumnElement, Row, Select, func, select

from specreview.review.rows import InspectionSummary
from specreview.store.database import Database
from specreview.store.schema import candidate, event, inspection, standing


def summary_of(row: Row[Any]) -> InspectionSummary:
    """A row of the table as a value."""
    columns = dict(row._mapping)
    columns["has_verdict"] = bool(columns["has_verdict"])
    return InspectionSummary(**columns)


def _measuring(mine: ColumnElement[bool]) -> Select[tuple[str]]:
    """Ids of those inspections that measure their inspectors; ULIDs sort by time."""
    return (
        select(func.max(inspection.c.id))
        .join(candidate, candidate.c.id == inspection.c.candidate_id)
        .where(mine, inspection.c.unaided == "ended")
        .group_by(inspection.c.candidate_id, inspection.c.fingerprint, inspection.c.prompt_hash)
    )


def _finished(queue_id: int) -> ColumnElement[bool]:
    return (candidate.c.queue_id == int(queue_id)) & (inspection.c.status == "inspected")


class InspectionRows:
    """A candidate's or a queue's inspections, listed and counted."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def of_candidate(self, candidate_id: int) -> list[InspectionSummary]:
        """The candidate's inspections, the latest first."""
        query = (
            select(inspection)
            .join(event, event.c.inspection_id == inspection.c.id)
            .where(inspection.c.candidate_id == int(candidate_id), event.c.position == 0)
            .order_by(event.c.log_id.desc())
        )
        with self._database.read() as connection:
            return [summary_of(row) for row in connection.execute(query)]

    def of_queue(self, queue_id: int) -> list[InspectionSummary]:
        """All inspections of a queue's candidates, oldest first."""
        return self._oldest_first(candidate.c.queue_id == int(queue_id))

    def finished(self, queue_id: int) -> list[InspectionSummary]:
        """The queue's finished inspections, those without a verdict too, oldest first."""
        return self._oldest_first(_finished(queue_id))

    def finished_count(self, queue_id: int) -> int:
        """How many `finished` gives."""
        query = (
            select(func.count())
            .select_from(inspection)
            .join(candidate, candidate.c.id == inspection.c.candidate_id)
            .where(_finished(queue_id))
        )
        with self._database.read() as connection:
            return int(connection.execute(query).scalar() or 0)

    def measuring(self, queue_id: int, *, answered: bool = False) -> list[InspectionSummary]:
        """The queue's inspections that measure their inspectors, oldest first.

        Those that came to an end by themselves; of several of a candidate by one inspector with
        one prompt, the one begun last. With `answered`, of candidates on which a person's answer
        stands.
        """
        mine = candidate.c.queue_id == int(queue_id)
        if answered:
            people = select(standing.c.candidate_id).where(
                standing.c.queue_id == int(queue_id), standing.c.action == "answer"
            )
            mine = mine & candidate.c.id.in_(people)
        return self._oldest_first(inspection.c.id.in_(_measuring(mine)))

    def verdict_counts(
        self, queue_id: int, fingerprint: str, prompt_hash: str
    ) -> dict[str | None, int]:
        """How many of an inspector's `measuring` inspections with a prompt had which verdict."""
        mine = (
            (candidate.c.queue_id == int(queue_id))
            & (inspection.c.fingerprint == fingerprint)
            & (inspection.c.prompt_hash == prompt_hash)
        )
        query = (
            select(inspection.c.unaided_verdict, func.count())
            .where(inspection.c.id.in_(_measuring(mine)))
            .group_by(inspection.c.unaided_verdict)
        )
        with self._database.read() as connection:
            return {row[0]: row[1] for row in connection.execute(query)}

    def _oldest_first(self, wanted: ColumnElement[bool]) -> list[InspectionSummary]:
        query = (
            select(inspection)
            .join(candidate, candidate.c.id == inspection.c.candidate_id)
            .where(wanted)
            .order_by(inspection.c.id)  # ULIDs sort by time
        )
        with self._database.read() as connection:
            return [summary_of(row) for row in connection.execute(query)]
