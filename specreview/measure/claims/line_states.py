"""Whether a line is there in one sense: the flux in all windows, before any claim."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from specreview.measure.claims.features import rests_of
from specreview.measure.claims.gauges import Gauges
from specreview.measure.lines import Line

State = Literal["there", "weak", "absent", "unknown"]

SURE = 4.0
WEAK = 2.5
"""σ from which a line is there, and is weakly there."""

_CERTAIN = 6.0
"""σ from which a line speaks against a claim."""

CREDIBLE = 3.0
"""Å: the weakest line that a text may mean. Where the 3σ limit lies above it, that a line is not
seen says nothing."""

STRONG, NOT_WEAK = 10.0, 30.0
"""Å: a line above is strong, and no one's weak line. Of active M dwarfs Hα reaches 10 Å, of A stars
20 Å in absorption."""

_HUMP = 3100.0
"""km/s beyond which an excess is a hump of the continuum or a foreign line."""

_CONTRAST = 0.03
_SPIKE = 0.6
_PEAK = 5.0
_HINT = 2.0
"""σ of an excess that, with a peak of 5σ in it, keeps a claim from being contradicted."""

_STANDS_OUT = 0.35
"""Height over the continuum from which a line among bands is more than a gap between them."""

HOT = rests_of(
    "ha", "hb", "hg", "hd", "he_i_5877", "he_i_6680", "he_i_4473", "he_i_7067", "he_i_5017",
    "he_i_4923", "he_i_4027", "he_i_4714", "he_ii_4687", "he_ii_5413", "he_ii_4543",
)  # fmt: skip
"""Lines that show emission within absorption: discs and shells."""

FORBIDDEN = rests_of(
    "oiii_5008", "oiii_4960", "sii_6718", "sii_6733", "oiii_4364", "neiii_3870", "oi_6302",
    "oi_6366",
)  # fmt: skip

_EDGES = (
    ((6165.0, 6230.0), (6110.0, 6145.0), 0.90),
    ((5135.0, 5160.0), (5169.0, 5195.0), 0.85),
    ((6478.0, 6510.0), (6452.0, 6472.0), 0.80),
)
"""TiO 6161, C2 5166, ZrO 6476 (windows of the diagnostics, vacuum Å), and the ratio below which
there are bands enough to pass for lines between them."""


@dataclass(frozen=True, eq=False)
class Seen:
    """One line in one sense.

    Attributes
    ----------
    state
        `absent` says that a line of 3 Å would have been seen.
    line
        The window that shows it best, None where none is covered; where the other sense is there,
        the line in that one.
    opposite
        Whether the other sense is there, significantly.
    reason
        Why it is unknown.
    core
        The line within ±1500 km/s: wider windows hold neighbours too.
    """

    rest: float
    sense: int
    state: State
    line: Line | None
    opposite: bool = False
    reason: str = ""
    core: Line | None = None

    @property
    def plain(self) -> bool:
        """There beyond doubt, as strong as a line that a text means."""
        return self.state == "there" and any(_sure(line) for line in (self.core, self.line))


def look(gauges: Gauges, rest: float, sense: int) -> Seen:
    """The line at `rest` (vacuum Å); `sense` is +1 for emission, -1 for absorption."""
    windows = _fitting(rest, gauges.windows(rest, sense))
    if not windows:
        return Seen(rest, sense, "unknown", None, reason=gauges.reason(rest) or "not covered")
    lines = [line for line in windows if _is_line(line) and line.significance >= WEAK]
    real = [line for line in lines if _trusted(gauges, line)]
    sharpest = min(windows, key=lambda line: line.ew_error)
    best = max(real, key=lambda line: line.significance, default=None)
    both = best is not None and rest in HOT
    turned = None if both else _opposite(gauges, rest, sense)
    opposite = turned is not None
    if best is not None and not opposite:
        state: State = "there" if best.significance >= SURE else "weak"
        shown = _describing(real) if state == "there" else best
        return Seen(rest, sense, state, shown, core=_core(real, rest))
    if opposite and not real:
        return Seen(rest, sense, "absent", turned, opposite=True)
    if lines or any(_peak(line) for line in windows):
        return Seen(rest, sense, "unknown", sharpest, reason="an excess that is no clear line")
    limit = 3.0 * sharpest.ew_error
    if limit > CREDIBLE:
        reason = f"too noisy: EW < {limit:.1f} Å (3σ)"
        return Seen(rest, sense, "unknown", sharpest, reason=reason)
    return Seen(rest, sense, "absent", turned or sharpest, opposite)


def _fitting(rest: float, windows: Sequence[Line]) -> list[Line]:
    """All windows; of a forbidden line, which is narrow and has neighbours, the narrow one."""
    if rest not in FORBIDDEN:
        return list(windows)
    return [line for line in windows if line.window[1] - rest < 0.003 * rest]


def _opposite(gauges: Gauges, rest: float, sense: int) -> Line | None:
    """The line in the other sense where it is there beyond doubt, narrow or as wide as the core."""
    if all(line.significance > -_CERTAIN for line in gauges.windows(rest, sense)):
        return None
    turned = gauges.windows(rest, -sense)
    there = [line for line in turned if _sure(line) and _trusted(gauges, line)]
    return _describing(there) if there else None


def _sure(line: Line | None) -> bool:
    """A line as strong as one that a text means, within its error."""
    if line is None or line.profile is None or not _is_line(line):
        return False
    size = line.strength - 2.0 * line.ew_error
    half = line.window[1] - line.rest
    least = CREDIBLE if half > 0.003 * line.rest else 0.5 * CREDIBLE
    return line.significance >= _CERTAIN and size >= least and line.profile.contrast > 0.10


def _trusted(gauges: Gauges, line: Line) -> bool:
    """No hump of the continuum, and no gap between bands that passes for emission.

    A star with bands has such gaps, the one at 6560 Å above all: there a line must be narrow, or
    stand out.
    """
    shape = line.profile
    if shape is None or (shape.fwhm_kms > _HUMP and not (line.sense < 0 and line.rest in HOT[:4])):
        return False
    narrow = line.window[1] - line.rest < 0.003 * line.rest
    return line.sense < 0 or narrow or shape.contrast >= _STANDS_OUT or not on_banded_star(gauges)


def on_banded_star(gauges: Gauges) -> bool:
    """Whether bands of TiO, C2 or ZrO bound gaps that look like lines."""
    ratios = [(gauges.ratio(feature, reference), most) for feature, reference, most in _EDGES]
    return any(
        not isinstance(ratio, str) and ratio.value + 2.0 * ratio.error < most
        for ratio, most in ratios
    )


def _core(windows: Sequence[Line], rest: float) -> Line | None:
    """The widest window of those up to ±1500 km/s."""
    reach = 0.006 * rest
    near = [line for line in windows if line.window[1] - rest < reach]
    return max(near, key=lambda line: line.window[1], default=None)


def _is_line(line: Line) -> bool:
    shape = line.profile
    if shape is None or shape.contrast < _CONTRAST:
        return False
    return line.sense < 0 or shape.pixel_share <= _SPIKE


def _peak(line: Line) -> bool:
    """Something stands up near by: a displaced line, though the whole window holds no excess, or
    a faint one that almost fills it.
    """
    shape = line.profile
    if shape is None or shape.peak_significance < _PEAK:
        return False
    return shape.contrast >= 0.08 or (shape.contrast >= _CONTRAST and line.significance >= _HINT)


def _describing(lines: Sequence[Line]) -> Line:
    """The window that fits the line's width: the core, unless the line fills it."""
    sure = [line for line in lines if line.significance >= SURE]
    wide = max(sure, key=lambda line: line.window[1] - line.window[0])
    if wide.profile is not None and wide.profile.fwhm_kms > 1100.0:
        return wide
    ordered = sorted(sure, key=lambda line: line.window[1] - line.window[0])
    return ordered[min(1, len(ordered) - 1)] if len(ordered) == 3 else ordered[0]
