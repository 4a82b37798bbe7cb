"""What a database file is like, found out without changing anything in it."""

import os
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import Connection, Engine, distinct, func, select

from specreview.errors import StoreError
from specreview.store import sqlite
from specreview.store.faults import translated
from specreview.store.filesystems import fs_type, is_network
from specreview.store.opening import FsType, check_file
from specreview.store.revision import CURRENT, Found, find_revision
from specreview.store.schema import candidate, decision, event, inspection

LARGEST_CHECKED = 4_000_000_000
"""Bytes up to which the file is checked for damage: SQLite reads all of it for that."""
_LOCK_SECONDS = 2.0
"""How long the write lock is waited for: a run elsewhere holds it for milliseconds."""


@dataclass(frozen=True)
class Contents:
    """What is in a database of the present schema. `newest` is UTC ISO 8601 text."""

    candidates: int
    uninspected: int
    decisions: int
    newest: str | None


@dataclass(frozen=True)
class Health:
    """A database file. `trouble` says why it cannot be read, `locked` why not written.

    `network` is the kind of file system where it is one that machines share, else "".
    `damage` is what SQLite's quick check finds. `contents` is None where the schema is not the
    present one.
    """

    path: Path
    exists: bool
    writable: bool
    network: str = ""
    journal: str = ""
    found: Found | None = None
    trouble: str = ""
    locked: str = ""
    damage: tuple[str, ...] = ()
    contents: Contents | None = None
    copies: tuple[Path, ...] = ()
    bytes: int = 0
    check_seconds: float | None = None
    """None where the file was too large to be checked for damage."""


def health(
    path: Path,
    fs_type: FsType = fs_type,
    may_write: Callable[[Path], bool] = lambda place: os.access(place, os.W_OK),
    largest_checked: int = LARGEST_CHECKED,
) -> Health:
    """Look at a database file; nothing is made, upgraded or changed. Never raises StoreError."""
    kind = fs_type(path.parent)
    network = kind if is_network(kind) else ""
    exists = path.exists() and path.stat().st_size > 0
    writable = may_write(path.parent) and (not exists or may_write(path))
    bare = Health(path, exists, writable, network)
    try:
        check_file(path)
        return _opened(bare, largest_checked) if exists else bare
    except StoreError as error:
        return Health(path, exists, writable, network, trouble=str(error))


def _opened(bare: Health, largest_checked: int) -> Health:
    path = bare.path
    size = path.stat().st_size
    engine = sqlite.make_engine(path, _mode(bare), _LOCK_SECONDS)
    try:
        with translated(str(path)):
            begun = time.monotonic()
            with engine.connect() as connection, connection.begin():
                checked = size <= largest_checked
                damage = sqlite.quick_damage(connection) if checked else []
                seconds = time.monotonic() - begun if checked else None
                found = None if damage else find_revision(connection, CURRENT)
                current = found is not None and found.kind == "current"
                contents = _contents(connection) if current else None
            journal = sqlite.journal_mode(engine)
        return Health(
            path,
            True,
            bare.writable,
            bare.network,
            journal,
            found,
            locked=_locked(engine, path) if bare.writable else "",
            damage=tuple(damage),
            contents=contents,
            copies=_copies(path),
            bytes=size,
            check_seconds=seconds,
        )
    finally:
        engine.dispose()


def _mode(bare: Health) -> str:
    """Without lock files where none can be made and none is there."""
    if bare.writable:
        return "rw"
    return "ro" if bare.path.with_name(f"{bare.path.name}-wal").exists() else "immutable"


def _locked(engine: Engine, path: Path) -> str:
    """Why the write lock cannot be had; "" when it can."""
    try:
        with (
            translated(str(path)),
            engine.connect().execution_options(immediate=True) as connection,
            connection.begin(),
        ):
            return ""
    except StoreError as error:
        return str(error)


def _contents(connection: Connection) -> Contents:
    def one(query: object) -> int:
        return int(connection.execute(query).scalar() or 0)  # type: ignore[call-overload]

    candidates = one(select(func.count()).select_from(candidate))
    begun = one(select(func.count(distinct(inspection.c.candidate_id))))
    newest = [
        connection.execute(select(func.max(column))).scalar()
        for column in (event.c.recorded_at, decision.c.decided_at)
    ]
    return Contents(
        candidates,
        max(0, candidates - begun),
        one(select(func.count()).select_from(decision)),
        max((str(moment) for moment in newest if moment), default=None),
    )


def _copies(path: Path) -> tuple[Path, ...]:
    """Other databases beside it, newest first: copies made by an upgrade or by `backup`."""
    beside = (one for one in path.parent.glob(f"*{path.suffix}") if one != path and _is_sqlite(one))
    return tuple(sorted(beside, key=lambda one: one.stat().st_mtime, reverse=True))


def _is_sqlite(file: Path) -> bool:
    try:
        with file.open("rb") as opened:
            return opened.read(len(sqlite.MAGIC)) == sqlite.MAGIC
    except OSError:
        return False
