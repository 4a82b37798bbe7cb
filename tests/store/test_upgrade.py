"""Case 118: an upgrade keeps everything, copies first, and an interrupted one changes nothing."""

import shutil
import sqlite3
from pathlib import Path

import pytest

from specreview.errors import StoreError
from specreview.review.history import new_decision
from specreview.store import Options, open_store
from specreview.store.revision import CURRENT, Revisions
from specreview.store.verify import verify

NEXT = """
import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade():
    op.add_column("decision", sa.Column("telescope", sa.Text, nullable=True))
    op.execute("INSERT INTO queue VALUES (99, 'half', NULL, '', '')")
    {then}
    op.create_table("night", sa.Column("id", sa.Integer, primary_key=True))
"""

REBUILD = """
    with op.batch_alter_table("decision", recreate="always") as batch:
        batch.alter_column("reviewer", nullable=True)
"""


@pytest.fixture
def reviewed(fill) -> str:
    """A database of the present schema with three reviews."""
    url = fill(3)
    store = open_store(url)
    for candidate_id in (1, 2, 3):
        store.decisions.append(new_decision(candidate_id, "ann", "answer", answer="YES"))
    store.close()
    return url


@pytest.fixture
def coming(tmp_path: Path):
    """The revisions of a later version, whose last migration does `then` in its middle."""

    def make(then: str = "pass") -> Options:
        folder = tmp_path / f"versions {len(then)} 100%"
        shutil.copytree(CURRENT.folders[0], folder, ignore=shutil.ignore_patterns("__pycache__"))
        (folder / "r0002.py").write_text(NEXT.format(then=then))
        return Options(revisions=Revisions((*CURRENT.known, "0002"), (folder,)))

    return make


def content(database: Path) -> list[str]:
    with sqlite3.connect(database) as raw:
        dumped = list(raw.iterdump())
    raw.close()
    return dumped


def copies(database: Path) -> list[Path]:
    return sorted(database.parent.glob("specreview.before-upgrade-*"))


def test_case_118_reviews_and_rules_survive_an_upgrade_with_a_copy_beside(
    reviewed, coming, database
):
    before = content(database)
    store = open_store(reviewed, options=coming())
    try:
        assert [row.answer for row in store.rows(1, "ann")] == ["YES"] * 3
        assert store.facts()["schema"] == "0002"
        (copy,) = copies(database)
        assert store.facts()["upgrade_copy"] == str(copy)
        assert content(copy) == before
        assert verify(store).problems == []
        store.decisions.append(new_decision(1, "bob", "answer", answer="NO", base_version=1))
    finally:
        store.close()
    raw = sqlite3.connect(database)
    raw.execute("PRAGMA foreign_keys = ON")
    for statement, rule in {
        "INSERT INTO decision SELECT log_id + 100, id, candidate_id, inspection_id, reviewer, "
        "action, decided_at, submit_token, schema, payload, writer, seq + 100, prev, hash, NULL "
        "FROM decision LIMIT 1": "UNIQUE",
        "UPDATE decision SET telescope = 'x'": "append-only",
        "DELETE FROM candidate": "FOREIGN KEY",
    }.items():
        with pytest.raises(sqlite3.IntegrityError, match=rule):
            raw.execute(statement)
    raw.close()


def test_case_118_a_failing_upgrade_leaves_the_old_file_intact(reviewed, coming, database):
    before = content(database)
    with pytest.raises(ZeroDivisionError):
        open_store(reviewed, options=coming("1 / 0"))
    assert content(database) == before
    store = open_store(reviewed)
    assert [row.answer for row in store.rows(1, "ann")] == ["YES"] * 3
    store.close()


KILLED = """
import sys
from pathlib import Path
from specreview.store import Options, open_store
from specreview.store.revision import CURRENT, Revisions

print("upgrading")
open_store(sys.argv[1], options=Options(
    revisions=Revisions((*CURRENT.known, "0002"), (Path(sys.argv[2]),))))
"""


def test_case_118_a_killed_upgrade_leaves_the_old_file_intact(reviewed, coming, database, script):
    before = content(database)
    options = coming("print('half way', flush=True); __import__('time').sleep(60)")
    process = script(KILLED, reviewed, options.revisions.folders[0])
    assert [process.stdout.readline().strip() for _ in range(2)] == ["upgrading", "half way"]
    process.kill()
    process.wait()
    assert content(database) == before
    store = open_store(reviewed)
    assert verify(store).problems == []
    store.close()


def test_a_migration_that_loses_the_triggers_is_undone(reviewed, coming, database):
    before = content(database)
    with pytest.raises(StoreError, match="decision_refuses_delete, decision_refuses_update"):
        open_store(reviewed, options=coming(REBUILD.strip()))
    assert content(database) == before


def test_no_copy_is_made_of_an_empty_database_or_when_not_wanted(reviewed, coming, tmp_path):
    empty = tmp_path / "empty.db"
    open_store(f"sqlite:///{empty}").close()
    options = coming()
    open_store(f"sqlite:///{empty}", options=options).close()
    assert list(tmp_path.glob("empty.before*")) == []
    open_store(
        reviewed, options=Options(backup_before_upgrade=False, revisions=options.revisions)
    ).close()
    assert list(tmp_path.glob("specreview.before*")) == []
