"""`specreview backup`: a copy of a database that may be in use, the last commit included."""

import contextlib
import os
import sqlite3
from pathlib import Path

from specreview.errors import StoreError
from specreview.store import sqlite
from specreview.store.faults import translated
from specreview.store.opening import sqlite_path


def backup(url: str, target: Path) -> int:
    """Copy the database at `url` to the new file `target`; returns its size in bytes.

    The copy appears under its name only when it is whole and was checked.

    Raises
    ------
    StoreError
        When there is no such database, `target` exists, or the disk refuses.
    """
    path = sqlite_path(url)
    if path is None or not path.is_file():
        raise StoreError(
            f"{path or 'database in memory'}: there is no such file to copy; name the workspace "
            "with --workspace, or the database with --db"
        )
    if target.exists():
        raise StoreError(f"{target}: exists already; choose another name")
    if not target.parent.is_dir():
        raise StoreError(f"{target}: there is no folder {target.parent}; make it first")
    if not os.access(target.parent, os.W_OK):
        raise StoreError(f"{target}: the folder is read-only; write the copy to another one")
    draft = target.with_name(f".{target.name}.partial")
    try:
        _copy(path, target, draft)
        draft.replace(target)
    except OSError as error:
        raise StoreError(f"{target}: cannot be written: {error.strerror}") from error
    finally:
        with contextlib.suppress(OSError):
            draft.unlink(missing_ok=True)
    return target.stat().st_size


def _copy(path: Path, target: Path, draft: Path) -> None:
    with translated(str(path)):
        source = sqlite.connect(path, _mode(path), sqlite.BUSY_SECONDS)
        source.execute("SELECT count(*) FROM sqlite_master")
    try:
        with translated(str(target)):
            sqlite.copy(source, draft)
            _check(draft, path)
    finally:
        source.close()


def _mode(path: Path) -> str:
    """Without lock files where none can be made and none is there, e.g. on a read-only disk."""
    if os.access(path.parent, os.W_OK) or path.with_name(f"{path.name}-wal").exists():
        return "rw"
    return "immutable"


def _check(draft: Path, path: Path) -> None:
    copied = sqlite3.connect(draft)
    try:
        found = copied.execute("PRAGMA quick_check(1)").fetchone()[0]
    finally:
        copied.close()
    if found != "ok":
        raise StoreError(f"{path}: the copy is damaged ({found}); run `specreview verify`")
