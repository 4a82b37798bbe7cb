"""A queue from Python: made, looked at, inspected; what stands in the log."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from astropy.table import QTable

from specreview import Queue
from specreview.errors import (
    CatalogueError,
    InspectorError,
    NotFound,
    SettingsError,
    SpecreviewError,
    StoreError,
)
from specreview.services import Workspace
from tests.api.conftest import IDS

Make = Callable[..., Queue]


def test_import_specreview_stays_light() -> None:
    script = (
        "import sys, specreview\n"
        "heavy = ('numpy', 'astropy', 'sqlalchemy', 'pydantic', 'streamlit', 'pandas')\n"
        "print([name for name in heavy if name in sys.modules], 'Queue' in dir(specreview))"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert done.stdout == "[] True\n", done.stderr


def test_from_tables_and_paths_alike(make: Make, table: QTable, tmp_path: Path) -> None:
    paths = [
        tmp_path / f"my_{ending}.{ending}" for ending in ("fits", "csv", "ecsv", "xml", "parquet")
    ]
    for path in paths:
        table.write(path, **({"format": "votable"} if path.suffix == ".xml" else {}))
    frame = pd.DataFrame({"obsid": np.array(IDS[:2], dtype=np.int64)})
    files = [(path, None, 3) for path in paths]
    for given, name, size in ((table, "a", 3), (frame, "b", 2), *files):
        queue = make(given, name=name)
        assert (queue.ids, len(queue)) == (IDS[:size], size)
        assert queue.name == (name or given.stem)
        assert (queue.report.new, queue.task) == (size, "cv")  # type: ignore[union-attr]


def test_again_keeps_all_and_adds_what_is_new(make: Make, table: QTable, tmp_path: Path) -> None:
    make(table[:2])
    again = make(table)
    assert again.report is not None
    assert again.report.sentence() == "1 new, 0 changed, 2 unchanged, 0 rejected"
    table["kind"] = ["CV", "STAR", "STAR"]
    make(table, columns={"class": "kind"})
    table.remove_column("kind")
    with pytest.raises(CatalogueError, match=r"^columns={'class': 'kind'}: no such column"):
        make(table)  # as the last time
    make(table, columns={})
    with Queue.open("stars", tmp_path) as opened:
        assert opened.ids == IDS
        assert opened.report is None
    opened.close()


def test_rejects_say_why(make: Make, table: QTable) -> None:
    table["obsid"] = [IDS[0], "3.96E+16", "12"]
    queue = make(table)
    assert list(queue.rejects["row"]) == [3, 4]
    assert "has lost digits in a spreadsheet" in queue.rejects["reason"][0]
    with pytest.raises(CatalogueError, match=r"no row became a candidate: row 2, 12: no file in"):
        make(table[2:], name="none")


def test_looking_up(make: Make, table: QTable) -> None:
    queue = make(table)
    assert queue[IDS[2]].id == IDS[2]
    assert queue[int(IDS[0])].id == queue[np.int64(int(IDS[0]))].id == IDS[0]  # type: ignore[index]
    assert IDS[0] in queue
    assert "5" not in queue
    assert np.int64(int(IDS[0])) in queue
    assert "half a pair \ud800" not in queue
    with pytest.raises(NotFound, match="no candidate 5 in queue stars"):
        queue["5"]
    with pytest.raises(SettingsError, match="a float loses digits"):
        queue[float(IDS[0])]  # type: ignore[index]


def test_one_id_under_two_tasks(make: Make, table: QTable) -> None:
    two = table[[0, 0]]
    two["task"] = ["cv", "wd"]
    queue = make(two, task=None)
    assert [one.task for one in queue.find(IDS[0])] == ["cv", "wd"]
    with pytest.raises(SettingsError, match=r"2 candidates have the id .* \(cv .*, wd "):
        queue[IDS[0]]


def test_inspected_traced_and_answered(make: Make, table: QTable, tmp_path: Path) -> None:
    queue = make(table[1:])
    candidate = queue[IDS[1]]
    assert (candidate.verdict, candidate.decision, len(candidate.trace())) == (None, None, 0)
    told: list[tuple[int, int]] = []
    done = queue.inspect("rules", limit=1, progress=lambda *now: told.append(now))
    assert (done.done, done.left, done.failures, told[-1]) == (1, 1, (), (1, 1))
    assert (candidate.state, candidate.verdict) == ("inspected", "YES")

    trace = candidate.trace()
    assert [event["kind"] for event in trace][:2] == ["inspection_started", "view_rendered"]
    assert trace[-1]["verdict"] == "YES"
    assert trace[1]["window"] is None, "the overview first"
    assert all(picture.startswith(b"\x89PNG\r\n") for picture in trace.pictures)
    assert trace.pictures[0]._repr_png_() == bytes(trace[1]["png"])
    assert "verdict reached: YES" in repr(trace)

    vi = tmp_path / "vi.csv"
    header = "TARGETID,VI_scanner,VI_quality,VI_issue,VI_z,VI_spectype,VI_comment,Redrock_z"
    vi.write_text(f"{header}\n{IDS[1]},ann,4,,0.0001,STAR,sure,0.5\n")
    assert queue.import_answers(vi, yes="STAR").applied == 1
    decision = candidate.decision
    assert decision is not None
    assert (decision.answer, decision.reviewer, decision.confidence) == ("YES", "ann", 4)
    assert (candidate.decisions, candidate.state) == ((decision,), "answered")


def test_where_there_is_no_database_none_is_made(tmp_path: Path) -> None:
    for given in ({}, {"db": tmp_path / "other.db"}):
        with pytest.raises(NotFound, match=r"\.db: there is no database, so there is no queue"):
            Queue.open("stars", tmp_path, **given)
    with pytest.raises(CatalogueError, match="table is of type NoneType"):
        Queue.from_table(None, workspace=tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_a_closed_queue_refuses_further_calls(make: Make, table: QTable, tmp_path: Path) -> None:
    queue, other = make(table[:1]), Queue.open("stars", tmp_path)
    candidate = queue[IDS[0]]
    queue.close()
    queue.close()
    for call in (
        lambda: len(queue),
        lambda: list(queue),
        lambda: queue.inspect("rules"),
        queue.decisions,
        queue.__enter__,
        lambda: candidate.state,
        lambda: candidate.spectrum,
    ):
        with pytest.raises(StoreError, match=r"the queue is closed, .* Queue\.open\(NAME, '"):
            call()
    assert (repr(queue), queue.name) == ("<Queue 'stars', closed>", "stars")
    with other:
        assert len(other) == 1, "another on the same workspace stays open"


def test_a_candidate_keeps_its_workspace_open(make: Make, table: QTable, tmp_path: Path) -> None:
    make(table[:1])
    candidate = Queue.open("stars", tmp_path)[IDS[0]]
    assert candidate.state == "new"


def test_messages_speak_of_arguments(make: Make, table: QTable, tmp_path: Path) -> None:
    vi = tmp_path / "vi.csv"
    vi.write_text(f"TARGETID,VI_quality,VI_issue,VI_z,VI_spectype,VI_comment\n{IDS[0]},4,,,STAR,\n")
    queue = make(table[:1])
    for call, said in (
        (lambda: make(table, task=None, name="two"), "Give `task` with one of"),
        (lambda: make(table, columns={"id": "my id"}), "^columns={'id': 'my id'}: no such column"),
        (lambda: make(table, positive="CV"), "name it with columns={'label': COLUMN}$"),
        (lambda: queue.import_answers(vi, yes="STAR"), "give as_name=NAME$"),
        (lambda: queue.import_answers(vi, as_name="ann"), "with yes=VALUE, no=VALUE, unsure=VAL"),
        (lambda: queue.export(vi), "choose another name, or `overwrite=True`$"),
        (lambda: queue.inspect("server"), r"give `base_url`, .* \(.* settings\.json\)$"),
    ):
        with pytest.raises(SpecreviewError, match=said) as refused:
            call()
        assert "--" not in str(refused.value)
    vi.write_text(f"{vi.read_text()}{IDS[0]},4,,,QSO,\n{IDS[1]},4,,,QSO,\n")
    said = queue.import_answers(vi, yes="STAR", as_name="ann", dry_run=True).lines()
    assert any("QSO (1); say it with `yes`, `no` or `unsure`" in line for line in said)


def test_no_such_inspector(make: Make, table: QTable) -> None:
    with pytest.raises(InspectorError, match="no inspector"):
        make(table).inspect("oracle")


def test_arguments_of_another_kind_are_refused(make: Make, table: QTable, tmp_path: Path) -> None:
    queue = make(table)
    for call, said in (
        (lambda: queue.inspect(limit=-1), "limit=-1: give a whole number from 0"),
        (lambda: queue.inspect(progress=5), "progress=5"),  # type: ignore[arg-type]
        (lambda: queue.serve(99999999), "port=99999999: .* from 1 to 65535"),
        (lambda: Queue.open(None, tmp_path), "name=None: give a text"),  # type: ignore[arg-type]
        (lambda: Queue.open("a\0", tmp_path), r"name='a\\x00': give a text"),
        (lambda: make(table, spectra=5), "spectra=5: give a path"),
        (lambda: make(table, spectra="a" * 300), "aaa': File name too long; give another path"),
        (lambda: make(""), "table='': give a path"),
        (lambda: queue.import_answers("a", confidence=9), "confidence=9: .* from 0 to 4"),
        (lambda: queue.serve("a"), "port='a'"),  # type: ignore[arg-type]
        (lambda: queue.import_answers(tmp_path, yes=[1]), r"yes=\[1\]: give a list of texts"),  # type: ignore[list-item]
        (lambda: make(table, name=3), "name=3: give a text"),
        (lambda: make(table, columns={"id": 3}), "columns={'id': 3}: give role to column"),
    ):
        with pytest.raises(SettingsError, match=said):
            call()  # type: ignore[no-untyped-call]


def test_foreign_text_is_escaped_in_notebooks(make: Make, table: QTable) -> None:
    queue = make(table, name="<script>alert(1)</script>")
    for shown in (queue, queue[IDS[0]], queue[IDS[0]].trace()):
        html = shown._repr_html_()
        assert "<script>" not in html
        assert html.startswith("<div>")
    assert "&lt;script&gt;" in queue._repr_html_()


def test_errors_close_the_workspace_again(
    make: Make, table: QTable, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make(table[:1])
    closed: list[Path] = []
    close = Workspace.close

    def noted(workspace: Workspace) -> None:
        closed.append(workspace.folder)
        close(workspace)

    monkeypatch.setattr(Workspace, "close", noted)
    with pytest.raises(NotFound, match=r"no queue 'none'; there are: 'stars'"):
        Queue.open("none", tmp_path)
    assert closed == [tmp_path.resolve()]
    with pytest.raises(SettingsError, match="no such folder"):
        Queue.open("none", tmp_path / "nowhere")
