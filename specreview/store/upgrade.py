"""Bring a database to the present schema: a copy first, then all of it or nothing."""

from datetime import UTC, datetime
from pathlib import Path

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, Engine, select

from specreview.errors import StoreError
from specreview.review.consensus import ConflictLimits
from specreview.store import sqlite
from specreview.store.rebuild import rebuild_on
from specreview.store.revision import Revisions, find_revision
from specreview.store.schema import APPEND_ONLY, queue

SCRIPTS = Path(__file__).parent / "migrations"


def upgrade(engine: Engine, path: Path | None, revisions: Revisions, *, copy: bool) -> Path | None:
    """Run the migrations that are missing in one transaction; returns the copy, if one was made.

    An interruption leaves the database as it was. A database with candidates is copied beside
    itself first. Another process that upgrades at the same time is waited for.

    Raises
    ------
    StoreError
        When the append-only triggers are not all there afterwards; nothing is changed then.
    """
    kept: Path | None = None
    with engine.connect().execution_options(immediate=True) as connection, connection.begin():
        found = find_revision(connection, revisions)
        if found.kind not in ("empty", "older"):
            return None
        if copy and path is not None and found.kind == "older" and _has_rows(connection):
            kept = _copy(path, found.revision)
        run_migrations(connection, revisions)
        if found.kind == "older":
            rebuild_on(connection, ConflictLimits())  # what follows from the logs may be ruled anew
        lost = sqlite.missing_triggers(connection, [table.name for table in APPEND_ONLY])
        if lost:
            raise StoreError(f"{path}: the upgrade lost the triggers {', '.join(lost)}; not done")
    return kept


def run_migrations(connection: Connection, revisions: Revisions) -> None:
    """Alembic's upgrade to the head on this connection; the caller commits."""
    config = Config()
    config.set_main_option("script_location", _escaped(SCRIPTS))
    config.set_main_option("path_separator", "newline")
    config.set_main_option("version_locations", "\n".join(map(_escaped, revisions.folders)))
    config.attributes["connection"] = connection
    command.upgrade(config, revisions.head)


def _escaped(path: Path) -> str:
    return str(path).replace("%", "%%")


def _has_rows(connection: Connection) -> bool:
    return connection.execute(select(queue.c.id).limit(1)).first() is not None


def _copy(path: Path, revision: str) -> Path:
    moment = datetime.now(UTC).strftime("%Y%m%dT%H%M%S")
    target = path.with_name(f"{path.stem}.before-upgrade-{revision}-{moment}{path.suffix}")
    source = sqlite.connect(path, "rw", sqlite.BUSY_SECONDS)
    try:
        sqlite.copy(source, target)
    finally:
        source.close()
    return target
