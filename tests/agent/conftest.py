"""A small task, a featureless spectrum and a drawing that costs nothing."""

from collections.abc import Callable, Sequence

import numpy as np
import pytest

from specreview.agent.events import Event, Limits
from specreview.agent.inspection import Advance, Inspection, start_event
from specreview.agent.inspector import Inspector
from specreview.agent.traces import Trace
from specreview.errors import CallError
from specreview.inspectors.scripted import ScriptedInspector
from specreview.spectra.spectrum import Origin, Spectrum
from specreview.spectra.window import Window
from specreview.tasks.diagnostics import IndexDiagnostic, Ramp
from specreview.tasks.task import Indicators, Look, Panel, VettingTask


def draw_words(
    spectrum: Spectrum, window: Window | None, redshift: float | None, title: str
) -> bytes:
    """Bytes that depend on all arguments; refuses a window without data like the real one."""
    if window is not None:
        rest = spectrum.rest_wavelength(redshift)
        if window.upper < rest[0] or window.lower > rest[-1]:
            raise CallError(f"Nothing there. The available range is {rest[0]} to {rest[-1]} Å.")
    return f"{title}|{window}|{redshift}|{spectrum.content_hash}".encode()


@pytest.fixture(scope="session")
def spectrum() -> Spectrum:
    wavelength = np.arange(3700.0, 9101.0, 1.0)
    flux = np.ones_like(wavelength)
    good = np.ones(wavelength.size, dtype=bool)
    return Spectrum(wavelength, flux, None, good, ~good, Origin("flat.csv", "text", 1))


@pytest.fixture(scope="session")
def task() -> VettingTask:
    index = IndexDiagnostic(
        kind="index",
        name="colour",
        label="Colour",
        source="made up",
        feature=(4000.0, 4100.0),
        reference=(6000.0, 6100.0),
        value=Ramp(none=0.0, full=1.0),
    )
    panel = Panel(label="Hα", axis="velocity", rest=6564.61)
    return VettingTask(
        key="toy",
        name="Toy",
        version=1,
        question="Is this a toy?",
        labels=("YES", "NO"),
        indicators=Indicators(primary=("It is flat.",)),
        diagnostics=(index,),
        looks=(Look(label="Hα", window=(6500.0, 6630.0)),),
        panels=(panel, panel, panel, panel),
    )


Begin = Callable[..., Trace]


@pytest.fixture
def begin(spectrum: Spectrum, task: VettingTask) -> Begin:
    """Makes a trace that holds its first event only; keywords go to `Limits`."""

    def make(redshift: float | None = None, **limits: int) -> Trace:
        started = start_event(
            spectrum,
            task,
            ScriptedInspector([]).identity,
            title="Spectrum",
            redshift=redshift,
            redshift_source=None,
            renderer_version="words",
            app_version="0",
            limits=Limits(**limits),
        )
        return Trace("01TOY", (started,))

    return make


@pytest.fixture
def advance(spectrum: Spectrum, task: VettingTask) -> Callable[..., Advance | None]:
    """One step of a trace."""

    def step(trace: Trace, inspector: Inspector, **hooks: object) -> Advance | None:
        inspection = Inspection(trace, spectrum, task, inspector, draw_words, _images(trace))
        return inspection.advance(**hooks)

    return step


@pytest.fixture
def play(advance: Callable[..., Advance | None]) -> Callable[..., Trace]:
    """Runs a trace to its end with scripted replies, or with an inspector."""

    def run(trace: Trace, replies: Sequence[str] | Inspector) -> Trace:
        inspector = replies if hasattr(replies, "reply") else ScriptedInspector(replies)
        while (next_one := advance(trace, inspector)) is not None:
            trace = trace.plus(next_one.event)
            assert len(trace.events) < 200
        return trace

    return run


@pytest.fixture
def kinds() -> Callable[[Trace], list[str]]:
    """The kinds of a trace's events, in order."""
    return lambda trace: [event.kind for event in trace.events]


def _images(trace: Trace) -> dict[str, bytes]:
    def picture(event: Event) -> str | None:
        return event.image_sha256 if event.kind == "view_rendered" else None

    return {sha: b"png" for event in trace.events if (sha := picture(event))}
