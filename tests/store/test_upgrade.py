"""Case 118: an upgrade keeps everything, copies first, and an interrupted one changes nothing."""

import shutil
import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest

from specreview.errors import StoreError
from specreview.review.candidates import ImportCounts, NewCandidate
from specreview.review.history import new_decision
from specreview.store import Options, open_store
from specreview.store.candidates import imported_values
from specreview.store.revision import CURRENT, Revisions
from specreview.store.verify import verify
from specreview.tasks.own_prompt import OwnPrompt
from tests.store.older import make_older

NEXT = """
import sqlalchemy as sa
from alembic import op

revision = "next"
down_revision = "{head}"
branch_labels = None
depends_on = None


def upgrade():
    op.add_column("decision", sa.Column("telescope", sa.Text, nullable=True))
    op.execute("INSERT INTO queue VALUES (99, 'half', NULL, '', '', NULL, '{{}}', '{{}}', '')")
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
        (folder / "next.py").write_text(NEXT.format(then=then, head=CURRENT.head))
        return Options(revisions=Revisions((*CURRENT.known, "next"), (folder,)))

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
        assert store.facts()["schema"] == "next"
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
    revisions=Revisions((*CURRENT.known, "next"), (Path(sys.argv[2]),))))
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


@pytest.fixture
def first_schema(reviewed: str, database: Path) -> str:
    """The reviewed database as the first version made it."""
    make_older(database, "0001")
    return reviewed


def test_a_database_of_the_first_schema_takes_prompts_labels_and_shares(first_schema, database):
    before = content(database)
    store = open_store(first_schema)
    try:
        assert store.facts()["schema"] == CURRENT.head
        (copy,) = copies(database)
        assert content(copy) == before
        assert [row.answer for row in store.rows(1, "ann")] == ["YES"] * 3
        assert store.queues.by_id(1).expected_share is None
        assert (store.queues.by_id(1).mapping, store.queues.by_id(1).spectra) == ({}, "")
        assert store.queues.candidate(1).own_prompt is None
        assert store.queues.labels(1) == {}
        assert store.marks.of_queue(1) == []
        assert store.claims.of_queue(1) == {}
        again = [NewCandidate(str(n), str(n), "cv", f"/spectra/{n}.fits") for n in range(3)]
        assert store.queues.upsert(1, again) == ImportCounts(unchanged=3)
        labelled = replace(again[0], label="YES", own_prompt=OwnPrompt("<image>\nA CV?"))
        assert store.queues.upsert(1, [labelled]) == ImportCounts(changed=1)
        store.queues.set_expected_share(1, 0.01)
        store.queues.remember(1, {"id": "OBSID", "label": "Kind, Å"}, ["CV,UG"], spectra="/mnt/é")
        kept = store.queues.by_id(1)
        assert (kept.spectra, store.queues.create("new", "cv", "").spectra) == ("/mnt/é", "")
        assert (kept.mapping, kept.positive) == ({"id": "OBSID", "label": "Kind, Å"}, ("CV,UG",))
        assert verify(store).problems == []
        store.decisions.append(new_decision(1, "bob", "answer", answer="NO", base_version=1))
    finally:
        store.close()
    raw = sqlite3.connect(database)
    with pytest.raises(sqlite3.IntegrityError, match="append-only"):
        raw.execute("DELETE FROM decision")
    raw.close()
    (still,) = copies(database)
    assert still == copy


def test_fingerprints_of_the_first_version_still_hold():
    """Else each list imported before would be found changed, row by row."""
    target = "39627772183708817"
    new = NewCandidate(target, "DESI 1", "cv", "/spectra/coadd.fits", file_object=target,
                       survey="DESI", ra=157.96, snr=28.0, redshift=0.1,
                       catalogue={"b": "2", "a": "1"}, hidden={"truth": "CV"})  # fmt: skip
    made_by_the_first_version = "650f43c409e0c0d1b0bfdb030dd740a0d99000b4d43abea6a5c5af102d4c4d1c"
    assert imported_values(new)["fingerprint"] == made_by_the_first_version
