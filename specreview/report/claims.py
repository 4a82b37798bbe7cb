"""An inspection's claims beside the flux, in badges and in one line; never a verdict of ours."""

from collections.abc import Sequence
from html import escape

from specreview.evidence.trace_evidence import StepEvidence, TraceEvidence
from specreview.measure.claims.claim import AGREES, CheckedClaim
from specreview.measure.measurement import Measurement
from specreview.report.markup import line
from specreview.views.walk import GLYPHS

SAME_CODE = "same code as the checks: no independent support"


def step_evidence(evidence: TraceEvidence | None, number: int) -> str:
    """What a step's window holds when measured, and its claims; "" where there is neither."""
    found = None if evidence is None else evidence.step(number)
    if evidence is None or found is None:
        return ""
    return _measured(found) + badges(found.claims, same_code=evidence.same_code)


def _measured(step: StepEvidence) -> str:
    return line("Measured", "; ".join(named(one) for one in step.measured))


def named(measured: Measurement) -> str:
    """As in "Continuum slope −2.30 ± 0.16": a label and its value, no word said twice."""
    value = measured.sentence()
    quantity = value.partition(" ")[0]
    return f"{measured.label.removesuffix(f' {quantity}')} {value}"


def badges(claims: Sequence[CheckedClaim], *, same_code: bool) -> str:
    """One badge a claim, with its numbers: print has no hover."""
    found = "".join(_badge(claim, same_code=same_code) for claim in claims)
    return f'<ul class="badges">{found}</ul>' if found else ""


def _badge(claim: CheckedClaim, *, same_code: bool) -> str:
    standing = claim.standing
    css, glyph, said = standing.replace(" ", "-"), GLYPHS[standing], str(standing)
    if same_code and standing in AGREES:
        css, glyph, said = "same-code", GLYPHS["same code"], "same code"
    numbers = f' <span class="numbers">{escape(claim.numbers)}</span>' if claim.numbers else ""
    quote = escape(f"said: “{claim.claim.quote}”", quote=True)
    return (
        f'<li class="badge {css}" title="{quote}">{glyph} {escape(claim.label)}: '
        f"{escape(said)}{numbers}</li>"
    )


def counts_text(evidence: TraceEvidence) -> str:
    """As in "3 supported, 1 contradicted"; agreement within one code is counted as such."""
    counts = evidence.counts
    agree = counts.supported + counts.weakly_supported
    parts = []
    if evidence.same_code:
        parts.append((agree, f"by the {SAME_CODE}"))
    else:
        parts += [(counts.supported, "supported"), (counts.weakly_supported, "weakly supported")]
    parts += [
        (counts.contradicted, "contradicted"),
        (counts.not_measurable, "not measurable"),
        (counts.not_checked, "not checked"),
    ]
    told = ", ".join(f"{number} {word}" for number, word in parts if number)
    return told or "none that could be set beside the flux"
