"""Small pieces of HTML. Every value goes through `html.escape`: foreign text is never markup."""

from collections.abc import Iterable
from html import escape

Fact = tuple[str, str]


def fact(label: str, value: str, css: str = "") -> str:
    """A muted label and a value in ink."""
    name = f"<i>{escape(label)}</i> " if label else ""
    return f'<span class="fact {css}">{name}<b>{escape(value)}</b></span>'


def said(text: str, name: str = "") -> str:
    """Foreign words as they stand, line breaks and all; a named box scrolls by the keyboard too."""
    scrolls = f' tabindex="0" role="region" aria-label="{escape(name, quote=True)}"' if name else ""
    return f'<div class="said"{scrolls}>{escape(text)}</div>'


def strong(value: str, css: str = "") -> str:
    return f'<span class="fact name {css}">{escape(value)}</span>'


def link(text: str, url: str) -> str:
    """A link that opens in a new tab; `url` must be ours."""
    return (
        f'<a href="{escape(url, quote=True)}" target="_blank" rel="noopener noreferrer">'
        f"{escape(text)}</a>"
    )


def pressed(key: str) -> str:
    """Attributes of what is a press of the key listener, by a click or by Tab and Enter."""
    return f'role="button" tabindex="0" data-press="{escape(key, quote=True)}"'


def keycap(key: str) -> str:
    return f"<kbd>{escape(key)}</kbd>"


def bar(done: int, total: int) -> str:
    """A thin progress line; the figures stand beside it."""
    share = 100 * done / total if total else 0
    return f'<span class="progress"><span style="width:{share:.1f}%"></span></span>'


def rows(pairs: Iterable[Fact], css: str = "pairs") -> str:
    """A two-column list of label and value."""
    cells = "".join(f"<dt>{escape(label)}</dt><dd>{escape(value)}</dd>" for label, value in pairs)
    return f'<dl class="{css}">{cells}</dl>'


def table(lines: Iterable[tuple[str, str, str]]) -> str:
    """Label, right-aligned figure, remark."""
    cells = "".join(
        f"<tr><td>{escape(a)}</td><td class='figure'>{escape(b)}</td>"
        f"<td class='muted'>{escape(c)}</td></tr>"
        for a, b, c in lines
    )
    return f'<table class="counts">{cells}</table>'


def markdown_literal(text: str) -> str:
    """Text for a widget's label, where Streamlit reads Markdown: every mark is escaped."""
    special = "\\`*_{}[]()<>#+-.!|~$:^"
    flat = " ".join(text.split())
    return "".join("\\" + sign if sign in special else sign for sign in flat)
