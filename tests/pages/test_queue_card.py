"""The card that inspects a whole queue: what it says of a model that loads, fails or is missing."""

import time
from collections.abc import Callable
from pathlib import Path

import psutil
import pytest

from specreview.agent.protocol import format_answer
from specreview.inspectors import choices
from specreview.inspectors.local.inspector import LocalInspector
from specreview.inspectors.local.scripted_engine import Script
from specreview.settings import LocalSettings

ENGINE = "specreview.inspectors.local.scripted_engine:ScriptedEngine"
YES = format_answer("Broad Hα.", "YES", "EW 75 Å.")


@pytest.fixture
def choose(workspace, monkeypatch) -> Callable[[Path], None]:
    """Makes the workspace inspect with a local model that plays the script in a folder."""
    monkeypatch.setattr(choices, "_local", lambda settings: LocalInspector(settings, ENGINE))

    def choose(folder: Path) -> None:
        local = LocalSettings(model=str(folder))
        changed = {"inspector": "local", "local": local}
        workspace.save_settings(workspace.settings.model_copy(update=changed))

    return choose


def queue_id(workspace) -> int:
    return workspace.store.queues.get("stars").id


def plain(at) -> list[str]:
    return [str(one.value) for one in at.text]


def begin(at, find):
    at = find(at, "inspect_start").click().run()
    assert not at.exception
    return at


def test_a_missing_model_is_said_in_a_line_and_forgotten_once_it_is_there(
    app, find, choose, workspace, tmp_path
):
    choose(tmp_path / "nowhere")
    at = begin(app("candidates"), find)
    (line,) = [one for one in plain(at) if "nowhere" in one]
    assert line.endswith("or an id such as Maxwell-Jia/spec-o3-3b")
    choose(Script((YES,)).write(tmp_path / "model"))
    at = begin(at, find)
    assert workspace.runner.wait_for_queue(queue_id(workspace), 60.0)
    assert not [one for one in plain(at.run()) if "nowhere" in one]


def test_a_run_that_could_not_go_on_says_why(app, find, html, choose, workspace, tmp_path):
    choose(Script((YES,), fault="unloadable", after=0, times=9).write(tmp_path / "model"))
    at = begin(app("candidates"), find)
    assert workspace.runner.wait_for_queue(queue_id(workspace), 60.0)
    at.run()
    message = workspace.runner.queue_progress(queue_id(workspace)).message
    assert message
    assert message in plain(at)
    assert "ended early · 0 of 5 inspected" in html(at)


def test_a_model_that_loads_is_named_until_it_answers(app, find, choose, workspace, tmp_path):
    choose(Script((YES,), load_seconds=120.0).write(tmp_path / "model"))
    at = begin(app("candidates"), find)
    ends = time.monotonic() + 60.0
    while not any("loading" in one for one in plain(at)) and time.monotonic() < ends:
        at.run()
    assert any(one.startswith(f"loading {tmp_path / 'model'} (") for one in plain(at))
    Script((YES,)).write(tmp_path / "model")
    for loading in psutil.Process().children():
        if "specreview.inspectors.local.worker" in loading.cmdline():
            loading.kill()  # what is started in its place is quick
    assert workspace.runner.wait_for_queue(queue_id(workspace), 60.0)
    assert not any("loading" in one for one in plain(at.run()))


def test_a_verdict_is_never_shown_under_the_name_of_another_model(
    app, html, choose, workspace, tmp_path
):
    choose(Script((YES,)).write(tmp_path / "first-model"))
    row = workspace.store.rows(queue_id(workspace), "")[0]
    workspace.runner.inspect_now(row.candidate.id, "local")
    choose(Script((YES,)).write(tmp_path / "second-model"))
    shown = html(app("review", queue="stars", id=row.candidate.object_id))
    assert "local: first-model · rev " in shown
    assert "second-model · rev" not in shown
