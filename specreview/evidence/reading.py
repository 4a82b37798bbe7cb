"""A trace set beside the flux: what each window holds when measured, and how its claims stand."""

from collections.abc import Iterable, Mapping

from specreview.agent.traces import Trace, TraceStep
from specreview.evidence.trace_evidence import ClaimCounts, StepEvidence, TraceEvidence
from specreview.measure.claims.checking import Checker
from specreview.measure.claims.claim import CheckedClaim, Standing
from specreview.measure.diagnose import extent, measure_all
from specreview.measure.measurement import Measurement
from specreview.measure.prepared import prepare
from specreview.spectra.spectrum import Spectrum
from specreview.tasks.diagnostics import RuleDiagnostic
from specreview.tasks.task import VettingTask

CHECKER_VERSION = 5
"""Rises with every change after which a trace may count otherwise."""

_FIELDS: dict[Standing, str] = {
    "supported": "supported",
    "weakly supported": "weakly_supported",
    "contradicted": "contradicted",
    "not measurable": "not_measurable",
    "not checked": "not_checked",
}


def trace_evidence(
    trace: Trace,
    spectrum: Spectrum,
    task: VettingTask,
    measured: Mapping[str, Measurement] | None = None,
) -> TraceEvidence:
    """Every step's measurements and claims, and the sum of the claims.

    Parameters
    ----------
    trace
        Of any inspector, finished or not.
    spectrum
        What was inspected; it is measured at the redshift at which the inspector saw it.
    task
        Whose diagnostics are measured, and whose lines and bands the claims are held against.
    measured
        All of the task's diagnostics at that redshift, where they are at hand.
    """
    ready = prepare(spectrum, trace.started.redshift)
    if measured is None:
        measured = measure_all(ready, task)
    checker = Checker(ready, task, measured)
    steps = tuple(_step(step, task, measured, checker) for step in trace.steps)
    same_code = trace.started.inspector.startswith("rules")
    return TraceEvidence(steps, counted(step.claims for step in steps), same_code)


def counted(steps: Iterable[tuple[CheckedClaim, ...]]) -> ClaimCounts:
    """How many claims stand how; what is said again, in another step or in the justification,
    counts once: as contradicted where it is so wherever it is said plainly.
    """
    once: dict[str, Standing] = {}
    for claims in steps:
        for claim in claims:
            if claim.standing == "contradicted" or claim.label not in once:
                once[claim.label] = claim.standing
    totals = dict.fromkeys(_FIELDS.values(), 0)
    for standing in once.values():
        totals[_FIELDS[standing]] += 1
    return ClaimCounts(**totals)


def _step(
    step: TraceStep, task: VettingTask, measured: Mapping[str, Measurement], checker: Checker
) -> StepEvidence:
    window = None if step.view is None else step.view.window
    claims: tuple[CheckedClaim, ...] = ()
    if step.reply is not None:
        claims = (
            *checker.check(step.reply.thought, "thought"),
            *checker.check(step.reply.justification, "justification"),
        )
    return StepEvidence(step.number, window, _shown(task, measured, window), claims)


def _shown(
    task: VettingTask, measured: Mapping[str, Measurement], window: tuple[float, float] | None
) -> tuple[Measurement, ...]:
    """The diagnostics that lie in the window, by the middle of where they are measured."""
    if window is None:
        return ()
    shown = []
    for diagnostic in task.diagnostics:
        if isinstance(diagnostic, RuleDiagnostic) or diagnostic.name not in measured:
            continue
        lower, upper = extent(diagnostic)
        inside = min(upper, window[1]) - max(lower, window[0])
        if inside >= 0.6 * (upper - lower):
            shown.append(measured[diagnostic.name])
    return tuple(shown)
