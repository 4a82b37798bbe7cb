"""What the chart shows of the window that is walked to: its claims, else what it measures."""

from collections.abc import Iterator

from specreview.agent.traces import Trace
from specreview.evidence.trace_evidence import StepEvidence, TraceEvidence
from specreview.measure.claims.claim import AGREES, CheckedClaim
from specreview.measure.measurement import Measurement
from specreview.views.frames import Interval, chart_continuum, chart_window
from specreview.views.options import MarkedClaim

_ORDER = (
    "contradicted",
    "supported",
    "weakly supported",
    "same code",
    "",
    "not measurable",
    "not checked",
)


def claims_in_sight(
    trace: Trace | None,
    evidence: TraceEvidence | None,
    active: int | None,
    charted: float | None,
) -> tuple[MarkedClaim, ...]:
    """Of the active window (`active` counts from 0), in the chart's rest frame; () without one."""
    if trace is None or evidence is None or active is None:
        return ()
    steps = [step for step in evidence.steps if step.window is not None]
    if active >= len(steps):
        return ()
    viewed = trace.started.redshift
    marks = _marks(steps[active], evidence.same_code)
    return tuple(_shifted(mark, viewed, charted) for mark in sorted(marks, key=_rank))


def _rank(mark: MarkedClaim) -> int:
    """What speaks against comes first, what nothing was measured for last."""
    return _ORDER.index(mark.standing) if mark.standing in _ORDER else 0


def _marks(step: StepEvidence, same_code: bool) -> Iterator[MarkedClaim]:
    """Claims about what the window shows, each once; where there are none, what was measured."""
    assert step.window is not None
    said: set[str] = set()
    spoken: list[Interval] = []
    for claim in step.claims:
        elsewhere = claim.window is not None and not _meets(claim.window, step.window)
        if elsewhere or claim.standing == "not checked" or claim.label in said:
            continue
        said.add(claim.label)
        spoken += [claim.window] if claim.window is not None else []
        yield _claim(claim, same_code)
    if spoken:
        return
    for measured in step.measured:
        place = measured.window
        if place is None or not measured.measurable or not _meets(place, step.window):
            continue
        if measured.continuum is not None and not any(_meets(place, one) for one in spoken):
            spoken.append(place)
            yield _measured(measured)


def _claim(claim: CheckedClaim, same_code: bool) -> MarkedClaim:
    """Whoever measures by the code that checks it supports nothing: it is said so."""
    lower, upper = claim.window or (0.0, 0.0)
    standing: str = claim.standing
    if same_code and standing in AGREES:
        standing = "same code"
    return MarkedClaim(claim.label, standing, claim.numbers, lower, upper, claim.continuum)


def _measured(measured: Measurement) -> MarkedClaim:
    lower, upper = measured.window or (0.0, 0.0)
    text = f"measured: {measured.label}"
    return MarkedClaim(text, "", measured.sentence(), lower, upper, measured.continuum)


def _meets(one: Interval, other: Interval) -> bool:
    return one[0] < other[1] and other[0] < one[1]


def _shifted(mark: MarkedClaim, viewed: float | None, charted: float | None) -> MarkedClaim:
    lower, upper = chart_window((mark.lower, mark.upper), viewed, charted)
    ends = mark.continuum
    if ends is not None:
        ends = chart_continuum(ends, viewed, charted)
    return mark._replace(lower=lower, upper=upper, continuum=ends)
