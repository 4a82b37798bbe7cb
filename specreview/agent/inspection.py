"""The loop: one step of an inspection at a time, each a function of the trace.

step = `advance()`; pause = do not call it; resume = load the trace; replay = a scripted
inspector. Each step makes one outside call at most, and its event is recorded before the next.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from specreview.agent.events import (
    CallRejected,
    Event,
    InspectionStopped,
    InspectorReplied,
    ViewRendered,
)
from specreview.agent.inspector import ContextFull, Inspector, OnText, Turn
from specreview.agent.next_step import Ask, Draw, allowed_answers, next_step
from specreview.agent.prompt import view_text
from specreview.agent.reading import read_reply
from specreview.agent.start import start_event
from specreview.agent.traces import Trace
from specreview.canonical import sha256_hex
from specreview.errors import CallError, InspectorError, InspectorUnusable
from specreview.spectra.spectrum import Spectrum
from specreview.spectra.window import Window
from specreview.tasks.task import VettingTask

__all__ = ["Advance", "DrawView", "Inspection", "start_event"]


class DrawView(Protocol):
    """Draws what the inspector sees: a window (rest-frame vacuum Å), or the overview (None)."""

    def __call__(
        self, spectrum: Spectrum, window: Window | None, redshift: float | None, title: str
    ) -> bytes:
        """The PNG.

        Raises
        ------
        CallError
            When the window holds no pixel; the text is phrased for the model.
        """
        ...


@dataclass(frozen=True)
class Advance:
    """One event to record, and the picture that goes with a `ViewRendered`."""

    event: Event
    image: bytes | None = None


@dataclass(frozen=True)
class Inspection:
    """An inspection as far as its trace goes; `images` maps SHA-256 to PNG bytes."""

    trace: Trace
    spectrum: Spectrum
    task: VettingTask
    inspector: Inspector
    draw: DrawView
    images: Mapping[str, bytes]

    def advance(
        self,
        on_text: OnText = lambda _: None,
        cancelled: Callable[[], bool] = lambda: False,
    ) -> Advance | None:
        """The next event, for the caller to record; None when the inspection is over.

        Raises
        ------
        InspectorUnusable
            When the inspector can answer nobody: this says nothing about the inspection.
        """
        step = next_step(self.trace)
        if step is None:
            return None
        if cancelled():
            return Advance(InspectionStopped(reason="cancelled"))
        if isinstance(step, Draw):
            return self._drawn(step)
        if isinstance(step, Ask):
            return Advance(self._asked(on_text, cancelled))
        return Advance(step.event)

    def _drawn(self, step: Draw) -> Advance:
        started = self.trace.started
        window = Window(*step.window) if step.window else None
        try:
            image = self.draw(self.spectrum, window, started.redshift, started.title)
        except CallError as error:
            if window is None:
                return Advance(InspectionStopped(reason="backend_error", message=str(error)))
            return Advance(CallRejected(reason=str(error)))
        covered = _covered(self.spectrum, window, started.redshift)
        view = ViewRendered(
            window=covered,
            label=step.label,
            image_sha256=sha256_hex(image),
            text=" ".join(filter(None, (_sentence(window, covered, step.label), step.note))),
        )
        return Advance(view, image)

    def _asked(
        self, on_text: OnText, cancelled: Callable[[], bool]
    ) -> InspectorReplied | InspectionStopped:
        events, redshift = self.trace.events, self.trace.started.redshift
        turn = Turn(self.task, events, self.spectrum, redshift, self.images)
        try:
            reply = self.inspector.reply(turn, on_text, cancelled)
        except ContextFull as error:
            return InspectionStopped(reason="context_full", message=str(error))
        except InspectorUnusable:
            raise
        except InspectorError as error:
            return InspectionStopped(reason="backend_error", message=str(error))
        if reply.finish_reason == "cancelled":
            return InspectionStopped(reason="cancelled")
        return read_reply(reply, allowed_answers(self.trace.started.labels))


def _covered(
    spectrum: Spectrum, window: Window | None, redshift: float | None
) -> tuple[float, float] | None:
    """The part of `window` that has data (rest-frame vacuum Å); None for the overview."""
    if window is None:
        return None
    rest = spectrum.rest_wavelength(redshift)[np.isfinite(spectrum.flux)]
    if rest.size == 0:
        return window.lower, window.upper
    return max(window.lower, float(rest.min())), min(window.upper, float(rest.max()))


def _sentence(window: Window | None, covered: tuple[float, float] | None, label: str) -> str:
    """What the inspector is told with a picture; says where a window was cut to the data."""
    sentence = view_text(window, label)
    if window is None or covered is None or covered == (window.lower, window.upper):
        return sentence
    return f"{sentence} The data cover {covered[0]:.1f} to {covered[1]:.1f} Å of it."
