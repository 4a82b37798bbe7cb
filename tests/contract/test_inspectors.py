"""What every inspector keeps to, whoever it is: scripted, rules, and those that come."""

import hashlib
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import cache

import numpy as np
import pytest

from specreview.agent.inspection import Inspection
from specreview.agent.inspector import Inspector, Turn
from specreview.agent.next_step import Ask, allowed_answers, next_step
from specreview.agent.protocol import format_answer, format_call, parse_reply
from specreview.agent.traces import Trace
from specreview.inspectors.rules import RulesInspector
from specreview.inspectors.scripted import ScriptedInspector
from specreview.inspectors.server.inspector import ServerInspector
from specreview.inspectors.server.scripted_server import ScriptedServer, Streamed, said
from specreview.settings import ServerSettings
from specreview.spectra.spectrum import Origin, Spectrum
from specreview.tasks.load import load_tasks
from specreview.tasks.task import VettingTask
from tests.builders import begun

TASKS = load_tasks()
SCRIPT = [
    format_call("Is Hα broad?", (6480.0, 6650.0), "Hα"),
    format_call("He II?", (4640.0, 4730.0), "He II"),
    format_answer("Broad Hα.", "YES", "EW 75 Å."),
]


def plays_on(body: Mapping) -> Streamed:
    """The reply after those that a request holds."""
    return said(SCRIPT[sum(turn["role"] == "assistant" for turn in body["messages"])])


@cache
def running() -> ScriptedServer:
    """A server that plays the script; ends with the process."""
    return ScriptedServer(plays_on).__enter__()


def served() -> Inspector:
    return ServerInspector(ServerSettings(base_url=running().url, model="m"))


INSPECTORS: dict[str, Callable[[], Inspector]] = {
    "scripted": lambda: ScriptedInspector(SCRIPT),
    "rules": RulesInspector,
    "server": served,
}
DRAWN: dict[str, bytes] = {}
"""All pictures so far, by their SHA-256."""


def emission_star() -> Spectrum:
    """A blue continuum at S/N 40 with broad Balmer emission."""
    wavelength = np.arange(3700.0, 9100.0, 1.5)
    flux = (wavelength / 6000.0) ** -1.5
    for rest, height in ((6564.61, 1.5), (4862.68, 1.0), (4341.68, 0.7), (4102.89, 0.5)):
        flux += height * np.exp(-0.5 * ((wavelength - rest) / (rest * 600 / 299792.0)) ** 2)
    sigma = np.full(wavelength.size, 1 / 40)
    flux += np.random.default_rng(3).normal(0.0, sigma)
    return _spectrum(wavelength, flux, 1 / sigma**2)


def noise() -> Spectrum:
    wavelength = np.arange(3700.0, 9100.0, 1.5)
    flux = np.random.default_rng(4).normal(0.05, 1.0, wavelength.size)
    return _spectrum(wavelength, flux, np.ones(wavelength.size))


def elsewhere() -> Spectrum:
    """Covers nothing that an optical task asks for."""
    wavelength = np.arange(9900.0, 10400.0, 1.5)
    return _spectrum(wavelength, np.ones(wavelength.size), np.full(wavelength.size, 100.0))


def _spectrum(wavelength, flux, ivar) -> Spectrum:
    good = np.ones(wavelength.size, dtype=bool)
    return Spectrum(wavelength, flux, ivar, good, ~good, Origin("a.csv", "text", 1))


SPECTRA = {"emission": emission_star, "noise": noise, "elsewhere": elsewhere}


def draw(spectrum, window, redshift, title) -> bytes:
    png = repr((window, redshift, title)).encode()
    DRAWN[hashlib.sha256(png).hexdigest()] = png
    return png


def play(trace: Trace, spectrum: Spectrum, task: VettingTask, inspector: Inspector) -> Trace:
    images: dict[str, bytes] = {}
    while step := Inspection(trace, spectrum, task, inspector, draw, images).advance():
        trace = trace.plus(step.event)
        if step.image is not None:
            images[hashlib.sha256(step.image).hexdigest()] = step.image
    return trace


@pytest.fixture(params=INSPECTORS)
def make(request: pytest.FixtureRequest) -> Iterator[Callable[[], Inspector]]:
    """Makes inspectors that are closed at the end of the test."""
    made: list[Inspector] = []

    def build() -> Inspector:
        made.append(INSPECTORS[request.param]())
        return made[-1]

    yield build
    for inspector in made:
        getattr(inspector, "close", lambda: None)()


@pytest.fixture(params=SPECTRA)
def spectrum(request: pytest.FixtureRequest) -> Spectrum:
    return SPECTRA[request.param]()


@pytest.fixture(params=["cv", "cc"])
def task(request: pytest.FixtureRequest) -> VettingTask:
    return TASKS[request.param]


def replies(trace: Trace) -> list:
    return [event for event in trace.events if event.kind == "inspector_replied"]


def comparable(trace: Trace) -> list:
    """The events without the seconds that each reply took."""
    return [
        event.model_copy(update={"seconds": 0.0}) if hasattr(event, "seconds") else event
        for event in trace.events
    ]


def test_the_identity_is_stable_and_names_the_inspector(make) -> None:
    one, two = make().identity, make().identity
    assert one == two
    assert one.fingerprint == two.fingerprint
    assert len(one.fingerprint) == 64
    assert one.name
    assert one.label


def test_it_comes_to_an_end_within_its_turns(make, spectrum, task) -> None:
    trace = play(begun(spectrum, task, make()), spectrum, task, make())
    assert trace.finished
    assert 1 <= trace.turns <= trace.turns_allowed
    assert trace.verdict is not None
    assert trace.verdict.verdict in (*task.labels, None)
    assert trace.verdict.justification.strip()


def test_every_reply_keeps_to_the_protocol(make, spectrum, task) -> None:
    trace = play(begun(spectrum, task, make()), spectrum, task, make())
    for reply in replies(trace):
        assert reply.flags == ()
        assert reply.thought.strip()
        assert (len(reply.calls) == 1) != (reply.answer is not None)
        again = parse_reply(reply.text, allowed_answers(task.labels))
        assert (again.calls, again.answer) == (reply.calls, reply.answer)


def test_all_that_it_knows_is_in_the_trace(make, spectrum, task) -> None:
    """A new instance, given any prefix, goes on as the first one did."""
    whole = play(begun(spectrum, task, make()), spectrum, task, make())
    for cut in range(1, len(whole.events)):
        prefix = Trace(whole.inspection_id, whole.events[:cut])
        if not isinstance(next_step(prefix), Ask):
            continue
        step = Inspection(prefix, spectrum, task, make(), draw, DRAWN).advance()
        resumed = comparable(Trace("01", (*prefix.events, step.event)))
        assert resumed == comparable(Trace("01", whole.events[: cut + 1]))


def test_one_instance_serves_interleaved_inspections(make, task) -> None:
    inspector, spectra = make(), [emission_star(), noise()]
    alone = [play(begun(s, task, make()), s, task, make()) for s in spectra]
    traces = [begun(s, task, inspector) for s in spectra]
    going = True
    while going:
        going = False
        for i, spectrum in enumerate(spectra):
            step = Inspection(traces[i], spectrum, task, inspector, draw, DRAWN).advance()
            if step is not None:
                traces[i], going = traces[i].plus(step.event), True
    assert [comparable(t) for t in traces] == [comparable(t) for t in alone]


def test_one_instance_serves_threads_at_once(make, task) -> None:
    inspector, spectra = make(), [emission_star(), noise(), emission_star(), elsewhere()]
    alone = [play(begun(s, task, make()), s, task, make()) for s in spectra]
    with ThreadPoolExecutor(4) as threads:
        jobs = [
            threads.submit(play, begun(s, task, inspector), s, task, inspector) for s in spectra
        ]
        together = [job.result() for job in jobs]
    assert [comparable(t) for t in together] == [comparable(t) for t in alone]


def test_the_streamed_text_is_the_reply(make, task) -> None:
    spectrum = emission_star()
    trace = play(begun(spectrum, task, make()), spectrum, task, make())
    for i, event in enumerate(trace.events):
        if event.kind != "inspector_replied":
            continue
        pieces: list[str] = []
        turn = Turn(task, trace.events[:i], spectrum, None, DRAWN)
        reply = make().reply(turn, pieces.append, lambda: False)
        assert "".join(pieces) == reply.text == event.text
        assert reply.finish_reason == "stop"


def test_cancelled_before_it_begins_it_gives_no_answer(make, task) -> None:
    spectrum = emission_star()
    trace = play(begun(spectrum, task, make()), spectrum, task, make())
    turn = Turn(task, trace.events[:2], spectrum, None, DRAWN)
    reply = make().reply(turn, lambda _: None, lambda: True)
    assert reply.finish_reason == "cancelled"


def test_scores_lie_between_0_and_1(make, spectrum, task) -> None:
    trace = play(begun(spectrum, task, make()), spectrum, task, make())
    assert trace.verdict.score is None or 0.0 <= trace.verdict.score <= 1.0
