"""`specreview verify`: is the log whole, and does everything shown follow from it?"""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import islice

from sqlalchemy import Connection, Table, func, select

from specreview.store import sqlite
from specreview.store.checks.chains import broken_chains, changed_images
from specreview.store.checks.replies import Reparse, reread_differently
from specreview.store.checks.state import differing_state
from specreview.store.replaying import replay_logs
from specreview.store.schema import APPEND_ONLY, LOGS, image, inspection
from specreview.store.store import Store

SHOWN = 20
"""Problems of one kind that are listed; the rest is counted."""


@dataclass(frozen=True)
class VerifyReport:
    """What was found: `problems` mean that records cannot be trusted, `notes` do not."""

    problems: list[str]
    notes: list[str]
    checked: dict[str, int]

    @property
    def clean(self) -> bool:
        return not self.problems


def verify(store: Store, reparse: Reparse | None = None) -> VerifyReport:
    """Check the file, triggers, foreign keys, chains, hashes, derived state and stored replies.

    `reparse` is the parser of replies; a reply that it reads otherwise is a note, since the
    parser may have been mended. Reads only, all of it in one transaction.
    """
    database = store.database
    with database.read() as connection:
        damaged = sqlite.damage(connection)
        if damaged:
            return VerifyReport([f"the file is damaged: {line}" for line in damaged], [], {})
        problems = _problems(connection, store)
        notes: list[str] = []
        if reparse is not None:
            notes = _some(reread_differently(connection, reparse))
        return VerifyReport(problems, notes, _checked(connection))


def _problems(connection: Connection, store: Store) -> list[str]:
    missing = sqlite.missing_triggers(connection, [table.name for table in APPEND_ONLY])
    replayed = replay_logs(connection, store.database.limits)
    checks: list[Iterable[str]] = [
        (f"the trigger {name} is missing: the log is not append-only" for name in missing),
        sqlite.orphans(connection),
        *(broken_chains(connection, log) for log in LOGS),
        changed_images(connection),
        replayed.broken,
        differing_state(connection, replayed),
    ]
    return [problem for check in checks for problem in _some(check)]


def _some(found: Iterable[str]) -> list[str]:
    remaining = iter(found)
    shown = list(islice(remaining, SHOWN))
    more = sum(1 for _ in remaining)
    return [*shown, f"and {more} more of this kind"] if more else shown


def _checked(connection: Connection) -> dict[str, int]:
    tables = {
        "decisions": LOGS["decision"],
        "events": LOGS["event"],
        "images": image,
        "inspections": inspection,
        "marks": LOGS["mark"],
    }
    return {name: _count(connection, table) for name, table in tables.items()}


def _count(connection: Connection, table: Table) -> int:
    return int(connection.execute(select(func.count()).select_from(table)).scalar() or 0)
