"""`specreview backup`: a copy of a database that may be in use, the last commit included."""

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
        raise StoreError(f"{path or 'database in memory'}: there is no such file to copy")
    if target.exists():
        raise StoreError(f"{target}: exists already; choose another name")
    if not target.parent.is_dir():
        raise StoreError(f"{target}: there is no folder {target.parent}; make it first")
    draft = target.with_name(f".{target.name}.partial")
    try:
        _copy(path, target, draft)
        draft.replace(target)
    except OSError as error:
        raise StoreError(f"{target}: cannot be written: {error.strerror}") from error
    finally:
        draft.unlink(missing_ok=True)
    return target.stat().st_size


def _copy(path: Path, target: Path, draft: Path) -> None:
    with translated(str(path)):
        source = sqlite.connect(path, "rw", sqlite.BUSY_SECONDS)
        source.execute("SELECT count(*) FROM sqlite_master")
    try:
        with translated(str(target)):
            sqlite.copy(source, draft)
            _check(draft, path)
    finally:
        source.close()


def _check(draft: Path, path: Path) -> None:
    copied = sqlite3.connect(draft)
    try:
        found = copied.execute("PRAGMA quick_check(1)").fetchone()[0]
    finally:
        copied.close()
    if found != "ok":
        raise StoreError(f"{path}: the copy is damaged ({found}); run `specreview verify`")
