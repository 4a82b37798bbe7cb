"""Texts of a figure as SVG: the three tags that our figures use, and nothing else, are markup."""

import re
from html import escape, unescape

LINE_PIXELS = 15

_TAG = re.compile(r"<(/?)(b|br|span)\b[^>]*>")


def words(text: str, x: float, y: float, *, anchor: str = "start", css: str = "") -> str:
    """One or more lines of text; `y` is the first one's base line."""
    name = f' class="{css}"' if css else ""
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{name}>{_lines(text, x)}</text>'


def longest_line(text: str) -> int:
    """Characters of the longest line."""
    lines = re.split(r"<br\s*/?>", text)
    return max(len(unescape(_TAG.sub("", line))) for line in lines)


def _lines(text: str, x: float) -> str:
    """`<b>` and the muted `<span>` become classes, `<br>` a new line; the rest is escaped anew."""
    parts: list[str] = []
    styles: list[str] = []
    start, drop = 0, 0
    for tag in [*_TAG.finditer(text), None]:
        piece = unescape(text[start : tag.start() if tag else len(text)])
        if piece:
            parts.append(_piece(piece, styles, x, drop))
            drop = 0
        if tag is None:
            break
        start = tag.end()
        closing, kind = tag.groups()
        if kind == "br":
            drop += LINE_PIXELS
        elif not closing:
            styles.append("strong" if kind == "b" else "muted")
        elif styles:
            styles.pop()
    return "".join(parts)


def _piece(text: str, styles: list[str], x: float, drop: int) -> str:
    css = f' class="{" ".join(styles)}"' if styles else ""
    place = f' x="{x:.1f}" dy="{drop}"' if drop else ""
    said = escape(text)
    return f"<tspan{css}{place}>{said}</tspan>" if css or place else said
