"""Opening: without a lock, safe where the file lies; and each connection as it should be."""

import sqlite3
import subprocess
import sys
import threading
import time
from pathlib import Path

import numpy as np
import pytest
from sqlalchemy import create_engine, insert, inspect
from sqlalchemy.exc import IntegrityError

from specreview.review.history import new_decision
from specreview.store import Options, open_store
from specreview.store.columns import metadata
from specreview.store.filesystems import fs_type, is_network
from specreview.store.schema import candidate, decision
from tests.builders import SOON

BASE = {"schema": 1, "payload": b"{}", "writer": "w", "prev": "", "hash": ""}


def decision_row(**changes):
    row = {
        "id": "d", "candidate_id": 1, "reviewer": "ann", "action": "answer",
        "decided_at": "2026-01-01T00:00:00+00:00", "submit_token": "t", "seq": 1,
    }  # fmt: skip
    return BASE | row | changes


def test_case_112_a_write_after_anothers_commit_succeeds(filled, database):
    other = sqlite3.connect(database, isolation_level=None, timeout=0.1)
    seen = filled.row(1, "ann")
    with filled.database.write() as connection:
        connection.execute(candidate.select()).all()
        with pytest.raises(sqlite3.OperationalError, match="locked"):
            other.execute("BEGIN IMMEDIATE")
        connection.execute(candidate.update().values(snr=1.0))
    other.execute("UPDATE candidate SET snr = 2.0")
    filled.decisions.append(new_decision(1, "ann", "answer", answer="YES"))
    assert seen.answer is None
    assert filled.row(1, "ann").candidate.snr == 2.0
    other.close()


def test_case_112_a_write_waits_for_the_lock_instead_of_failing(filled, database):
    other = sqlite3.connect(database, isolation_level=None, check_same_thread=False)
    other.execute("BEGIN IMMEDIATE")
    committed = threading.Timer(0.4, lambda: other.execute("COMMIT"))
    committed.start()
    filled.decisions.append(new_decision(1, "ann", "answer", answer="YES"))
    committed.join()
    assert filled.row(1, "ann").answer == "YES"
    other.close()


def test_case_113_opening_and_reading_need_no_write_lock(fill, database):
    url = fill(3)
    holder = sqlite3.connect(database, isolation_level=None)
    holder.execute("BEGIN IMMEDIATE")
    holder.execute("UPDATE candidate SET snr = 9.0")
    begun = time.monotonic()
    store = open_store(url, options=Options(busy_seconds=60.0))
    assert [row.candidate.snr for row in store.rows(1, "ann")] == [None] * 3
    assert store.counts(1, "ann").total == 3
    assert time.monotonic() - begun < SOON
    holder.execute("ROLLBACK")
    holder.close()
    store.close()


def test_opening_a_current_database_does_not_load_alembic(fill):
    code = (
        "import sys\n"
        "from specreview.store import open_store\n"
        f"store = open_store({fill(3)!r})\n"
        "store.rows(1, 'ann')\n"
        "assert 'alembic' not in sys.modules\n"
        "assert 'mako' not in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_case_119_no_write_ahead_log_on_a_network_disk(database):
    options = Options(fs_type=lambda path: "nfs4")
    store = open_store(f"sqlite:///{database}", options=options)
    store.queues.create("q", "cv", "list.csv")
    assert store.facts()["journal"] == "delete"
    assert store.facts()["warnings"] == [
        f"{database} lies on a network disk (nfs4): it is written without a write-ahead log, "
        "which is slower; keep it on a local disk where you can."
    ]
    assert sorted(path.name for path in database.parent.iterdir()) == ["specreview.db"]
    store.close()


def test_case_119_a_database_moved_to_a_network_disk_leaves_the_write_ahead_log(fill, database):
    url = fill(3)
    for kind, journal in {"ext4": "wal", "nfs4": "delete", "cifs": "delete", "": "wal"}.items():
        store = open_store(url, options=Options(fs_type=lambda path, kind=kind: kind))
        assert store.facts()["journal"] == journal
        with store.database.read() as connection:
            assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == journal
        store.close()


def test_the_file_system_is_that_of_the_longest_mount(tmp_path):
    mounts = tmp_path / "mounts"
    mounts.write_text(
        "/dev/sda1 / ext4 rw 0 0\n"
        "server:/home /home nfs4 rw 0 0\n"
        "tmpfs /home/ann/fast tmpfs rw 0 0\n"
        "//nas/x /mnt/two\\040words cifs rw 0 0\n"
    )
    found = {
        place: fs_type(Path(place), mounts)
        for place in ("/srv", "/home/ann", "/home/ann/fast/x", "/homework", "/mnt/two words/x")
    }
    assert list(found.values()) == ["ext4", "nfs4", "tmpfs", "ext4", "cifs"]
    assert [is_network(kind) for kind in found.values()] == [False, True, False, False, True]
    assert fs_type(Path("/srv"), tmp_path / "none") == ""


def test_case_121_every_pooled_connection_enforces_foreign_keys(filled):
    engine = filled.database.engine
    held = [engine.connect() for _ in range(5)]
    for number, connection in enumerate(held):
        row = decision_row(candidate_id=999, id=str(number), submit_token=str(number))
        with pytest.raises(IntegrityError, match="FOREIGN KEY"):
            connection.execute(insert(decision), row)
        connection.rollback()
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2
        connection.close()


def test_case_115_a_number_of_the_wrong_kind_is_refused_by_the_table(filled):
    engine = filled.database.engine
    with pytest.raises(IntegrityError, match="BLOB"), engine.connect() as c, c.begin():
        c.exec_driver_sql(
            "INSERT INTO lease VALUES (?, 't', 'f', ?, 'o', 'k', 'e')", (1, np.int64(0).tobytes())
        )


def test_case_115_columns_hold_text_integers_and_reals(filled):
    filled.queues.set_redshift(np.int64(2), np.float32(0.5), "ann")
    with filled.database.read() as connection:
        kinds = connection.exec_driver_sql(
            "SELECT typeof(object_id), typeof(id), typeof(own_redshift) FROM candidate WHERE id = 2"
        ).one()
    assert tuple(kinds) == ("text", "integer", "real")


@pytest.mark.parametrize("table", ["decision", "event", "image"])
@pytest.mark.parametrize("act", ["UPDATE {} SET rowid = rowid", "DELETE FROM {}"])
def test_the_logs_take_no_update_and_no_delete(filled, table, act):
    with filled.database.write() as connection:
        connection.exec_driver_sql("INSERT INTO image VALUES ('a', x'00')")
        connection.execute(insert(decision), decision_row())
        connection.exec_driver_sql(
            "INSERT INTO inspection VALUES ('i', 1, 't', 'r', 'h', 'f', 0, 1, 's', NULL, 0, "
            "NULL, 'p', 'open', NULL)"
        )
        connection.exec_driver_sql(
            "INSERT INTO event VALUES (1, 'i', 0, 'k', 't', 'a', 1, x'00', 'w', 1, '', '')"
        )
    with pytest.raises(IntegrityError, match="append-only"), filled.database.engine.begin() as c:
        c.exec_driver_sql(act.format(table))


def test_the_migrated_tables_are_those_of_the_schema(filled):
    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext

    with filled.database.engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
        metadata.create_all(made := create_engine("sqlite://"))
        with made.connect() as direct:
            for table in metadata.tables:
                query = f"SELECT * FROM pragma_table_xinfo('{table}')"
                migrated = connection.exec_driver_sql(query).all()
                assert migrated == direct.exec_driver_sql(query).all()
        made.dispose()
        strict = connection.exec_driver_sql(
            "SELECT name FROM pragma_table_list WHERE strict = 0 AND schema = 'main'"
        )
        assert {row[0] for row in strict} == {"alembic_version", "sqlite_schema"}
        assert set(inspect(connection).get_table_names()) == {*metadata.tables, "alembic_version"}


def test_the_revisions_known_are_those_of_the_scripts():
    from alembic.config import Config
    from alembic.script import ScriptDirectory

    from specreview.store.revision import CURRENT
    from specreview.store.upgrade import SCRIPTS

    config = Config()
    config.set_main_option("script_location", str(SCRIPTS))
    scripts = ScriptDirectory.from_config(config)
    assert [s.revision for s in scripts.walk_revisions()][::-1] == list(CURRENT.known)


def test_two_processes_that_make_one_database_at_once_both_get_it(database, script):
    code = (
        "import sys\n"
        "from specreview.store import open_store\n"
        "import specreview.store.upgrade\n"
        "sys.stdin.readline()\n"
        "store = open_store(sys.argv[1])\n"
        "store.queues.create(sys.argv[2], 'cv', 'list.csv')\n"
        "store.close()\n"
    )
    processes = [script(code, f"sqlite:///{database}", name) for name in "abc"]
    for process in processes:
        process.stdin.write("go\n")
        process.stdin.flush()
    assert [process.communicate(timeout=60)[0] for process in processes] == ["", "", ""]
    store = open_store(f"sqlite:///{database}")
    assert sorted(queue.name for queue in store.queues.all()) == ["a", "b", "c"]
    store.close()
