"""How a claim about molecular bands stands.

A band is there by the heads that tell it from its look-alikes (`band_witness`); by one ratio alone
no claim is supported.
"""

from collections.abc import Sequence
from dataclasses import replace

from specreview.measure.claims.assertion import Assertion
from specreview.measure.claims.band_heads import CAH, Head, measured_head
from specreview.measure.claims.band_table import BandSpec
from specreview.measure.claims.band_witness import Witnesses
from specreview.measure.claims.claim import AGREES, Standing
from specreview.measure.claims.finding import Finding, of_ratio
from specreview.measure.claims.gauges import Gauges

_HALF = 0.5
_HEAD_NEAR = 16.0
_SPECIES = {"cah2": "cah", "cah3": "cah", "na": "na_8190", "na_8190": "na_8190"}
"""Of features that are not called after the species in the table of bands."""

_DECIDES = ("c2",)


def band_finding(claim: Assertion, gauges: Gauges, table: Sequence[BandSpec]) -> Finding:
    """How the claim stands; "not checked" for a band without a window here."""
    species = _SPECIES.get(claim.feature.key, claim.feature.key.split("_")[0])
    heads = [
        measured_head(spec, gauges)
        for rest in claim.feature.rests
        for spec in table
        if spec.species == species and abs(spec.head - rest) < _HEAD_NEAR
    ]
    heads = list({head.spec: head for head in heads}.values())
    if not heads:
        return Finding("not checked", "no window for this band")
    if claim.figures and not claim.negated:
        return _figured(claim, heads, gauges)
    if claim.negated:
        return _denied(claim, heads, gauges)
    return _held(_affirmed(claim, heads, species, gauges), species, gauges, table)


def _held(found: Finding, species: str, gauges: Gauges, table: Sequence[BandSpec]) -> Finding:
    """Supported only where the molecule's other heads agree; else the one against is shown."""
    if found.standing not in AGREES:
        return found
    missing = Witnesses(gauges, table).missing(species)
    if missing is None:
        return found
    against = _shown("supported", missing, gauges).numbers
    name = "" if missing.ratio is not None else f"{missing.spec.label} "
    numbers = f"{found.numbers}, but {name}{against}"
    return replace(found, standing="not measurable", numbers=numbers)


def _figured(claim: Assertion, heads: list[Head], gauges: Gauges) -> Finding:
    """A ratio that is given: windows differ, so that only a gross difference is wrong."""
    given = [figure.value for figure in claim.figures if figure.quantity == "ratio"]
    known = [head for head in heads if head.ratio is not None]
    if not given or not known:
        return _shown("not checked" if known else "not measurable", (known or heads)[0], gauges)
    off = [
        abs(given[0] - h.ratio.value) - 3.0 * h.ratio.error for h in known if h.ratio is not None
    ]
    nearest = known[off.index(min(off))]
    standing: Standing = "supported" if min(off) < 0.05 else "weakly supported"
    return _shown("contradicted" if min(off) > 0.25 else standing, nearest, gauges)


def _affirmed(claim: Assertion, heads: list[Head], species: str, gauges: Gauges) -> Finding:
    known = [head for head in heads if head.state != "unknown"]
    if not known:
        return _shown("not measurable", heads[0], gauges)
    there = [head for head in heads if head.state == "there"]
    some = [head for head in heads if head.state == "some"]
    absent = [head for head in heads if head.state == "absent"]
    first = heads[0]
    if first.state == "absent" and species in _DECIDES and len(heads) > 1:
        return _shown("contradicted", first, gauges)
    if there and first.state == "unknown" and species in _DECIDES:
        return _shown("not measurable", first, gauges)
    if claim.strength == "weak" and first.state == "there" and _deep(first):
        return _shown("contradicted", first, gauges)
    if there and (first.state == "there" or len(there) > 1):
        return _shown("supported", there[0], gauges)
    if there or len(some) >= len(absent):
        return _shown("weakly supported", (there or some)[0], gauges)
    if claim.strength == "weak" or len(absent) < min(2, len(heads)):
        return _shown("not measurable", absent[0], gauges)
    return _shown("contradicted", absent[0], gauges)


def _deep(head: Head) -> bool:
    """Whether no one would call the band weak: half of the light is gone. CaH is called weak for
    the TiO beside it.
    """
    if head.ratio is None or head.spec.label in CAH:
        return False
    return head.ratio.value + 2.0 * head.ratio.error < _HALF


def _denied(claim: Assertion, heads: list[Head], gauges: Gauges) -> Finding:
    there = [head for head in heads if head.state == "there"]
    absent = [head for head in heads if head.state == "absent"]
    first = heads[0]
    needed = min(2, len([head for head in heads if head.state != "unknown"]))
    if there and first.state == "there" and len(there) >= needed:
        if claim.strength == "weak":
            return _shown("not checked", first, gauges)
        return _shown("contradicted", first, gauges)
    if first.state == "absent":
        return _shown("weakly supported" if there else "supported", first, gauges)
    if there or not absent:
        shown = (there or [head for head in heads if head.ratio is not None] or heads)[0]
        return _shown("not measurable", shown, gauges)
    return _shown("supported", absent[0], gauges)


def _shown(standing: Standing, head: Head, gauges: Gauges) -> Finding:
    if head.ratio is None:
        return Finding(standing, head.reason)
    finding = of_ratio(standing, head.ratio, gauges.prepared, head.spec.label, head.spec.window)
    if standing == "not measurable" and head.reason:
        return Finding(standing, head.reason, finding.window, finding.continuum)
    return finding
