"""The key is sent to its server and is found nowhere else."""

import logging
from pathlib import Path

import pytest

from specreview.agent.protocol import format_answer, format_call
from specreview.errors import InspectorError, InspectorUnusable
from specreview.inspectors.server.address import server_address
from specreview.inspectors.server.keys import ApiKey, read_key
from specreview.inspectors.server.scripted_server import Answered, said
from specreview.review.candidates import NewCandidate
from specreview.runner.runner import Runner
from specreview.store import open_store
from specreview.tasks.load import load_tasks
from tests.server.conftest import first_turn, flat, never

KEY = "sk-planted-0123456789abcdef"
YES = format_answer("Broad Hα.", "YES", "EW 75 Å.")
LOOK = format_call("Is Hα broad?", (6480.0, 6650.0), "Hα")


@pytest.fixture
def planted(monkeypatch) -> str:
    monkeypatch.setenv("OUR_KEY", KEY)
    return "OUR_KEY"


def echo(status: int) -> Answered:
    message = f"Incorrect API key provided: Bearer {KEY}. headers={{'authorization': '{KEY}'}}"
    return Answered({"error": {"message": message, "code": KEY}}, status)


def test_the_key_goes_to_the_server(bench, planted) -> None:
    server = bench.server([said(YES)])
    inspector = bench.inspector(server, api_key_env=planted)
    inspector.reply(first_turn(inspector), lambda _: None, never)
    assert server.headers[0]["authorization"] == f"Bearer {KEY}"


def test_without_a_named_key_none_goes_to_a_strange_host(bench, monkeypatch) -> None:
    for name in ("OPENAI_API_KEY", "OPENAI_ADMIN_KEY"):
        monkeypatch.setenv(name, KEY)
    server = bench.server([said(YES)])
    inspector = bench.inspector(server)
    inspector.reply(first_turn(inspector), lambda _: None, never)
    assert KEY not in str(server.headers)


def test_openai_itself_gets_its_usual_key(monkeypatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    assert read_key(None, server_address("https://api.openai.com/v1")).reveal() == KEY
    assert read_key(None, server_address("https://openai.com.evil.org/v1")).reveal() == "EMPTY"
    assert read_key(None, server_address("https://myopenai.com/v1")).reveal() == "EMPTY"


@pytest.mark.parametrize("value", [None, "", "  "])
def test_a_missing_key_is_named_by_its_variable(bench, monkeypatch, value) -> None:
    monkeypatch.delenv("OUR_KEY", raising=False)
    if value is not None:
        monkeypatch.setenv("OUR_KEY", value)
    server = bench.server([said(YES)])
    inspector = bench.inspector(server, api_key_env="OUR_KEY")
    assert inspector.identity.name == "server"
    with pytest.raises(InspectorUnusable, match="environment variable OUR_KEY is missing or empty"):
        inspector.reply(first_turn(inspector), lambda _: None, never)
    assert server.requests == []


def test_a_key_that_no_header_can_carry(monkeypatch) -> None:
    monkeypatch.setenv("OUR_KEY", "sk-a\nsk-b")
    with pytest.raises(InspectorUnusable) as caught:
        read_key("OUR_KEY", server_address("http://host/v1"))
    assert "sk-a" not in str(caught.value)


def test_a_key_shows_itself_nowhere() -> None:
    key = ApiKey(KEY, "OUR_KEY")
    assert KEY not in f"{key} {key!r}"
    assert key.redact(f"a {KEY} b") == "a [key] b"


@pytest.mark.parametrize("status", [400, 401, 403, 404, 429, 500, 503])
def test_a_server_that_sends_the_key_back_is_silenced(
    bench, planted, status, caplog, capfd
) -> None:
    inspector = bench.inspector(bench.server([echo(status)]), api_key_env=planted)
    with caplog.at_level(logging.DEBUG), pytest.raises(InspectorError) as caught:
        inspector.reply(first_turn(inspector), lambda _: None, never)
    seen = "".join(capfd.readouterr()) + caplog.text
    error: BaseException | None = caught.value
    while error is not None:
        seen += f"{error!r} {error}"
        error = error.__cause__ or error.__context__
    assert "[key]" in str(caught.value)
    assert KEY not in seen
    assert KEY not in repr(vars(inspector))


def test_the_key_is_in_no_file_of_a_workspace(bench, planted, tmp_path: Path, caplog) -> None:
    """A queue of two: one inspected to its verdict, one failed by an error that holds the key."""
    server = bench.server([said(LOOK), said(YES), echo(400)])
    inspector = bench.inspector(server, api_key_env=planted)
    store = open_store(f"sqlite:///{tmp_path / 'specreview.db'}")
    queue = store.queues.create("night", "cv", "made up")
    store.queues.upsert(
        queue.id, [NewCandidate(str(i), str(i), "cv", f"{i}.csv") for i in range(2)]
    )
    runner = Runner(
        store,
        lambda candidate: flat(),
        load_tasks(),
        {"server": lambda: inspector},
        lambda spectrum, window, redshift, title: repr(window).encode(),
    )
    with caplog.at_level(logging.DEBUG):
        runner.start_queue(queue.id, "server")
        assert runner.wait_for_queue(queue.id, 20)
    progress = runner.queue_progress(queue.id)
    runner.close()
    store.close()
    assert (progress.done, progress.failed) == (1, 1)
    assert "[key]" in progress.message
    written = b"".join(path.read_bytes() for path in tmp_path.rglob("*") if path.is_file())
    assert b"Broad H" in written
    for shown in (written.decode("latin-1"), caplog.text, repr(progress)):
        assert KEY not in shown
