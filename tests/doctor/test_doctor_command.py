"""`specreview doctor` as the shell sees it: lines, JSON, exit codes, nothing left behind."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from specreview.services import Workspace
from tests.builders import commanded

COMMAND = (sys.executable, "-c", "from specreview.cli.main import main; main()", "doctor")


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """`run(*args)`: exit code, stdout and stderr of `specreview doctor` in a folder."""
    monkeypatch.chdir(tmp_path)
    return lambda *args: commanded("doctor", *args)


def by_name(text: str) -> dict[str, dict[str, str]]:
    return {one["name"]: one for one in json.loads(text)}


def test_a_sound_workspace_without_any_database(tmp_path: Path) -> None:
    """In a process of its own, which has imported nothing yet and leaves nothing."""
    done = subprocess.run(
        [*COMMAND, "--json"], capture_output=True, text=True, cwd=tmp_path, timeout=300
    )
    assert (done.returncode, done.stderr) == (0, "")
    found = by_name(done.stdout)
    assert {*found} >= {
        "python", "packages", "tasks", "database", "disk", "clock", "port", "inspector", "reply",
    }  # fmt: skip
    assert all(one["state"] != "failure" for one in found.values())
    assert list(tmp_path.iterdir()) == []


def test_failures_end_with_2_and_stand_beside_their_cure(tmp_path: Path, run) -> None:
    Workspace.open(tmp_path).close()
    (tmp_path / "tasks").mkdir()
    (tmp_path / "tasks" / "mine.yaml").write_text("key: mine\nname: [\n")
    code, out, error = run("--inspector", "server")
    assert code == 2
    lines = out.splitlines()
    tasks = next(line for line in lines if line.startswith("failure  tasks"))
    assert "mine.yaml" in tasks
    inspector = lines.index(next(one for one in lines if one.startswith("failure  inspector")))
    assert "no address" in lines[inspector]
    assert "--base-url" in lines[inspector + 1]
    assert "Traceback" not in error


def test_a_missing_model_and_extra_are_failures(run, monkeypatch: pytest.MonkeyPatch) -> None:
    code, out, _ = run("--inspector", "local", "--model", "./gone", "--json")
    assert code == 2
    found = by_name(out)["model files"]
    assert (found["state"], found["cure"]) == ("failure", "give --model another folder")
    monkeypatch.setitem(sys.modules, "openai", None)  # as where it is not installed
    code, out, _ = run("--inspector", "server", "--json")
    assert code == 2
    found = by_name(out)["extra server"]
    assert found["cure"] == "pip install 'specreview[server]'"


def test_unknown_inspector_is_a_failure_like_any_other(run) -> None:
    code, out, _ = run("--inspector", "oracle", "--json")
    assert code == 2
    assert "there is no inspector 'oracle'" in by_name(out)["inspector"]["found"]
