"""Open a database, or say in one line why it cannot be used."""

import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import Engine
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError

from specreview.errors import StoreError
from specreview.store import sqlite
from specreview.store.database import Database
from specreview.store.faults import translated
from specreview.store.filesystems import fs_type, is_network
from specreview.store.revision import CURRENT, Found, Revisions, find_revision

FsType = Callable[[Path], str]


@dataclass(frozen=True)
class Options:
    """How to open: tests inject another file system, other revisions and short waits."""

    backup_before_upgrade: bool = True
    fs_type: FsType = fs_type
    revisions: Revisions = CURRENT
    busy_seconds: float = sqlite.BUSY_SECONDS


def open_database(url: str, options: Options) -> Database:
    """Open the database at `url`, make it where there is none, upgrade it where it is older.

    Raises
    ------
    StoreError
        For a URL of another kind, a missing folder, a file that is no database, a foreign or a
        newer database, and whatever the disk refuses. No message holds a password.
    """
    path = sqlite_path(url)
    place = "database in memory" if path is None else str(path)
    if path is not None:
        check_file(path)
    with translated(place):
        return _open(path, place, options)


def sqlite_path(url: str) -> Path | None:
    """The file that `url` names, None for a database in memory."""
    try:
        parsed = make_url(url)
    except (ArgumentError, ValueError):
        raise StoreError(
            "the database URL cannot be read; write it as sqlite:////folder/specreview.db, or "
            "give a file's path"
        ) from None
    if parsed.drivername not in ("sqlite", "sqlite+pysqlite"):
        raise StoreError(
            f"{parsed.render_as_string(hide_password=True)}: {parsed.drivername} is not "
            "supported, SQLite is; use sqlite:////folder/specreview.db or a file's path"
        )
    if parsed.database in (None, "", ":memory:"):
        return None
    return Path(str(parsed.database)).absolute()


def check_file(path: Path) -> None:
    """StoreError where `path` cannot be a database's: no folder, a folder, another file."""
    try:
        path.exists()
    except OSError as error:  # a name too long, or a folder that is closed to us
        raise StoreError(f"{path}: cannot be read: {error.strerror}; use another --db") from error
    if not path.parent.is_dir():
        raise StoreError(f"{path}: there is no folder {path.parent}; make it, or use another --db")
    if path.is_dir():
        raise StoreError(f"{path}: this is a folder; give the database file's own name in --db")
    if _is_empty(path):
        return
    try:
        with path.open("rb") as stream:
            start = stream.read(len(sqlite.MAGIC))
    except OSError as error:
        raise StoreError(f"{path}: cannot be read: {error.strerror}; use another --db") from error
    if start != sqlite.MAGIC:
        raise StoreError(f"{path}: this file is no SQLite database; choose another one with --db")


def _is_empty(path: Path) -> bool:
    return not path.exists() or path.stat().st_size == 0


def _open(path: Path | None, place: str, options: Options) -> Database:
    fresh = path is None or _is_empty(path)
    writable = path is None or _writable(path)
    if fresh and not writable:
        raise StoreError(
            f"{place}: cannot be made, the folder is read-only; make it writable, or keep the "
            "database elsewhere with --db"
        )
    mode = "rwc" if fresh else "rw" if writable else "ro"
    engine = sqlite.make_engine(path, mode, options.busy_seconds)
    if not writable and path is not None:
        engine = _readable(engine, path, options)
    try:
        return _ready(engine, path, place, options, writable)
    except BaseException:
        engine.dispose()
        raise


def _writable(path: Path) -> bool:
    return os.access(path.parent, os.W_OK) and (not path.exists() or os.access(path, os.W_OK))


def _readable(engine: Engine, path: Path, options: Options) -> Engine:
    """An engine that reads without writing: SQLite's log needs files beside the database."""
    log, index = (path.with_name(path.name + end) for end in ("-wal", "-shm"))
    unfolded = log.exists() and log.stat().st_size > 0
    if unfolded and index.exists():
        return engine
    engine.dispose()
    if unfolded:
        raise StoreError(
            f"{path}: was not closed and lies in a read-only folder; copy it and {log.name} to a "
            "folder that you may write, and open the copy with --db"
        )
    return sqlite.make_engine(path, "immutable", options.busy_seconds)


def _ready(
    engine: Engine, path: Path | None, place: str, options: Options, writable: bool
) -> Database:
    with engine.connect() as connection, connection.begin():
        found = find_revision(connection, options.revisions)
    _refuse(found, place, writable)
    copy = None
    if writable:
        journal, warning = _journal(engine, path, options)
    else:
        journal, warning = sqlite.journal_mode(engine), READ_ONLY.format(place=place)
    if found.kind in ("empty", "older"):
        from specreview.store.upgrade import upgrade

        copy = upgrade(engine, path, options.revisions, copy=options.backup_before_upgrade)
    return Database(
        engine=engine,
        place=place,
        path=path,
        revision=options.revisions.head,
        journal=journal,
        read_only=not writable,
        warnings=(warning,) if warning else (),
        upgrade_copy=copy,
        busy_seconds=options.busy_seconds,
    )


def _refuse(found: Found, place: str, writable: bool) -> None:
    if found.kind == "newer":
        raise StoreError(
            f"{place}: made by a newer specreview (schema {found.revision}); update specreview, "
            "or use another --db"
        )
    if found.kind == "foreign":
        raise StoreError(
            f"{place}: a database of another program; nothing was changed; use another --db"
        )
    if found.kind == "older" and not writable:
        raise StoreError(
            f"{place}: made by an older specreview (schema {found.revision}) and read-only, so it "
            "cannot be upgraded; make it writable, or use a copy with --db"
        )


READ_ONLY = "{place} is read-only: it can be looked at, but no decision can be saved."
NETWORK = (
    "{place} lies on a network disk ({kind}): it is written without a write-ahead log, which is "
    "slower; keep it on a local disk where you can."
)


def _journal(engine: Engine, path: Path | None, options: Options) -> tuple[str, str]:
    """Set the journal that is safe where the file lies; with a warning where it is not WAL."""
    if path is None:
        return "memory", ""
    kind = options.fs_type(path.parent)
    if is_network(kind):
        return sqlite.use_journal(engine, "delete"), NETWORK.format(place=path, kind=kind)
    return sqlite.use_journal(engine, "wal"), ""
