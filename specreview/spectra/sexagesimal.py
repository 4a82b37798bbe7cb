"""Angles in sixties, as lists, headers and people write them."""

import re

_MINUS = "\u2212"
"""The sign that typeset tables have for a minus."""
_BETWEEN = re.compile(r"[:\shdm°'\"s]+")
_LAST = re.compile(r"\d+(?:\.\d*)?|\.\d+")


def in_sixties(text: str) -> float | None:
    """Hours or degrees of "12:30:45.6", "12h30m45.6s", "-00 30.76"; None for anything else.

    Only the last part has a fraction, so that two numbers in one cell are no angle. Minutes and
    seconds are up to 60, which rounding leaves in some lists.
    """
    bare = text.strip().replace(_MINUS, "-")
    parts = _BETWEEN.split(bare.lstrip("+-").strip().rstrip("s\"'m"))
    if len(parts) not in (2, 3) or not _LAST.fullmatch(parts[-1]):
        return None
    if not all(part.isdecimal() for part in parts[:-1]):
        return None
    first, minutes, seconds = (float(part) for part in (*parts, "0")[:3])
    if minutes > 60.0 or seconds > 60.0:
        return None
    size = first + minutes / 60.0 + seconds / 3600.0
    return -size if bare.startswith("-") else size
