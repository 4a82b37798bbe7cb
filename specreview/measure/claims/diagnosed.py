"""What a task's own diagnostics say of a claim that the flux in other windows contradicts.

The rules rest on them. Where their window and the ones of the claims differ, neither is sure, and
nothing is called contradicted.
"""

from collections.abc import Iterator, Mapping

from specreview.measure.claims.assertion import Assertion, Figure
from specreview.measure.claims.claim import Standing
from specreview.measure.claims.line_states import NOT_WEAK
from specreview.measure.measurement import Measurement
from specreview.tasks.diagnostics import BandheadDiagnostic, Diagnostic, LineDiagnostic
from specreview.tasks.task import VettingTask

_SAME = 0.02
"""A figure this near (as a fraction) to a diagnostic's own is that figure, rounded."""

_HEAD = 16.0


def diagnosed(
    claim: Assertion, task: VettingTask, measured: Mapping[str, Measurement]
) -> Standing | None:
    """How the claim stands by the task's diagnostics of its feature, None where they do not speak
    for it.
    """
    own = [(d, measured[d.name]) for d in _of_feature(claim, task) if d.name in measured]
    if not own:
        return None
    if claim.figures:
        fits = all(any(_same(figure, m) for _, m in own) for figure in claim.figures)
        return "supported" if fits else None
    if claim.not_width:
        asked = [m for d, m in own if claim.not_width in d.label.lower()]
        return "not measurable" if any(m.presence == 0.0 for m in asked) else None
    if claim.negated:
        if not claim.sense:
            own = [(d, m) for d, m in own if d.argues == "for"] or own
        named = [(d, m) for d, m in own if _named(claim, d)]
        if not claim.width and named:
            own = named  # "no Hα emission" is the line's, whatever its core shows
        asked = [m for d, m in own if not claim.width or claim.width in d.label.lower()]
        absent = [m.presence == 0.0 for m in asked]
        sure = any(absent) if claim.width else bool(absent) and all(absent)
        return "not measurable" if sure else None
    if claim.width:
        own = [(d, m) for d, m in own if claim.width in d.label.lower()]
        return "not measurable" if any(m.presence for _, m in own) else None
    if claim.strength == "weak" and any(m.ew is not None and abs(m.ew) > NOT_WEAK for _, m in own):
        return None
    found = any(m.presence is not None and m.presence >= 0.5 for _, m in own)
    return "not measurable" if found else None


def _of_feature(claim: Assertion, task: VettingTask) -> Iterator[Diagnostic]:
    """The diagnostics of one of the feature's lines, in the sense that is claimed, or heads."""
    rests = claim.feature.rests
    for diagnostic in task.diagnostics:
        if isinstance(diagnostic, LineDiagnostic):
            near = any(abs(rest - own) < 1.0 for rest in rests for own in diagnostic.rest)
            named = f"{diagnostic.label} ".startswith(f"{claim.feature.label or '?'} ")
            meant = claim.sense in ("", diagnostic.kind) or claim.figures
            if (near or named) and meant:
                yield diagnostic
        elif claim.figures and claim.feature.label.split(" ")[0] in diagnostic.label.split():
            yield diagnostic
        elif isinstance(diagnostic, BandheadDiagnostic) and claim.feature.kind == "band":
            near = any(abs(rest - diagnostic.head) < _HEAD for rest in rests)
            if near and diagnostic.label.startswith(claim.feature.label.split()[0]):
                yield diagnostic


def _named(claim: Assertion, diagnostic: Diagnostic) -> bool:
    """Whether a diagnostic is the line's in the sense denied, or a head's, and not its edge's."""
    if isinstance(diagnostic, BandheadDiagnostic):
        return diagnostic.label.split(" ", 1)[-1].isdigit()
    return diagnostic.label == f"{claim.feature.label} {claim.sense}"


def _same(figure: Figure, measured: Measurement) -> bool:
    """Whether a figure is one of the measurement's own, as far as its rounding tells."""
    if figure.quantity == "EW":
        pairs = [(abs(figure.value), measured.ew, 0.06)]
    elif figure.quantity == "FWHM":
        kms, angstrom = (measured.fwhm_kms, 6.0), (measured.fwhm_angstrom, 0.6)
        given = {"km/s": (kms,), "Å": (angstrom,)}.get(figure.unit, (kms, angstrom))
        pairs = [(figure.value, own, slack) for own, slack in given]
    else:
        pairs = [(figure.value, measured.value, 0.006)]
    if figure.upto is not None:
        return any(
            own is not None and figure.value <= abs(own) <= figure.upto for _, own, _ in pairs
        )
    return any(
        own is not None and abs(abs(value) - abs(own)) <= slack + _SAME * abs(own)
        for value, own, slack in pairs
    )
