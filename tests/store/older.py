"""A database as an older version of specreview made it."""

import sqlite3
from pathlib import Path

from specreview.store import sqlite
from specreview.store.revision import CURRENT, Revisions
from specreview.store.upgrade import run_migrations

TABLES_SINCE = {
    "0003": ("mark", "claim_count"),
    "0004": ("spectrum_index",),
    "0007": ("saved_filter",),
}
COLUMNS_SINCE = {
    "0002": {"candidate": ("own_prompt", "label"), "queue": ("expected_share",)},
    "0005": {"inspection": ("prompt_hash", "unaided", "unaided_verdict")},
    "0006": {"queue": ("mapping", "wording")},
    "0008": {"queue": ("spectra",)},
}


def make_older(database: Path, revision: str) -> None:
    """Take away from a database of the present schema what came after `revision`."""
    raw = sqlite3.connect(database)
    with raw:
        for since, tables in TABLES_SINCE.items():
            for table in tables if since > revision else ():
                raw.execute(f"DROP TABLE {table}")
                raw.execute("DELETE FROM chain_head WHERE log = ?", (table,))
        for since, changed in COLUMNS_SINCE.items():
            for table, columns in changed.items() if since > revision else ():
                for column in columns:
                    raw.execute(f"ALTER TABLE {table} DROP COLUMN {column}")
        raw.execute("UPDATE alembic_version SET version_num = ?", (revision,))
    raw.close()
    plain = database.with_name(f"plain {revision}.db")
    engine = sqlite.make_engine(plain, "rwc")
    with engine.connect() as connection, connection.begin():
        known = CURRENT.known[: CURRENT.known.index(revision) + 1]
        run_migrations(connection, Revisions(known, CURRENT.folders))
    engine.dispose()
    assert shape(database) == shape(plain), "as that version's own migrations make it"


def shape(database: Path) -> set[str]:
    """What the tables, indices and triggers are made by, blanks aside."""
    raw = sqlite3.connect(database)
    made = raw.execute("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL").fetchall()
    raw.close()
    return {" ".join(text.split()) for (text,) in made}
