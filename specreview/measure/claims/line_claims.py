"""How a claim about lines stands: presence and sense, width, figures."""

from collections.abc import Sequence
from dataclasses import replace

from specreview.measure.claims.assertion import Assertion
from specreview.measure.claims.claim import AGREES, Standing
from specreview.measure.claims.figures import figure_findings
from specreview.measure.claims.finding import Finding, line_numbers, of_line, together
from specreview.measure.claims.gauges import Gauges
from specreview.measure.claims.line_states import (
    CREDIBLE,
    FORBIDDEN,
    HOT,
    NOT_WEAK,
    STRONG,
    Seen,
    look,
    on_banded_star,
)
from specreview.measure.claims.line_support import held
from specreview.measure.claims.line_widths import whole, widened, width_finding
from specreview.measure.lines import Line

SENSES = {"emission": 1, "absorption": -1}

_CLEAN = (
    "ha",
    "hb",
    "hg",
    "hd",
    "balmer",
    "he_i",
    "he_ii",
    "helium",
    "ca_k",
    "ca_hk",
    "ca_triplet",
)
"""Lines whose absorption stands in a continuum that can be told: only of these is it said that
they are not in absorption. Others lie among bands and blends."""

_BLENDED = (
    "nii",
    "nii_6550",
    "nii_6585",
    "heps",
    "ca_h",
    "fe_ii_5170",
    "h10",
    "c_iii_4649",
    "n_iii_4642",
)
"""What no window here parts from its neighbour."""


def line_finding(claim: Assertion, gauges: Gauges, expects_emission: bool) -> Finding:
    """How the claim stands. `expects_emission`: the task asks for this line in emission, so that
    its absence means no emission.
    """
    if claim.feature.key in _BLENDED:
        return Finding("not checked", "blended with its neighbour: not measured")
    if not claim.sense and _only_in_emission(claim):
        claim = replace(claim, sense="emission")
    if claim.negated:
        return _denied(claim, gauges, expects_emission)
    if _bare(claim) and all(figure.quantity not in ("EW", "FWHM") for figure in claim.figures):
        return Finding("not checked", "not a quantity of a line")
    seen = [whole(claim, one, gauges) for one in _seen(claim, gauges)]
    shown = _best(seen)
    if _limited(claim) and shown is not None:
        return together(figure_findings(claim, shown, gauges))
    if claim.width and _mixed(claim, gauges):
        return Finding("not measurable", "lines in emission and in absorption")
    found = _measured(claim, seen, gauges)
    if shown is None:
        return found
    if expects_emission and not claim.sense and shown.sense < 0 and found.standing in AGREES:
        return _other_sense([shown], gauges)
    return held(found, claim, shown, gauges)


def _measured(claim: Assertion, seen: Sequence[Seen], gauges: Gauges) -> Finding:
    """Presence, and of what is there width and figures."""
    shown = _best(seen)
    findings = [_presence(claim, seen, gauges)]
    if findings[0].standing in AGREES and shown is not None:
        findings += width_finding(claim, shown, gauges)
        findings += figure_findings(claim, shown, gauges)
    elif claim.figures and not claim.sense and shown is not None:
        findings += figure_findings(claim, shown, gauges)
    return together(findings)


def _only_in_emission(claim: Assertion) -> bool:
    """Forbidden lines, and the Bowen blend, which is fluorescence: no star shows them otherwise."""
    return claim.feature.key == "bowen" or set(claim.feature.rests) <= set(FORBIDDEN)


def _mixed(claim: Assertion, gauges: Gauges) -> bool:
    """Whether a series shows both senses and the text says not which, as in "narrow Balmer lines"
    of a Be star.
    """
    if claim.sense or len(claim.feature.rests) == 1:
        return False
    rests = claim.feature.rests
    return all(any(look(gauges, rest, sense).plain for rest in rests) for sense in (1, -1))


def _bare(claim: Assertion) -> bool:
    """Whether figures are all that is said."""
    words = (claim.sense, claim.width, claim.strength, claim.not_width)
    return bool(claim.figures) and not any(words)


def _limited(claim: Assertion) -> bool:
    """Whether all that is said is how strong or wide a line is at most: there may be none."""
    said = claim.sense or claim.width or claim.not_width or claim.strength == "strong"
    return bool(claim.figures) and not said and all(figure.limits for figure in claim.figures)


def _seen(claim: Assertion, gauges: Gauges) -> list[Seen]:
    """The lines of the feature in the sense that is claimed, else in the one that shows."""
    senses = [SENSES[claim.sense]] if claim.sense else [1, -1]
    tried = [[look(gauges, rest, sense) for rest in claim.feature.rests] for sense in senses]
    return _leading(claim, max(tried, key=_weight))


def _leading(claim: Assertion, seen: list[Seen]) -> list[Seen]:
    """Of the Balmer series in emission, Hα and Hβ where they can be told.

    Hγ and Hδ lie among
    lines of metals, and are not in emission without them.
    """
    if claim.feature.key != "balmer" or claim.sense != "emission":
        return seen
    return [one for one in seen[:2] if one.state != "unknown"] or seen


def _weight(seen: Sequence[Seen]) -> float:
    shown = [one.line for one in seen if one.line is not None and not one.opposite]
    return max((line.significance for line in shown), default=-1e9)


def _best(seen: Sequence[Seen]) -> Seen | None:
    """The most telling line that is there, else the most significant."""
    there = [one for one in seen if one.state == "there" and one.line is not None]
    if there:
        return there[0]
    lines = [one for one in seen if one.line is not None]
    return max(lines, key=lambda one: one.line.significance if one.line else 0.0, default=None)


def _presence(claim: Assertion, seen: Sequence[Seen], gauges: Gauges) -> Finding:
    best = _best(seen)
    if best is None or best.line is None:
        return Finding("not measurable", seen[0].reason)
    prepared = gauges.prepared
    if claim.feature.key.startswith("at_") and claim.sense != "emission":
        return Finding("not checked", "no listed line: not measured")
    if _outnumbered(seen):
        return of_line("contradicted", widened(_telling(seen), gauges), prepared)
    if best.state == "there":
        return of_line(_strength(claim, best), best.line, prepared)
    if best.state == "weak":
        return of_line("weakly supported", best.line, prepared)
    if not _settled(claim, seen):
        reason = next((one.reason for one in seen if one.reason), line_numbers(best.line))
        return of_line("not measurable", best.line, prepared, reason)
    return of_line("contradicted", widened(_telling(seen), gauges), prepared)


def _strength(claim: Assertion, seen: Seen) -> Standing:
    """Of a line that is there: whether it may be called strong, or weak."""
    size = 0.0 if seen.line is None else seen.line.strength - 2.0 * seen.line.ew_error
    if claim.strength == "weak" and size > NOT_WEAK:
        return "contradicted"
    unlike = size > STRONG if claim.strength == "weak" else not seen.plain
    return "weakly supported" if claim.strength and unlike else "supported"


def _outnumbered(seen: Sequence[Seen]) -> bool:
    """Whether more lines of a series show the other sense than the one claimed."""
    other = sum(one.opposite and one.state == "absent" for one in seen)
    return other > 1 and other > sum(one.state == "there" for one in seen)


def _settled(claim: Assertion, seen: Sequence[Seen]) -> bool:
    """Whether enough lines are absent: the most telling one, and half of those measurable."""
    absent = [one for one in seen if one.state == "absent"]
    if not absent or (claim.strength == "weak" and not any(one.opposite for one in absent)):
        return False
    clean = claim.sense == "emission" or claim.feature.key.startswith(_CLEAN)
    if not clean and not any(one.opposite for one in absent):
        return False
    unknown = [one for one in seen if one.state == "unknown"]
    return seen[0].state == "absent" or len(absent) > len(unknown)


def _telling(seen: Sequence[Seen]) -> Line:
    """The line that speaks most clearly against: the one with the other sign."""
    lines = [(one.opposite, one.line) for one in seen if one.state == "absent" and one.line]
    return max(lines, key=lambda each: (each[0], abs(each[1].significance)))[1]


def _denied(claim: Assertion, gauges: Gauges, expects_emission: bool) -> Finding:
    prepared = gauges.prepared
    senses = [SENSES[claim.sense]] if claim.sense else [1, -1]
    seen = [look(gauges, rest, sense) for sense in senses for rest in claim.feature.rests]
    plain = [one for one in seen if one.plain]
    banded = on_banded_star(gauges)
    meant = [
        one
        for one in plain
        if claim.sense or one.sense > 0 or not (expects_emission or (banded and one.rest in HOT))
    ]
    several = len(claim.feature.rests) > 1 and not claim.sense
    if not meant or (several and len({one.rest for one in meant}) < 2):
        return _other_sense(plain, gauges) if plain else _absence(seen, gauges)
    first = whole(claim, meant[0], gauges)
    assert first.line is not None
    if claim.width:
        return _width_denied(claim, first, gauges)
    if claim.strength == "strong" and first.line.strength < STRONG:
        return of_line("weakly supported", first.line, prepared)
    if claim.strength == "weak":
        return of_line("not checked", first.line, prepared)
    return of_line("contradicted", first.line, prepared)


def _other_sense(plain: Sequence[Seen], gauges: Gauges) -> Finding:
    """The other sense where the task asks for emission, or of a series one line alone: said, not
    judged.
    """
    first = plain[0]
    assert first.line is not None
    sense = "emission" if first.sense > 0 else "absorption"
    numbers = f"in {sense}, {line_numbers(first.line)}"
    return of_line("not checked", first.line, gauges.prepared, numbers)


def _width_denied(claim: Assertion, seen: Seen, gauges: Gauges) -> Finding:
    """The denial of a width where there is a line: it depends on how wide it is."""
    assert seen.line is not None
    turned = {"supported": "contradicted", "contradicted": "supported"}
    for finding in width_finding(claim, seen, gauges):
        standing = turned.get(finding.standing, "not measurable")
        return of_line(standing, seen.line, gauges.prepared)  # type: ignore[arg-type]
    return of_line("not checked", seen.line, gauges.prepared)


def _absence(seen: Sequence[Seen], gauges: Gauges) -> Finding:
    measured = [one for one in seen if one.line is not None]
    if not measured:
        return Finding("not measurable", seen[0].reason)
    most = max(measured, key=lambda one: one.line.significance if one.line else 0.0)
    assert most.line is not None
    if any(one.state == "there" for one in measured):
        numbers = f"{line_numbers(most.line)}: {_why_not_plain(most.line)}"
        return of_line("not measurable", most.line, gauges.prepared, numbers)
    if any(one.state == "absent" for one in measured):
        return of_line("supported", widened(most.line, gauges), gauges.prepared)
    reason = next((one.reason for one in measured if one.reason), "")
    return of_line("not measurable", most.line, gauges.prepared, reason)


def _why_not_plain(line: Line) -> str:
    """Why a line that is there does not speak against its denial."""
    if line.strength - 2.0 * line.ew_error < CREDIBLE:
        return f"may be less than {CREDIBLE:.0f} Å"
    return "too uncertain or too shallow to tell"
