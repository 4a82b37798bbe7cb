"""A picture of the trace: fetched when it comes into sight, opened at full size by a click."""

from html import escape


def picture_url(sha256: str) -> str:
    """Where the served app has the picture; the same from every page."""
    return f"/pictures/{sha256}.png"


def picture_html(source: str, label: str) -> str:
    """A box of fixed shape with the picture in it; a link, so that the keyboard reaches it.

    `source` is where the picture is fetched from; "" says that it is missing.
    """
    if not source:
        return '<a class="picture missing"></a>'
    url = escape(source, quote=True)
    alt = escape(label or "overview", quote=True)
    return (
        f'<a class="picture" href="{url}" target="_blank" rel="noopener">'
        f'<img data-src="{url}" alt="{alt}" decoding="async"></a>'
    )
