"""A local model writes into the page of a real browser; its process plays a script."""

import os
import socket
import sys
from pathlib import Path

import psutil
import pytest

from specreview.agent.protocol import format_answer, format_call
from specreview.inspectors.local.scripted_engine import Script
from specreview.services import ImportRequest, Workspace
from specreview.settings import LocalSettings
from specreview.ui.launching import server_command
from tests.browser.conftest import wait_until_healthy
from tests.builders import SOON, until

CARD = ".st-key-step_running"
QUEUE = "races"
THOUGHT = "Is it <b>broad</b>? " + " ".join(f"word{n}" for n in range(4000))
REPLIES = (
    format_call(THOUGHT, (6480.0, 6650.0), "Hα"),
    format_answer("Broad Hα.", "YES", "EW 75 Å."),
)
LAUNCH = """
import runpy, sys
from specreview.inspectors import choices
from specreview.inspectors.local.inspector import LocalInspector
engine = "specreview.inspectors.local.scripted_engine:ScriptedEngine"
choices._local = lambda settings: LocalInspector(settings, engine)
runpy.run_module("specreview.ui.asgi", run_name="__main__", alter_sys=True)
"""


@pytest.fixture(scope="module")
def place(folder, tmp_path_factory) -> Path:
    """A workspace in which a scripted local model inspects: 80 tokens a second, for minutes."""
    made = tmp_path_factory.mktemp("streaming")
    model = Script(REPLIES, step_seconds=0.0125).write(made / "model")
    with Workspace.open(made) as workspace:
        (catalogue,) = folder.rglob("short.csv")
        workspace.import_queue(ImportRequest(QUEUE, catalogue))
        local = LocalSettings(model=str(model))
        settings = workspace.settings.model_copy(update={"inspector": "local", "local": local})
        workspace.save_settings(settings)
    return made


def launch(place: Path) -> tuple[psutil.Popen, str]:
    """The app of a workspace, whose local inspector plays scripts."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    options = server_command(port)[3:]
    environment = os.environ | {"SPECREVIEW_WORKSPACE": str(place)}
    with (place / "server.log").open("a") as log:
        server = psutil.Popen(
            [sys.executable, "-c", LAUNCH, *options], env=environment, stdout=log, stderr=log
        )
    wait_until_healthy(port, server)
    return server, f"http://127.0.0.1:{port}"


@pytest.fixture(scope="module")
def local_address(place):
    server, address = launch(place)
    yield address
    (model,) = model_processes(server)
    server.terminate()
    assert server.wait(60) == 0
    until(lambda: not model.is_running(), SOON)


@pytest.fixture
def door(place):
    """A second door to the same database, to see what is on disk."""
    with Workspace.open(place) as workspace:
        yield workspace


@pytest.fixture
def open_at(new_page, door):
    """Opens the queue's candidate of a number at an address."""

    def open_candidate(address: str, number: int):
        row = door.store.rows(door.store.queues.get(QUEUE).id, "")[number]
        page = new_page(f"{address}/review?queue={QUEUE}&id={row.candidate.object_id}")
        page.wait_for_function("() => window.specreviewDesk?.shown != null", timeout=60_000)
        return page, row.candidate.id

    return open_candidate


def click(page, name: str) -> None:
    page.locator(f"[class*='st-key-run_{name}_'] button:not([disabled])").click(timeout=60_000)


def text(page) -> str:
    return str(page.evaluate("(card) => document.querySelector(card)?.innerText ?? ''", CARD))


def model_processes(parent: psutil.Process) -> list[psutil.Process]:
    below = parent.children(recursive=True)
    return [one for one in below if "specreview.inspectors.local.worker" in one.cmdline()]


def test_text_grows_on_screen_and_stop_ends_it_at_once(open_at, local_address, door) -> None:
    page, candidate = open_at(local_address, 0)
    click(page, "run")
    until(lambda: "tokens/s" in text(page))
    lengths = []
    for _ in range(4):
        lengths.append(len(text(page)))
        page.wait_for_timeout(500)
    assert lengths == sorted(lengths)
    assert lengths[-1] > lengths[0]
    assert text(page).startswith("turn 1 of 8")
    assert "Is it <b>broad</b>? word0 word1" in text(page), "plain text, without the tags"
    click(page, "stop")
    taken = until(lambda: door.store.traces.latest(candidate).stopped is not None)
    assert taken < SOON, "a reply of two minutes"
    page.wait_for_selector(CARD, state="detached")
    trace = door.store.traces.latest(candidate)
    kinds = [event.kind for event in trace.events]
    assert kinds == ["inspection_started", "view_rendered", "inspection_stopped"]
    assert trace.resumable


def test_case_071_a_reload_and_a_second_tab_keep_the_run(open_at, local_address, door) -> None:
    page, candidate = open_at(local_address, 1)
    click(page, "run")
    until(lambda: "tokens/s" in text(page))
    page.reload()
    page.wait_for_function("() => window.specreviewDesk?.shown != null", timeout=60_000)
    until(lambda: "tokens/s" in text(page))
    other, _ = open_at(local_address, 1)
    until(lambda: "tokens/s" in text(other))
    assert other.locator("[class*='st-key-run_run_'] button[disabled]").count() == 1
    assert len(door.store.traces.of_candidate(candidate)) == 1
    click(other, "stop")
    until(lambda: door.store.traces.latest(candidate).stopped is not None)
    page.wait_for_selector(CARD, state="detached")


def test_the_app_killed_takes_the_model_along(place, open_at, door) -> None:
    server, address = launch(place)
    try:
        page, candidate = open_at(address, 2)
        click(page, "run")
        until(lambda: "tokens/s" in text(page))
        (model,) = model_processes(server)
    finally:
        server.kill()
        server.wait(10)
    until(lambda: not model.is_running(), SOON)
    trace = door.store.traces.latest(candidate)
    assert [event.kind for event in trace.events] == ["inspection_started", "view_rendered"]
    assert trace.resumable
