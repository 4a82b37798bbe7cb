"""The walk through an inspector's windows: what was measured there, and how each claim stands.

The measured area and its continuum lie behind the flux; claims stand as badges in a strip above
it, which the y axis keeps free, so that nothing is written over data.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from specreview.measure.claims.claim import AGREES
from specreview.views.options import MarkedClaim
from specreview.views.palette import Palette
from specreview.views.scale import Scale
from specreview.views.segments import DrawnPixels, running_mean
from specreview.views.wire import Array, Trace, silent
from specreview.views.wording import plain

MOST = 4
"""Claims that are written out; the step's card has them all."""

_ROW = 22
"""Pixels of one badge and the space below it."""
_LOWEST_PLOT = 250
"""Pixels of height of the chart's plot on a window of 768 px: the narrowest that is served."""
_LONGEST = 78

GLYPHS = {
    "supported": "✓",
    "weakly supported": "✓",
    "contradicted": "✕",
    "same code": "=",
    "not measurable": "?",
    "not checked": "–",
}
"""Before each standing in words, on the chart and on the page; "same code" is ours alone."""


def strip(marks: Sequence[MarkedClaim]) -> float:
    """Share of the plot's height that the badges need."""
    rows = min(len(marks), MOST) + (len(marks) > MOST)
    return (rows * _ROW + 6) / _LOWEST_PLOT if rows else 0.0


def with_strip(limits: tuple[float, float], marks: Sequence[MarkedClaim]) -> tuple[float, float]:
    """Limits of the y axis with room for the badges above the data."""
    low, high = limits
    return low, low + (high - low) / (1.0 - strip(marks))


def measured_traces(
    marks: Sequence[MarkedClaim],
    drawn: DrawnPixels,
    scale: Scale,
    smoothing: int,
    colours: Palette,
) -> list[Trace]:
    """Each feature once: the area between flux and continuum, its outline, the continuum dashed."""
    rest = drawn.wavelength / scale.stretch
    flux = running_mean(drawn.flux, smoothing)
    traces: list[Trace] = []
    done: set[tuple[float, float]] = set()
    for mark in marks:
        if mark.continuum is None or (mark.lower, mark.upper) in done:
            continue
        done.add((mark.lower, mark.upper))
        traces += _feature(mark, mark.continuum, rest, flux, scale, colours)
    return traces


def behind_flux(measured: list[Trace], traces: list[Trace]) -> list[Trace]:
    """All traces from back to front: what is measured lies over the 1σ band, under the flux."""
    place = next((n for n, one in enumerate(traces) if one.get("name") == "flux"), len(traces))
    return [*traces[:place], *measured, *traces[place:]]


def _feature(
    mark: MarkedClaim,
    continuum: tuple[tuple[float, float], tuple[float, float]],
    rest: Array,
    flux: Array,
    scale: Scale,
    colours: Palette,
) -> list[Trace]:
    (left, low), (right, high) = continuum
    level = np.interp(rest, [left, right], [low, high])
    inside = (rest >= mark.lower) & (rest <= mark.upper) & np.isfinite(flux)
    position = np.asarray(scale.rest(rest))
    ends = np.asarray(scale.rest(np.array([left, right])))
    dashes = {"color": colours.supported, "width": 1.5, "dash": "7px,5px"}
    traces = [silent("lines", ends, np.array([low, high]), line=dashes, name="continuum")]
    if np.count_nonzero(inside) < 2:
        return traces
    return [*_area(position[inside], flux[inside], level[inside], colours), *traces]


def _area(x: Array, flux: Array, level: Array, colours: Palette) -> list[Trace]:
    outline = np.concatenate([x, x[::-1]])
    heights = np.concatenate([flux, level[::-1]])
    fill = {"fill": "toself", "fillcolor": colours.supported_tint, "line": {"width": 0}}
    edge = {"color": colours.supported, "width": 2}
    return [
        silent("lines", outline, heights, name="measured", **fill),
        silent("lines", x, flux, name="measured", line=edge),
    ]


def badges(marks: Sequence[MarkedClaim], colours: Palette) -> list[dict[str, Any]]:
    """The claims from top to bottom at the left of the plot, each with its standing in words."""
    shown = list(marks[:MOST])
    found = [_badge(mark, row, colours) for row, mark in enumerate(shown)]
    if len(marks) > MOST:
        more = MarkedClaim(f"and {len(marks) - MOST} more in the step's card")
        found.append(_badge(more, len(shown), colours))
    return found


def _badge(mark: MarkedClaim, row: int, colours: Palette) -> dict[str, Any]:
    ink, ground = _colours(mark.standing, colours)
    glyph = GLYPHS.get(mark.standing, "")
    words = f"{mark.text}: {mark.standing}" if mark.standing else mark.text
    text = f"<b>{plain(f'{glyph} {words}'.strip())}</b>"
    room = _LONGEST - len(words)
    if mark.numbers and room > 8:
        text += f"  {plain(_cut(mark.numbers, room))}"
    return {
        "text": text,
        "xref": "paper",
        "x": 0,
        "xanchor": "left",
        "xshift": 6,
        "yref": "paper",
        "y": 1,
        "yanchor": "top",
        "yshift": -5 - row * _ROW,
        "align": "left",
        "bgcolor": ground,
        "borderpad": 2,
        "font": {"color": ink},
    }


def _cut(text: str, longest: int) -> str:
    return text if len(text) <= longest else f"{text[: longest - 1].rstrip(' ,;')}…"


def _colours(standing: str, colours: Palette) -> tuple[str, str]:
    if standing in AGREES:
        return colours.supported, colours.supported_tint
    if standing == "contradicted":
        return colours.contradicted, colours.contradicted_tint
    return colours.unmeasured, colours.unmeasured_tint
