"""Whether the derived tables hold what the logs say."""

from collections.abc import Iterator, Mapping
from typing import Any

from sqlalchemy import Connection, Table, select

from specreview.store.replaying import Replayed
from specreview.store.schema import candidate_state, inspection, standing


def differing_state(connection: Connection, replayed: Replayed) -> Iterator[str]:
    """Derived rows that a replay of the logs does not give."""
    summaries = {
        key: dict(vars(summary), has_verdict=int(summary.has_verdict))
        for key, summary in replayed.inspections.items()
    }
    yield from _differing(connection, inspection, ("id",), summaries)
    yield from _differing(connection, candidate_state, ("candidate_id",), replayed.states)
    yield from _differing(connection, standing, ("candidate_id", "reviewer"), replayed.standing)


def _differing(
    connection: Connection, table: Table, keys: tuple[str, ...], expected: Mapping[Any, Any]
) -> Iterator[str]:
    unseen = set(expected)
    for row in connection.execute(select(table)):
        columns = dict(row._mapping)
        named = tuple(columns[key] for key in keys)
        key = named if len(keys) > 1 else named[0]
        unseen.discard(key)
        wrong = _wrong(columns, expected.get(key))
        if wrong:
            yield f"{table.name} of {named}: {wrong}; `specreview verify --rebuild` mends it"
    for key in sorted(unseen):
        yield f"{table.name} of {key}: missing; `specreview verify --rebuild` mends it"


def _wrong(columns: dict[str, Any], expected: dict[str, Any] | None) -> str:
    if expected is None:
        return "the log knows of none"
    for name, value in columns.items():
        if value != expected[name]:
            return f"{name} is {value!r}, the log says {expected[name]!r}"
    return ""
