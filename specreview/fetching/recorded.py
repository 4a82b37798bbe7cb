"""A server of our own that plays recorded answers: for tests, and to rehearse without a network.

It speaks real HTTP on a free port of this machine, and misbehaves as it is told to.
"""

import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from io import BufferedIOBase
from types import TracebackType

_PIECE = 1000
"""Bytes of one chunk."""


@dataclass(frozen=True)
class Answer:
    """One recorded answer.

    `cut` ends the body after so many bytes, whatever its length promises; `stall` then holds the
    connection open until the server ends. `drip` are seconds between one byte and the next;
    `chunked` sends the body in chunks, which promise no length.
    """

    body: bytes = b""
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    cut: int | None = None
    stall: bool = False
    drip: float = 0.0
    chunked: bool = False

    @property
    def promised(self) -> dict[str, str]:
        """The header that says where the body ends."""
        if self.chunked:
            return {"Transfer-Encoding": "chunked"}
        return {"Content-Length": str(len(self.body))}

    @property
    def sent(self) -> bytes:
        """What goes over the line after the headers."""
        if not self.chunked:
            return self.body[: self.cut]
        pieces = (self.body[at : at + _PIECE] for at in range(0, len(self.body), _PIECE))
        chunks = b"".join(b"%x\r\n%b\r\n" % (len(piece), piece) for piece in pieces)
        return (chunks + b"0\r\n\r\n")[: self.cut]


@dataclass(frozen=True)
class Asked:
    """One request as it came: method, path with query, headers in lower case, body."""

    method: str
    path: str
    headers: Mapping[str, str]
    body: bytes


Play = Sequence[Answer] | Callable[[Asked], Answer]
"""Answers in order, the last again and again; or what a function makes of the request."""


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request: object, client_address: object) -> None:
        """A client that left in the middle is no news."""


class RecordedServer:
    """Plays `answers` by path without query; anything else is a 404.

    Attributes
    ----------
    asked
        The requests so far.
    """

    def __init__(self, answers: Mapping[str, Play] | None = None) -> None:
        self.answers: dict[str, Play] = dict(answers or {})
        self.asked: list[Asked] = []
        self._played: dict[str, int] = {}
        self._lock = threading.Lock()
        self._over = threading.Event()
        self._server = _Server(("127.0.0.1", 0), _handler(self))
        self._thread = threading.Thread(
            target=self._server.serve_forever, args=(0.02,), daemon=True
        )

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_port}"

    def __enter__(self) -> "RecordedServer":
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._over.set()
        self._server.shutdown()
        self._server.server_close()

    def replay(self, answers: Mapping[str, Play]) -> None:
        """Begin anew with other answers."""
        with self._lock:
            self.answers, self.asked, self._played = dict(answers), [], {}

    def paths(self) -> list[str]:
        """Paths with queries that were asked for, in order."""
        return [asked.path for asked in self.asked]

    def answer(self, asked: Asked) -> Answer:
        """What is played for a request."""
        path = asked.path.partition("?")[0]
        with self._lock:
            self.asked.append(asked)
            number = self._played.get(path, 0)
            self._played[path] = number + 1
            play = self.answers.get(path, (Answer(b"no such page", 404),))
        return play(asked) if callable(play) else play[min(number, len(play) - 1)]

    def wait(self, seconds: float | None = None) -> None:
        """Hold a connection for so long, or until the end."""
        self._over.wait(seconds)


def _handler(server: RecordedServer) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            self._play()

        def do_POST(self) -> None:
            self._play()

        def log_message(self, format: str, *args: object) -> None:
            """Nothing is printed."""

        def _play(self) -> None:
            length = int(self.headers.get("Content-Length", 0))
            headers = {name.lower(): value for name, value in self.headers.items()}
            asked = Asked(self.command, self.path, headers, self.rfile.read(length))
            answer = server.answer(asked)
            self.send_response(answer.status)
            for name, value in (answer.promised | dict(answer.headers)).items():
                self.send_header(name, value)
            self.end_headers()
            _send(answer, self.wfile, server)
            if answer.stall:
                server.wait()
            if answer.cut is not None:
                self.close_connection = True

    return Handler


def _send(answer: Answer, line: BufferedIOBase, server: RecordedServer) -> None:
    size = 1 if answer.drip else max(1, len(answer.sent))
    for at in range(0, len(answer.sent), size):
        line.write(answer.sent[at : at + size])
        line.flush()
        if answer.drip:
            server.wait(answer.drip)
