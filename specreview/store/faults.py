"""Driver errors become `StoreError`: the database, the cause, and what to do about it."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from specreview.errors import StoreError

CAUSES = {
    sqlite3.SQLITE_FULL: (
        "the disk is full; nothing of this change was saved, a draft in the page is kept; "
        "free some space and save again"
    ),
    sqlite3.SQLITE_BUSY: (
        "another program holds its write lock for too long; nothing of this change was saved; "
        "close that program or wait, and save again"
    ),
    sqlite3.SQLITE_READONLY: (
        "it can be read but not written; nothing of this change was saved; give yourself write "
        "permission on the file and its folder, or use another one with --db"
    ),
    sqlite3.SQLITE_IOERR: (
        "the disk cannot be read or written (full, over its quota, or failing); nothing of this "
        "change was saved; check the disk and try again"
    ),
    sqlite3.SQLITE_CORRUPT: (
        "the file is damaged; keep a copy, then go back to a backup (`specreview backup`)"
    ),
    sqlite3.SQLITE_CANTOPEN: (
        "the file cannot be opened; check that the folder exists and that you may write there, "
        "or use another one with --db"
    ),
    sqlite3.SQLITE_NOTADB: "this file is no SQLite database; choose another one with --db",
    sqlite3.SQLITE_CONSTRAINT: (
        "a rule of the tables refused the change ({detail}); nothing of it was saved; run "
        "`specreview verify`"
    ),
}
CAUSES[sqlite3.SQLITE_LOCKED] = CAUSES[sqlite3.SQLITE_BUSY]


def explain(place: str, error: BaseException | None) -> str:
    """One line for a person: `place` is the database as it may be shown, without a password."""
    code = getattr(error, "sqlite_errorcode", None)
    detail = str(error)
    if code is None:
        return f"{place}: the database refused: {detail}; run `specreview verify`"
    cause = CAUSES.get(code & 0xFF, "the database refused: {detail}; run `specreview verify`")
    return f"{place}: {cause.format(detail=detail)}"


@contextmanager
def translated(place: str) -> Iterator[None]:
    """Raise `StoreError` for whatever the driver or the pool raises within."""
    try:
        yield
    except DBAPIError as error:
        raise StoreError(explain(place, error.orig)) from error
    except sqlite3.Error as error:
        raise StoreError(explain(place, error)) from error
    except PoolTimeout as error:
        raise StoreError(
            f"{place}: too many things use the database at once; nothing was saved; try again"
        ) from error
