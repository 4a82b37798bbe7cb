"""Figures that a text gives for a line, beside the measured ones."""

from collections.abc import Sequence

from specreview.measure.claims.assertion import Assertion, Figure
from specreview.measure.claims.finding import Finding, line_numbers, of_line
from specreview.measure.claims.gauges import Gauges
from specreview.measure.claims.line_states import Seen
from specreview.measure.lines import Line
from specreview.spectra.frames import SPEED_OF_LIGHT_KMS

_NEAR = 1.6
_FAR = 2.5
"""Within this factor a figure is right, beyond that one wrong: windows and conventions differ."""


def figure_findings(claim: Assertion, seen: Seen, gauges: Gauges) -> list[Finding]:
    """A check of each EW or FWHM that is given; others say nothing of a line."""
    found = []
    for figure in claim.figures:
        if figure.quantity == "EW":
            found.append(_ew(figure, seen, gauges))
        elif figure.quantity == "FWHM" and seen.line is not None:
            found.append(_fwhm(figure, seen, gauges))
    return found


def _ew(figure: Figure, seen: Seen, gauges: Gauges) -> Finding:
    """Signs are left out: both conventions are in use."""
    line = seen.line
    assert line is not None
    lines = [line, *_holding(gauges.windows(seen.rest, seen.sense), line), *_wide(seen, gauges)]
    sizes = [abs(one.ew) for one in lines]
    slack = 3.0 * max(one.ew_error for one in lines)
    given = sorted((abs(figure.value), abs(figure.value if figure.upto is None else figure.upto)))
    own, error = abs(line.ew), 2.0 * line.ew_error
    shown = max(own - error, 0.0), own + error
    return _placed((given[0], given[1]), min(sizes), max(sizes), slack, line, gauges, shown)


def _holding(windows: Sequence[Line], line: Line) -> list[Line]:
    """The windows that hold all of the line: the others measure a part of it."""
    width = 0.0 if line.profile is None else line.profile.fwhm_kms
    least = 0.9 * width * line.rest / SPEED_OF_LIGHT_KMS
    return [one for one in windows if one.window[1] - one.rest >= least]


def _wide(seen: Seen, gauges: Gauges) -> list[Line]:
    wide = gauges.stark(seen.rest) if seen.sense < 0 else ""
    return [] if isinstance(wide, str) else [wide]


def _fwhm(figure: Figure, seen: Seen, gauges: Gauges) -> Finding:
    scale = SPEED_OF_LIGHT_KMS / seen.rest if figure.unit == "Å" else 1.0
    upto = figure.value if figure.upto is None else figure.upto
    line = seen.line
    assert line is not None
    holding = _holding(gauges.windows(seen.rest, seen.sense), line)
    lines = [line, *holding, *_wide(seen, gauges)]
    shapes = [one.profile for one in lines if one.profile is not None]
    if not shapes or figure.unit not in ("Å", "km/s"):
        return of_line("not measurable", line, gauges.prepared)
    sizes = [size for shape in shapes for size in (shape.fwhm_kms, shape.fwhm_seen_kms)]
    given = (scale * figure.value, scale * upto)
    own = shapes[0] if line.profile is None else line.profile
    error = max(2.0 * own.fwhm_error_kms, 100.0)
    shown = own.fwhm_kms - error, own.fwhm_seen_kms + error
    return _placed(given, min(sizes), max(sizes), 200.0, line, gauges, shown)


def _placed(
    given: tuple[float, float],
    least: float,
    most: float,
    slack: float,
    line: Line,
    gauges: Gauges,
    shown: tuple[float, float],
) -> Finding:
    """The range `given`, one number twice for a figure, beside the range of what is measured.

    Another window may excuse a figure; only one that fits the numbers `shown` is supported.
    """
    low, high = given
    if least / _FAR - slack - 1.0 > high or low > most * _FAR + slack + 1.0:
        return of_line("contradicted", line, gauges.prepared, line_numbers(line))
    if high < shown[0] / _FAR or low > shown[1] * _FAR:
        return of_line("not measurable", line, gauges.prepared)
    near = least / _NEAR - slack <= high and low <= most * _NEAR + slack
    return of_line("supported" if near else "weakly supported", line, gauges.prepared)
