"""How one claim stands, and by which numbers."""

from collections.abc import Sequence
from dataclasses import dataclass

from specreview.measure.bands import Ratio
from specreview.measure.claims.claim import Standing
from specreview.measure.lines import Line
from specreview.measure.measurement import number
from specreview.measure.prepared import Prepared
from specreview.spectra.frames import SPEED_OF_LIGHT_KMS

Point = tuple[float, float]


@dataclass(frozen=True)
class Finding:
    """A standing with the measurement it rests on; `window` and `continuum` as in a claim."""

    standing: Standing
    numbers: str
    window: tuple[float, float] | None = None
    continuum: tuple[Point, Point] | None = None


_WORST: tuple[Standing, ...] = (
    "contradicted",
    "not measurable",
    "weakly supported",
    "supported",
    "not checked",
)


def together(findings: Sequence[Finding]) -> Finding:
    """Several checks of one claim: the worst counts, the first one's numbers are shown.

    What is not checked takes nothing away; a part that is not measurable leaves all of the claim
    so, as a tick would stand for that part too.
    """
    first = min(findings, key=lambda finding: _WORST.index(finding.standing))
    numbers = "; ".join(dict.fromkeys(f.numbers for f in (first, *findings) if f.numbers))
    shown = next((finding for finding in findings if finding.window is not None), first)
    return Finding(first.standing, numbers, shown.window, shown.continuum)


def line_numbers(line: Line) -> str:
    """As in "EW 74.9 ± 1.5 Å, FWHM 1580 km/s", or the 3σ limit.

    A limit names the window that it holds for: the narrower, the lower, and a diagnostic's is wide.
    """
    if abs(line.significance) < 3.0:
        half = (line.window[1] / line.rest - 1.0) * SPEED_OF_LIGHT_KMS
        limit = number(3.0 * line.ew_error, 1)
        return f"EW < {limit} Å (3σ within ±{number(half, -1)} km/s)"
    text = f"EW {number(line.ew, 1)} ± {number(line.ew_error, 1)} Å"
    if line.profile is None or line.significance < 3.0:
        return text
    width = number(line.profile.fwhm_kms, -1)
    return f"{text}, FWHM {'not resolved' if width == '0' else width + ' km/s'}"


def of_line(standing: Standing, line: Line, prepared: Prepared, numbers: str = "") -> Finding:
    """A finding that rests on one line, with its continuum in the file's unit."""
    ends = prepared.in_file_unit(line.continuum.blue, line.continuum.red)
    return Finding(standing, numbers or line_numbers(line), line.window, ends)


def of_ratio(
    standing: Standing, ratio: Ratio, prepared: Prepared, label: str, window: tuple[float, float]
) -> Finding:
    """A finding that rests on a band's depth."""
    ends = prepared.in_file_unit(*ratio.points)
    text = f"{label} ratio {number(ratio.value, 2)} ± {number(ratio.error, 2)}".strip()
    return Finding(standing, text, window, ends)
