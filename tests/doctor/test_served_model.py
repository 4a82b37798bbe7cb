"""The server, over real HTTP: down, another key, unknown model, no pictures, a short context."""

import socket
from collections.abc import Iterator

import pytest

from specreview.agent.inspector import InspectorIdentity, Reply
from specreview.agent.protocol import format_answer, format_call
from specreview.doctor.answering import check_facts, check_reply
from specreview.doctor.check import Check
from specreview.inspectors.server.inspector import ServerInspector
from specreview.inspectors.server.retry import RetryPolicy
from specreview.inspectors.server.scripted_server import Answered, ScriptedServer, said
from specreview.settings import ServerSettings, Settings
from specreview.tasks.load import load_tasks

QUICK = RetryPolicy(first=0.01, longest=0.05, patience=0.2)
LOOK = format_call("Is Hα broad?", (6480.0, 6650.0), "Hα")


@pytest.fixture
def serve() -> Iterator:
    """`serve(script, **settings)`: an inspector that asks a scripted server."""
    closing: list = []

    def start(script, models=("spec",), facts=None, **settings) -> ServerInspector:
        server = ScriptedServer(script, models, **(facts or {})).__enter__()
        chosen = {"base_url": server.url, "model": "spec", "timeout": 5.0} | settings
        inspector = ServerInspector(ServerSettings(**chosen), QUICK)
        closing.append((inspector, server))
        return inspector

    yield start
    for inspector, server in closing:
        inspector.close()
        server.__exit__(None, None, None)


def facts(inspector) -> Check:
    (found,) = check_facts("server", inspector)
    return found


def reply(inspector) -> Check:
    (found,) = check_reply(inspector, load_tasks(None), Settings())
    return found


def test_a_good_server(serve) -> None:
    inspector = serve([said(LOOK)], facts={"max_model_len": 32768})
    assert facts(inspector).state == "ok"
    assert "lists spec" in facts(inspector).found
    found = reply(inspector)
    assert found.state == "ok"
    assert found.found.startswith("asks for a window in ")
    assert "first word after" in found.found
    assert "tokens" in found.found


def test_a_context_that_is_too_short(serve) -> None:
    found = facts(serve([said(LOOK)], facts={"max_model_len": 8192}))
    assert found.state == "warning"
    assert "context 8192 tokens" in found.found
    assert "--max-model-len 32768" in found.cure


def test_a_server_that_is_down() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    url = f"http://127.0.0.1:{port}/v1"
    inspector = ServerInspector(ServerSettings(base_url=url, model="spec"), QUICK)
    try:
        found = facts(inspector)
    finally:
        inspector.close()
    assert found.state == "failure"
    assert url in found.found
    assert "refused" in found.found
    assert "start it" in found.cure


def test_a_model_that_the_server_does_not_have(serve) -> None:
    found = facts(serve([said(LOOK)], models=("other-7b",)))
    assert found.state == "failure"
    assert "no model 'spec'; it offers other-7b" in f"{found.found}; {found.cure}"


def test_a_wrong_key_is_refused_and_not_shown(serve, monkeypatch) -> None:
    monkeypatch.setenv("NIGHT_KEY", "sk-secret-123")
    refusal = Answered({"error": {"message": "Incorrect API key sk-secret-123"}}, 401)
    found = reply(serve([refusal], api_key_env="NIGHT_KEY"))
    assert found.state == "failure"
    said_all = f"{found.found} {found.cure}"
    assert "refuses the key in NIGHT_KEY" in found.found
    assert found.cure == "set the right one, or see what it may use"
    assert "secret" not in said_all


def test_a_key_that_is_not_set(serve, monkeypatch) -> None:
    monkeypatch.delenv("NIGHT_KEY", raising=False)
    found = facts(serve([said(LOOK)], api_key_env="NIGHT_KEY"))
    assert found.state == "failure"
    assert "NIGHT_KEY is missing" in found.found
    assert "set it" in found.cure


def test_a_model_that_takes_no_pictures(serve) -> None:
    refusal = Answered({"error": {"message": "spec is not a multimodal model"}}, 400)
    found = reply(serve([refusal]))
    assert found.state == "failure"
    assert "takes no pictures" in found.found
    assert "vision model" in found.cure


def test_a_reply_without_window_or_answer_warns(serve) -> None:
    found = reply(serve([said("I see a nice spectrum.")]))
    assert found.state == "warning"
    assert "'I see a nice spectrum.'" in found.found
    assert "--profile tools" in found.cure


def test_a_reply_cut_off_warns(serve) -> None:
    found = reply(serve([said("<think>Well, well", finish="length")]))
    assert found.state == "warning"
    assert "cut off" in found.found
    assert "--max-new-tokens" in found.cure


class Answering:
    """Answers at once and has no facts, like the rules."""

    identity = InspectorIdentity("quick", "quick", "1")

    def reply(self, turn, on_text, cancelled) -> Reply:
        return Reply(format_answer("Seen.", "YES", "EW 75 Å."))


def test_an_inspector_without_facts_has_no_line_of_them() -> None:
    assert list(check_facts("rules", Answering())) == []
    assert reply(Answering()).found.startswith("answers YES in ")
