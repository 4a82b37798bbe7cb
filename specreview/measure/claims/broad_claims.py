"""How a claim about the whole spectrum stands: the continuum's colour, the noise."""

from specreview.measure.claims.assertion import Assertion
from specreview.measure.claims.finding import Finding, together
from specreview.measure.claims.gauges import Gauges
from specreview.measure.measurement import number

_COLOURED = 0.5
"""|d ln f / d ln λ| from which a continuum is blue or red: the middle of the CV task's ramp."""

_STEEP = 2.0
_FIGURED = 1.0
"""Twice the error of a slope above which no figure for it can be called right."""

_CALM = (8.0, 30.0)
"""S/N a pixel below which a spectrum is noisy, and above which it is not."""


def colour_finding(claim: Assertion, gauges: Gauges) -> Finding:
    """The slope beside "blue", "red" or "flat", and beside a figure."""
    slope = gauges.slope()
    if isinstance(slope, str):
        return Finding("not measurable", slope)
    ends = gauges.prepared.in_file_unit(*slope.points)
    window = ends[0][0], ends[1][0]
    numbers = f"slope {number(slope.value, 2)} ± {number(slope.error, 2)}"
    findings = [Finding("not checked", numbers, window, ends)]
    error = 2.0 * slope.error
    if claim.colour:
        standing = _colour(claim, slope.value, error)
        findings.append(Finding(standing, numbers, window, ends))  # type: ignore[arg-type]
    for figure in claim.figures:
        if figure.quantity == "slope":
            off = abs(figure.value - slope.value)
            standing = "supported" if off < 0.3 + error else "weakly supported"
            standing = "not measurable" if error > _FIGURED else standing
            standing = "contradicted" if off > 2.0 + 2.0 * error else standing
            findings.append(Finding(standing, numbers, window, ends))  # type: ignore[arg-type]
    return together(findings)


def _colour(claim: Assertion, slope: float, error: float) -> str:
    """`error` is twice the slope's: nothing is told by what lies within it."""
    if claim.colour == "flat":
        return _flat(claim, abs(slope), error)
    value = -slope if claim.colour == "blue" else slope
    if claim.negated:
        if value - error > 3.0 * _COLOURED:
            return "contradicted"
        return "supported" if value + error < _COLOURED else "not measurable"
    if value + error < -_COLOURED:
        return "contradicted"
    if value - error <= 0.0:
        return "not measurable"
    return "supported" if value >= _COLOURED else "weakly supported"


def _flat(claim: Assertion, steepness: float, error: float) -> str:
    if claim.negated:
        return "not checked"
    if steepness - error > _STEEP:
        return "contradicted"
    if steepness + error > _STEEP:
        return "not measurable"
    return "supported" if steepness < 1.0 else "weakly supported"


def noise_finding(claim: Assertion, gauges: Gauges) -> Finding:
    """The S/N beside a figure, "noisy" or "high"."""
    levels = gauges.snr()
    if not levels:
        return Finding("not measurable", gauges.prepared.problem)
    numbers = f"median S/N {number(levels[0], 0)} a pixel"
    findings = [Finding("not checked", numbers)]
    for figure in claim.figures:
        right = min(levels) / 1.5 - 1.0 <= figure.value <= 1.5 * max(levels) + 1.0
        low = figure.value < min(0.5 * min(levels), 0.25 * levels[0])
        wrong = low or figure.value > 3.0 * max(levels) + 1.0
        standing = "supported" if right else "contradicted" if wrong else "weakly supported"
        findings.append(Finding(standing, numbers))  # type: ignore[arg-type]
    if claim.colour and not claim.negated:
        findings.append(Finding(_quality(claim.colour, levels), numbers))  # type: ignore[arg-type]
    return together(findings)


def _quality(word: str, levels: tuple[float, ...]) -> str:
    if word == "noisy":
        if min(levels) > _CALM[1]:
            return "contradicted"
        return "supported" if min(levels) < _CALM[0] else "weakly supported"
    if max(levels) < 0.5 * _CALM[0]:
        return "contradicted"
    return "supported" if max(levels) > 2.0 * _CALM[0] else "weakly supported"
