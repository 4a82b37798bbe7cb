"""What keeps a line that was measured from supporting a claim.

A tick reassures: it needs a line seen at 3σ, in the sense that it can have, where it should be, and
as strong as is said.
"""

from dataclasses import replace

from specreview.measure.claims.assertion import Assertion
from specreview.measure.claims.claim import AGREES
from specreview.measure.claims.features import rests_of
from specreview.measure.claims.finding import Finding, line_numbers
from specreview.measure.claims.gauges import Gauges
from specreview.measure.claims.line_states import CREDIBLE, WEAK, Seen, on_banded_star
from specreview.measure.lines import Line

SEEN = 3.0
"""σ below which a line is an upper limit."""

_WINGED = rests_of("oiii_5008")
_WING_KMS = 250.0
"""The blue wing of He I 5017 in the discs of cataclysmic variables peaks at 266 to 584 km/s from
[O III] 5008, the nebulae of the sample at 40 to 237."""

_OFF_KMS, _OFF_WIDTH = 700.0, 0.6
"""How far the centre of absorption lies off at most: km/s, or of a broad line this much of its
FWHM. Beyond, it is a neighbour, or the gap between two."""

_GAP_KMS = 1100.0
"""FWHM from which an excess among bands must show in the narrow window too: as a line, or as a
peak of this many σ between two troughs."""
_PEAK = 8.0


def held(found: Finding, claim: Assertion, seen: Seen, gauges: Gauges) -> Finding:
    """What is supported, only if nothing speaks against; else "not measurable", with the reason."""
    line = seen.line
    if found.standing not in AGREES or line is None:
        return found
    if abs(line.significance) < SEEN:
        return replace(found, standing="not measurable")
    reason = _reason(claim, seen, line, gauges)
    if not reason:
        return found
    return replace(found, standing="not measurable", numbers=f"{line_numbers(line)}: {reason}")


def _reason(claim: Assertion, seen: Seen, line: Line, gauges: Gauges) -> str:
    if claim.strength == "strong" and line.strength + 2.0 * line.ew_error < CREDIBLE:
        return "too little to be called strong"
    if _wing(seen, gauges) or (seen.sense < 0 and _displaced(line)):
        return "not at its place"
    banded = on_banded_star(gauges)
    if seen.sense < 0 and not banded and _within_emission(line, gauges):
        return "a dip within emission"
    if seen.sense > 0 and banded and _between_bands(line, gauges):
        return "a gap between bands"
    return ""


def _wing(seen: Seen, gauges: Gauges) -> bool:
    """Whether what fills the line's narrow window is the wing of its neighbour."""
    if seen.rest not in _WINGED:
        return False
    around = [window for window in gauges.windows(seen.rest, 1) if window.significance >= SEEN]
    widest = max(around, key=lambda window: window.window[1], default=None)
    shape = None if widest is None else widest.profile
    return shape is not None and abs(shape.velocity_kms) > _WING_KMS


def _displaced(line: Line) -> bool:
    shape = line.profile
    return shape is not None and abs(shape.velocity_kms) > max(
        _OFF_KMS, _OFF_WIDTH * shape.fwhm_kms
    )


def _within_emission(line: Line, gauges: Gauges) -> bool:
    """Whether a wider window holds more emission: the dip between two peaks is no absorption."""
    around = gauges.windows(line.rest, 1)
    return any(
        window.significance >= SEEN
        and window.window[1] >= line.window[1]
        and window.strength > line.strength
        for window in around
    )


def _between_bands(line: Line, gauges: Gauges) -> bool:
    """Whether a wide excess of a star with bands has no line in its middle."""
    if line.profile is None or line.profile.fwhm_kms < _GAP_KMS:
        return False
    narrow = min(gauges.windows(line.rest, 1), key=lambda window: window.window[1])
    peak = narrow.profile is not None and narrow.profile.peak_significance >= _PEAK
    return narrow.significance < WEAK and not peak
