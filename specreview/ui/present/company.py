"""What stands beside a candidate, as HTML: cards of known objects, counts, other spectra."""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from urllib.parse import quote

import numpy as np
from numpy.typing import NDArray

from specreview.elsewhere.judging import Judged
from specreview.elsewhere.seen import Count, Seen
from specreview.ui.present.markup import pressed, table
from specreview.ui.present.quantities import signed

Array = NDArray[np.float64]

WIDTH, HEIGHT, COLUMNS = 220, 84, 160
DATA_INK, KNOWN_INK = "#9AA3AE", "#B85A92"
"""Mid tones: an image cannot take the page's colours."""

SCOPE_WORDS = {"plate": "same plate", "fibre": "near fibre", "night": "same night"}


@dataclass(frozen=True)
class Card:
    """One known object: its number for M, picture, and what is said of it; `on`: laid over."""

    number: int
    picture: str
    what: str
    source: str
    distance: float
    on: bool


@dataclass(frozen=True)
class Other:
    """Another spectrum that has the feature."""

    number: int
    object_id: str
    strength: float
    shares: tuple[str, ...]
    on: bool


def picture(wavelength: Array, data: Array, known: Array) -> str:
    """The known spectrum over the candidate's, both (n,) on the same pixels, as a data URI.

    An SVG in an `img`, as `st.html` takes no other; so its colours stand out on either ground.
    """
    first, last = float(wavelength[0]), float(wavelength[-1])
    column = np.minimum((wavelength - first) / (last - first) * COLUMNS, COLUMNS - 1).astype(int)
    means = [_means(column, flux) for flux in (data, known)]
    finite = np.concatenate([mean[np.isfinite(mean)] for mean in means])
    low, high = np.percentile(finite, [1.0, 99.0]) if finite.size else (0.0, 1.0)
    span = float(high - low) or 1.0
    paths = "".join(
        f'<path d="{_path((mean - low) / span)}" stroke="{ink}"/>'
        for ink, mean in zip((DATA_INK, KNOWN_INK), means, strict=True)
    )
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        f'preserveAspectRatio="none"><g fill="none" stroke-width="1.3">{paths}</g></svg>'
    )
    return "data:image/svg+xml," + quote(svg, safe=" ='/:,.()")


def _means(column: NDArray[np.int_], flux: Array) -> Array:
    """(COLUMNS,) mean of the finite values a column; NaN where there is none."""
    ok = np.isfinite(flux)
    count = np.bincount(column[ok], minlength=COLUMNS)
    total = np.bincount(column[ok], flux[ok], minlength=COLUMNS)
    return np.where(count > 0, total / np.maximum(count, 1), np.nan)


def _path(heights: Array) -> str:
    path, pen = "", "M"
    for column, height in enumerate(np.clip(heights, -0.05, 1.1).tolist()):
        if np.isfinite(height):
            x = WIDTH * (column + 0.5) / COLUMNS
            path += f"{pen}{x:.1f} {HEIGHT * (0.94 - 0.84 * height):.1f}"
            pen = "L"
        else:
            pen = "M"
    return path


def known_html(
    positives: Sequence[Card], lookalikes: Sequence[Card], label: str, remarks: Sequence[str]
) -> str:
    """Both groups side by side; a click on a card is a press of its own."""
    groups = _group(f"Known positives ({label})", positives) + _group("Look-alikes", lookalikes)
    said = "".join(f'<p class="muted">{escape(remark)}</p>' for remark in remarks[:2])
    return f'{_close("known")}<div class="known-row">{groups}</div>{said}'


def _group(title: str, cards: Sequence[Card]) -> str:
    inside = "".join(_card(card) for card in cards) or '<p class="muted">none to compare with</p>'
    return f"<section><h6>{escape(title)}, nearest first</h6><div>{inside}</div></section>"


def _card(card: Card) -> str:
    css = "known-card on" if card.on else "known-card"
    drawn = f'<span><img src="{card.picture}" alt=""></span>' if card.picture else "<span></span>"
    return (
        f'<div class="{css}" {pressed(f"known+{card.number}")}>{drawn}'
        f'<b title="{escape(card.what, quote=True)}">{card.number} {escape(card.what)}</b>'
        f"<i>{card.distance:.2f} away, {escape(card.source)}</i></div>"
    )


def _close(kind: str) -> str:
    return f'<span class="close" {pressed(f"{kind}+0")} aria-label="Close" title="Close">✕</span>'


def elsewhere_html(
    heading: str, rows: Sequence[tuple[Seen, Judged]], chosen: int, others: Sequence[Other]
) -> str:
    """Features of the range at the left, the chosen one's counts and neighbours at the right."""
    lines = "".join(_feature(n, *row, on=n - 1 == chosen) for n, row in enumerate(rows, start=1))
    left = f"<section><h6>{escape(heading)}</h6><div>{lines}</div></section>"
    if not rows:
        empty = "<p>Nothing of this spectrum stands beyond 4σ here.</p>"
        return f'{_close("elsewhere")}<div class="seen"><section><h6>{escape(heading)}</h6>{empty}</section></div>'  # noqa: E501
    seen, word = rows[chosen]
    middle = (
        f'<section class="wide"><h6>{_name(seen)}: in other spectra</h6>'
        f"{table(map(_count, seen.counts))}"
        f'<p><span class="badge {word.suggests}">{escape(word.word)}</span> '
        f"{escape(word.sentence)}</p></section>"
    )
    right = f"<section><h6>Spectra that show it</h6><div>{_others(others)}</div></section>"
    return f'{_close("elsewhere")}<div class="seen">{left}{middle}{right}</div>'


def _name(seen: Seen) -> str:
    sense = "emission" if seen.feature.sign > 0 else "absorption"
    return f"{seen.feature.wavelength:.1f} Å observed, {sense}"


def _feature(number: int, seen: Seen, word: Judged, *, on: bool) -> str:
    feature, queue = seen.feature, seen.queue
    strength = f"{signed(feature.snr, 0)}σ"
    return (
        f'<p class="pick{" on" if on else ""}" {pressed(f"feature+{number}")}>'
        f"<b>{feature.wavelength:.1f}</b> {strength} <i>{queue.has} of {queue.could}</i> "
        f'<span class="badge {word.suggests}">{escape(_short(seen, word))}</span></p>'
    )


def _short(seen: Seen, word: Judged) -> str:
    known = seen.expected.sky or seen.expected.line
    return known if word.suggests in ("sky", "expected") else word.word


def _count(count: Count) -> tuple[str, str, str]:
    figure = f"{count.has} of {count.could}" if count.could else "no others"
    near = f"{count.chance:.1f} by chance" if count.could else ""
    return count.words, figure, near


def _others(others: Sequence[Other]) -> str:
    if not others:
        return '<p class="muted">none</p>'
    return "".join(_other(other) for other in others)


def _other(other: Other) -> str:
    shares = ", ".join(SCOPE_WORDS[name] for name in other.shares)
    return (
        f'<p class="pick{" on" if other.on else ""}" {pressed(f"elsewhere+{other.number}")}>'
        f"<b>{other.number}</b> {escape(other.object_id)} "
        f"<i>{other.strength:.0f}σ{', ' if shares else ''}{shares}</i></p>"
    )
