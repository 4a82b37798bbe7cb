"""The pictures of the trace: their markup, and the route that serves their bytes."""

import asyncio
import hashlib
import re
from base64 import b64decode
from concurrent.futures import ThreadPoolExecutor
from html.parser import HTMLParser

import pytest
from starlette.applications import Starlette
from streamlit.web.server.app_discovery import discover_asgi_app

from specreview.resources import served_script
from specreview.ui import picture_route
from specreview.ui.picture_route import picture_routes
from specreview.ui.present.picture import picture_html, picture_url


def get(path: str) -> tuple[int, dict[str, str], bytes]:
    """(status, headers, body) of the route's answer."""
    sent: list[dict] = []

    async def receive() -> dict:
        return {"type": "http.request"}

    async def send(message: dict) -> None:
        sent.append(message)

    scope = {
        "type": "http",
        "method": "GET",
        "path": path,
        "query_string": b"",
        "headers": [],
        "app": None,
    }
    answered = Starlette(routes=picture_routes())(scope, receive, send)
    with ThreadPoolExecutor(1) as own_loop:  # the browser tests keep a loop in this thread
        own_loop.submit(asyncio.run, answered).result()
    headers = {name.decode(): value.decode() for name, value in sent[0]["headers"]}
    return sent[0]["status"], headers, b"".join(part.get("body", b"") for part in sent[1:])


def test_the_bytes_are_those_stored_and_kept_for_good(workspace, store):
    row = store.rows(store.queues.get("stars").id, "")[0]
    trace = workspace.runner.inspect_now(row.candidate.id, "rules")
    hashes = [step.view.image_sha256 for step in trace.steps if step.view is not None]
    assert len(hashes) >= 2
    for sha256 in hashes:
        status, headers, body = get(picture_url(sha256))
        assert status == 200
        assert hashlib.sha256(body).hexdigest() == sha256
        assert headers["content-type"] == "image/png"
        assert headers["cache-control"] == "private, max-age=31536000, immutable"


@pytest.mark.parametrize(
    "name",
    ["0" * 64, "0" * 64 + ".png", "0" * 63 + ".png", "A" * 64 + ".png", "../app.py", "a/b.png", ""],
)
def test_what_is_no_picture_is_refused_in_words_and_not_kept(workspace, name):
    status, headers, body = get(f"/pictures/{name}")
    assert status == 404
    assert headers["content-type"].startswith("text/plain")
    assert headers["cache-control"] == "no-store"
    assert b"picture" in body


def test_a_workspace_that_cannot_be_opened_is_said(monkeypatch, tmp_path):
    monkeypatch.setenv("SPECREVIEW_WORKSPACE", str(tmp_path / "gone"))
    status, _, body = get(picture_url("0" * 64))
    assert status == 503
    assert b"gone" in body
    assert b"Traceback" not in body


def test_a_label_is_never_markup():
    nasty = "\"><img src=x onerror=alert(1)> ' &"
    found: list[tuple[str, dict[str, str | None]]] = []

    class Reader(HTMLParser):
        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            found.append((tag, dict(attrs)))

    Reader().feed(picture_html(picture_url("ab" * 32), nasty))
    assert [tag for tag, _ in found] == ["a", "img"]
    assert found[1][1]["alt"] == nasty
    assert "src" not in found[1][1], "fetched only when it comes into sight"


def test_streamlit_finds_the_application_in_the_served_script():
    found = discover_asgi_app(served_script())
    assert found.import_string == "specreview_app:app"


def test_without_the_route_the_page_holds_the_pictures_themselves(
    app, workspace, store, html, monkeypatch
):
    candidate = store.rows(store.queues.get("stars").id, "")[0].candidate
    trace = workspace.runner.inspect_now(candidate.id, "rules")
    monkeypatch.setattr(picture_route, "_routed", False)
    at = app(queue="stars", id=candidate.object_id)
    held = re.findall(r'data-src="data:image/png;base64,([^"]+)"', html(at))
    shown = [hashlib.sha256(b64decode(one)).hexdigest() for one in held]
    assert shown == [step.view.image_sha256 for step in trace.steps if step.view is not None]
    assert len(shown) >= 2
