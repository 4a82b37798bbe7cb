"""Make the derived tables anew from the logs, after something wrote past the store."""

from typing import Any

from sqlalchemy import Connection, Table, bindparam, delete, insert, select, update

from specreview.review.consensus import ConflictLimits
from specreview.store.database import Database
from specreview.store.replaying import replay_logs
from specreview.store.schema import candidate_state, inspection, standing


def rebuild(database: Database) -> None:
    """Write what the logs say into the derived tables, in one transaction; no log changes."""
    with database.write() as connection:
        rebuild_on(connection, database.limits)


def rebuild_on(connection: Connection, limits: ConflictLimits) -> None:
    """As `rebuild`, in a transaction of the caller's."""
    replayed = replay_logs(connection, limits)
    summaries = [
        dict(vars(summary), has_verdict=int(summary.has_verdict))
        for summary in replayed.inspections.values()
    ]
    _put(connection, inspection, "id", summaries)
    _put(connection, candidate_state, "candidate_id", list(replayed.states.values()))
    connection.execute(delete(standing))
    if replayed.standing:
        connection.execute(insert(standing), list(replayed.standing.values()))


def _put(connection: Connection, table: Table, key: str, rows: list[dict[str, Any]]) -> None:
    there = set(connection.execute(select(table.c[key])).scalars())
    old = [dict(row, there=row[key]) for row in rows if row[key] in there]
    new = [row for row in rows if row[key] not in there]
    if old:
        columns: dict[str, Any] = {name: bindparam(name) for name in rows[0] if name != key}
        known = table.c[key] == bindparam("there")
        connection.execute(update(table).where(known).values(columns), old)
    if new:
        connection.execute(insert(table), new)
