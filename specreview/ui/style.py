"""The one style sheet: colours from the palette as CSS variables, then style.css."""

from dataclasses import asdict
from functools import cache
from pathlib import Path

from specreview.views.palette import palette


def variables() -> str:
    """`--sr-ink: light-dark(#1A1F26, #E3E7EC); ...`: follows the theme without a rerun."""
    light, dark = asdict(palette(dark=False)), asdict(palette(dark=True))
    return "\n".join(
        f"  --sr-{name.replace('_', '-')}: light-dark({light[name]}, {dark[name]});"
        for name in light
    )


@cache
def style_sheet() -> str:
    """The whole sheet, as a <style> element for `st.html`."""
    rules = (Path(__file__).parent / "style.css").read_text(encoding="utf-8")
    return f"<style>\n:root {{\n{variables()}\n}}\n{rules}\n</style>"
