"""`specreview verify` sees each thing that somebody could do behind the store's back."""

import json
import re
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from specreview.agent.events import Call, InspectionStarted, InspectorReplied, ViewRendered
from specreview.canonical import sha256_hex
from specreview.review.history import new_decision
from specreview.review.marks import new_mark
from specreview.review.rows import ClaimTally
from specreview.store import open_store
from specreview.store.checks.replies import Parsed
from specreview.store.log.chain import link_hash
from specreview.store.rebuild import rebuild
from specreview.store.verify import VerifyReport, verify

STARTED = {
    "spectrum_hash": "0", "object_id": "1", "title": "Spectrum", "reader": "sdss",
    "reader_version": 1, "redshift": None, "redshift_source": None, "task_key": "cv",
    "task_hash": "t", "task_text": "?", "labels": ("CV", "MAYBE"), "inspector": "rules",
    "model": None, "revision": None, "prompt_hash": "p", "parser_version": 1,
    "renderer_version": "1", "app_version": "0",
}  # fmt: skip
REPLY = InspectorReplied(
    text="<think>a</think> answer CV",
    thought="a",
    calls=(Call(window=(6500.0, 6600.0)),),
    answer=None,
    justification="",
    flags=(),
    finish_reason="length",
)


@pytest.fixture
def url(fill: Callable[[int], str]) -> str:
    """Three candidates, three decisions by two people, one inspection with a picture and marks."""
    url = fill(3)
    with closing(open_store(url)) as store:
        store.decisions.append(new_decision(1, "ann", "answer", answer="YES", confidence=3))
        store.decisions.append(
            new_decision(1, "bob", "answer", answer="NO", confidence=3, base_version=1)
        )
        store.decisions.append(new_decision(2, "ann", "defer"))
        inspection = store.traces.start(3, InspectionStarted(**STARTED), "rules")
        view = ViewRendered(window=None, label="", image_sha256=sha256_hex(b"png"))
        store.traces.append(inspection, 1, view, b"png")
        store.traces.append(inspection, 2, REPLY)
        store.marks.append(new_mark(inspection, 2, "ann", "misread"))
        store.marks.append(new_mark(inspection, 2, "ann", None))
        store.claims.put([ClaimTally(inspection, 1, "t", supported=2, contradicted=1)])
    return url


@pytest.fixture
def tamper(url: str, database: Path) -> Callable[..., VerifyReport]:
    """Run SQL past the store, the triggers off, and verify."""

    def run(*statements: str | tuple[str, tuple], keep_triggers: bool = True) -> VerifyReport:
        raw = sqlite3.connect(database)
        triggers = raw.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
        triggers = triggers.fetchall()
        for name, _ in triggers:
            raw.execute(f"DROP TRIGGER {name}")
        for statement in statements:
            raw.execute(*(statement if isinstance(statement, tuple) else (statement,)))
        for _, sql in triggers if keep_triggers else ():
            raw.execute(sql)
        raw.commit()
        raw.close()
        with closing(open_store(url)) as store:
            return verify(store)

    return run


def test_an_untouched_log_is_clean_and_counted(tamper):
    report = tamper()
    assert (report.problems, report.notes, report.clean) == ([], [], True)
    assert report.checked == {
        "decisions": 3, "events": 3, "images": 1, "inspections": 1, "marks": 2,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("statement", "problem"),
    [
        (
            "UPDATE decision SET payload = CAST(replace(CAST(payload AS TEXT), 'NO', 'YES') "
            "AS BLOB) WHERE log_id = 2",
            "decision 2 .* content was changed",
        ),
        ("DELETE FROM decision WHERE log_id = 2", "decision 3 .* number 2 is missing"),
        ("DELETE FROM decision WHERE log_id = 3", "decision log .* ends at number 2, .* number 3"),
        ("DELETE FROM event WHERE position = 1", "event 3 .* number 2 is missing"),
        ("UPDATE decision SET reviewer = 'eve' WHERE log_id = 1", "column reviewer holds 'eve'"),
        ("UPDATE event SET position = 7 WHERE position = 2", "column position holds 7"),
        ("UPDATE decision SET prev = hash WHERE log_id = 2", "does not follow"),
        ("UPDATE decision SET payload = x'7b7d' WHERE log_id = 1", "payload cannot be read"),
        ("UPDATE image SET png = x'00'", "its bytes were changed"),
        ("DELETE FROM image", "event row 2 refers to a image that is missing"),
        ("UPDATE standing SET answer = 'YES' WHERE reviewer = 'bob'", "answer is 'YES', the log"),
        ("DELETE FROM standing WHERE reviewer = 'bob'", r"standing of \(1, 'bob'\): missing"),
        ("UPDATE candidate_state SET consensus = ''", "consensus is '', the log says 'conflict'"),
        ("UPDATE candidate_state SET status = 'new'", "status is 'new', the log says 'inspecting'"),
        (
            "UPDATE mark SET payload = CAST(replace(CAST(payload AS TEXT), 'misread', 'supports') "
            "AS BLOB) WHERE log_id = 1",
            "mark 1 .* content was changed",
        ),
        ("DELETE FROM mark WHERE log_id = 2", "mark log .* ends at number 1, .* number 2"),
        ("UPDATE mark SET reviewer = 'eve' WHERE log_id = 1", "column reviewer holds 'eve'"),
        ("UPDATE claim_count SET inspection_id = 'x'", "claim_count row .* that is missing"),
        ("UPDATE inspection SET verdict = 'YES'", "verdict is 'YES', the log says None"),
    ],
)
def test_what_was_done_behind_the_stores_back_is_seen(tamper, statement, problem):
    report = tamper(statement)
    assert not report.clean
    assert any(re.search(problem, line) for line in report.problems), report.problems


def test_a_forged_record_with_a_right_hash_breaks_the_chain_after_it(tamper, database):
    raw = sqlite3.connect(database)
    writer, seq, prev, payload = raw.execute(
        "SELECT writer, seq, prev, payload FROM decision WHERE log_id = 2"
    ).fetchone()
    raw.close()
    forged = payload.replace(b'"NO"', b'"YES"')
    assert forged != payload
    report = tamper(
        (
            "UPDATE decision SET payload = ?, hash = ? WHERE log_id = 2",
            (forged, link_hash("decision", writer, seq, prev, forged)),
        )
    )
    assert any("decision 3 " in line and "does not follow" in line for line in report.problems)


def test_missing_triggers_are_named(tamper):
    report = tamper(keep_triggers=False)
    assert len([line for line in report.problems if "is missing: the log is not" in line]) == 8
    assert "the trigger decision_refuses_update is missing" in "\n".join(report.problems)


def test_a_trigger_that_does_nothing_is_no_trigger(url, database):
    raw = sqlite3.connect(database)
    raw.execute("DROP TRIGGER decision_refuses_delete")
    raw.execute(
        "CREATE TRIGGER decision_refuses_delete BEFORE DELETE ON decision BEGIN SELECT 1; END"
    )
    raw.close()
    with closing(open_store(url)) as store:
        assert len(verify(store).problems) == 1


def test_many_problems_of_a_kind_are_counted_not_listed(fill):
    with closing(open_store(fill(50))) as store:
        with store.database.write() as connection:
            connection.exec_driver_sql("UPDATE candidate_state SET version = 3")
        assert len(verify(store).problems) == 21
        assert verify(store).problems[-1] == "and 30 more of this kind"


def test_the_derived_tables_are_made_anew_from_the_logs(url, tamper, database):
    def derived() -> list[list[tuple]]:
        raw = sqlite3.connect(database)
        tables = ("inspection", "candidate_state", "standing")
        rows = [sorted(raw.execute(f"SELECT * FROM {table}")) for table in tables]
        raw.close()
        return rows

    before = derived()
    report = tamper(
        "UPDATE candidate_state SET version = 9, verdict = 'NO', status = 'inspected'",
        "UPDATE standing SET answer = 'UNSURE', comment = 'not mine'",
        "DELETE FROM standing WHERE candidate_id = 2",
        "INSERT INTO standing SELECT 3, 'eve', queue_id, log_id, decision_id, action, answer, "
        "confidence, role, origin, shown_verdict, issues, other_class, redshift, reason, comment, "
        "decided_at, active_seconds FROM standing LIMIT 1",
        "UPDATE inspection SET events = 1",
    )
    assert not report.clean
    with closing(open_store(url)) as store:
        rebuild(store.database)
        assert verify(store).problems == []
    assert derived() == before


def test_a_changed_parser_is_a_note_and_sees_what_the_first_one_saw(url):
    asked = []

    def reparse(text: str, labels: tuple[str, ...], truncated: bool) -> Parsed:
        asked.append((text, labels, truncated))
        return InspectorReplied(
            text=text, thought="", calls=(), answer="CV", justification="", flags=()
        )

    with closing(open_store(url)) as store:
        report = verify(store, reparse)
        inspection = store.traces.of_candidate(3)[0].id
    assert asked == [(REPLY.text, ("CV", "MAYBE"), True)]
    assert report.problems == []
    assert report.notes == [
        f"inspection {inspection}, event 2: read as answer none, windows [(6500.0, 6600.0)], "
        "today's parser reads answer CV, windows []"
    ]
    with closing(open_store(url)) as store:
        assert verify(store, lambda text, labels, truncated: REPLY).notes == []


def test_payloads_are_canonical_and_hold_every_column(url, database):
    raw = sqlite3.connect(database)
    raw.row_factory = sqlite3.Row
    for log in ("decision", "event"):
        for row in raw.execute(f"SELECT * FROM {log}"):
            payload = json.loads(row["payload"])
            canonical = json.dumps(
                payload, sort_keys=True, separators=(",", ":"), ensure_ascii=False
            )
            assert canonical.encode() == row["payload"]
            flat = payload | payload.get("event", {})
            flat["schema"] = flat["schema_number"]
            links = {"log_id", "payload", "writer", "seq", "prev", "hash"}
            for column in set(row.keys()) - links:
                assert flat.get(column) == row[column], column
    raw.close()
