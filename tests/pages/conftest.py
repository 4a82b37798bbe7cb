"""A small workspace and the app on top of it, without a browser."""

import math
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import streamlit as st
from streamlit.components.v2 import manifest_scanner
from streamlit.testing.v1 import AppTest

from specreview import services
from specreview.services import ImportRequest, Workspace
from specreview.store import Store
from specreview.ui import picture_route, room
from tests.drawn_once import draw_once

REPOSITORY = Path(__file__).resolve().parents[2]
HALPHA = 6564.61


def write_spectrum(path: Path, *, emission: float, seed: int) -> None:
    """A hot continuum with Hα in emission (EW in Å) or without, S/N 30, as CSV."""
    path.write_text(_spectrum(emission, seed))


@cache
def _spectrum(emission: float, seed: int) -> str:
    rng = np.random.default_rng(seed)
    wave = np.arange(3800.0, 9000.0, 2.0)
    flux = 100.0 * (wave / 5000.0) ** -1.5
    sigma = 15.0
    height = emission / (sigma * math.sqrt(2 * math.pi))
    for centre, share in ((HALPHA, 1.0), (4862.68, 0.7), (4341.68, 0.4)):
        flux *= 1 + share * height * np.exp(-0.5 * ((wave - centre) / sigma) ** 2)
    error = flux / 30.0
    flux += rng.normal(0.0, error)
    rows = [f"{w:.2f},{f:.5f},{e:.5f}" for w, f, e in zip(wave, flux, error, strict=True)]
    return "# vacuum\nwavelength,flux,error\n" + "\n".join(rows) + "\n"


@pytest.fixture(scope="session", autouse=True)
def components_looked_for_once() -> Iterator[None]:
    """What Streamlit finds in the installed packages is the same for each app: 0.2 s apiece."""
    with pytest.MonkeyPatch.context() as patch:
        once = cache(manifest_scanner.scan_component_manifests)
        patch.setattr(manifest_scanner, "scan_component_manifests", once)
        yield


@pytest.fixture
def folder(tmp_path: Path, new_database: Callable[[Path], str]) -> Path:
    """A workspace with a queue "stars" of five spectra; the first two have strong Hα."""
    new_database(tmp_path)
    spectra = tmp_path / "spectra"
    spectra.mkdir()
    for number in range(5):
        emission = 60.0 if number < 2 else 0.0
        write_spectrum(spectra / f"star{number}.csv", emission=emission, seed=number)
    workspace = Workspace.open(tmp_path)
    try:
        workspace.import_queue(ImportRequest("stars", spectra, task="cv"))
    finally:
        workspace.close()
    return tmp_path


@pytest.fixture
def workspace(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Workspace]:
    """The very workspace that the pages use."""
    monkeypatch.setenv("SPECREVIEW_WORKSPACE", str(folder))
    monkeypatch.delenv("SPECREVIEW_DB", raising=False)
    monkeypatch.delenv("SPECREVIEW_TASKS", raising=False)
    monkeypatch.setattr(picture_route, "_routed", True)
    monkeypatch.setattr(services, "render_view", draw_once)
    opened = room.open_workspace(*room.place())
    yield opened
    opened.close()
    st.cache_resource.clear()


@pytest.fixture
def store(workspace: Workspace) -> Store:
    return workspace.store


@pytest.fixture
def app(workspace: Workspace) -> Callable[..., AppTest]:
    """Opens the app on a page, as a session of its own."""

    def open_page(page: str = "review", reviewer: str | None = "ann", **query: str) -> AppTest:
        at = AppTest.from_file(str(REPOSITORY / "app.py"), default_timeout=60)
        if reviewer:
            at.session_state["name"] = {"name": reviewer}
        for name, value in query.items():
            at.query_params[name] = value
        at.run()
        if page != "candidates":
            at.switch_page(f"pages/{page}.py").run()
        assert not at.exception, at.exception
        return at

    return open_page


@pytest.fixture
def press() -> Callable[[AppTest, str], AppTest]:
    """Clicks the button of a key, for the view that is drawn."""

    def click(at: AppTest, key: str) -> AppTest:
        button(at, f"press_{key}__").click().run()
        assert not at.exception, at.exception
        return at

    return click


@pytest.fixture
def send() -> Callable[..., AppTest]:
    """Presses a key as the browser's listener sends it, for the view that is drawn."""

    def key(at: AppTest, key: str, **more: object) -> AppTest:
        desk = at.session_state["desk"]
        token, view = list(desk.views.items())[-1]
        number = max(desk.handled.values(), default=0) + 1
        press = {"number": number, "key": key, "candidate": view["candidate"],
                 "version": view["version"], "token": token, **more}  # fmt: skip
        at.session_state["keys"] = {"queue": {"listener": "abc", "keys": [press]}}
        at.run()
        assert not at.exception, at.exception
        return at

    return key


@pytest.fixture
def find() -> Callable[[AppTest, str], Any]:
    return button


def button(at: AppTest, prefix: str) -> Any:
    """The one button whose key begins with `prefix`."""
    found = [one for one in at.button if (one.key or "").startswith(prefix)]
    assert len(found) == 1, f"{len(found)} buttons {prefix}: {[b.key for b in at.button]}"
    return found[0]


@pytest.fixture
def html() -> Callable[[AppTest], str]:
    """All of the page's own HTML and plain text in one string."""

    def words(at: AppTest) -> str:
        parts = [str(one.proto.body) for one in at.get("html")]
        parts += [str(one.value) for one in at.text]
        return "\n".join(parts)

    return words
