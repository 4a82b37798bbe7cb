"""What tests of several rooms build."""

from specreview.agent.events import ViewRendered
from specreview.agent.inspection import DrawView, Inspection, start_event
from specreview.agent.inspector import Inspector
from specreview.agent.traces import Trace
from specreview.inspectors.rules import RulesInspector
from specreview.spectra.spectrum import Spectrum
from specreview.tasks.own_prompt import OwnPrompt
from specreview.tasks.task import VettingTask


def no_picture(spectrum, window, redshift, title) -> bytes:
    """Draws nothing, fast: for inspectors that do not look at pictures."""
    return b"png"


def begun(
    spectrum: Spectrum,
    task: VettingTask,
    inspector: Inspector,
    own_prompt: OwnPrompt | None = None,
) -> Trace:
    """A trace with its first event only."""
    started = start_event(
        spectrum,
        task,
        inspector.identity,
        title="Spectrum",
        redshift=None,
        redshift_source=None,
        renderer_version="test",
        app_version="test",
        own_prompt=own_prompt,
    )
    return Trace("01", (started,))


def played(
    trace: Trace,
    spectrum: Spectrum,
    task: VettingTask,
    inspector: Inspector,
    draw: DrawView = no_picture,
) -> Trace:
    """The trace after advancing it to its end, in memory."""
    images: dict[str, bytes] = {}
    while step := Inspection(trace, spectrum, task, inspector, draw, images).advance():
        trace = trace.plus(step.event)
        if isinstance(step.event, ViewRendered) and step.image is not None:
            images[step.event.image_sha256] = step.image
    return trace


def inspected(task: VettingTask, spectrum: Spectrum) -> Trace:
    """What the rules inspector makes of a spectrum."""
    inspector = RulesInspector()
    return played(begun(spectrum, task, inspector), spectrum, task, inspector)
