"""Broad, narrow or double-peaked: what a line's profile says of it."""

from dataclasses import replace

from specreview.measure.claims.assertion import Assertion
from specreview.measure.claims.features import rests_of
from specreview.measure.claims.finding import Finding, of_line
from specreview.measure.claims.gauges import Gauges
from specreview.measure.claims.line_states import HOT, Seen, look, on_banded_star
from specreview.measure.lines import Line
from specreview.spectra.frames import SPEED_OF_LIGHT_KMS

NARROW, BROAD = 280.0, 550.0
"""km/s, corrected for resolution: below, narrow; above, broad (measured on active M dwarfs, 270
to 320 km/s, and on cataclysmic variables, 465 to 2025 km/s)."""

_NOT_NARROW = 800.0
"""km/s from which no resolution of a survey makes a narrow line look so broad."""

STARK = 26.0
"""Å: absorption lines above are broadened by pressure; A stars reach 24 Å."""

_SHARP = 10.0
"""Å: below, absorption is not broad in any sense."""

(_HBETA,) = rests_of("hb")
_PRESSURE = ("ha", "hb", "hg", "hd", "balmer", "he_i", "he_ii", "helium")


def width_finding(claim: Assertion, seen: Seen, gauges: Gauges) -> list[Finding]:
    """The check of a width that is claimed or denied; empty where none is."""
    width = claim.width or claim.not_width
    if not width or seen.line is None:
        return []
    if width == "double-peaked":
        return [_double(claim, seen.line, gauges)]
    if seen.sense > 0:
        finding = _emission(width, seen, gauges)
    else:
        finding = _absorption(claim, width, seen, gauges)
    return [_turned(finding) if claim.not_width else finding]


def _turned(finding: Finding) -> Finding:
    other = {"supported": "contradicted", "contradicted": "supported"}
    standing = other.get(finding.standing, finding.standing)
    return Finding(standing, finding.numbers, finding.window, finding.continuum)  # type: ignore[arg-type]


def _emission(width: str, seen: Seen, gauges: Gauges) -> Finding:
    line = seen.line
    assert line is not None
    shape = line.profile
    if shape is None or shape.peak_significance < 5.0:
        return of_line("not measurable", line, gauges.prepared)
    if _in_gap(seen, gauges):
        return of_line("not measurable", line, gauges.prepared, "Hα in a gap between bands, no Hβ")
    fwhm, error = shape.fwhm_kms, 2.0 * shape.fwhm_error_kms
    if width == "broad":
        if fwhm >= BROAD:
            return of_line("supported", line, gauges.prepared)
        if fwhm < NARROW:
            wrong = shape.fwhm_seen_kms + min(error, 100.0) < NARROW + 50.0
            return of_line("contradicted" if wrong else "not measurable", line, gauges.prepared)
        return of_line("weakly supported", line, gauges.prepared)
    if fwhm <= NARROW:
        return of_line("supported", line, gauges.prepared)
    wrong = fwhm - error > _NOT_NARROW
    return of_line("contradicted" if wrong else "weakly supported", line, gauges.prepared)


def _in_gap(seen: Seen, gauges: Gauges) -> bool:
    """Hα of an M star without Hβ: the gap between TiO bands looks like a broad line."""
    far = abs(seen.rest - _HBETA) < 2.0 or not on_banded_star(gauges)
    return not far and look(gauges, _HBETA, 1).state != "there"


def _absorption(claim: Assertion, width: str, seen: Seen, gauges: Gauges) -> Finding:
    assert seen.line is not None
    if claim.feature.key not in _PRESSURE:
        return Finding("not checked", "")
    line = _stark(seen.line, gauges)
    shape = line.profile
    if shape is None or shape.peak_significance < 5.0:
        return of_line("not measurable", line, gauges.prepared)
    scale = line.rest / SPEED_OF_LIGHT_KMS
    fwhm, error = shape.fwhm_kms * scale, 2.0 * shape.fwhm_error_kms * scale
    numbers = f"FWHM {fwhm:.0f} Å"
    if width == "broad":
        wrong = fwhm + error < _SHARP
        right = fwhm >= STARK
    else:
        wrong = fwhm - error > STARK
        right = fwhm <= 1.5 * _SHARP
    standing = "supported" if right else "contradicted" if wrong else "weakly supported"
    return of_line(standing, line, gauges.prepared, numbers)  # type: ignore[arg-type]


def whole(claim: Assertion, seen: Seen, gauges: Gauges) -> Seen:
    """The line with its wings: where pressure broadens it, or its width is told, what is said is
    about all of it, not about the core that the windows of other lines hold.
    """
    if seen.sense > 0 or seen.state != "there" or seen.rest not in HOT:
        return seen
    assert seen.line is not None
    told = claim.width or claim.not_width
    return replace(seen, line=_stark(seen.line, gauges) if told else widened(seen.line, gauges))


def widened(line: Line, gauges: Gauges) -> Line:
    """An absorption line that pressure broadens, with its wings; any other as it is."""
    if line.sense > 0 or line.rest not in HOT:
        return line
    wide = _stark(line, gauges)
    shape = wide.profile
    broad = shape is not None and shape.fwhm_kms * wide.rest / SPEED_OF_LIGHT_KMS >= STARK
    return wide if broad else line


def _stark(line: Line, gauges: Gauges) -> Line:
    """The line over ±76 Å, where that can be measured."""
    wide = gauges.stark(line.rest)
    return line if isinstance(wide, str) or wide.significance < 4.0 else wide


def _double(claim: Assertion, line: Line, gauges: Gauges) -> Finding:
    shape = line.profile
    if shape is None or shape.peaks_kms is None:
        return of_line("not measurable", line, gauges.prepared, "two peaks are not resolved")
    numbers = f"peaks {shape.peaks_kms:.0f} km/s apart"
    right = not claim.not_width
    return of_line("supported" if right else "contradicted", line, gauges.prepared, numbers)
