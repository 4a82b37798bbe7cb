"""All that is SQLite's own: opening, pragmas, triggers, checks, backup. No other module has it."""

import sqlite3
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.pool import ConnectionPoolEntry, QueuePool

BUSY_SECONDS = 10.0
MAGIC = b"SQLite format 3\x00"


def connect(path: Path | None, mode: str, busy_seconds: float) -> sqlite3.Connection:
    """A driver connection in autocommit; `path` None is a database in memory.

    `mode` is rwc (make it), rw, ro, or immutable (read without any lock file).
    """
    if path is None:
        address = ":memory:"
    else:
        options = "mode=ro&immutable=1" if mode == "immutable" else f"mode={mode}"
        address = f"{path.absolute().as_uri()}?{options}"
    return sqlite3.connect(
        address,
        uri=path is not None,
        timeout=busy_seconds,
        isolation_level=None,
        check_same_thread=False,
    )


def make_engine(path: Path | None, mode: str = "rw", busy_seconds: float = BUSY_SECONDS) -> Engine:
    """An engine whose transactions begin as BEGIN IMMEDIATE where `immediate` is set.

    A deferred BEGIN that reads and then writes fails at once, whatever the timeout, when
    somebody else wrote in between. A database in memory has one connection for all threads.
    """
    pool: dict[str, Any] = {"pool_size": 8, "max_overflow": 56, "pool_timeout": 30}
    if path is None:
        pool = {"pool_size": 1, "max_overflow": 0, "pool_timeout": 30}
    engine = create_engine(
        "sqlite://",
        creator=lambda: connect(path, mode, busy_seconds),
        poolclass=QueuePool,
        **pool,
    )
    event.listen(engine, "connect", _prepare)
    event.listen(engine, "begin", _begin)
    return engine


def _prepare(connection: sqlite3.Connection, _entry: ConnectionPoolEntry) -> None:
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute("PRAGMA synchronous = FULL")


def _begin(connection: Connection) -> None:
    immediate = connection.get_execution_options().get("immediate", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if immediate else "BEGIN")


def journal_mode(engine: Engine) -> str:
    """The journal in use: wal, delete, memory, ..."""
    return str(_pragma(engine, "journal_mode"))


def use_journal(engine: Engine, mode: str) -> str:
    """Change the journal if it is another one; returns what is in use then.

    Only a change writes to the file, so that an open database can be read while another
    program holds the write lock.
    """
    if journal_mode(engine) == mode:
        return mode
    try:
        return str(_pragma(engine, f"journal_mode = {mode}"))
    except sqlite3.OperationalError:
        return journal_mode(engine)


def _pragma(engine: Engine, text: str) -> Any:
    raw = engine.raw_connection()
    try:
        return raw.cursor().execute(f"PRAGMA {text}").fetchone()[0]
    finally:
        raw.close()


def trigger_name(table: str, act: str) -> str:
    return f"{table}_refuses_{act.lower()}"


def append_only(table: str) -> list[str]:
    """The statements that make UPDATE and DELETE on `table` fail."""
    return [
        f"CREATE TRIGGER {trigger_name(table, act)} BEFORE {act} ON {table} "
        f"BEGIN SELECT RAISE(ABORT, '{table} is append-only'); END"
        for act in ("UPDATE", "DELETE")
    ]


def missing_triggers(connection: Connection, tables: list[str]) -> list[str]:
    """Names of the append-only triggers that are absent or say something else."""
    rows = connection.exec_driver_sql("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
    found = {str(row[0]): row[1] for row in rows}
    wanted = {text.split()[2]: text for table in tables for text in append_only(table)}
    return sorted(name for name, text in wanted.items() if found.get(name) != text)


def damage(connection: Connection) -> list[str]:
    """What SQLite's own check finds wrong with the file."""
    rows = connection.exec_driver_sql("PRAGMA integrity_check(20)")
    return [str(row[0]) for row in rows if row[0] != "ok"]


def quick_damage(connection: Connection) -> list[str]:
    """Like `damage`, without comparing indices to tables: seconds where that takes minutes."""
    rows = connection.exec_driver_sql("PRAGMA quick_check(20)")
    return [str(row[0]) for row in rows if row[0] != "ok"]


def orphans(connection: Connection) -> list[str]:
    """Rows that refer to rows which do not exist."""
    rows = connection.exec_driver_sql("PRAGMA foreign_key_check")
    return [
        f"{table} row {row} refers to a {parent} that is missing" for table, row, parent, _ in rows
    ]


def size_bytes(engine: Engine) -> int:
    """Pages in use, in bytes."""
    return int(_pragma(engine, "page_count")) * int(_pragma(engine, "page_size"))


def copy(source: sqlite3.Connection, target: Path) -> None:
    """Copy a database that may be in use, the last commit included, to a new file.

    Copying the file alone would lose what still stands in the write-ahead log.
    """
    copied = sqlite3.connect(target)
    try:
        source.backup(copied)
        copied.execute("PRAGMA journal_mode = DELETE")
    finally:
        copied.close()
