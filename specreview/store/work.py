"""Work under way: leases, drafts and requests. Mutable, and no part of the log."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any, Literal

from sqlalchemy import ColumnElement, and_, delete, insert, select, update

from specreview.review.stamps import new_ulid, utc_text
from specreview.store.database import Database
from specreview.store.schema import draft, lease, request

Wish = Literal["run", "pause", "stop"]


@dataclass(frozen=True)
class Lease:
    """The right to advance one inspection until `expires_at` (UTC ISO 8601)."""

    candidate_id: int
    task_hash: str
    fingerprint: str
    rollout: int
    owner: str
    token: str
    expires_at: str


def _same_work(
    candidate_id: int, task_hash: str, fingerprint: str, rollout: int
) -> ColumnElement[bool]:
    return and_(
        lease.c.candidate_id == candidate_id,
        lease.c.task_hash == task_hash,
        lease.c.fingerprint == fingerprint,
        lease.c.rollout == rollout,
    )


class Work:
    """Who does what now, and what a person has typed but not sent."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def claim(
        self,
        candidate_id: int,
        task_hash: str,
        fingerprint: str,
        rollout: int,
        owner: str,
        seconds: float,
    ) -> Lease | None:
        """A lease on this work for `seconds`, or None while somebody's lease runs."""
        claimed = Lease(
            int(candidate_id), task_hash, fingerprint, int(rollout), owner, new_ulid(), ""
        )
        same = _same_work(claimed.candidate_id, task_hash, fingerprint, claimed.rollout)
        with self._database.write() as connection:
            now = self._database.now()
            expires = connection.execute(select(lease.c.expires_at).where(same)).scalar()
            if expires is not None and expires > now:
                return None
            claimed = replace(claimed, expires_at=_later(now, seconds))
            connection.execute(delete(lease).where(same))
            connection.execute(insert(lease).values(**vars(claimed)))
        return claimed

    def renew(self, held: Lease, seconds: float = 60.0) -> Lease | None:
        """The lease with a new expiry `seconds` from now, or None when it is somebody else's."""
        renewed = replace(held, expires_at=_later(self._database.now(), seconds))
        with self._database.write() as connection:
            done = connection.execute(
                update(lease)
                .where(lease.c.token == held.token)
                .values(expires_at=renewed.expires_at)
            )
        return renewed if done.rowcount else None

    def release(self, held: Lease) -> None:
        """Give the lease back; nothing happens when it is somebody else's by now."""
        with self._database.write() as connection:
            connection.execute(delete(lease).where(lease.c.token == held.token))

    def save_draft(self, reviewer: str, candidate_id: int, payload: dict[str, Any]) -> None:
        """Keep what this reviewer has typed on this candidate."""
        mine = self._mine(reviewer, candidate_id)
        values = {"payload": json.dumps(payload), "saved_at": self._database.now()}
        with self._database.write() as connection:
            if not connection.execute(update(draft).where(*mine).values(values)).rowcount:
                key = {"reviewer": reviewer, "candidate_id": int(candidate_id)}
                connection.execute(insert(draft).values(values | key))

    def draft(self, reviewer: str, candidate_id: int) -> dict[str, Any] | None:
        """What this reviewer has typed on this candidate and not sent."""
        query = select(draft.c.payload).where(*self._mine(reviewer, candidate_id))
        with self._database.read() as connection:
            payload = connection.execute(query).scalar()
        return None if payload is None else dict(json.loads(payload))

    def clear_draft(self, reviewer: str, candidate_id: int) -> None:
        """Forget the draft, which was sent or thrown away."""
        with self._database.write() as connection:
            connection.execute(delete(draft).where(*self._mine(reviewer, candidate_id)))

    @staticmethod
    def _mine(reviewer: str, candidate_id: int) -> Sequence[ColumnElement[bool]]:
        return draft.c.reviewer == reviewer, draft.c.candidate_id == int(candidate_id)

    def request(self, candidate_id: int, wish: Wish | None) -> None:
        """Ask whoever runs this candidate's inspection to run, pause or stop; None takes back."""
        candidate_id = int(candidate_id)
        with self._database.write() as connection:
            connection.execute(delete(request).where(request.c.candidate_id == candidate_id))
            if wish is not None:
                connection.execute(insert(request).values(candidate_id=candidate_id, wish=wish))

    def requested(self, candidate_id: int) -> Wish | None:
        """What was asked for this candidate."""
        query = select(request.c.wish).where(request.c.candidate_id == int(candidate_id))
        with self._database.read() as connection:
            wish: Wish | None = connection.execute(query).scalar()
        return wish

    def requests(self) -> dict[int, Wish]:
        """All that was asked for, by candidate."""
        query = select(request.c.candidate_id, request.c.wish)
        with self._database.read() as connection:
            return {row.candidate_id: row.wish for row in connection.execute(query)}


def _later(now: str, seconds: float) -> str:
    return utc_text(datetime.fromisoformat(now) + timedelta(seconds=seconds))
