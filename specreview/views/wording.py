"""Texts in charts: units with true exponents, minus signs, and foreign text made harmless."""

import html
import re

_SUPERSCRIPT = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
_SCALE = re.compile(r"^\s*(?:1(?:\.0*)?[eE]|10\*\*|10\^)\(?([+-]?\d+)\)?\s*\*?\s*")
_FLAM = re.compile(r"erg.*(s|sec).*cm|erg.*cm.*(s|sec)", re.IGNORECASE)
_PER_ANGSTROM = re.compile(r"angstrom|(^|[^a-z])(ang|aa|a)([^a-z]|$)|å", re.IGNORECASE)


def plain(text: str) -> str:
    """Foreign text as Plotly shows it: no markup, no template, one line."""
    return html.escape(" ".join(text.split()), quote=False).replace("%{", "% {")


def power_of_ten(power: int) -> str:
    """As in "10⁻¹⁷"."""
    return f"10{str(power).translate(_SUPERSCRIPT)}"


def flux_unit(unit: str) -> str:
    """A flux unit for an axis: "10⁻¹⁷ erg s⁻¹ cm⁻² Å⁻¹"; an unknown one as it stands, harmless."""
    scale = _SCALE.match(unit)
    rest = unit[scale.end() :] if scale else unit
    if _FLAM.search(rest) and _PER_ANGSTROM.search(rest):
        rest = "erg s⁻¹ cm⁻² Å⁻¹"
    power = f"{power_of_ten(int(scale.group(1)))} " if scale else ""
    return power + plain(rest)
