"""A backup has the last commit, is whole or absent, and opens like any other database."""

import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from typer.testing import CliRunner

from specreview.cli.main import app
from specreview.errors import StoreError
from specreview.review.history import new_decision
from specreview.store import open_store
from specreview.store.backup import backup
from specreview.store.verify import verify


def test_a_backup_of_a_database_in_use_has_the_last_commit(filled, database, tmp_path):
    target, copied = tmp_path / "copy.db", tmp_path / "plain copy.db"
    backup_url = f"sqlite:///{database}"
    with sqlite3.connect(database, isolation_level=None) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM candidate").fetchall()  # keeps the log unfolded
        made = filled.decisions.append(new_decision(2, "ann", "answer", answer="YES"))
        size = backup(backup_url, target)
        shutil.copy2(database, copied)
    reader.close()
    assert size == target.stat().st_size > 0
    with closing(open_store(f"sqlite:///{target}")) as store:
        assert store.decisions.of_candidate(2) == [made]
        assert verify(store).problems == []
    with closing(open_store(f"sqlite:///{copied}")) as store:
        assert store.decisions.of_candidate(2) == []  # why a plain copy is not enough
    assert not list(tmp_path.glob(".*"))


def test_a_backup_overwrites_nothing_and_needs_a_source_and_a_folder(filled, database, tmp_path):
    url, there = f"sqlite:///{database}", tmp_path / "there.db"
    there.write_text("precious")
    for source, target, words in [
        (url, there, "exists already; choose another name"),
        (url, tmp_path / "none" / "a.db", "there is no folder"),
        (f"sqlite:///{tmp_path / 'missing.db'}", tmp_path / "b.db", "there is no such file"),
        ("sqlite://", tmp_path / "b.db", "there is no such file"),
    ]:
        with pytest.raises(StoreError, match=words):
            backup(source, target)
    assert there.read_text() == "precious"
    assert not (tmp_path / "b.db").exists()


def test_a_damaged_database_leaves_no_half_backup(database, tmp_path):
    database.write_bytes(b"SQLite format 3\x00" + b"\xff" * 8000)
    with pytest.raises(StoreError, match=str(database)):
        backup(f"sqlite:///{database}", tmp_path / "copy.db")
    assert [path.name for path in tmp_path.iterdir()] == ["specreview.db"]


def test_the_commands_say_what_they_found_and_exit_accordingly(filled, database, tmp_path):
    runner = CliRunner()
    place = ["--workspace", str(tmp_path)]
    filled.decisions.append(new_decision(1, "ann", "answer", answer="YES"))
    done = runner.invoke(app, ["verify", *place])
    assert (done.exit_code, done.stdout) == (
        0, "no problem found: 1 decisions, 0 events, 0 images, 0 inspections, 0 marks\n"
    )  # fmt: skip
    copy = tmp_path / "copy.db"
    done = runner.invoke(app, ["backup", str(copy), *place])
    assert (done.exit_code, done.stdout) == (0, f"{copy}: {copy.stat().st_size} bytes\n")
    with filled.database.write() as connection:
        connection.exec_driver_sql("UPDATE candidate_state SET version = 5 WHERE candidate_id = 1")
    done = runner.invoke(app, ["verify", *place])
    assert done.exit_code == 2
    assert "problem: candidate_state of (1,): version is 5, the log says 1" in done.stderr
    assert "1 problems" in done.stdout
    assert runner.invoke(app, ["verify", "--rebuild", *place]).exit_code == 0
    done = runner.invoke(app, ["verify", "--json", "--db", str(copy)])
    assert '"problems": []' in done.stdout


def test_verify_makes_no_database(tmp_path):
    done = CliRunner().invoke(app, ["verify", "--workspace", str(tmp_path)])
    assert isinstance(done.exception, StoreError)
    assert "there is no database yet" in str(done.exception)
    assert list(tmp_path.iterdir()) == []


def test_a_database_on_a_read_only_disk_can_be_copied_away(filled, database, tmp_path, monkeypatch):
    filled.close()
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    # A permission bit stops no administrator; a read-only disk is what os.access says of it.
    monkeypatch.setattr(os, "access", lambda place, _mode: Path(place) == elsewhere)
    with pytest.raises(StoreError, match="read-only"):
        backup(f"sqlite:///{database}", tmp_path / "copy.db")
    before = sorted(path.name for path in tmp_path.iterdir())
    assert backup(f"sqlite:///{database}", elsewhere / "copy.db") > 0
    assert sorted(path.name for path in tmp_path.iterdir()) == before
