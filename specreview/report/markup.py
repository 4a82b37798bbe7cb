"""Small pieces of HTML for a page that stands alone. Every value is escaped: foreign text is
never markup, and no style attribute is written, which the page's own policy would refuse.
"""

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from html import escape

Fact = tuple[str, str]


def tag(name: str, text: str, css: str = "") -> str:
    """An element with `text` in it."""
    return f"<{name}{_class(css)}>{escape(text)}</{name}>"


def facts(pairs: Iterable[Fact]) -> str:
    """A list of label and value; what is empty is left out."""
    cells = (
        f"<div><dt>{escape(label)}</dt><dd>{escape(value)}</dd></div>"
        for label, value in pairs
        if value
    )
    return f'<dl class="facts">{"".join(cells)}</dl>'


def line(label: str, value: str) -> str:
    """A muted label and a value, in a line of their own; "" without a value."""
    if not value:
        return ""
    return f'<p class="line">{tag("i", label)} {escape(value)}</p>'


def words(text: str, css: str = "") -> str:
    """Foreign words as they stand, line breaks and all."""
    return f'<div class="{f"said {css}".strip()}">{escape(text)}</div>' if text else ""


def folded(title: str, text: str) -> str:
    """Long foreign text that opens on a click, and that print leaves out."""
    return f"<details><summary>{escape(title)}</summary><pre>{escape(text)}</pre></details>"


def table(head: Sequence[str], rows: Iterable[Sequence[str]], css: str = "") -> str:
    """A table of texts; columns that nobody filled are left out."""
    lines = [list(row) for row in rows]
    filled = [index for index, _ in enumerate(head) if any(row[index] for row in lines)]
    top = "".join(f"<th>{escape(head[index])}</th>" for index in filled)
    body = "".join(
        f"<tr>{''.join(f'<td>{escape(row[index])}</td>' for index in filled)}</tr>" for row in lines
    )
    return f"<table{_class(css)}><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table>"


def section(name: str, title: str, *content: str) -> str:
    """A part of the page under its heading; "" where all of it is empty."""
    inside = "".join(content)
    return f'<section id="{name}">{tag("h2", title)}{inside}</section>' if inside else ""


def moment(at: str | None) -> str:
    """2026-12-02 14:05:09 UTC, of an ISO time; "" for None."""
    if not at:
        return ""
    return datetime.fromisoformat(at).astimezone(UTC).strftime("%Y-%m-%d %H:%M:%S UTC")


def _class(css: str) -> str:
    return f' class="{css}"' if css else ""
