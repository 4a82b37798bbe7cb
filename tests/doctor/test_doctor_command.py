"""`specreview doctor` as the shell sees it: lines, JSON, exit codes, nothing left behind."""

import json
import subprocess
import sys
from pathlib import Path

from specreview.services import Workspace

COMMAND = (sys.executable, "-c", "from specreview.cli.main import main; main()", "doctor")


def run(folder: Path, *args: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [*COMMAND, *args], capture_output=True, text=True, cwd=folder, timeout=300
    )


def by_name(text: str) -> dict[str, dict[str, str]]:
    return {one["name"]: one for one in json.loads(text)}


def test_a_sound_workspace_without_any_database(tmp_path: Path) -> None:
    done = run(tmp_path, "--json")
    assert (done.returncode, done.stderr) == (0, "")
    found = by_name(done.stdout)
    assert {*found} >= {
        "python", "packages", "tasks", "database", "disk", "clock", "port", "inspector", "reply",
    }  # fmt: skip
    assert all(one["state"] != "failure" for one in found.values())
    assert list(tmp_path.iterdir()) == []


def test_failures_end_with_2_and_stand_beside_their_cure(tmp_path: Path) -> None:
    Workspace.open(tmp_path).close()
    (tmp_path / "tasks").mkdir()
    (tmp_path / "tasks" / "mine.yaml").write_text("key: mine\nname: [\n")
    done = run(tmp_path, "--inspector", "server")
    assert done.returncode == 2
    lines = done.stdout.splitlines()
    tasks = next(line for line in lines if line.startswith("failure  tasks"))
    assert "mine.yaml" in tasks
    inspector = lines.index(next(one for one in lines if one.startswith("failure  inspector")))
    assert "no address" in lines[inspector]
    assert "--base-url" in lines[inspector + 1]
    assert "Traceback" not in done.stderr


def test_a_missing_model_and_extra_are_failures(tmp_path: Path) -> None:
    done = run(tmp_path, "--inspector", "local", "--model", "./gone", "--json")
    assert done.returncode == 2
    found = by_name(done.stdout)["model files"]
    assert (found["state"], found["cure"]) == ("failure", "give --model another folder")
    blocked = (
        "import sys; sys.modules['openai'] = None; from specreview.cli.main import main; main()"
    )
    done = subprocess.run(
        [sys.executable, "-c", blocked, "doctor", "--inspector", "server", "--json"],
        capture_output=True, text=True, cwd=tmp_path, timeout=300,
    )  # fmt: skip
    assert done.returncode == 2
    found = by_name(done.stdout)["extra server"]
    assert found["cure"] == "pip install 'specreview[server]'"


def test_unknown_inspector_is_a_failure_like_any_other(tmp_path: Path) -> None:
    done = run(tmp_path, "--inspector", "oracle", "--json")
    assert done.returncode == 2
    assert "there is no inspector 'oracle'" in by_name(done.stdout)["inspector"]["found"]
