"""A server of our own that does what a script says: for tests, benchmarks and rehearsals.

It speaks real HTTP on a free port of this machine, and misbehaves on demand.
"""

import asyncio
import json
import socket
import threading
import time
from collections.abc import AsyncIterator, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

_STARTING = 10.0
"""Seconds for the server to start."""


class BreakOff(Exception):
    """In a stream: the connection ends here, without a word."""


@dataclass(frozen=True)
class Answered:
    """One whole response."""

    body: Any
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    media_type: str = "application/json"


@dataclass(frozen=True)
class Streamed:
    """A stream: a mapping is sent as one chunk, text as it stands, a number is a pause in s."""

    pieces: Sequence[Mapping[str, Any] | str | float | BreakOff]


Act = Answered | Streamed
Script = Sequence[Act] | Callable[[Mapping[str, Any]], Act]


def chunk(delta: Mapping[str, Any], finish: str | None = None, **more: Any) -> dict[str, Any]:
    """One chunk of a completion."""
    choice = {"index": 0, "delta": dict(delta), "finish_reason": finish}
    return {"id": "chat", "object": "chat.completion.chunk", "choices": [choice], **more}


DONE = "data: [DONE]\n\n"


def said(
    text: str,
    *,
    pieces: int = 5,
    finish: str = "stop",
    seconds: float = 0.0,
    tokens: int | None = None,
) -> Streamed:
    """A well-behaved stream of `text`, its usage at the end; `seconds` until its first piece.

    `tokens` is what it counts; None: its words.
    """
    size = max(1, -(-len(text) // pieces))
    parts = [chunk({"content": text[at : at + size]}) for at in range(0, len(text), size)]
    counted = len(text.split()) if tokens is None else tokens
    usage = {"choices": [], "usage": {"completion_tokens": counted}}
    wait: list[float] = [seconds] if seconds else []
    return Streamed([chunk({"role": "assistant"}), *wait, *parts, chunk({}, finish), usage, DONE])


class ScriptedServer:
    """Answers requests by `script`, in order, the last act again and again; or by a function.

    Attributes
    ----------
    requests, headers
        Bodies and headers of the chat requests so far; header `from` is the client's port.
    open_streams, most_open
        Streams under way, and the most at any time.
    left
        Streams that the client did not hear to their end.
    """

    def __init__(
        self,
        script: Script,
        models: Iterable[str] | Answered = ("spec",),
        *,
        port: int = 0,
        **facts: Any,
    ) -> None:
        self._server: uvicorn.Server | None = None
        self._thread: threading.Thread | None = None
        self.port = port
        self.rehearse(script, models, **facts)

    def rehearse(
        self, script: Script, models: Iterable[str] | Answered = ("spec",), **facts: Any
    ) -> None:
        """Begin anew with another script; `facts` are told of each model.

        `models` may be a response in place of the list.
        """
        self._script = script
        if not isinstance(models, Answered):
            listed = [{"id": name, "object": "model", **facts} for name in models]
            models = Answered({"object": "list", "data": listed})
        self._models = models
        self.requests: list[Mapping[str, Any]] = []
        self.headers: list[Mapping[str, str]] = []
        self.open_streams = self.most_open = self.left = 0

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/v1"

    def __enter__(self) -> "ScriptedServer":
        listening = socket.create_server(("127.0.0.1", self.port), backlog=1024)
        self.port = listening.getsockname()[1]
        routes = [
            Route("/v1/chat/completions", self._chat, methods=["POST"]),
            Route("/v1/models", self._list),
        ]
        config = uvicorn.Config(
            Starlette(routes=routes), log_level="critical", ws="none", lifespan="off"
        )
        self._server = uvicorn.Server(config)
        self._thread = threading.Thread(
            target=self._server.run, kwargs={"sockets": [listening]}, daemon=True
        )
        self._thread.start()
        limit = time.monotonic() + _STARTING
        while not self._server.started and time.monotonic() < limit:
            time.sleep(0.005)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        assert self._server is not None
        assert self._thread is not None
        self._server.should_exit = True
        self._server.force_exit = True
        self._thread.join(_STARTING)

    async def _chat(self, request: Request) -> Response:
        body = json.loads(await request.body())
        number = len(self.requests)
        self.requests.append(body)
        peer = request.client
        self.headers.append({**request.headers, "from": f"{peer.port}" if peer else ""})
        if callable(self._script):
            act = self._script(body)
        else:
            act = self._script[min(number, len(self._script) - 1)]
        if isinstance(act, Answered):
            return _response(act)
        return StreamingResponse(self._stream(act), media_type="text/event-stream")

    async def _stream(self, act: Streamed) -> AsyncIterator[str]:
        self.open_streams += 1
        self.most_open = max(self.most_open, self.open_streams)
        whole = False
        try:
            for piece in act.pieces:
                if isinstance(piece, BreakOff):
                    whole = True
                    raise piece
                if isinstance(piece, int | float):
                    await asyncio.sleep(piece)
                else:
                    yield piece if isinstance(piece, str) else f"data: {json.dumps(piece)}\n\n"
            whole = True
        finally:
            self.open_streams -= 1
            self.left += not whole

    async def _list(self, request: Request) -> Response:  # noqa: ARG002
        return _response(self._models)


def _response(act: Answered) -> Response:
    if isinstance(act.body, str):
        return Response(act.body, act.status, act.headers, act.media_type)
    return JSONResponse(act.body, act.status, act.headers)
