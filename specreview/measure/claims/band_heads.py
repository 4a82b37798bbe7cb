"""Whether one head of a band is there, by the flux on both sides of it."""

from dataclasses import dataclass
from typing import Literal

from specreview.measure.bands import Ratio
from specreview.measure.claims.band_table import TIO5, BandSpec
from specreview.measure.claims.gauges import Gauges

State = Literal["there", "some", "absent", "unknown"]

_SIGMA = 3.0
_DEPTH = 0.10
"""The shallowest band that a text may mean: where 3σ lies above, its absence cannot be told."""

CAH = {"CaH3": (0.50, 0.47), "CaH2": (0.08, 0.80)}
"""CaH = a + b TiO5 of dwarfs (the GM task's diagnostics)."""


@dataclass(frozen=True)
class Head:
    """One head as measured; `ratio` is None and `reason` says why where it cannot be."""

    spec: BandSpec
    ratio: Ratio | None
    state: State
    reason: str = ""

    @property
    def shows(self) -> bool:
        """There, or weakly so."""
        return self.state in ("there", "some")


def measured_head(spec: BandSpec, gauges: Gauges) -> Head:
    """The head of `spec` in the spectrum."""
    there, absent = _locus(spec, gauges)
    ratio = gauges.ratio(spec.feature, spec.reference)
    if isinstance(ratio, str):
        return Head(spec, None, "unknown", ratio)
    depth = 1.0 - ratio.value
    if ratio.value <= there and depth >= _SIGMA * ratio.error:
        return Head(spec, ratio, "there")
    if _SIGMA * ratio.error > _DEPTH:
        return Head(spec, ratio, "unknown", f"too noisy: ratio ± {ratio.error:.2f}")
    if ratio.value >= min(absent, 0.97) and ratio.value - 2.0 * ratio.error > there:
        return Head(spec, ratio, "absent")
    return Head(spec, ratio, "some")


def _locus(spec: BandSpec, gauges: Gauges) -> tuple[float, float]:
    """Ratios at which a head is there, and is not; of CaH for the strength of TiO beside it.

    M dwarfs lie within 0.05 of the locus of CaH2 or CaH3 in TiO5, giants 0.1 to 0.28 above.
    """
    line = CAH.get(spec.label)
    tio5 = gauges.ratio(*TIO5)
    if line is None or isinstance(tio5, str) or tio5.value > 0.9:
        return spec.there, spec.absent
    expected = line[0] + line[1] * tio5.value
    return expected + 0.04, expected + 0.09
