"""The log of step marks: what people think of single events of a trace."""

from typing import Any

from sqlalchemy import Connection, Select, select

from specreview.errors import NotFound, StoreError
from specreview.review.marks import StepMark, standing_marks
from specreview.store.database import Database
from specreview.store.log.append import append_record
from specreview.store.log.records import mark_columns, mark_payload
from specreview.store.schema import candidate, inspection, mark


class Marks:
    """Marks: appended, never edited, and apart from the traces that they are about."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def append(self, made: StepMark) -> StepMark:
        """Log a mark; on disk when this returns. Returns it as logged.

        A repeated submit token returns the first mark and logs nothing.

        Raises
        ------
        NotFound
            When there is no such inspection, or it has no event at that position.
        StoreError
            When it cannot be saved, or its token came with another mark.
        """
        with self._database.write() as connection:
            first = _first_with(connection, made)
            if first is not None:
                return first
            _check_place(connection, made)
            columns = mark_columns(made)
            schema = columns.pop("schema")
            append_record(
                connection, "mark", self._database.writer, mark_payload(made), schema, **columns
            )
        return made

    def history(self, inspection_id: str) -> list[StepMark]:
        """All marks of an inspection, oldest first, those taken back or replaced too."""
        return self._read(select(mark.c.payload).where(mark.c.inspection_id == inspection_id))

    def standing(self, inspection_id: str) -> list[StepMark]:
        """Each person's mark of each event that stands, in the order of logging."""
        return standing_marks(self.history(inspection_id))

    def of_queue(self, queue_id: int) -> list[StepMark]:
        """As `standing`, of all inspections of a queue's candidates."""
        query = (
            select(mark.c.payload)
            .join(inspection, inspection.c.id == mark.c.inspection_id)
            .join(candidate, candidate.c.id == inspection.c.candidate_id)
            .where(candidate.c.queue_id == int(queue_id))
        )
        return standing_marks(self._read(query))

    def objects(self, queue_id: int) -> dict[str, str]:
        """Inspection to the id of its candidate, of those of a queue that were ever marked."""
        query = (
            select(mark.c.inspection_id, candidate.c.object_id)
            .join(inspection, inspection.c.id == mark.c.inspection_id)
            .join(candidate, candidate.c.id == inspection.c.candidate_id)
            .where(candidate.c.queue_id == int(queue_id))
            .distinct()
        )
        with self._database.read() as connection:
            return {row[0]: row[1] for row in connection.execute(query)}

    def _read(self, query: Select[Any]) -> list[StepMark]:
        with self._database.read() as connection:
            payloads = connection.execute(query.order_by(mark.c.log_id)).scalars().all()
        return [StepMark.model_validate_json(payload) for payload in payloads]


def _first_with(connection: Connection, made: StepMark) -> StepMark | None:
    query = select(mark.c.payload).where(mark.c.submit_token == made.submit_token)
    payload = connection.execute(query).scalar()
    if payload is None:
        return None
    first = StepMark.model_validate_json(payload)
    same = ("inspection_id", "position", "reviewer", "mark")
    if any(getattr(first, name) != getattr(made, name) for name in same):
        raise StoreError(
            f"the submit token of the mark on event {first.position} of inspection "
            f"{first.inspection_id} came back for another one; nothing was saved; mark it again"
        )
    return first


def _check_place(connection: Connection, made: StepMark) -> None:
    query = select(inspection.c.events).where(inspection.c.id == made.inspection_id)
    events = connection.execute(query).scalar()
    if events is None:
        raise NotFound(f"no inspection {made.inspection_id}; open the candidate again")
    if made.position >= events:
        raise NotFound(
            f"inspection {made.inspection_id} has {events} events, none at {made.position}; "
            "open the candidate again"
        )
