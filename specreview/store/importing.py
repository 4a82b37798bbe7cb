"""Put imported candidates into a queue: new, changed or unchanged, never twice."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path, PurePath
from typing import Any

from sqlalchemy import Connection, bindparam, func, insert, select, update

from specreview.errors import NotFound
from specreview.review.candidates import ImportCounts, NewCandidate
from specreview.store.candidates import imported_values
from specreview.store.database import Database
from specreview.store.schema import candidate, candidate_state, queue

CHUNK = 2000
"""Candidates a transaction: the write lock is held for a few tens of milliseconds at a time."""

Key = tuple[str, str, str, str]


def _key(values: dict[str, Any]) -> Key:
    return values["object_id"], values["task_key"], values["path"], values["file_object"]


def _moved_keys(key: Key, content_hash: str | None) -> Iterator[Key]:
    """What a moved file is known by: its name, then its flux (no file's name has a colon first)."""
    yield key[0], key[1], PurePath(key[2]).name.removesuffix(".gz"), key[3]
    if content_hash:
        yield key[0], key[1], f":{content_hash}", key[3]


def upsert(database: Database, queue_id: int, new: Sequence[NewCandidate]) -> ImportCounts:
    """Import `new` in order; a candidate is known by object, task, file and object in the file.

    A file that is gone from where the queue has it, and comes with the same name from another
    folder or with the same flux under another name, has moved: the candidate is changed and
    keeps its inspections and decisions. Of what comes twice with
    other values, the last one stays.
    """
    queue_id = int(queue_id)
    paths = {str(one.path) for one in new}
    counts = ImportCounts()
    for start in range(0, len(new), CHUNK):
        chunk = [imported_values(one) for one in new[start : start + CHUNK]]
        with database.write() as connection:
            counts += _upsert_chunk(connection, queue_id, chunk, paths)
    return counts


def _upsert_chunk(
    connection: Connection, queue_id: int, chunk: list[dict[str, Any]], paths: set[str]
) -> ImportCounts:
    if connection.execute(select(queue.c.id).where(queue.c.id == queue_id)).first() is None:
        raise NotFound(f"no queue {queue_id}; `specreview queue list` shows those there are")
    known = _Known(connection, queue_id, chunk, paths)
    fresh: dict[Key, dict[str, Any]] = {}
    changed: dict[int, dict[str, Any]] = {}
    unchanged = 0
    for values in chunk:
        key = _key(values)
        match = known.find(key, values["content_hash"])
        if match is not None and match[1] != values["fingerprint"]:
            changed[match[0]] = values
        elif match is not None or fresh.get(key) == values:
            unchanged += 1
        else:
            fresh[key] = values
    _insert(connection, queue_id, list(fresh.values()))
    _change(connection, changed)
    return ImportCounts(len(fresh), len(changed), unchanged)


class _Known:
    """The queue's candidates that a chunk may be about."""

    def __init__(
        self, connection: Connection, queue_id: int, chunk: list[dict[str, Any]], paths: set[str]
    ) -> None:
        self.exact: dict[Key, tuple[int, str]] = {}
        self.gone: defaultdict[Key, list[tuple[int, str]]] = defaultdict(list)
        self._taken: set[int] = set()
        for row in _rows(connection, queue_id, [values["object_id"] for values in chunk]):
            key = (row.object_id, row.task_key, row.path, row.file_object)
            self.exact[key] = (row.id, row.fingerprint)
            if row.path not in paths and not Path(row.path).exists():
                for moved in _moved_keys(key, row.content_hash):
                    self.gone[moved].append(self.exact[key])

    def find(self, key: Key, content_hash: str | None) -> tuple[int, str] | None:
        if key in self.exact:
            return self.exact[key]
        for moved in _moved_keys(key, content_hash):
            for match in self.gone[moved]:
                if match[0] not in self._taken:
                    self._taken.add(match[0])
                    return match
        return None


def _rows(connection: Connection, queue_id: int, ids: list[str]) -> Iterator[Any]:
    columns = [candidate.c[name] for name in ("id", "object_id", "task_key", "path")]
    yield from connection.execute(
        select(
            *columns,
            candidate.c.file_object,
            candidate.c.content_hash,
            candidate.c.fingerprint,
        )
        .where(candidate.c.queue_id == queue_id, candidate.c.object_id.in_(ids))
        .order_by(candidate.c.position)
    )


def _insert(connection: Connection, queue_id: int, fresh: list[dict[str, Any]]) -> None:
    if not fresh:
        return
    last = select(func.max(candidate.c.position)).where(candidate.c.queue_id == queue_id)
    start = connection.execute(last).scalar()
    start = 0 if start is None else start + 1
    top = connection.execute(select(func.max(candidate.c.id))).scalar() or 0
    rows = [
        dict(values, id=top + 1 + place, queue_id=queue_id, position=start + place)
        for place, values in enumerate(fresh)
    ]
    connection.execute(insert(candidate), rows)
    connection.execute(insert(candidate_state), [{"candidate_id": row["id"]} for row in rows])


def _change(connection: Connection, changed: dict[int, dict[str, Any]]) -> None:
    if changed:
        statement = update(candidate).where(candidate.c.id == bindparam("known_id"))
        connection.execute(
            statement, [dict(values, known_id=known) for known, values in changed.items()]
        )
