"""`specreview inspect QUEUE --inspector local`, its process playing a script."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import psutil
import pytest

from specreview.inspectors import choices
from specreview.inspectors.local.inspector import LocalInspector
from specreview.inspectors.local.scripted_engine import Script
from specreview.services import ImportRequest, Workspace
from specreview.settings import LocalSettings
from specreview.store.verify import verify
from tests.builders import SOON, commanded, until
from tests.local.process_room import ENGINE, LOOK, YES

COUNT = 4
PROGRAM = """
from specreview.cli.main import main
from specreview.inspectors import choices
from specreview.inspectors.local.inspector import LocalInspector
engine = "specreview.inspectors.local.scripted_engine:ScriptedEngine"
choices._local = lambda settings: LocalInspector(settings, engine)
main()
"""


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A workspace with a queue "night" of four flat spectra."""
    spectra = tmp_path / "spectra"
    spectra.mkdir()
    for number in range(COUNT):
        rows = [f"{3800 + 20 * i},{10 + number},0.1" for i in range(250)]
        text = "# vacuum\nwavelength,flux,error\n" + "\n".join(rows) + "\n"
        (spectra / f"star{number}.csv").write_text(text)
    with Workspace.open(tmp_path) as workspace:
        workspace.import_queue(ImportRequest("night", spectra, task="cv"))
    return tmp_path


def model(place: Path, replies: tuple[str, ...] = (LOOK, YES), **script: object) -> None:
    """Let the workspace inspect with a script, three at a time."""
    folder = Script(replies, **script).write(place / "model")
    with Workspace.open(place) as workspace:
        local = LocalSettings(model=str(folder), batch=3)
        update = {"inspector": "local", "local": local}
        workspace.save_settings(workspace.settings.model_copy(update=update))


def inspect(place: Path) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "-c", PROGRAM, "inspect", "night", "-w", str(place)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
    )


@pytest.fixture
def here(place: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[], tuple[int, str, str]]:
    """The same in this process: exit code, stdout and stderr."""
    monkeypatch.setattr(choices, "_local", lambda settings: LocalInspector(settings, ENGINE))
    return lambda: commanded("inspect", "night", "-w", place)


def models(parent: int) -> list[psutil.Process]:
    below = psutil.Process(parent).children()
    return [one for one in below if "specreview.inspectors.local.worker" in one.cmdline()]


def kinds(place: Path) -> list[list[str]]:
    """The events of each candidate's only inspection; [] where there is none."""
    found = []
    with Workspace.open(place) as workspace:
        for row in workspace.store.rows(workspace.store.queues.get("night").id, ""):
            made = workspace.store.traces.of_candidate(row.candidate.id)
            assert len(made) <= 1
            trace = workspace.store.traces.load(made[0].id) if made else None
            found.append([event.kind for event in trace.events] if trace else [])
        assert verify(workspace.store).problems == []
    return found


WHOLE = ["inspection_started", *("view_rendered", "inspector_replied") * 2, "verdict_reached"]


def beside_loading(refused: str) -> list[str]:
    """The lines on stderr but for the one that says which model is being loaded."""
    return [line for line in refused.splitlines() if not line.startswith("loading ")]


def test_the_queue_is_inspected_though_the_model_is_killed_over_it(place, here) -> None:
    model(place, step_seconds=0.004, fault="kill", after=10, times=1)
    code, said, refused = here()
    assert code == 0
    assert beside_loading(refused) == []
    assert f"{COUNT} inspected now, 0 before, 0 failed, 0 left" in said
    assert kinds(place) == [WHOLE] * COUNT


def test_ctrl_c_ends_it_at_once_and_the_next_run_goes_on(place, here) -> None:
    model(place, step_seconds=1.0)
    run = inspect(place)
    until(lambda: models(run.pid), 60)
    until(lambda: sum("view_rendered" in one for one in kinds(place)) >= 3, 60)
    (process,) = models(run.pid)
    time.sleep(1.0)
    run.send_signal(signal.SIGINT)
    assert until(lambda: not process.is_running()) < SOON, "replies of two minutes"
    said, _ = run.communicate(timeout=60)
    assert run.returncode == 130
    assert "0 inspected now" in said
    assert all(one in ([], WHOLE[:2]) for one in kinds(place)), "nothing of it is recorded"
    model(place)
    assert here()[0] == 0


def test_an_unloadable_model_stops_the_run_with_one_line(place, here) -> None:
    model(place, fault="unloadable", after=0, times=100)
    code, said, refused = here()
    assert code == 2
    assert len(beside_loading(refused)) == 1
    assert "unloadable, as scripted; give another script" in refused
    assert f"0 inspected now, 0 before, 0 failed, {COUNT} left" in said
    assert not [one for one in kinds(place) if "inspection_stopped" in one]


def test_out_of_memory_over_one_candidate_fails_that_one(place, here) -> None:
    model(place, fault="out_of_memory", after=5, times=1)
    code, said, refused = here()
    assert code == 2
    assert f"{COUNT - 1} inspected now, 0 before, 1 failed, 0 left" in said
    assert "out of memory, as scripted" in refused
    assert len(beside_loading(refused)) == 1
