"""What tests of several rooms build."""

from specreview.agent.inspection import DrawView, Inspection, start_event
from specreview.agent.inspector import Inspector
from specreview.agent.traces import Trace
from specreview.inspectors.rules import RulesInspector
from specreview.spectra.spectrum import Spectrum
from specreview.tasks.task import VettingTask


def no_picture(spectrum, window, redshift, title) -> bytes:
    """Draws nothing, fast: for inspectors that do not look at pictures."""
    return b"png"


def begun(spectrum: Spectrum, task: VettingTask, inspector: Inspector) -> Trace:
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
    while step := Inspection(trace, spectrum, task, inspector, draw, {}).advance():
        trace = trace.plus(step.event)
    return trace


def inspected(task: VettingTask, spectrum: Spectrum) -> Trace:
    """What the rules inspector makes of a spectrum."""
    inspector = RulesInspector()
    return played(begun(spectrum, task, inspector), spectrum, task, inspector)
