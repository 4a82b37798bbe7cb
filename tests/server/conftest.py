"""A short trace to ask about, and inspectors that try again within milliseconds."""

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import numpy as np
import pytest

from specreview.agent.events import Event, InspectorReplied, ViewRendered
from specreview.agent.inspector import Reply, Turn
from specreview.agent.protocol import format_call, parse_reply
from specreview.canonical import sha256_hex
from specreview.inspectors.server.inspector import ServerInspector
from specreview.inspectors.server.retry import RetryPolicy
from specreview.inspectors.server.scripted_server import Script, ScriptedServer
from specreview.settings import ServerSettings
from specreview.spectra.spectrum import Origin, Spectrum
from specreview.tasks.load import load_tasks
from tests.builders import begun

TASK = load_tasks()["cv"]
OVERVIEW, ZOOM = b"\x89PNG overview", b"\x89PNG zoom"
IMAGES = {sha256_hex(png): png for png in (OVERVIEW, ZOOM)}
QUICK = RetryPolicy(first=0.01, longest=0.05, dice=random.Random(1))


def flat() -> Spectrum:
    wavelength = np.arange(3700.0, 9100.0, 2.0)
    good = np.ones(wavelength.size, dtype=bool)
    return Spectrum(wavelength, good * 1.0, None, good, ~good, Origin("1.csv", "text", 1))


def replied(text: str) -> InspectorReplied:
    """The event that a reply of this text becomes."""
    parsed = parse_reply(text)
    return InspectorReplied(
        text=text,
        thought=parsed.thought,
        calls=parsed.calls,
        answer=parsed.answer,
        justification=parsed.justification,
        flags=tuple(sorted(parsed.flags)),
    )


def view(png: bytes, window: tuple[float, float] | None = None, text: str = "") -> ViewRendered:
    return ViewRendered(window=window, label="", image_sha256=sha256_hex(png), text=text)


def first_turn(inspector: ServerInspector) -> Turn:
    """The question and the overview: no reply yet."""
    started = begun(flat(), TASK, inspector).started
    return _turn((started, view(OVERVIEW)))


def second_turn(inspector: ServerInspector, reply: str | None = None) -> Turn:
    """After one look: a call, and the window's picture."""
    call = reply or format_call("Is Hα broad?", (6480.0, 6650.0), "Hα")
    zoom = view(ZOOM, (6480.0, 6650.0), "The picture shows 6480 to 6650 Å.")
    return _turn((*first_turn(inspector).events, replied(call), zoom))


def _turn(events: tuple[Event, ...]) -> Turn:
    return Turn(TASK, events, flat(), None, IMAGES)


def never() -> bool:
    return False


@dataclass
class Heard:
    """What `on_text` was given; `text` is what a page would show."""

    pieces: list[str | None] = field(default_factory=list)

    def __call__(self, piece: str | None) -> None:
        self.pieces.append(piece)

    @property
    def text(self) -> str:
        last = len(self.pieces) - self.pieces[::-1].index(None) if None in self.pieces else 0
        return "".join(piece or "" for piece in self.pieces[last:])


@dataclass
class Bench:
    """A scripted server and inspectors that ask it."""

    running: ScriptedServer
    opened: list[ServerInspector] = field(default_factory=list)

    def server(self, script: Script, **options: object) -> ScriptedServer:
        self.running.rehearse(script, **options)
        return self.running

    def inspector(
        self, server: ScriptedServer | str, policy: RetryPolicy = QUICK, **settings: object
    ) -> ServerInspector:
        url = server if isinstance(server, str) else server.url
        chosen = ServerSettings(**({"base_url": url, "model": "spec", "timeout": 30.0} | settings))
        self.opened.append(ServerInspector(chosen, policy))
        return self.opened[-1]

    def reply(self, script: Script, **settings: object) -> Reply:
        """The reply to a first question that `script` answers."""
        inspector = self.inspector(self.server(script), **settings)
        return inspector.reply(first_turn(inspector), lambda _: None, never)


@pytest.fixture(scope="session")
def running() -> Iterator[ScriptedServer]:
    with ScriptedServer([]) as server:
        yield server


@pytest.fixture
def bench(running: ScriptedServer) -> Iterator[Bench]:
    made = Bench(running)
    yield made
    for inspector in made.opened:
        inspector.close()


@pytest.fixture
def ask(bench: Bench) -> Callable[..., Reply]:
    return bench.reply
