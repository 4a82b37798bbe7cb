"""Inspections and their events."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from sqlalchemy import ColumnElement, Connection, func, select

from specreview.agent.events import Event, InspectionStarted, ViewRendered
from specreview.agent.traces import Trace, step_count
from specreview.errors import NotFound, SequenceConflict
from specreview.review.rows import InspectionSummary
from specreview.review.stamps import new_ulid
from specreview.store.derived import refresh_inspected
from specreview.store.images import keep_image, load_images
from specreview.store.inspection_rows import InspectionRows, summary_of
from specreview.store.inspections import after, begin
from specreview.store.log.append import append_record
from specreview.store.log.records import EventRecord, event_record, read_event
from specreview.store.schema import (
    candidate,
    candidate_state,
    event,
    image,
    inspection,
)

_LATEST_FIRST = event.c.log_id.desc()
_AT_A_TIME = 200
"""Traces that `stream` holds in memory."""


class Traces(InspectionRows):
    """The event log: what each inspection did, step by step."""

    def start(self, candidate_id: int, started: InspectionStarted, fingerprint: str) -> str:
        """Record the first event of a new inspection, at position 0; returns its id, a ULID."""
        with self._database.write() as connection:
            return self._start(connection, int(candidate_id), started, fingerprint).id

    def keep(
        self,
        candidate_id: int,
        started: InspectionStarted,
        steps: Sequence[tuple[Event, bytes | None]],
        fingerprint: str,
    ) -> str:
        """Record a whole inspection at once, each event with its picture; returns its id."""
        with self._database.write() as connection:
            summary = self._start(connection, int(candidate_id), started, fingerprint)
            for each, picture in steps:
                summary = self._append(connection, summary, each, picture)
        return summary.id

    def append(
        self, inspection_id: str, position: int, event: Event, image: bytes | None = None
    ) -> None:
        """Record the event at `position` (the number of events so far), with its picture.

        Raises
        ------
        SequenceConflict
            When somebody else recorded that position first, or one before is missing.
        """
        with self._database.write() as connection:
            summary = self._summary(connection, inspection_id)
            if position != summary.events:
                raise SequenceConflict(
                    f"inspection {inspection_id} has {summary.events} events, so the next is "
                    f"number {summary.events}, not {position}; load it again"
                )
            self._append(connection, summary, event, image)

    def _start(
        self,
        connection: Connection,
        candidate_id: int,
        started: InspectionStarted,
        fingerprint: str,
    ) -> InspectionSummary:
        known = select(candidate.c.id).where(candidate.c.id == candidate_id)
        if connection.execute(known).first() is None:
            raise NotFound(f"no candidate {candidate_id}; open it from the Candidates page")
        at = self._database.now()
        summary = begin(new_ulid(), candidate_id, started, fingerprint, at)
        refresh_inspected(connection, summary)
        self._record(connection, summary, started, at)
        return summary

    def _append(
        self,
        connection: Connection,
        summary: InspectionSummary,
        event: Event,
        image: bytes | None,
    ) -> InspectionSummary:
        if isinstance(event, ViewRendered):
            keep_image(connection, event.image_sha256, image)
        summary = after(summary, event)
        refresh_inspected(connection, summary, event)
        self._record(connection, summary, event, self._database.now())
        return summary

    def _record(
        self, connection: Connection, summary: InspectionSummary, event: Event, at: str
    ) -> None:
        payload, columns = event_record(summary, event, at)
        append_record(
            connection, "event", self._database.writer, payload, event.schema_number, **columns
        )

    @staticmethod
    def _summary(connection: Connection, inspection_id: str) -> InspectionSummary:
        query = select(inspection).where(inspection.c.id == inspection_id)
        row = connection.execute(query).first()
        if row is None:
            raise NotFound(f"no inspection {inspection_id}; open the candidate again")
        return summary_of(row)

    def load(self, inspection_id: str) -> Trace:
        """The inspection with all of its events; NotFound when there is none."""
        with self._database.read() as connection:
            return self._load(connection, inspection_id)

    @staticmethod
    def _load(connection: Connection, inspection_id: str) -> Trace:
        query = select(event.c.payload).where(event.c.inspection_id == inspection_id)
        rows = connection.execute(query.order_by(event.c.position)).scalars().all()
        if not rows:
            raise NotFound(f"no inspection {inspection_id}; open the candidate again")
        return Trace(inspection_id, tuple(read_event(payload).event for payload in rows))

    def latest(self, candidate_id: int) -> Trace | None:
        """The inspection of the candidate that was begun last, None where there is none."""
        query = (
            select(event.c.inspection_id)
            .join(inspection, inspection.c.id == event.c.inspection_id)
            .where(inspection.c.candidate_id == int(candidate_id), event.c.position == 0)
            .order_by(_LATEST_FIRST)
            .limit(1)
        )
        with self._database.read() as connection:
            found = connection.execute(query).scalar()
            return None if found is None else self._load(connection, found)

    def counting(self, candidate_id: int) -> Trace | None:
        """The inspection that counts as the candidate's: the one that ended last, else the latest;
        None where there is none.
        """
        query = select(candidate_state.c.inspection_id).where(
            candidate_state.c.candidate_id == int(candidate_id)
        )
        with self._database.read() as connection:
            found = connection.execute(query).scalar()
            return None if found is None else self._load(connection, found)

    def stream(
        self, inspection_ids: Sequence[str], *, starts_only: bool = False
    ) -> Iterator[Trace]:
        """These inspections, without pictures, in the order of their ids; few are in memory.

        With `starts_only`, each trace has its first event alone.
        """
        only = event.c.position == 0 if starts_only else None
        for found, records in self.records(inspection_ids, only):
            yield Trace(found, tuple(record.event for record in records))

    def records(
        self, inspection_ids: Sequence[str], only: ColumnElement[bool] | None = None
    ) -> Iterator[tuple[str, tuple[EventRecord, ...]]]:
        """The events of these inspections as recorded, in the order of their ids.

        Few are in memory. With `only`, the events for which it holds.
        """
        wanted = sorted(inspection_ids)
        for first in range(0, len(wanted), _AT_A_TIME):
            some = wanted[first : first + _AT_A_TIME]
            query = select(event.c.inspection_id, event.c.payload).where(
                event.c.inspection_id.in_(some), *(() if only is None else (only,))
            )
            query = query.order_by(event.c.inspection_id, event.c.position)
            with self._database.read() as connection:
                rows = connection.execute(query).all()
            for found, events in groupby(rows, key=lambda row: row.inspection_id):
                yield found, tuple(read_event(row.payload) for row in events)

    def verdicts(
        self, inspection_ids: Sequence[str]
    ) -> Iterator[tuple[str, tuple[EventRecord, ...]]]:
        """All verdicts of these inspections, later ones after suggestions too."""
        return self.records(inspection_ids, event.c.kind == "verdict_reached")

    def step_counts(self, queue_id: int) -> dict[str, int]:
        """How many steps each inspection of a queue's candidates has; no event is read for it."""
        query = (
            select(event.c.inspection_id, event.c.kind)
            .join(inspection, inspection.c.id == event.c.inspection_id)
            .join(candidate, candidate.c.id == inspection.c.candidate_id)
            .where(candidate.c.queue_id == int(queue_id))
            .order_by(event.c.inspection_id, event.c.position)
        )
        with self._database.read() as connection:
            rows = connection.execute(query)
            return {
                found: step_count(row.kind for row in kinds)
                for found, kinds in groupby(rows, key=lambda row: row.inspection_id)
            }

    def position(self) -> int:
        """The place of the last event in the log: while it stays, no trace has changed."""
        with self._database.read() as connection:
            return int(connection.execute(select(func.max(event.c.log_id))).scalar() or 0)

    def image(self, sha256: str) -> bytes | None:
        """PNG bytes of a picture, None where it is not stored."""
        with self._database.read() as connection:
            return connection.execute(select(image.c.png).where(image.c.sha256 == sha256)).scalar()

    def images(self, trace: Trace) -> dict[str, bytes]:
        """All pictures of a trace by their SHA-256."""
        shown = [one.image_sha256 for one in trace.events if isinstance(one, ViewRendered)]
        with self._database.read() as connection:
            return load_images(connection, shown)
