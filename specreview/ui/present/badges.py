"""A step's claims as badges: word beside colour, the numbers on hover; never a verdict.

The words are ours, the quotes foreign: all of it is escaped.
"""

from collections.abc import Sequence
from html import escape

from specreview.evidence.trace_evidence import ClaimCounts, StepEvidence, TraceEvidence
from specreview.measure.claims.claim import AGREES, CheckedClaim, Standing
from specreview.review.marks import MARKS, StepMark
from specreview.ui.present.markup import fact
from specreview.ui.present.quantities import named
from specreview.views.walk import GLYPHS

SAME_CODE = "same code: no independent check"


def step_lines(evidence: TraceEvidence | None, number: int) -> str:
    """What the step's window holds when measured, and its claims; "" where there is neither."""
    found = evidence.step(number) if evidence is not None else None
    if evidence is None or found is None:
        return ""
    return measured_line(found) + claim_badges(found.claims, evidence.same_code)


def measured_line(step: StepEvidence) -> str:
    """One line; the whole of it on hover."""
    if not step.measured:
        return ""
    text = "; ".join(named(one) for one in step.measured)
    about = escape(text, quote=True)
    return f'<div class="line measured" title="{about}">{fact("Measured", text)}</div>'


def claim_badges(
    claims: Sequence[CheckedClaim], same_code: bool, other: Sequence[CheckedClaim] | None = None
) -> str:
    """One badge a claim; those that nothing here measures are one badge together.

    With `other`, the claims of another inspection, what it does not say as well is underlined.
    """
    alike = None if other is None else {(one.label, one.standing) for one in other}
    unchecked = [one for one in claims if one.standing == "not checked"]
    badges = [_badge(one, same_code, alike) for one in claims if one.standing != "not checked"]
    if unchecked:
        badges.append(_unchecked(unchecked))
    return f'<div class="badges">{"".join(badges)}</div>' if badges else ""


def _badge(one: CheckedClaim, same_code: bool, alike: set[tuple[str, Standing]] | None) -> str:
    """An inspector that measures by this code agrees with it, which says nothing."""
    about = " · ".join(filter(None, (one.numbers, f"said: “{one.claim.quote}”")))
    differs = " differs" if alike is not None and (one.label, one.standing) not in alike else ""
    if same_code and one.standing in AGREES:
        words = f"{one.label}: same code"
        return _span(f"same-code{differs}", GLYPHS["same code"], words, f"{SAME_CODE}. {about}")
    css = one.standing.replace(" ", "-") + differs
    return _span(css, GLYPHS[one.standing], f"{one.label}: {one.standing}", about)


def _unchecked(claims: Sequence[CheckedClaim]) -> str:
    """As in "– 2 not checked": what was said and nothing here measures."""
    listed = "; ".join(f"{one.label} (“{one.claim.quote}”)" for one in claims)
    return _span("not-checked", GLYPHS["not checked"], f"{len(claims)} not checked", listed)


def _span(css: str, glyph: str, text: str, about: str) -> str:
    return (
        f'<span class="badge {css}" title="{escape(about, quote=True)}" tabindex="0">'
        f"{glyph} {escape(text)}</span>"
    )


def claims_line(evidence: TraceEvidence | None, why_not: str) -> str:
    """As in "Claims 3 supported, 2 contradicted, 1 not measurable", in the verdict card.

    What agrees because it is the same code is never counted as support.
    """
    if evidence is None:
        return f'<div class="line">{fact("Claims", f"not checked: {why_not}")}</div>'
    own = AGREES if evidence.same_code else ()
    agree = sum(n for n, word in _numbers(evidence.counts) if word in own)
    parts = [f"<b>{agree} by the {SAME_CODE}</b>"] if agree else []
    parts += [
        _counted(n, word, evidence)
        for n, word in _numbers(evidence.counts)
        if n and word not in own
    ]
    text = ", ".join(parts) or "none that could be set beside the flux"
    return f'<div class="line claims"><span class="fact"><i>Claims</i> {text}</span></div>'


def _numbers(counts: ClaimCounts) -> tuple[tuple[int, Standing], ...]:
    return (
        (counts.supported, "supported"),
        (counts.weakly_supported, "weakly supported"),
        (counts.contradicted, "contradicted"),
        (counts.not_measurable, "not measurable"),
        (counts.not_checked, "not checked"),
    )


def _counted(number: int, word: Standing, evidence: TraceEvidence) -> str:
    """Only what is contradicted is set in bold, so that it is not read over."""
    labels = dict.fromkeys(one.label for one in evidence.of(word))
    about = escape("; ".join(labels), quote=True)
    css = ' class="strong"' if word == "contradicted" else ""
    return f'<b{css} title="{about}">{number} {word}</b>'


def others_marks(marks: Sequence[StepMark], reviewer: str | None, position: int | None) -> str:
    """What other people marked this step as, by name."""
    said = [
        f"{one.reviewer}: {MARKS[one.mark]}"
        for one in marks
        if one.position == position and one.reviewer != reviewer and one.mark is not None
    ]
    return f'<div class="line">{fact("Marked", ", ".join(said))}</div>' if said else ""
