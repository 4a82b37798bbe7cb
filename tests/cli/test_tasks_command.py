"""`specreview tasks` as a shell user meets it."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from specreview import resources
from specreview.cli.vetting_tasks import app
from specreview.errors import TaskFileError

CV = (resources.data("tasks") / "cv.yaml").read_text(encoding="utf-8")


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(app, [str(each) for each in arguments])


def test_the_five_are_listed(tmp_path: Path) -> None:
    result = run("--workspace", tmp_path)
    assert result.exit_code == 0
    assert [line.split()[0] for line in result.stdout.splitlines()] == [
        "cc", "cv", "gm", "ss", "wd",
    ]  # fmt: skip


@pytest.mark.parametrize("option", ["--workspace", "--tasks"])
def test_own_tasks_are_listed_as_json(tmp_path: Path, option: str) -> None:
    folder = tmp_path / "tasks" if option == "--workspace" else tmp_path
    folder.mkdir(exist_ok=True)
    (folder / "cv.yaml").write_text(CV.replace("name: Cataclysmic variable", "name: Mine"), "utf-8")
    result = run(option, tmp_path, "--json")
    named = {task["key"]: task["name"] for task in json.loads(result.stdout)}
    assert named["cv"] == "Mine"
    assert named["gm"] == "M giant"


def test_check_names_each_broken_file_and_goes_on(tmp_path: Path) -> None:
    good, bad, worse = (tmp_path / f"{name}.yaml" for name in ("good", "bad", "worse"))
    good.write_text(CV, "utf-8")
    bad.write_text(CV.replace("version: ", "version: v"), "utf-8")
    worse.write_bytes(b"\xff")
    result = run("check", bad, worse, good)
    assert result.exit_code == 2
    assert f"{good}: task cv" in result.stdout
    first, second = result.stderr.splitlines()
    assert first.startswith(f"specreview: {bad}:")
    assert "whole number" in first
    assert "UTF-8" in second


def test_check_of_good_files_exits_with_0(tmp_path: Path) -> None:
    path = tmp_path / "x.yaml"
    path.write_text(CV, "utf-8")
    assert run("check", path).exit_code == 0


def test_a_broken_own_task_is_refused(tmp_path: Path) -> None:
    (tmp_path / "x.yaml").write_text("key: [", "utf-8")
    result = run("--tasks", tmp_path)
    assert result.stdout == ""
    assert isinstance(result.exception, TaskFileError)
    assert "x.yaml:1: not YAML" in str(result.exception)
