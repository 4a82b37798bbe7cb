"""The spectra of one source under each other, each with what was decided on it, as HTML."""

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from html import escape
from itertools import pairwise
from urllib.parse import quote

import numpy as np
from numpy.typing import NDArray

from specreview.review.rows import CandidateRow
from specreview.ui.present.markup import keycap, pressed
from specreview.ui.present.verdict import NO_VERDICT

Array = NDArray[np.float64]

COLUMNS = 640
"""Mean flux in so many columns: about one for each pixel of a small screen that a row is wide."""
HEIGHT = 100.0
HERE_INK, OTHER_INK, RULE = "#3F8FC4", "#7D8794", "#8B949E"
"""Mid tones: an image cannot take the page's colours."""
_MJD_ZERO = date(1858, 11, 17)
_MJD = re.compile(r"[345678]\d{4}")
_TICKS = 6
_FAR = 2.0
"""Times as high as 99.5 % of a row: what is higher yet is cut."""
_THIN = 'vector-effect="non-scaling-stroke"'


@dataclass(frozen=True)
class Epoch:
    """One row of the stack; `picture` is "" where `trouble` says why there is none.

    `here`: the candidate on the screen; `began`: the one that the walk through them began with.
    """

    number: int
    object_id: str
    when: str
    snr: str
    mine: str
    verdict: str
    picture: str
    trouble: str = ""
    here: bool = False
    began: bool = False


@dataclass(frozen=True)
class Axis:
    """Marks below the stack: (share of its width, label), and the unit with its frame."""

    ticks: tuple[tuple[float, str], ...]
    words: str


def mjd_of(night: str) -> float | None:
    """Modified Julian Day of a night as a survey states it: an MJD, or a date; None for neither."""
    if _MJD.fullmatch(night):
        return float(night)
    try:
        return float((date.fromisoformat(night) - _MJD_ZERO).days)
    except ValueError:
        return None


def when(night: str) -> str:
    """As in "2015-04-07, MJD 57119"; what is neither a date nor an MJD stands as it is."""
    mjd = mjd_of(night)
    if mjd is None:
        return night
    return f"{_MJD_ZERO + timedelta(days=int(mjd))}, MJD {mjd:.0f}"


def mine(row: CandidateRow) -> str:
    """What this reviewer said of this spectrum alone."""
    if row.answer is not None:
        return f"{row.answer}, confidence {row.confidence}"
    return "deferred" if row.state == "deferred" else "not answered"


def verdict(row: CandidateRow) -> str:
    if not row.has_verdict:
        return "not inspected"
    return NO_VERDICT if row.verdict is None else f"verdict {row.verdict}"


def columns(wavelength: Array, flux: Array, sight: tuple[float, float]) -> Array:
    """(COLUMNS,) mean flux between the wavelengths of `sight`, over the median of its size.

    `flux` is NaN where a pixel is not good; NaN where a column has none.
    """
    inside = np.isfinite(flux) & (wavelength >= sight[0]) & (wavelength <= sight[1])
    if not inside.any():
        return np.full(COLUMNS, np.nan)
    share = (wavelength[inside] - sight[0]) / (sight[1] - sight[0])
    place = np.minimum((share * COLUMNS).astype(np.intp), COLUMNS - 1)
    count = np.bincount(place, minlength=COLUMNS)
    total = np.bincount(place, flux[inside], minlength=COLUMNS)
    size = float(np.median(np.abs(flux[inside]))) or 1.0
    return _bridged(np.where(count > 0, total / np.maximum(count, 1), np.nan), count) / size


def _bridged(means: Array, count: NDArray[np.intp]) -> Array:
    """With the columns between pixels that lie farther apart than a column: no gap of the data."""
    filled = np.flatnonzero(count)
    wide = np.diff(filled)
    if not wide.size or float(np.median(wide)) <= 1.0:
        return means
    whole = np.interp(np.arange(COLUMNS), filled, means[filled])
    far = int(3 * np.median(wide))
    for left, right in pairwise(filled.tolist()):
        if right - left > far:
            whole[left + 1 : right] = np.nan
    whole[: filled[0]] = whole[filled[-1] + 1 :] = np.nan
    return whole


def scale(stack: Sequence[Array]) -> tuple[float, float]:
    """One range for all rows, so that a line that grew looks grown; lines stay whole, and a cosmic
    ray that stands far above all else does not fill it.
    """
    limits = [
        np.percentile(row[np.isfinite(row)], [1.0, 99.5, 100.0]) for row in stack if _any(row)
    ]
    if not limits:
        return 0.0, 1.0
    low = min(one[0] for one in limits)
    high = max(min(most, low + _FAR * (much - low)) for _, much, most in limits)
    pad = 0.06 * (high - low) or 0.5
    return float(low - pad), float(high + pad)


def _any(row: Array) -> bool:
    return bool(np.isfinite(row).any())


def picture(row: Array, limits: tuple[float, float], ticks: Sequence[float], *, here: bool) -> str:
    """One row's flux as a data URI; `ticks` are shares of the width. "" where nothing is in sight.

    An SVG in an `img`, as `st.html` takes no other.
    """
    if not _any(row):
        return ""
    heights = np.clip((row - limits[0]) / (limits[1] - limits[0]), 0.0, 1.0)
    rules = "".join(f"M{COLUMNS * at:.0f} 0V{HEIGHT:.0f}" for at in ticks)
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {COLUMNS} {HEIGHT:.0f}" '
        f'preserveAspectRatio="none"><g fill="none">'
        f'<path d="{rules}" stroke="{RULE}" stroke-opacity="0.3" {_THIN}/>'
        f'<path d="{_path(heights)}" stroke="{HERE_INK if here else OTHER_INK}" {_THIN} '
        f'stroke-width="1.2" stroke-linejoin="round"/></g></svg>'
    )
    return "data:image/svg+xml," + quote(svg, safe=" ='/:,.()")


def _path(heights: Array) -> str:
    path, pen = "", "M"
    for column, height in enumerate(heights.tolist()):
        if math.isfinite(height):
            path += f"{pen}{column + 0.5:.1f} {HEIGHT * (1.0 - height):.0f}"
            pen = "L"
        else:
            pen = "M"
    return path


def axis(sight: tuple[float, float], factor: float, words: str) -> Axis:
    """Round marks of the chart's axis: observed Å of `sight` over `factor` is what it says."""
    low, high = sight[0] / factor, sight[1] / factor
    step = _round_step((high - low) / _TICKS)
    first = math.ceil(low / step) * step
    values = [first + n * step for n in range(int((high - first) / step) + 1)]
    digits = max(0, -math.floor(math.log10(step)))
    return Axis(
        tuple(((value - low) / (high - low), f"{value:.{digits}f}") for value in values), words
    )


def _round_step(rough: float) -> float:
    power = 10.0 ** math.floor(math.log10(rough))
    return next(n * power for n in (1, 2, 5, 10) if n * power >= rough * 0.999)


def epochs_html(rows: Sequence[Epoch], below: Axis, remark: str = "") -> str:
    """The stack; a click on a row opens that spectrum."""
    words = escape(below.words[:1].lower() + below.words[1:])
    head = (
        f"<h6>{len(rows)} spectra of this source by time; flux over its median, one scale; "
        f"{words}. {keycap('P')} next, at last back</h6>"
    )
    close = '<span class="close" {} aria-label="Close" title="Close">✕</span>'
    marks = "".join(
        f'<i style="left:{100 * at:.2f}%">{escape(label)}</i>' for at, label in below.ticks
    )
    said = f'<p class="muted">{escape(remark)}</p>' if remark else ""
    return (
        f'{close.format(pressed("epochs+0"))}<div class="epochs">{head}'
        f'<div class="stack">{"".join(map(_row, rows))}</div>'
        f'<div class="axis">{marks}</div>'
        f"{said}</div>"
    )


def _row(one: Epoch) -> str:
    css = "epoch on" if one.here else "epoch"
    drawn = f'<img src="{one.picture}" alt="">' if one.picture else f"<i>{escape(one.trouble)}</i>"
    begun = " · began here" if one.began and not one.here else ""
    return (
        f'<div class="{css}" {pressed(f"epochs+{one.number}")}>'
        f'<span class="who"><b>{one.number}</b> <b>{escape(one.when or one.object_id)}</b>'
        f'<i title="{escape(one.object_id, quote=True)}">{escape(one.object_id)}</i>'
        f"<i>S/N {escape(one.snr)}{begun}</i></span>"
        f'<span class="decided"><b>{escape(one.mine)}</b><i>{escape(one.verdict)}</i></span>'
        f'<span class="drawn">{drawn}</span></div>'
    )
