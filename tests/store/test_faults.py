"""What goes wrong with a database, and the one line that a person gets to read."""

import os
import shutil
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from specreview.errors import StoreError
from specreview.review.history import new_decision
from specreview.store import Options, open_store
from specreview.store.faults import explain
from specreview.store.verify import verify


def refusal(url: str, options: Options | None = None) -> str:
    with pytest.raises(StoreError) as caught:
        open_store(url, options=options)
    text = str(caught.value)
    assert "\n" not in text
    return text


def test_a_full_disk_saves_nothing_of_a_decision_and_says_so(filled):
    store = filled
    store.work.save_draft("ann", 1, {"comment": "half typed"})
    engine = store.database.engine
    with engine.connect() as connection:
        pages = connection.exec_driver_sql("PRAGMA page_count").scalar()
        connection.rollback()
        connection.exec_driver_sql(f"PRAGMA max_page_count = {pages}")
        connection.rollback()
    saved, message = 0, ""
    for number in range(200):
        made = new_decision(
            1, "ann", "answer", answer="YES", comment="x" * 400, base_version=number
        )
        try:
            store.decisions.append(made)
        except StoreError as error:
            message = str(error)
            break
        saved += 1
    assert message == (
        f"{store.database.path}: the disk is full; nothing of this change was saved, a draft in "
        "the page is kept; free some space and save again"
    )
    assert len(store.decisions.of_candidate(1)) == saved == store.queues.candidate(1).version
    assert store.work.draft("ann", 1) == {"comment": "half typed"}
    assert verify(store).problems == []
    with engine.connect() as connection:
        connection.exec_driver_sql(f"PRAGMA max_page_count = {pages * 100}")
    store.decisions.append(made)
    assert len(store.decisions.of_candidate(1)) == saved + 1


NO_SPACE = """
import resource, signal, sys
from specreview.review.history import new_decision
from specreview.store import open_store

store = open_store(sys.argv[1])
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, 200_000))
saved = 0
try:
    for number in range(1000):
        long = "x" * 9000
        made = new_decision(1, "ann", "answer", answer="YES", comment=long, base_version=number)
        store.decisions.append(made)
        saved += 1
except Exception as error:
    print(type(error).__name__, error)
print(saved)
"""


def test_a_file_that_may_not_grow_is_a_plain_message_and_a_whole_log(fill, script):
    url = fill(3)
    message, saved = script(NO_SPACE, url).communicate(timeout=60)[0].splitlines()
    assert message.startswith("StoreError ")
    assert "nothing of this change was saved" in message
    store = open_store(url)
    assert len(store.decisions.of_candidate(1)) == int(saved) > 0
    assert verify(store).problems == []
    store.close()


AS_NOBODY = """
import os, sys
from specreview.review.history import new_decision
from specreview.store import open_store

if os.getuid() == 0:
    os.setgid(65534)
    os.setuid(65534)
from specreview.errors import StoreError
try:
    store = open_store(sys.argv[1])
    print(len(store.rows(1, "ann")), "rows")
    print(store.facts()["warnings"][0])
    store.decisions.append(new_decision(1, "ann", "answer", answer="YES"))
except StoreError as error:
    print(error)
"""


@pytest.fixture
def public() -> Iterator[Path]:
    """A folder that any user may enter; pytest closes its own ones to others, again and again."""
    with TemporaryDirectory() as folder:
        path = Path(folder)
        path.chmod(0o755)
        yield path
        path.chmod(0o755)


@pytest.mark.skipif(os.name != "posix", reason="file permissions of POSIX")
@pytest.mark.parametrize("closed", ["folder", "file"])
def test_a_read_only_folder_or_file_can_be_looked_at(fill, script, public, database, closed):
    fill(3)
    there = public / "specreview.db"
    shutil.move(database, there)
    there.chmod(0o444)
    public.chmod(0o555 if closed == "folder" else 0o777)
    lines = script(AS_NOBODY, f"sqlite:///{there}").communicate(timeout=60)[0].splitlines()
    assert lines == [
        "3 rows",
        f"{there} is read-only: it can be looked at, but no decision can be saved.",
        f"{there}: open for reading only; nothing was saved; give yourself write permission on "
        "the file and its folder, or use another one with --db",
    ]


@pytest.mark.skipif(os.name != "posix", reason="file permissions of POSIX")
def test_a_crashed_database_in_a_read_only_folder_is_read_whole_or_refused(
    filled, script, public, database
):
    filled.decisions.append(new_decision(1, "ann", "answer", answer="YES"))
    for path in database.parent.glob("specreview.db*"):  # as a crash leaves them
        shutil.copy(path, public)
        (public / path.name).chmod(0o444)
    there = public / "specreview.db"
    public.chmod(0o555)
    lines = script(AS_NOBODY, f"sqlite:///{there}").communicate(timeout=60)[0].splitlines()
    assert lines[0] == "3 rows"
    public.chmod(0o755)
    (public / "specreview.db-shm").unlink()
    public.chmod(0o555)
    lines = script(AS_NOBODY, f"sqlite:///{there}").communicate(timeout=60)[0].splitlines()
    assert lines == [
        f"{there}: was not closed and lies in a read-only folder; copy it and "
        "specreview.db-wal to a folder that you may write, and open the copy with --db"
    ]


@pytest.mark.skipif(os.name != "posix", reason="file permissions of POSIX")
def test_no_database_is_made_in_a_read_only_folder(script, public):
    public.chmod(0o555)
    there = public / "specreview.db"
    lines = script(AS_NOBODY, f"sqlite:///{there}").communicate(timeout=60)[0].splitlines()
    assert lines == [
        f"{there}: cannot be made, the folder is read-only; make it writable, or keep the "
        "database elsewhere with --db"
    ]


def test_a_newer_database_is_left_alone(filled, database):
    filled.close()
    with sqlite3.connect(database) as raw:
        raw.execute("UPDATE alembic_version SET version_num = '0042'")
    raw.close()
    before = database.read_bytes()
    assert refusal(f"sqlite:///{database}") == (
        f"{database}: made by a newer specreview (schema 0042); update specreview, or use "
        "another --db"
    )
    assert database.read_bytes() == before


@pytest.mark.parametrize("table", ["observations", "alembic_version", "specreview_about"])
def test_a_foreign_database_is_left_alone(database, table):
    with sqlite3.connect(database) as raw:
        raw.execute(f"CREATE TABLE {table} (name, content, version_num)")
    raw.close()
    before = database.read_bytes()
    assert refusal(f"sqlite:///{database}") == (
        f"{database}: a database of another program; nothing was changed; use another --db"
    )
    assert database.read_bytes() == before


def test_a_file_that_is_no_database_is_named(database):
    database.write_text("obsid,ra,dec\n1,2,3\n" * 100)
    assert refusal(f"sqlite:///{database}") == (
        f"{database}: this file is no SQLite database; choose another one with --db"
    )


def test_a_missing_folder_and_a_folder_are_named(tmp_path):
    there = tmp_path / "nowhere" / "a.db"
    assert refusal(f"sqlite:///{there}") == (
        f"{there}: there is no folder {there.parent}; make it, or use another --db"
    )
    assert refusal(f"sqlite:///{tmp_path}") == (
        f"{tmp_path}: this is a folder; give the database file's own name in --db"
    )


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://ann:s3cret@db.example/vetting",
        "mysql+pymysql://ann:s3cret@db.example/vetting",
        "sqlite+pysqlcipher://:s3cret@/a.db",
        "nosuch://ann:s3cret@db.example/vetting",
    ],
)
def test_an_unsupported_database_is_named_without_its_password(url):
    text = refusal(url)
    assert "is not supported, SQLite is" in text
    assert "s3cret" not in text


def test_an_unreadable_url_is_not_repeated():
    text = refusal("postgresql//ann:s3cret@db")
    assert text.startswith("the database URL cannot be read")
    assert "s3cret" not in text


def test_a_damaged_file_is_called_damaged(fill, database):
    fill(2000)
    content = bytearray(database.read_bytes())
    content[4096 * 3 : 4096 * 60] = os.urandom(4096 * 57)
    database.write_bytes(content)
    with pytest.raises(StoreError, match="damaged") as caught:
        look(f"sqlite:///{database}")
    assert "backup" in str(caught.value)


def look(url: str) -> None:
    store = open_store(url)
    try:
        store.rows(1, "ann")
    finally:
        store.close()


HOLD = """
import sqlite3, sys
raw = sqlite3.connect(sys.argv[1], isolation_level=None)
raw.execute("BEGIN IMMEDIATE")
print("held")
sys.stdin.readline()
"""


def test_a_lock_held_too_long_is_said_and_nothing_is_saved(fill, database, script):
    url = fill(3)
    holder = script(HOLD, database)
    assert holder.stdout.readline() == "held\n"
    store = open_store(url, options=Options(busy_seconds=0.2))
    with pytest.raises(StoreError) as caught:
        store.decisions.append(new_decision(1, "ann", "answer", answer="YES"))
    assert str(caught.value) == (
        f"{database}: another program holds its write lock for too long; nothing of this change "
        "was saved; close that program or wait, and save again"
    )
    holder.stdin.write("\n")
    holder.stdin.flush()
    holder.wait()
    store.decisions.append(new_decision(1, "ann", "answer", answer="YES"))
    assert len(store.decisions.of_candidate(1)) == 1
    store.close()


def test_an_unknown_refusal_still_names_the_database():
    assert explain("a.db", sqlite3.OperationalError("no such table: x")) == (
        "a.db: the database refused: no such table: x; run `specreview verify`"
    )
