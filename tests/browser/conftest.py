"""The served app in a real Chromium: a small demo workspace, one server, a page a test."""

import csv
import os
import socket
import subprocess
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any

import pytest

from specreview.demo.build import build_demo
from specreview.services import ImportRequest, Workspace
from specreview.ui.launching import server_command
from tests import builders

CHROMIUM = Path(os.environ.get("SPECREVIEW_CHROMIUM", "/usr/bin/chromium"))
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--process-per-site",  # what a tab has compiled the next one need not
]
CANDIDATES = 16
QUEUE = "races"
SHOWN = "() => window.specreviewDesk?.shown ?? null"
IDLE = "() => document.querySelector('.stApp')?.dataset.testScriptState === 'notRunning'"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """All tests in here are browser tests."""
    for item in items:
        if Path(item.fspath).parent == Path(__file__).parent:
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    if not CHROMIUM.is_file():
        pytest.skip(f"no Chromium at {CHROMIUM}; install it, or set SPECREVIEW_CHROMIUM")
    with api.sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=str(CHROMIUM), args=ARGUMENTS)
        yield opened
        opened.close()


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory, browser: Any) -> Path:
    """A workspace with the first demo candidates, inspected by the rules."""
    folder = tmp_path_factory.mktemp("browser")
    catalogue = build_demo(folder / "demo", first=CANDIDATES)
    with catalogue.open(newline="", encoding="utf-8") as file:
        rows = list(csv.reader(file))
    short = catalogue.with_name("short.csv")
    with short.open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows(rows[: CANDIDATES + 1])
    workspace = Workspace.open(folder)
    try:
        queue, _ = workspace.import_queue(ImportRequest(QUEUE, short))
        workspace.runner.start_queue(queue.id, "rules")
        while workspace.runner.queue_progress(queue.id).state == "running":
            time.sleep(0.1)
    finally:
        workspace.close()
    return folder


@pytest.fixture(scope="session")
def serving() -> Callable[[Path], AbstractContextManager[str]]:
    """Serves a workspace as `specreview serve` does, and gives the address."""
    return _serving


@contextmanager
def _serving(folder: Path) -> Iterator[str]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    environment = os.environ | {"SPECREVIEW_WORKSPACE": str(folder)}
    with (folder / "server.log").open("a") as log:
        server = subprocess.Popen(
            server_command(port), env=environment, stdout=log, stderr=subprocess.STDOUT
        )
        try:
            wait_until_healthy(port, server)
            yield f"http://127.0.0.1:{port}"
        finally:
            server.terminate()
            assert server.wait(60) == 0, "SIGTERM ends it in good order"


@pytest.fixture(scope="session")
def address(folder: Path) -> Iterator[str]:
    """The app as `specreview serve` starts it."""
    with _serving(folder) as served:
        yield served


def wait_until_healthy(port: int, server: "subprocess.Popen[bytes]") -> None:
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and server.poll() is None:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/_stcore/health", timeout=2):
                return
        except OSError:
            time.sleep(0.2)
    raise AssertionError("the server did not start")


@pytest.fixture(scope="session")
def window(browser: Any, address: str) -> Iterator[Any]:
    """Where all tabs are opened; one stays, so that what the others have loaded does, too."""
    context = browser.new_context()
    context.new_page().goto(f"{address}/_stcore/health")
    yield context
    context.close()


@pytest.fixture
def workspace(folder: Path) -> Iterator[Workspace]:
    """A second door to the same database, to see what is on disk."""
    opened = Workspace.open(folder)
    yield opened
    opened.close()


@pytest.fixture
def reviewer(request: pytest.FixtureRequest) -> str:
    """Each test reviews under a name of its own, so that all candidates are open for it."""
    return str(request.node.name)[-50:]


@pytest.fixture
def log(workspace: Workspace, reviewer: str) -> Callable[[], list[tuple[int, str, str | None]]]:
    """(candidate, action, answer or reason) of this test's decisions, as they are on disk."""
    queue = workspace.store.queues.get(QUEUE)

    def read() -> list[tuple[int, str, str | None]]:
        made = workspace.store.decisions.history(queue.id)
        return [
            (one.candidate_id, one.action, one.answer or one.reason or one.comment or None)
            for one in made
            if one.reviewer == reviewer
        ]

    return read


@pytest.fixture
def new_page(window: Any, reviewer: str) -> Iterator[Callable[..., Any]]:
    """Opens a tab; errors of its scripts fail the test."""
    pages: list[Any] = []
    errors: list[str] = []

    def open_tab(url: str, *, width: int = 1440, height: int = 900, scheme: str = "light") -> Any:
        page = window.new_page()
        pages.append(page)
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(color_scheme=scheme)
        page.add_init_script(f"sessionStorage.setItem('specreview.reviewer', {reviewer!r})")
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(url)
        return page

    yield open_tab
    for page in pages:
        page.close()
    assert errors == []


@pytest.fixture
def review(new_page: Callable[..., Any], address: str) -> Callable[..., Any]:
    """Opens Review and waits until a chart was painted."""

    def open_review(query: str = f"queue={QUEUE}", **options: Any) -> Any:
        page = new_page(f"{address}/review?{query}", **options)
        page.wait_for_function("() => window.specreviewDesk?.shown != null", timeout=60_000)
        return page

    return open_review


@pytest.fixture
def shown() -> Callable[[Any], int]:
    """The candidate whose chart was painted last."""
    return lambda page: int(page.evaluate(SHOWN))


@pytest.fixture
def settled() -> Callable[[Any], None]:
    """Waits until the server took every press, and the page shows what it drew."""

    def wait(page: Any) -> None:
        page.wait_for_function(
            "() => { const d = window.specreviewDesk;"
            " return d.pending.length === 0 && d.early.length === 0 && (!d.data.view?.chart"
            " || d.data.view.candidate === d.shown); }",
            timeout=60_000,
        )
        page.wait_for_timeout(150)

    return wait


@pytest.fixture
def still() -> Callable[..., Any]:
    """Waits until the page is drawn and reads the same twice; gives what it reads."""

    def wait(page: Any, read: str = "() => document.body.innerText", other: Any = None) -> Any:
        deadline, last = time.monotonic() + 60, other
        while True:
            page.wait_for_timeout(250)
            page.wait_for_function(IDLE, timeout=60_000)
            now = page.evaluate(read)
            if now == last != other:
                return now
            assert time.monotonic() < deadline, f"still {now}"
            last = now

    return wait


@pytest.fixture
def until() -> Callable[..., float]:
    """Waits until a condition holds, which is asked from outside of the page."""
    return builders.until
