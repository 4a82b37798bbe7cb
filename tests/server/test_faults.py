"""Each fault of a server, and what the user sees: one line with cause and cure."""

import socket
import ssl
import threading
import time
from dataclasses import replace

import pytest

from specreview.agent.inspector import ContextFull
from specreview.agent.protocol import format_answer
from specreview.errors import InspectorError, InspectorUnusable
from specreview.inspectors.server.scripted_server import (
    DONE,
    Answered,
    BreakOff,
    ScriptedServer,
    Streamed,
    chunk,
    said,
)
from tests.builders import SOON
from tests.server.conftest import QUICK, first_turn, never, second_turn

YES = format_answer("Broad Hα.", "YES", "EW 75 Å.")


def told(message: str, status: int = 400, **more: object) -> Answered:
    return Answered({"error": {"message": message, **more}}, status)


def seen(bench, script, **settings) -> InspectorError:
    """The error that a first question to a server of this script ends with."""
    with pytest.raises(InspectorError) as caught:
        bench.reply(script, **settings)
    error = caught.value
    assert "\n" not in str(error)
    assert error.__cause__ is None
    assert error.__context__ is None
    return error


REFUSALS = {
    "key wanted": (
        told("Unauthorized", 401),
        InspectorUnusable,
        'wants a key ("Unauthorized"); name the environment',
    ),
    "forbidden": (told("no access", 403), InspectorUnusable, "--api-key-env"),
    "no model, listed": (
        told("The model `spec` does not exist.", 404),
        InspectorUnusable,
        "has no model 'spec'; it offers other-3b: give another --model",
    ),
    "context": (
        told("This model's maximum context length is 4096 tokens. However, you requested 5000"),
        ContextFull,
        "serve with --max-model-len 32768, or lower --max-new-tokens",
    ),
    "context, sglang": (
        told("The input (40000 tokens) is longer than the model's context length (32768 tokens)."),
        ContextFull,
        "--max-model-len 32768",
    ),
    "context, openai": (
        told("too long", code="context_length_exceeded"),
        ContextFull,
        "exceed the context",
    ),
    "images": (
        told("At most 1 image(s) may be provided in one prompt."),
        InspectorUnusable,
        """start vLLM with --limit-mm-per-prompt '{"image": 16}'""",
    ),
    "no vision": (
        told("spec is not a multimodal model"),
        InspectorUnusable,
        'takes no pictures ("spec is not a multimodal model"); serve a vision model',
    ),
    "no tools": (
        told('"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser'),
        InspectorUnusable,
        "--enable-auto-tool-choice --tool-call-parser hermes, or use --profile spec-o3",
    ),
    "temperature": (
        told("Unsupported value: 'temperature' does not support 0", param="temperature"),
        InspectorUnusable,
        "set another --temperature",
    ),
    "long reply": (
        told("max_tokens is too large: 2048. This model supports at most 1024"),
        InspectorUnusable,
        "gives no reply of 2048 tokens",
    ),
    "prompt filtered": (
        told("The response was filtered", code="content_filter"),
        InspectorError,
        "content filter refused this conversation",
    ),
    "other 400": (told("no such thing"), InspectorError, 'status 400) ("no such thing")'),
    "quota": (
        told("You exceeded your quota", 429, code="insufficient_quota"),
        InspectorUnusable,
        "no credit left",
    ),
    "wrong method": (
        Answered("<html>no</html>", 405, {}, "text/html"),
        InspectorUnusable,
        "mend --base-url",
    ),
    "web page": (
        Answered("<html><title>Welcome</title></html>", 200, {}, "text/html"),
        InspectorUnusable,
        'is no OpenAI-compatible server ("text/html"); mend --base-url',
    ),
    "page of a wrong path": (
        Answered("<html><title>404 Not Found</title></html>", 404, {}, "text/html"),
        InspectorUnusable,
        'is no OpenAI-compatible server ("404 Not Found")',
    ),
    "filtered to nothing": (
        Streamed([chunk({}, "content_filter"), DONE]),
        InspectorError,
        "content filter",
    ),
}


@pytest.mark.parametrize("name", REFUSALS)
def test_a_refusal_is_said_at_once_with_its_cure(bench, name) -> None:
    act, kind, words = REFUSALS[name]
    server = bench.server([act], models=["other-3b"])
    inspector = bench.inspector(server)
    with pytest.raises(InspectorError) as caught:
        inspector.reply(first_turn(inspector), lambda _: None, never)
    assert type(caught.value) is kind
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)
    assert caught.value.__context__ is None
    assert len(server.requests) == 1


LASTING = {
    "500": (
        told("CUDA error", 500),
        InspectorError,
        'failed 12 times with status 500 ("CUDA error")',
    ),
    "502": (
        Answered("<html><head><title>502 Bad Gateway</title></head></html>", 502, {}, "text/html"),
        InspectorUnusable,
        'down or overloaded (status 502, 12 tries) ("502 Bad Gateway")',
    ),
    "429": (told("slow down", 429), InspectorError, "lower --concurrency (16) and run again"),
    "broken": (
        Streamed([chunk({"content": "<think>"}), BreakOff()]),
        InspectorError,
        "broke off its reply (12 tries)",
    ),
    "ends without end": (Streamed([chunk({"content": "<think>"})]), InspectorError, "broke off"),
    "no JSON": (Streamed(["data: {oops\n\n"]), InspectorError, "a piece that is no JSON"),
    "aborted": (Streamed([chunk({"content": "a"}, "abort"), DONE]), InspectorError, "broke off"),
    "no choices": (
        Streamed([{"choices": []}, DONE]),
        InspectorError,
        "answered without any choice (12 tries)",
    ),
    "no choices, whole": (Answered({"choices": None}), InspectorError, "without any choice"),
    "error in the stream": (
        Streamed([chunk({"content": "a"}), {"error": {"message": "engine died", "code": 500}}]),
        InspectorError,
        'status 500 ("engine died")',
    ),
    "error in the stream, older vLLM": (
        Streamed([{"object": "error", "message": "engine died", "code": 500}]),
        InspectorError,
        'status 500 ("engine died")',
    ),
    "error in the stream, no number": (
        Streamed([{"error": {"message": "Sorry.", "type": "server_error", "code": None}}]),
        InspectorError,
        'failed 12 times with status 500 ("Sorry.")',
    ),
}


@pytest.mark.parametrize("name", LASTING)
def test_a_trouble_that_may_pass_is_tried_again_and_then_said(bench, name) -> None:
    act, kind, words = LASTING[name]
    server = bench.server([act])
    inspector = bench.inspector(server)
    with pytest.raises(InspectorError) as caught:
        inspector.reply(first_turn(inspector), lambda _: None, never)
    assert type(caught.value) is kind
    assert words in str(caught.value)
    assert len(server.requests) == 12


@pytest.mark.parametrize("name", LASTING)
def test_a_trouble_that_passes_leaves_one_whole_reply(bench, name) -> None:
    server = bench.server([LASTING[name][0], LASTING[name][0], said(YES)])
    inspector = bench.inspector(server)
    pieces: list[str | None] = []
    reply = inspector.reply(first_turn(inspector), pieces.append, never)
    assert reply.text == YES
    last = len(pieces) - pieces[::-1].index(None) if None in pieces else 0
    assert "".join(pieces[last:]) == YES
    assert len(server.requests) == 3


def test_an_error_in_the_stream_that_is_final(bench) -> None:
    full = {"error": {"message": "exceeds the context length", "code": 400}}
    error = seen(bench, [Streamed([chunk({"content": "a"}), full])])
    assert isinstance(error, ContextFull)


def test_half_a_stream_then_again_is_shown_once(bench) -> None:
    broken = Streamed([chunk({"content": "<think>Broad"}), 0.3, BreakOff()])
    inspector = bench.inspector(bench.server([broken, said(YES)]))
    pieces: list[str | None] = []
    inspector.reply(first_turn(inspector), pieces.append, never)
    assert pieces[:2] == ["<think>Broad", None]
    assert "".join(pieces[2:]) == YES


def test_retry_after_is_waited_for(bench) -> None:
    wait = Answered({"error": {"message": "slow"}}, 429, {"Retry-After": "0.6"})
    begun = time.monotonic()
    assert bench.reply([wait, said(YES)]).text == YES
    assert time.monotonic() - begun >= 0.6


def test_a_wait_beyond_all_patience_is_told(bench) -> None:
    wait = Answered({"error": {"message": "try tomorrow"}}, 429, {"Retry-After": "86400"})
    begun = time.monotonic()
    assert "try tomorrow" in str(seen(bench, [wait]))
    assert time.monotonic() - begun < SOON


def test_silence_is_cut_by_the_timeout(bench) -> None:
    error = seen(bench, [Streamed([30.0])], timeout=0.3)
    assert "said nothing for 0.3 s" in str(error)
    assert "raise the time-out" in str(error)


def test_nobody_listens(bench) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    inspector = bench.inspector(f"http://127.0.0.1:{port}/v1")
    begun = time.monotonic()
    with pytest.raises(InspectorUnusable, match="the connection is refused; start it, or mend"):
        inspector.reply(first_turn(inspector), lambda _: None, never)
    assert time.monotonic() - begun < SOON


def test_no_such_host(bench) -> None:
    inspector = bench.inspector("http://no-such-host.invalid:8000/v1")
    with pytest.raises(InspectorUnusable, match=r"no-such-host.invalid:8000 is unknown here"):
        inspector.reply(first_turn(inspector), lambda _: None, never)


def test_https_to_a_server_of_plain_http(bench) -> None:
    server = bench.server([said(YES)])
    inspector = bench.inspector(server.url.replace("http:", "https:"))
    with pytest.raises(InspectorUnusable, match="write http:// in --base-url"):
        inspector.reply(first_turn(inspector), lambda _: None, never)
    assert len(server.requests) == 0


def test_a_picture_that_the_database_lost(bench) -> None:
    server = bench.server([said(YES)])
    inspector = bench.inspector(server)
    turn = replace(first_turn(inspector), images={})
    with pytest.raises(InspectorError, match=r"picture [0-9a-f]{12} of this trace is missing"):
        inspector.reply(turn, lambda _: None, never)
    assert server.requests == []


def test_a_url_without_its_path(bench) -> None:
    url = bench.server([said(YES)]).url.removesuffix("/v1")
    inspector = bench.inspector(url)
    with pytest.raises(InspectorUnusable) as caught:
        inspector.reply(first_turn(inspector), lambda _: None, never)
    assert "is no OpenAI-compatible server" in str(caught.value)
    assert f"(most servers answer at {url}/v1)" in str(caught.value)


def test_a_server_that_hangs_up_at_once(bench) -> None:
    listening = socket.create_server(("127.0.0.1", 0))
    threading.Thread(target=_hang_up, args=(listening,), daemon=True).start()
    inspector = bench.inspector(f"http://127.0.0.1:{listening.getsockname()[1]}/v1")
    with pytest.raises(InspectorError, match=r"broke off its reply \(12 tries\)"):
        inspector.reply(first_turn(inspector), lambda _: None, never)
    listening.close()


def _hang_up(listening: socket.socket) -> None:
    while True:
        try:
            connection, _ = listening.accept()
        except OSError:
            return
        connection.close()


def test_a_server_that_comes_back_is_waited_for(bench) -> None:
    """Refused connections count as passing once the server has answered."""
    patient = replace(QUICK, tries=5000)
    with ScriptedServer([said(YES)]) as server:
        inspector = bench.inspector(server, patient)
        inspector.reply(first_turn(inspector), lambda _: None, never)
        port = server.port
    found = []
    thread = threading.Thread(
        target=lambda: found.append(inspector.reply(second_turn(inspector), lambda _: None, never))
    )
    thread.start()
    while not (waiting := inspector.preparing):
        time.sleep(0.01)
    assert waiting.startswith(f"waiting for 127.0.0.1:{port}, try ")
    with ScriptedServer([said(YES)], port=port):
        thread.join(SOON)
    assert [reply.text for reply in found] == [YES]
    assert inspector.preparing == ""


@pytest.mark.parametrize(
    ("url", "words"),
    [
        (None, "give --base-url, such as http://localhost:8000/v1"),
        ("localhost:8000/v1", "no http:// or https:// URL with a host"),
        ("ftp://host/v1", "no http:// or https:// URL with a host"),
        ("http:///v1", "no http:// or https:// URL with a host"),
        ("http://host:99999/v1", "no URL"),
        ("http://[::1/v1", "no URL"),
        ("https://user:hunter2@host/v1", "leave them out"),
        ("https://host/v1?api_key=hunter2", "leave them out"),
    ],
)
def test_addresses_that_are_none(url, words) -> None:
    from specreview.inspectors.server.address import server_address

    with pytest.raises(InspectorUnusable) as caught:
        server_address(url)
    assert words in str(caught.value)
    assert "hunter2" not in str(caught.value)


def test_an_untrusted_certificate(bench, monkeypatch) -> None:
    from specreview.inspectors.server.faults import Asked, explained
    from specreview.inspectors.server.keys import ApiKey
    from specreview.inspectors.server.trouble import trouble_of
    from specreview.settings import ServerSettings

    inner = ssl.SSLCertVerificationError(1, "[SSL: CERTIFICATE_VERIFY_FAILED] self-signed")
    outer = RuntimeError("Connection error.")
    outer.__cause__ = inner
    asked = Asked(ServerSettings(), "host", "https://host/v1", ApiKey("", None))
    error = explained(trouble_of(outer), asked)
    assert isinstance(error, InspectorUnusable)
    assert "set SSL_CERT_FILE" in str(error)
