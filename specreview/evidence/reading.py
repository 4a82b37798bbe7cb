"""A trace read beside the flux: what each step's window holds, and how its claims stand."""

from specreview.agent.traces import Trace, TraceStep
from specreview.evidence.trace_evidence import ClaimCounts, StepEvidence, TraceEvidence
from specreview.measure.diagnose import measure_all
from specreview.measure.measurement import Measurement
from specreview.measure.prepared import prepare
from specreview.spectra.spectrum import Spectrum
from specreview.tasks.task import VettingTask

CHECKER_VERSION = 0
"""Raised whenever the same texts would be counted otherwise: kept counts are then due again."""


def trace_evidence(trace: Trace, spectrum: Spectrum, task: VettingTask) -> TraceEvidence:
    """Every step of the trace beside what is measured, in the frame that the inspector saw."""
    measured = measure_all(prepare(spectrum, trace.started.redshift), task)
    steps = tuple(_step(step, tuple(measured.values())) for step in trace.steps)
    return TraceEvidence(steps, ClaimCounts(), trace.started.inspector.startswith("rules"))


def _step(step: TraceStep, measured: tuple[Measurement, ...]) -> StepEvidence:
    window = step.view.window if step.view is not None else None
    inside = tuple(one for one in measured if window is not None and _within(one, *window))
    return StepEvidence(step.number, window, inside, ())


def _within(one: Measurement, lower: float, upper: float) -> bool:
    """Whether the middle of what was measured lies between the two."""
    return one.window is not None and lower <= sum(one.window) / 2 <= upper
