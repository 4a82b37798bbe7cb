"""`specreview inspect` as the shell sees it: output, exit codes, Ctrl-C."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from specreview import services
from specreview.review.candidates import NewCandidate
from specreview.store import Store, open_store
from tests.builders import commanded
from tests.drawn_once import draw_once

COMMAND = (sys.executable, "-c", "from specreview.cli.main import main; main()", "inspect")
Ended = tuple[int, str, str]


@pytest.fixture
def workspace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Eight spectra of noise in a queue called "night"."""
    monkeypatch.setattr(services, "render_view", draw_once)
    (tmp_path / "settings.json").write_text('{"workers": 1}')
    store = open_store(f"sqlite:///{tmp_path / 'specreview.db'}")
    queue = store.queues.create("night", "cv", "made up")
    new = []
    for i in range(8):
        path = tmp_path / f"{i}.csv"
        wavelength = np.arange(3700.0, 9100.0, 2.0)
        flux = np.random.default_rng(i).normal(10.0, 0.5, wavelength.size)
        rows = "\n".join(f"{w},{f:.5f}" for w, f in zip(wavelength, flux, strict=True))
        path.write_text(f"wavelength,flux\n{rows}\n")
        new.append(NewCandidate(str(i), str(i), "cv", str(path)))
    store.queues.upsert(queue.id, new)
    store.close()
    return tmp_path


def run(workspace: Path, *options: str) -> Ended:
    """Exit code, stdout and stderr of `specreview inspect OPTIONS`."""
    return commanded("inspect", *options, "-w", workspace)


def store_of(workspace: Path) -> Store:
    return open_store(f"sqlite:///{workspace / 'specreview.db'}")


def test_in_portions_and_to_the_end(workspace: Path) -> None:
    first = run(workspace, "night", "--limit", "2")
    assert first == (0, "queue night: 2 inspected now, 0 before, 0 failed, 6 left\n", "")
    _, second, _ = run(workspace, "night", "--json", "--inspector", "rules")
    assert json.loads(second) == {
        "queue": "night",
        "inspector": "rules",
        "total": 6,
        "inspected": 6,
        "before": 2,
        "left": 0,
        "failed": [],
        "changed": [],
        "state": "done",
    }


def test_refusals_are_one_line_and_exit_2(workspace: Path) -> None:
    for options, says in (
        (("day",), "day"),
        (("night", "--inspector", "oracle"), "there is no inspector 'oracle'; known are"),
    ):
        code, _, error = run(workspace, *options)
        assert code == 2
        assert says in error
        assert error.count("\n") == 1
        assert "Traceback" not in error


def test_a_missing_file_is_named_and_the_rest_inspected(workspace: Path) -> None:
    (workspace / "3.csv").unlink()
    code, out, error = run(workspace, "night")
    assert code == 2
    assert out == "queue night: 7 inspected now, 0 before, 1 failed, 0 left\n"
    assert "3.csv" in error
    assert error.count("\n") == 1


def test_ctrl_c_ends_cleanly_and_the_next_run_goes_on(workspace: Path) -> None:
    command = [*COMMAND, "night", "-w", str(workspace)]
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=os.environ
    )
    store = store_of(workspace)
    limit = time.monotonic() + 60
    while store.facts()["counts"]["events"] < 2:
        assert time.monotonic() < limit
        time.sleep(0.02)
    process.send_signal(signal.SIGINT)
    out, error = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "left" in out
    assert error == ""
    with store.database.read() as connection:
        assert connection.exec_driver_sql("select count(*) from lease").scalar() == 0
    events = store.facts()["counts"]["events"]
    assert run(workspace, "night", "--json")[0] == 0
    counts = store.facts()["counts"]
    assert counts["inspections"] == 8
    assert counts["events"] > events
    assert all(row.has_verdict for row in store.rows(store.queues.get("night").id, ""))
    store.close()
