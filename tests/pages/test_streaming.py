"""A local model writes into the Review page: streamed, stopped, paused, reloaded, killed."""

import os
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from specreview.agent.protocol import format_answer, format_call
from specreview.inspectors import choices
from specreview.inspectors.local.inspector import LocalInspector
from specreview.inspectors.local.scripted_engine import Script
from specreview.settings import LocalSettings
from specreview.store.verify import verify
from tests.builders import SOON

ENGINE = "specreview.inspectors.local.scripted_engine:ScriptedEngine"
THOUGHT = "Is Hα <b>broad</b> & **bold**? " + " ".join(f"word{n}" for n in range(60))
CALL = format_call(THOUGHT, (6480.0, 6650.0), "Hα")
YES = format_answer("Broad Hα.", "YES", "EW 75 Å.")
WHOLE = [
    "inspection_started",
    "view_rendered",
    "inspector_replied",
    "view_rendered",
    "inspector_replied",
    "verdict_reached",
]


@pytest.fixture
def local(workspace, tmp_path: Path, monkeypatch) -> Callable[..., LocalInspector]:
    """Makes the workspace inspect with a scripted local model."""

    def choose(**script) -> LocalInspector:
        folder = Script((CALL, YES), **script).write(tmp_path / "model")
        monkeypatch.setattr(choices, "_local", lambda settings: LocalInspector(settings, ENGINE))
        settings = workspace.settings.model_copy(
            update={"inspector": "local", "local": LocalSettings(model=str(folder))}
        )
        workspace.save_settings(settings)
        return workspace.runner.inspector("local")

    return choose


def running_card(at: AppTest) -> str:
    """The plain text of the step that is being written."""
    return "\n".join(str(one.value) for one in at.text)


def here(at: AppTest) -> int:
    return at.session_state["desk"].candidate_id


def wait(condition: Callable[[], bool], seconds: float = 60.0) -> float:
    begun = time.monotonic()
    while not condition():
        assert time.monotonic() - begun < seconds, "it never came true"
        time.sleep(0.02)
    return time.monotonic() - begun


def kinds(workspace, candidate: int) -> list[str]:
    trace = workspace.store.traces.latest(candidate)
    return [event.kind for event in trace.events] if trace else []


def begin(at: AppTest, find, workspace) -> int:
    """Run, and wait until the model writes."""
    candidate = here(at)
    find(at, "run_run_").click().run()
    wait(lambda: workspace.runner.live(candidate).partial_text)
    return candidate


def test_case_070_what_is_written_is_on_the_page_as_plain_text(
    app, find, html, workspace, local, caplog
) -> None:
    local(step_seconds=0.05)
    at = app()
    candidate = begin(at, find, workspace)
    seen: list[str] = []
    grown: list[str] = []
    while workspace.runner.live(candidate).turn == 1 and not (len(grown) > 1 and "w" in grown[-1]):
        at.run()
        assert not at.exception, at.exception
        seen.append(max(running_card(at).splitlines(), key=lambda line: "Is Hα" in line))
        grown += [text for text in seen[-1:] if text.startswith("Is Hα") and text not in grown]
    assert len(set(grown)) >= 2, "it grows"
    assert grown[-1].startswith("Is Hα <b>broad</b> & **bold**?"), "nothing of it is markup"
    assert all("<think>" not in text for text in seen)
    assert "turn 1 of 8" in html(at)
    wait(lambda: workspace.runner.live(candidate).tokens_per_second is not None)
    at.run()
    assert "tokens/s" in html(at)
    told = [one.getMessage() for one in caplog.records if "ScriptRunContext" in one.getMessage()]
    assert all("MainThread" in message for message in told)
    workspace.runner.stop(candidate)


def test_while_the_model_loads_the_page_says_so(app, find, workspace, local) -> None:
    inspector = local(load_seconds=60.0)
    at = app()
    find(at, "run_run_").click().run()
    wait(lambda: inspector.preparing)
    at.run()
    assert "loading " in running_card(at)
    workspace.runner.stop(here(at))


def test_stop_ends_it_at_once_and_run_goes_on(app, find, html, workspace, local, tmp_path) -> None:
    inspector = local(step_seconds=0.5)
    at = app()
    candidate = begin(at, find, workspace)
    at.run()
    begun = time.monotonic()
    find(at, "run_stop_").click().run()
    wait(lambda: workspace.runner.live(candidate).state == "stopped")
    assert time.monotonic() - begun < SOON, "a reply of a minute"
    assert kinds(workspace, candidate) == [*WHOLE[:2], "inspection_stopped"]
    at.run()
    assert "stopped by you" in html(at)
    Script((CALL, YES)).write(tmp_path / "model")
    os.kill(int(inspector.facts()["process"]), 9)  # what is started in its place is quick
    find(at, "run_run_").click().run()
    wait(lambda: workspace.runner.live(candidate).state == "idle")
    assert kinds(workspace, candidate) == [*WHOLE[:2], "inspection_stopped", *WHOLE[2:]]
    assert verify(workspace.store).problems == []


def test_pause_ends_it_after_the_reply(app, find, workspace, local) -> None:
    local(step_seconds=0.01)
    at = app()
    candidate = begin(at, find, workspace)
    at.run()
    find(at, "run_pause_").click().run()
    wait(lambda: workspace.runner.live(candidate).state == "paused")
    assert kinds(workspace, candidate) == WHOLE[:3]


def test_case_071_two_tabs_and_a_reload_see_one_run(app, find, workspace, local) -> None:
    local(step_seconds=0.02)
    at = app()
    candidate = begin(at, find, workspace)
    other = app(candidate=str(candidate), queue="stars")
    other.run()
    assert here(other) == candidate
    assert find(other, "run_run_").disabled
    assert "Is Hα" in running_card(other)
    find(other, "run_task_").click().run()
    at.run()
    wait(lambda: workspace.runner.live(candidate).state == "idle")
    assert kinds(workspace, candidate) == WHOLE
    assert len(workspace.store.traces.of_candidate(candidate)) == 1


def test_the_model_killed_in_mid_reply_the_inspection_goes_on(app, find, workspace, local) -> None:
    inspector = local(step_seconds=0.01)
    at = app()
    candidate = begin(at, find, workspace)
    os.kill(int(inspector.facts()["process"]), 9)
    wait(lambda: workspace.runner.live(candidate).state == "idle")
    assert kinds(workspace, candidate) == WHOLE
    trace = workspace.store.traces.latest(candidate)
    assert trace.steps[0].reply.text == CALL
    assert verify(workspace.store).problems == []


def test_a_model_that_is_not_there_is_said_on_the_page(
    app, find, html, workspace, tmp_path
) -> None:
    settings = workspace.settings.model_copy(
        update={"inspector": "local", "local": LocalSettings(model=str(tmp_path / "none"))}
    )
    workspace.save_settings(settings)
    at = app()
    find(at, "run_run_").click().run()
    wait(lambda: workspace.runner.live(here(at)).message != "")
    at.run()
    assert "no such folder; give --model a folder" in html(at)
    assert kinds(workspace, here(at)) == []
