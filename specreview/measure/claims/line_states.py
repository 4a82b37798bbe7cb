"""Whether a line is there in one sense: the flux in all windows, before any claim."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from specreview.measure.claims.gauges import Gauges
from specreview.measure.lines import Line

State = Literal["there", "weak", "absent", "unknown"]

SURE = 4.0
WEAK = 2.5
"""σ from which a line is there, and is weakly there."""

CREDIBLE = 3.0
"""Å: the weakest line that a text may mean. Where the 3σ limit lies above it, that a line is not
seen says nothing."""

_HUMP = 3100.0
"""km/s beyond which an excess is a hump of the continuum or a foreign line."""

_CONTRAST = 0.03
_SPIKE = 0.6
_PEAK = 5.0
_HALPHA = 6564.61


@dataclass(frozen=True, eq=False)
class Seen:
    """One line in one sense.

    Attributes
    ----------
    state
        `absent` says that a line of 3 Å would have been seen.
    line
        The window that shows it best, None where none is covered.
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
        line = self.core
        if self.state != "there" or line is None or line.profile is None:
            return False
        shape = line.profile
        if self.sense > 0 and shape.fwhm_kms > _HUMP:
            return False
        return line.significance >= 5.0 and line.strength >= CREDIBLE and shape.contrast > 0.06


def look(gauges: Gauges, rest: float, sense: int) -> Seen:
    """The line at `rest` (vacuum Å); `sense` is +1 for emission, -1 for absorption."""
    windows = _trusted(gauges, rest, sense, gauges.windows(rest, sense))
    if not windows:
        return Seen(rest, sense, "unknown", None, reason=gauges.reason(rest) or "not covered")
    lines = [line for line in windows if _is_line(line)]
    best = max(lines, key=lambda line: line.significance, default=None)
    if best is not None and best.significance >= SURE:
        return Seen(rest, sense, "there", _describing(lines), core=_core(windows, rest))
    if best is not None and best.significance >= WEAK:
        return Seen(rest, sense, "weak", best)
    opposite = any(_clear(line) for line in gauges.windows(rest, -sense))
    sharpest = min(windows, key=lambda line: line.ew_error)
    limit = 3.0 * sharpest.ew_error
    if any(_peak(line) for line in windows) and not opposite:
        return Seen(rest, sense, "weak", sharpest)
    if limit > CREDIBLE and not opposite:
        reason = f"too noisy: EW < {limit:.1f} Å (3σ)"
        return Seen(rest, sense, "unknown", sharpest, reason=reason)
    return Seen(rest, sense, "absent", sharpest, opposite)


def _trusted(gauges: Gauges, rest: float, sense: int, windows: Sequence[Line]) -> list[Line]:
    """On an M star the gap between TiO bands passes for broad Hα: its narrow window alone."""
    if sense > 0 and abs(rest - _HALPHA) < 2.0 and on_m_star(gauges):
        return sorted(windows, key=lambda line: line.window[1] - line.window[0])[:1]
    return list(windows)


def on_m_star(gauges: Gauges) -> bool:
    """Whether TiO bounds the gap at 6560 Å."""
    ratio = gauges.ratio((6165.0, 6230.0), (6110.0, 6145.0))
    return not isinstance(ratio, str) and ratio.value + 2.0 * ratio.error < 0.90


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


def _clear(line: Line) -> bool:
    return _is_line(line) and line.significance >= SURE


def _peak(line: Line) -> bool:
    """Something stands up near by, though the whole window holds no excess: a displaced line."""
    shape = line.profile
    return shape is not None and shape.peak_significance >= _PEAK and shape.contrast >= 0.08


def _describing(lines: Sequence[Line]) -> Line:
    """The window that fits the line's width: the core, unless the line fills it."""
    sure = [line for line in lines if line.significance >= SURE]
    wide = max(sure, key=lambda line: line.window[1] - line.window[0])
    if wide.profile is not None and wide.profile.fwhm_kms > 1100.0:
        return wide
    ordered = sorted(sure, key=lambda line: line.window[1] - line.window[0])
    return ordered[min(1, len(ordered) - 1)] if len(ordered) == 3 else ordered[0]
