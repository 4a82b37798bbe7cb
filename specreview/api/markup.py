"""HTML for notebooks: foreign text is escaped, always."""

from collections.abc import Iterable, Sequence
from html import escape


def facts(title: str, pairs: Iterable[tuple[str, object]]) -> str:
    """A title and a table of facts; what is None or "" is left out."""
    rows = "".join(
        f"<tr><th style='text-align:left'>{escape(name)}</th>"
        f"<td style='text-align:left'>{escape(str(value))}</td></tr>"
        for name, value in pairs
        if value not in (None, "")
    )
    return f"<div><b>{escape(title)}</b><table>{rows}</table></div>"


def table(title: str, names: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A title and a table with a header."""
    head = "".join(f"<th style='text-align:left'>{escape(name)}</th>" for name in names)
    body = "".join(
        "<tr>" + "".join(f"<td style='text-align:left'>{_cell(v)}</td>" for v in row) + "</tr>"
        for row in rows
    )
    return f"<div><b>{escape(title)}</b><table><tr>{head}</tr>{body}</table></div>"


def _cell(value: object) -> str:
    return "" if value is None else escape(str(value))
