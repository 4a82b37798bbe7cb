"""The database: can be read and written, whole, and has a copy."""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from specreview.doctor.check import Check, failure, warning, well
from specreview.store.health import Health

_COPY_DAYS = 7
"""Days after which a copy is called old."""


def check_database(health: Health) -> Iterator[Check]:
    """Every line about the database; one where there is none yet."""
    if health.trouble:
        found, _, cure = health.trouble.partition("; ")
        yield failure("database", found, cure or "use another one with --db")
        return
    if not health.exists:
        yield _to_be_made(health)
        return
    if health.damage:
        found = f"{health.path} is damaged: {health.damage[0]}"
        cure = "keep a copy of the file, then go back to a backup (`specreview backup`)"
        yield failure("database", found, cure)
        return
    yield from _schema(health)
    yield _writing(health)
    yield _journal(health)
    yield from _copies(health)


def _to_be_made(health: Health) -> Check:
    if health.writable:
        return well("database", f"none yet; {health.path} is made at the first use")
    return failure(
        "database",
        f"none yet, and {health.path.parent} is read-only",
        "make the folder writable, or keep the database elsewhere (--db)",
    )


def _schema(health: Health) -> Iterator[Check]:
    kind = health.found.kind if health.found else "foreign"
    revision = health.found.revision if health.found else ""
    if kind == "foreign":
        found = f"{health.path} belongs to another program"
        yield failure("database", found, "use another --db")
    elif kind == "newer":
        found = f"{health.path} was made by a newer specreview (schema {revision})"
        yield failure("database", found, "update specreview, or use another --db")
    elif kind == "older":
        yield warning(
            "database",
            f"{health.path} has an older schema ({revision})",
            "nothing to do: it is copied and upgraded at the next start",
        )
    elif health.contents is None:
        yield well("database", f"{health.path} is empty")
    else:
        held = health.contents
        size = f"{health.bytes / 1e6:.1f} MB"
        whole = f"is whole ({size}, quick check in {health.check_seconds or 0:.1f} s)"
        unchecked = f"({size}) is too large for a quick check, `specreview verify` makes it"
        yield well(
            "database",
            f"{health.path} {unchecked if health.check_seconds is None else whole}: "
            f"{held.candidates} candidates, {held.uninspected} not inspected, "
            f"{held.decisions} decisions",
        )


def _writing(health: Health) -> Check:
    if not health.writable:
        return failure(
            "writing",
            f"{health.path} is read-only: no decision can be saved",
            "give yourself write permission on the file and its folder, or use another --db",
        )
    if health.locked:
        found, _, cure = health.locked.partition("; ")
        return warning("writing", found, cure or "close the program that holds it")
    return well("writing", "can be written")


def _journal(health: Health) -> Check:
    if health.network:
        return warning(
            "journal",
            f"{health.journal}, on a network disk ({health.network}): slower, and safe only on "
            "one machine at a time",
            "keep the database on a local disk where you can (--db)",
        )
    if health.journal == "wal" or not health.writable:
        return well("journal", health.journal)
    return well("journal", f"{health.journal}; write-ahead log from the next start on")


def _copies(health: Health) -> Iterator[Check]:
    """A copy beside it is known of; one elsewhere is not, so this is a reminder."""
    if health.contents is None or not health.contents.decisions:
        return
    cure = "`specreview backup FILE` copies it while it is in use, best to another disk"
    if not health.copies:
        found = f"no copy of {health.contents.decisions} decisions beside the database"
        yield warning("copies", found, cure)
        return
    newest = health.copies[0]
    age = _days(newest)
    found = f"{newest.name}, {age:.0f} days old"
    if age > _COPY_DAYS:
        yield warning("copies", found, cure)
    else:
        yield well("copies", found)


def _days(file: Path) -> float:
    made = datetime.fromtimestamp(file.stat().st_mtime, UTC)
    return (datetime.now(UTC) - made).total_seconds() / 86_400
