"""The database: each fault produced on a real file, its line and cure asserted."""

import os
import sqlite3
import time
from pathlib import Path

import pytest

from specreview.doctor.check import Check
from specreview.doctor.records import check_database
from specreview.review.candidates import NewCandidate
from specreview.review.history import new_decision
from specreview.store import open_store
from specreview.store.health import health


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """A closed database with three candidates and one decision."""
    path = tmp_path / "specreview.db"
    store = open_store(f"sqlite:///{path}")
    queue = store.queues.create("night", "cv", "made up")
    store.queues.upsert(
        queue.id, [NewCandidate(str(n), str(n), "cv", f"{n}.csv") for n in range(3)]
    )
    row = store.rows(queue.id, "")[0]
    candidate = row.candidate
    store.decisions.append(new_decision(candidate.id, "ann", "answer", answer="NO", confidence=3))
    store.close()
    return path


def lines(path: Path, **options) -> dict[str, Check]:
    return {check.name: check for check in check_database(health(path, **options))}


def test_a_sound_database(database: Path) -> None:
    found = lines(database)
    assert found["database"].state == "ok"
    assert "3 candidates, 3 not inspected, 1 decisions" in found["database"].found
    assert found["writing"].found == "can be written"
    assert (found["journal"].state, found["journal"].found) == ("ok", "wal")
    assert found["copies"].state == "warning"
    assert "specreview backup" in found["copies"].cure


def test_looking_changes_nothing(database: Path) -> None:
    before = database.read_bytes()
    lines(database)
    assert database.read_bytes() == before
    assert not database.with_name("none.db").exists()
    lines(database.with_name("none.db"))
    assert not database.with_name("none.db").exists()


def test_none_yet(tmp_path: Path) -> None:
    path = tmp_path / "specreview.db"
    assert lines(path)["database"].state == "ok"
    refused = lines(path, may_write=lambda place: False)["database"]
    assert (refused.state, "read-only" in refused.found) == ("failure", True)
    assert "--db" in refused.cure
    gone = lines(tmp_path / "gone" / "x.db")["database"]
    assert gone.state == "failure"
    assert "there is no folder" in gone.found


def test_a_read_only_database(database: Path) -> None:
    found = lines(database, may_write=lambda place: place != database)["writing"]
    assert found.state == "failure"
    assert "read-only: no decision can be saved" in found.found
    assert "write permission" in found.cure


def test_a_damaged_database(database: Path) -> None:
    size = database.stat().st_size
    with database.open("r+b") as opened:
        opened.seek(size // 2 // 4096 * 4096)
        opened.write(os.urandom(8 * 4096))
    found = lines(database)["database"]
    assert found.state == "failure"
    assert "damaged" in found.found
    assert "backup" in found.cure


def test_another_file_in_its_place(tmp_path: Path) -> None:
    path = tmp_path / "specreview.db"
    path.write_text("this is a letter" * 100)
    found = lines(path)["database"]
    assert (found.state, "no SQLite database" in found.found) == ("failure", True)
    foreign = tmp_path / "foreign.db"
    with sqlite3.connect(foreign) as connection:
        connection.execute("CREATE TABLE stamps (id INTEGER)")
    connection.close()
    found = lines(foreign)["database"]
    assert (found.state, found.cure) == ("failure", "use another --db")
    assert "another program" in found.found


@pytest.mark.parametrize(
    ("revision", "state", "says"), [("9999", "failure", "newer"), ("0001", "warning", "older")]
)
def test_another_schema(database: Path, revision: str, state: str, says: str) -> None:
    with sqlite3.connect(database) as connection:
        connection.execute("UPDATE alembic_version SET version_num = ?", [revision])
    connection.close()
    found = lines(database)["database"]
    assert found.state == state
    assert says in found.found
    assert found.cure


def test_a_lock_held_elsewhere(database: Path) -> None:
    other = sqlite3.connect(database, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    try:
        found = lines(database)["writing"]
    finally:
        other.close()
    assert found.state == "warning"
    assert "write lock" in found.found
    assert "close that program" in found.cure


def test_a_network_disk(database: Path) -> None:
    found = lines(database, fs_type=lambda folder: "nfs4")["journal"]
    assert found.state == "warning"
    assert "nfs4" in found.found
    assert "local disk" in found.cure


def test_a_very_large_database_is_not_read_whole(database: Path) -> None:
    found = lines(database, largest_checked=1000)["database"]
    assert found.state == "ok"
    assert "too large for a quick check, `specreview verify` makes it: 3 candidates" in found.found


def test_copies(database: Path) -> None:
    copy = database.with_name("copy.db")
    copy.write_bytes(database.read_bytes())
    assert lines(database)["copies"].state == "ok"
    old = time.time() - 20 * 86_400
    os.utime(copy, (old, old))
    found = lines(database)["copies"]
    assert (found.state, found.found) == ("warning", "copy.db, 20 days old")
