"""Facts that every survey states in its own way: redshifts, units, frames, ids."""

import math
import re
from typing import Any

LEAST_REDSHIFT = -0.5
"""Below this a "redshift" is a sentinel (-9999, -9, -1): no galaxy approaches at c/2."""

LEAST_ERROR = 1e-150
"""Smaller "errors" are zeros: their inverse variance would overflow."""

RELATIVE = "relative"

_SCALE = re.compile(
    r"^\s*(?:(?P<plain>1(?:\.0*)?e[-+]?\d+)|10(?:\*\*|\^)?\(?(?P<power>-\d+)\)?)\s*\*?",
    re.IGNORECASE,
)
_PER_ANGSTROM = re.compile(r"\b(?:a|aa|ang|angstrom|angstroms)(?=\b|[-^*\d])")


def redshift(value: Any, notes: list[str]) -> float | None:
    """A redshift as float, or None with a note where the file gives a sentinel or no number."""
    if value is None:
        return None
    try:
        number = float(str(value))  # by way of its text: a float32 0.1 stays 0.1
    except ValueError:
        notes.append(f"z = {value} is no number, ignored")
        return None
    if not math.isfinite(number) or number < LEAST_REDSHIFT:
        notes.append(f"z = {number:g} ignored")
        return None
    return number


def flux_unit(stated: str | None) -> str:
    """The flux unit for display: per Å where the string says so in any dialect, else "relative".

    Surveys write "1E-17 erg/cm^2/s/Ang", "10**-17 erg/(s cm2 Angstrom)", "ergs s-1 cm-2 A-1", ...
    which no unit parser takes as a whole, and where "A" must never become ampere.
    """
    text = (stated or "").strip().lower()
    if text == "flam":
        return "erg / (Angstrom s cm2)"
    match = _SCALE.match(text)
    rest = text[match.end() :] if match else text
    words = re.sub(r"[^a-z0-9^*\-]+", " ", rest)
    per_angstrom = _PER_ANGSTROM.search(re.sub(r"\d", "", words.replace("-", " ")))
    if not (re.search(r"\bergs?\b", words) and re.search(r"\bcm", words) and per_angstrom):
        return RELATIVE
    unit = "erg / (Angstrom s cm2)"
    return f"{_scale(match)} {unit}" if match else unit


def _scale(match: re.Match[str]) -> str:
    power = match["power"] or re.split("e", match["plain"], flags=re.IGNORECASE)[1]
    return f"1e{int(power)}"


def id_text(value: Any) -> str | None:
    """An id as text, every digit kept (ids pass 2**63); None for blank."""
    if value is None:
        return None
    text = value.decode("latin-1") if isinstance(value, bytes) else str(value)
    return text.strip().strip("\0") or None


def word(value: Any) -> str | None:
    """A table cell as text, None for blank or "None"."""
    text = id_text(value)
    return None if text is None or text.lower() in ("none", "nan", "null") else text


def degrees(value: Any) -> float | None:
    """A coordinate in degrees, None where it is no number or a sentinel."""
    try:
        number = float(value)
    except (TypeError, ValueError):
        return None
    return number if math.isfinite(number) and -360.0 <= number <= 360.0 else None
