"""How a claim about molecular bands stands.

A band is there by the heads that tell it from its look-alikes: C2 by the sharp edge at 5166 Å (MgH
and TiO have none there), TiO by 6161 Å (CN imitates TiO5), ZrO by a second head beside 6476 Å
(lines of giants imitate that one).
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from specreview.measure.bands import Ratio
from specreview.measure.claims.assertion import Assertion
from specreview.measure.claims.band_table import TIO5, BandSpec
from specreview.measure.claims.claim import Standing
from specreview.measure.claims.finding import Finding, of_ratio
from specreview.measure.claims.gauges import Gauges

State = Literal["there", "some", "absent", "unknown"]

_SIGMA = 3.0
_DEPTH = 0.10
"""The shallowest band that a text may mean: where 3σ lies above, its absence cannot be told."""

_HALF = 0.5
_HEAD_NEAR = 16.0
_TELLING_TIO = 6161.0
_SPECIES = {"cah2": "cah", "cah3": "cah", "na": "na_8190", "na_8190": "na_8190"}
"""Of features that are not called after the species in the table of bands."""

_SECOND = ("zro", "c2")
_DECIDES = ("c2",)

_CAH = {"CaH3": (0.50, 0.47), "CaH2": (0.08, 0.80)}
"""CaH = a + b TiO5 of dwarfs (the GM task's diagnostics)."""


@dataclass(frozen=True)
class _Head:
    spec: BandSpec
    ratio: Ratio | None
    state: State
    reason: str = ""


def band_finding(claim: Assertion, gauges: Gauges, table: Sequence[BandSpec]) -> Finding:
    """How the claim stands; "not checked" for a band without a window here."""
    species = _SPECIES.get(claim.feature.key, claim.feature.key.split("_")[0])
    heads = [
        _measured(spec, gauges)
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
    return _without_its_telling_head(_affirmed(claim, heads, species, gauges), heads, gauges, table)


def _without_its_telling_head(
    found: Finding, heads: list[_Head], gauges: Gauges, table: Sequence[BandSpec]
) -> Finding:
    """TiO by another head alone: where there is none at 6161 Å, CN, or He I 7067 in the reference
    window of the one at 7056 Å, imitates it.
    """
    telling = next((spec for spec in table if _is_telling(spec)), None)
    tio = heads[0].spec.species == "tio" and not any(_is_telling(head.spec) for head in heads)
    if telling is None or not tio or "supported" not in found.standing:
        return found
    first = _measured(telling, gauges)
    if first.state != "absent":
        return found
    numbers = f"{found.numbers}, but {_shown('supported', first, gauges).numbers}"
    return replace(found, standing="not measurable", numbers=numbers)


def _is_telling(spec: BandSpec) -> bool:
    return spec.species == "tio" and abs(spec.head - _TELLING_TIO) < _HEAD_NEAR


def _figured(claim: Assertion, heads: list[_Head], gauges: Gauges) -> Finding:
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


def _locus(spec: BandSpec, gauges: Gauges) -> tuple[float, float]:
    """Ratios at which a head is there, and is not; of CaH for the strength of TiO beside it.

    M dwarfs lie within 0.05 of the locus of CaH2 or CaH3 in TiO5, giants 0.1 to 0.28 above.
    """
    line = _CAH.get(spec.label)
    tio5 = gauges.ratio(*TIO5)
    if line is None or isinstance(tio5, str) or tio5.value > 0.9:
        return spec.there, spec.absent
    expected = line[0] + line[1] * tio5.value
    return expected + 0.04, expected + 0.09


def _measured(spec: BandSpec, gauges: Gauges) -> _Head:
    there, absent = _locus(spec, gauges)
    ratio = gauges.ratio(spec.feature, spec.reference)
    if isinstance(ratio, str):
        return _Head(spec, None, "unknown", ratio)
    depth = 1.0 - ratio.value
    if ratio.value <= there and depth >= _SIGMA * ratio.error:
        return _Head(spec, ratio, "there")
    if _SIGMA * ratio.error > _DEPTH:
        return _Head(spec, ratio, "unknown", f"too noisy: ratio ± {ratio.error:.2f}")
    if ratio.value >= min(absent, 0.97) and ratio.value - 2.0 * ratio.error > there:
        return _Head(spec, ratio, "absent")
    return _Head(spec, ratio, "some")


def _affirmed(claim: Assertion, heads: list[_Head], species: str, gauges: Gauges) -> Finding:
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
        alone = species in _SECOND and len(heads) > 1 and len(there) + len(some) < 2
        return _shown("weakly supported" if alone else "supported", there[0], gauges)
    if there or len(some) >= len(absent):
        return _shown("weakly supported", (there or some)[0], gauges)
    if claim.strength == "weak" or len(absent) < min(2, len(heads)):
        return _shown("not measurable", absent[0], gauges)
    return _shown("contradicted", absent[0], gauges)


def _deep(head: _Head) -> bool:
    """Whether no one would call the band weak: half of the light is gone. CaH is called weak for
    the TiO beside it.
    """
    if head.ratio is None or head.spec.label in _CAH:
        return False
    return head.ratio.value + 2.0 * head.ratio.error < _HALF


def _denied(claim: Assertion, heads: list[_Head], gauges: Gauges) -> Finding:
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


def _shown(standing: Standing, head: _Head, gauges: Gauges) -> Finding:
    if head.ratio is None:
        return Finding(standing, head.reason)
    finding = of_ratio(standing, head.ratio, gauges.prepared, head.spec.label, head.spec.window)
    if standing == "not measurable" and head.reason:
        return Finding(standing, head.reason, finding.window, finding.continuum)
    return finding
