"""Queues and their candidates."""

import json
from collections.abc import Mapping, Sequence
from itertools import islice
from typing import Any

from sqlalchemy import Row, delete, insert, select, update

from specreview.errors import NotFound, StoreError
from specreview.review.candidates import ImportCounts, NewCandidate, Reject
from specreview.review.rows import Candidate, Queue
from specreview.review.shares import check_share
from specreview.store.candidates import candidate_of, select_candidates
from specreview.store.database import Database
from specreview.store.importing import upsert
from specreview.store.schema import candidate, queue, reject
from specreview.store.values import number, pairs_of, pairs_text

_REJECTS_AT_ONCE = 1000


def _queue_of(row: Row[Any]) -> Queue:
    wording = json.loads(row.wording)
    return Queue(
        row.id,
        row.name,
        row.task_key,
        row.created_at,
        row.source,
        row.expected_share,
        pairs_of(row.mapping),
        tuple(wording.get("positive", ())),
        tuple(wording.get("negative", ())),
        row.spectra,
    )


class Queues:
    """Named lists of candidates."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def create(self, name: str, task_key: str | None, source: str) -> Queue:
        """A new, empty queue.

        Raises
        ------
        StoreError
            When there is one of that name.
        """
        values = {
            "name": str(name),
            "task_key": task_key,
            "created_at": self._database.now(),
            "source": str(source),
        }
        with self._database.write() as connection:
            if connection.execute(select(queue.c.id).where(queue.c.name == name)).first():
                raise StoreError(f"there is a queue {name!r} already; choose another name")
            made = connection.execute(insert(queue).values(values)).inserted_primary_key
        assert made is not None
        return Queue(id=made[0], **values)  # type: ignore[arg-type]

    def get(self, name: str) -> Queue:
        """The queue called `name`; NotFound when there is none."""
        with self._database.read() as connection:
            row = connection.execute(select(queue).where(queue.c.name == name)).first()
        if row is None:
            raise NotFound(f"no queue {name!r}; `specreview queue list` shows those there are")
        return _queue_of(row)

    def by_id(self, queue_id: int) -> Queue:
        """The queue with this id; NotFound when there is none."""
        with self._database.read() as connection:
            row = connection.execute(select(queue).where(queue.c.id == int(queue_id))).first()
        if row is None:
            raise NotFound(f"no queue {queue_id}; `specreview queue list` shows those there are")
        return _queue_of(row)

    def all(self) -> list[Queue]:
        """All queues, oldest first."""
        with self._database.read() as connection:
            return [
                _queue_of(row) for row in connection.execute(select(queue).order_by(queue.c.id))
            ]

    def upsert(self, queue_id: int, candidates: Sequence[NewCandidate]) -> ImportCounts:
        """Import candidates; see `importing.upsert`."""
        return upsert(self._database, queue_id, candidates)

    def candidate(self, candidate_id: int) -> Candidate:
        """The candidate with this id; NotFound when there is none."""
        query = select_candidates().where(candidate.c.id == int(candidate_id))
        with self._database.read() as connection:
            row = connection.execute(query).first()
        if row is None:
            raise NotFound(f"no candidate {candidate_id}; open it from the Candidates page")
        return candidate_of(row)

    def find(self, queue_id: int, object_id: str) -> list[Candidate]:
        """All candidates of a queue that are spectra of this object, in queue order."""
        query = select_candidates().where(
            candidate.c.queue_id == int(queue_id), candidate.c.object_id == str(object_id)
        )
        with self._database.read() as connection:
            rows = connection.execute(query.order_by(candidate.c.position)).all()
        return [candidate_of(row) for row in rows]

    def relink(self, candidate_id: int, path: str) -> None:
        """Say where the candidate's file lies now."""
        self._set(candidate_id, path=str(path))

    def set_redshift(self, candidate_id: int, z: float | None, reviewer: str) -> None:
        """A reviewer's own redshift, which outranks the catalogue's; None takes it away."""
        value = number(z)
        by = None if value is None else str(reviewer)
        self._set(candidate_id, own_redshift=value, own_redshift_by=by)

    def _set(self, candidate_id: int, **values: Any) -> None:
        with self._database.write() as connection:
            done = connection.execute(
                update(candidate).where(candidate.c.id == int(candidate_id)).values(**values)
            )
            if not done.rowcount:
                raise NotFound(f"no candidate {candidate_id}; open it from the Candidates page")

    def sparkline(self, candidate_id: int) -> str | None:
        """The small picture of the spectrum for the table, as an SVG data URI."""
        query = select(candidate.c.sparkline).where(candidate.c.id == int(candidate_id))
        with self._database.read() as connection:
            return connection.execute(query).scalar()

    def rejects(self, queue_id: int) -> list[Reject]:
        """Rows of the last import that became no candidate."""
        query = select(reject).where(reject.c.queue_id == int(queue_id)).order_by(reject.c.id)
        with self._database.read() as connection:
            return [Reject(row.row, row.name, row.reason) for row in connection.execute(query)]

    def set_rejects(self, queue_id: int, rejects: Sequence[Reject]) -> None:
        """Replace the list of rejected rows."""
        rows = (
            {"queue_id": int(queue_id), "row": int(r.row), "name": r.name, "reason": r.reason}
            for r in rejects
        )
        with self._database.write() as connection:
            connection.execute(delete(reject).where(reject.c.queue_id == int(queue_id)))
            while some := list(islice(rows, _REJECTS_AT_ONCE)):
                connection.execute(insert(reject), some)

    def set_expected_share(self, queue_id: int, share: float | None) -> None:
        """Share of true objects that is expected in a queue, in (0, 1); None takes it away.

        Raises
        ------
        SettingsError
            When `share` does not lie between 0 and 1; NotFound when there is no such queue.
        """
        self._set_queue(queue_id, expected_share=None if share is None else check_share(share))

    def remember(
        self,
        queue_id: int,
        mapping: Mapping[str, str],
        positive: Sequence[str] = (),
        negative: Sequence[str] = (),
        spectra: str = "",
    ) -> None:
        """Keep how the queue's list is read: role to column, what its labels mean, and the folder
        in which its spectra lie.

        Raises
        ------
        NotFound
            When there is no such queue.
        """
        wording = {"positive": list(positive), "negative": list(negative)}
        self._set_queue(
            queue_id,
            mapping=pairs_text(mapping),
            wording=json.dumps(wording, ensure_ascii=False),
            spectra=str(spectra),
        )

    def _set_queue(self, queue_id: int, **values: Any) -> None:
        with self._database.write() as connection:
            done = connection.execute(
                update(queue).where(queue.c.id == int(queue_id)).values(**values)
            )
            if not done.rowcount:
                raise NotFound(
                    f"no queue {queue_id}; `specreview queue list` shows those there are"
                )

    def labels(self, queue_id: int) -> dict[int, str]:
        """Each labelled candidate's true label, one of its task's, by candidate id.

        For scoring alone: neither page, export nor inspector may see it.
        """
        query = select(candidate.c.id, candidate.c.label).where(
            candidate.c.queue_id == int(queue_id), candidate.c.label.is_not(None)
        )
        with self._database.read() as connection:
            return {row.id: row.label for row in connection.execute(query.order_by(candidate.c.id))}

    def truth(self, queue_id: int) -> dict[int, dict[str, str]]:
        """The hidden columns by candidate, for scoring only."""
        query = select(candidate.c.id, candidate.c.hidden).where(
            candidate.c.queue_id == int(queue_id), candidate.c.hidden != "{}"
        )
        with self._database.read() as connection:
            return {row.id: pairs_of(row.hidden) for row in connection.execute(query)}
