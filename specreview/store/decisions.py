"""The decision log."""

from dataclasses import fields
from datetime import datetime

from sqlalchemy import Connection, func, select

from specreview.errors import NotFound, StoreError
from specreview.review.decision import Decision
from specreview.review.history import admit, replay
from specreview.review.rows import StandingAnswer
from specreview.review.stamps import utc_text
from specreview.store.database import Database
from specreview.store.derived import load_decisions, refresh_decided
from specreview.store.log.append import append_record
from specreview.store.log.records import decision_columns, decision_payload
from specreview.store.schema import candidate, decision, inspection, standing


class Decisions:
    """What people decided: appended, never edited."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def append(self, made: Decision) -> Decision:
        """Log a decision; on disk when this returns. Returns it as logged.

        A repeated submit token returns the first decision and logs nothing. An answer or
        deferral on an older view is logged as pending and changes nothing until the person
        confirms it with another one that supersedes it.

        Raises
        ------
        StaleView
            When an undo, reason or note is about nothing that stands.
        NotFound
            When there is no such candidate or inspection.
        StoreError
            When it cannot be saved, or holds a number that is not finite.
        """
        with self._database.write() as connection:
            first = self._first_with(connection, made)
            if first is not None:
                return first
            queue_id = self._queue_of(connection, made)
            log = load_decisions(connection, made.candidate_id)
            logged = admit((earlier for _, earlier in log), made)
            place = self._record(connection, logged)
            log.append((place, logged))
            limits = self._database.limits
            refresh_decided(connection, logged.candidate_id, queue_id, log, limits)
        return logged

    @staticmethod
    def _first_with(connection: Connection, made: Decision) -> Decision | None:
        query = select(decision.c.payload).where(decision.c.submit_token == made.submit_token)
        payload = connection.execute(query).scalar()
        if payload is None:
            return None
        first = Decision.model_validate_json(payload)
        if (first.candidate_id, first.reviewer) != (made.candidate_id, made.reviewer):
            raise StoreError(
                f"the submit token of candidate {first.candidate_id} came back for candidate "
                f"{made.candidate_id}; nothing was saved; open the candidate again and decide"
            )
        return first

    @staticmethod
    def _queue_of(connection: Connection, made: Decision) -> int:
        query = select(candidate.c.queue_id).where(candidate.c.id == made.candidate_id)
        queue_id = connection.execute(query).scalar()
        if queue_id is None:
            raise NotFound(f"no candidate {made.candidate_id}; open it from the Candidates page")
        if made.inspection_id is not None:
            seen = select(inspection.c.id).where(inspection.c.id == made.inspection_id)
            if connection.execute(seen).first() is None:
                raise NotFound(f"no inspection {made.inspection_id}; open the candidate again")
        return int(queue_id)

    def _record(self, connection: Connection, logged: Decision) -> int:
        try:
            payload = decision_payload(logged)
        except ValueError as error:
            raise StoreError(
                f"a number in the decision on candidate {logged.candidate_id} is not finite; "
                "leave it out"
            ) from error
        columns = decision_columns(logged)
        schema = columns.pop("schema")
        return append_record(
            connection, "decision", self._database.writer, payload, schema, **columns
        )

    def of_candidate(self, candidate_id: int) -> list[Decision]:
        """The whole log of one candidate, oldest first, pending and undone ones too."""
        with self._database.read() as connection:
            return [made for _, made in load_decisions(connection, int(candidate_id))]

    def pending(self, candidate_id: int, reviewer: str) -> Decision | None:
        """The reviewer's decision that waits for a confirmation, None where none does."""
        for waiting in replay(self.of_candidate(candidate_id)).pending:
            if waiting.reviewer == reviewer:
                return waiting
        return None

    def recent(self, queue_id: int, reviewer: str, n: int = 20) -> list[Decision]:
        """The reviewer's answers and deferrals that stand, one a candidate, latest first."""
        query = (
            select(decision.c.payload)
            .join(standing, standing.c.log_id == decision.c.log_id)
            .where(standing.c.queue_id == int(queue_id), standing.c.reviewer == reviewer)
            .order_by(standing.c.log_id.desc())
            .limit(int(n))
        )
        with self._database.read() as connection:
            payloads = connection.execute(query).scalars().all()
        return [Decision.model_validate_json(payload) for payload in payloads]

    def standing(self, queue_id: int) -> list[StandingAnswer]:
        """All people's answers that stand in a queue, in the order of logging."""
        names = (field.name for field in fields(StandingAnswer))
        query = (
            select(*(standing.c[name] for name in names))
            .where(standing.c.queue_id == int(queue_id), standing.c.action == "answer")
            .order_by(standing.c.log_id)
        )
        with self._database.read() as connection:
            return [StandingAnswer(**row._mapping) for row in connection.execute(query)]

    def position(self) -> int:
        """The place of the last decision in the log: while it stays, no answer has changed."""
        with self._database.read() as connection:
            return int(connection.execute(select(func.max(decision.c.log_id))).scalar() or 0)

    def latest_standing(self, queue_id: int, reviewer: str) -> Decision | None:
        """What Backspace undoes: this reviewer's latest act in the queue that stands."""
        return next(iter(self.recent(queue_id, reviewer, 1)), None)

    def history(
        self,
        queue_id: int,
        since: datetime | str | None = None,
        until: datetime | str | None = None,
    ) -> list[Decision]:
        """All acts of a queue, oldest first, decided at `since` or later and before `until`.

        Bounds may have any offset from UTC; they are compared as moments, not as text.
        """
        query = (
            select(decision.c.payload)
            .join(candidate, candidate.c.id == decision.c.candidate_id)
            .where(candidate.c.queue_id == int(queue_id))
        )
        if since is not None:
            query = query.where(decision.c.decided_at >= utc_text(since))
        if until is not None:
            query = query.where(decision.c.decided_at < utc_text(until))
        with self._database.read() as connection:
            payloads = connection.execute(query.order_by(decision.c.log_id)).scalars().all()
        return [Decision.model_validate_json(payload) for payload in payloads]
