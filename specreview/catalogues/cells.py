"""Cells of a catalogue as exact text, and the few that are read as numbers."""

import math
import re
from collections.abc import Collection
from functools import lru_cache
from typing import Any

import numpy as np

from specreview.spectra.readers.facts import LEAST_REDSHIFT
from specreview.spectra.sexagesimal import in_sixties

BLANK = frozenset({"", "nan", "none", "null", "n/a", "na", "--", "nat", "<na>", "masked"})
_ID_SENTINELS = frozenset({"-1", "-99", "-999", "-9999", "-99999", str(-(2**31)), str(-(2**63))})
"""What lists hold where there is no id; the last two are what whole columns make of a null."""
_WHOLE_AS_FLOAT = re.compile(r"^([+-]?\d+)\.0*$")
_SCIENTIFIC = re.compile(r"^[+-]?\d+(\.\d*)?[eE]\+?\d+$")
_BLANKS = re.compile(r"[^\S\t\n\r\v\f\x1c-\x1f\x85\u2028\u2029]")
"""Blanks of any width, as typeset designations have them between letters and number."""
_GUARDED = re.compile(r"=\"([^\"]*)\"|'([+-]?\d+)")
"""Ids that were kept from a spreadsheet's rounding: ="39627772183708817" or '39627772183708817."""
_DECIMAL_COMMA = re.compile(r"^[+-]?\d+,\d+$")
_EXACT_IN_DOUBLE = 2**53
_CURE = "export ids as text or 64-bit whole numbers"
_SENTINELS = (-9999.0, -999.0, -99.0, 9999.0, 999.0, 99.0)
_NO_ANGLES = _SENTINELS[:-1]
"""99 is a right ascension like any other; as a declination it is out of range."""


def exact_text(value: Any) -> str:
    """A cell as text with every digit: integers whole, floats by `repr`, bytes decoded.

    Masked cells and NaN become "".  Padding blanks of FITS strings go.
    """
    if value is None or value is np.ma.masked:
        return ""
    if isinstance(value, bytes | np.bytes_):
        return _decoded(bytes(value)).strip().strip("\0")
    if isinstance(value, bool | np.bool_):
        return "true" if value else "false"
    if isinstance(value, float | np.floating):
        return "" if math.isnan(value) else _float_text(value)
    return str(value).strip().strip("\0")


def _decoded(value: bytes) -> str:
    try:
        return value.decode("utf-8")
    except UnicodeDecodeError:
        return value.decode("cp1252", errors="replace")


def _float_text(value: Any) -> str:
    """Shortest text that reads back as the same number, in its own precision."""
    whole = float(value)
    if whole.is_integer():
        if abs(whole) < _exact_below(value):
            return str(int(whole))
        return f"{whole:.17g}" if whole >= 1e17 else f"{whole:.9e}"
    return str(value) if isinstance(value, np.floating) else repr(value)


def _exact_below(value: Any) -> int:
    """Whole numbers below this are told apart in the value's own precision."""
    return 2 ** (np.finfo(value.dtype).nmant + 1) if isinstance(value, np.floating) else 2**53


def is_blank(text: str) -> bool:
    """Whether a cell says nothing: empty, "nan", "null", "--", and the like."""
    return text.strip().lower() in BLANK


def id_of(text: str) -> tuple[str | None, str]:
    """An id as it must be kept, or None and the reason why it cannot be.

    Blanks of other widths become plain ones, and what guards digits from a spreadsheet goes. Ids
    that went through one unguarded ("3.96E+16") or a float column have lost digits, which nobody
    can give back: they are refused, not guessed.
    """
    bare = _BLANKS.sub(" ", text.strip())
    if guarded := _GUARDED.fullmatch(bare):
        bare = guarded.group(1) or guarded.group(2)
    if is_blank(bare) or _without_fraction(bare) in _ID_SENTINELS:
        return None, "missing id"
    if not bare.isprintable():
        return None, f"id {bare!a} holds a line break or another unseen character; mend its quotes"
    if _SCIENTIFIC.match(bare):
        return None, f"id {bare} has lost digits in a spreadsheet or a column of floats; {_CURE}"
    whole = _WHOLE_AS_FLOAT.match(bare)
    if whole is None:
        return bare, ""
    digits = whole.group(1)
    if abs(int(digits)) >= _EXACT_IN_DOUBLE:
        return None, f"id {bare} was stored as a float and may have lost digits; {_CURE}"
    return digits, ""


def _without_fraction(text: str) -> str:
    whole = _WHOLE_AS_FLOAT.match(text)
    return whole.group(1) if whole else text


def number(text: str, sentinels: Collection[float] = _SENTINELS) -> float | None:
    """A finite number, else None; survey sentinels (-9999, 999, ...) are None.

    A decimal comma, as spreadsheets write it in much of Europe, is taken for a point.
    """
    bare = text.strip()
    if _DECIMAL_COMMA.match(bare):
        bare = bare.replace(",", ".")
    try:
        value = float(bare)
    except ValueError:
        return None
    return value if math.isfinite(value) and value not in sentinels else None


def redshift(text: str) -> float | None:
    """A redshift, None where blank, not finite, or a sentinel below -0.5."""
    value = number(text)
    return value if value is not None and value >= LEAST_REDSHIFT else None


def right_ascension(text: str, unit: str = "") -> float | None:
    """ICRS degrees in [0, 360) from a number or sexagesimal text, else None.

    `unit` is the column's: numbers are degrees where it is none that is known, "hh:mm:ss" hours
    unless it says degrees, minutes and seconds. -180 to 0 is what some write for 180 to 360.
    """
    parts = in_sixties(text)
    if parts is None:
        degrees = _degrees(text, unit)
    else:
        degrees = parts if unit.lower().strip("\"'").startswith("d:m") else 15.0 * parts
    if degrees is None or not -180.0 <= degrees <= 360.0:
        return None
    return degrees % 360.0


def declination(text: str, unit: str = "") -> float | None:
    """ICRS degrees in [-90, 90] from a number or "+dd:mm:ss.s", else None."""
    degrees = in_sixties(text)
    degrees = _degrees(text, unit) if degrees is None else degrees
    return degrees if degrees is not None and -90.0 <= degrees <= 90.0 else None


_DEGREES_PER = {
    "": 1.0, "deg": 1.0, "degree": 1.0, "degrees": 1.0,
    "h": 15.0, "hr": 15.0, "hour": 15.0, "hours": 15.0, "hourangle": 15.0,
    "rad": 180.0 / math.pi, "radian": 180.0 / math.pi, "radians": 180.0 / math.pi,
    "arcmin": 1.0 / 60.0, "arcsec": 1.0 / 3600.0, "mas": 1.0 / 3.6e6,
}  # fmt: skip


def _degrees(text: str, unit: str) -> float | None:
    value = number(text, _NO_ANGLES)
    return None if value is None else value * _degrees_per(unit)


@lru_cache
def _degrees_per(unit: str) -> float:
    """Of the usual spellings, and of what astropy knows as an angle ("15deg"); else 1."""
    usual = _DEGREES_PER.get(unit.strip().lower())
    if usual is not None:
        return usual
    from astropy import units as u

    parsed = parsed_unit(unit)
    return float(parsed.to(u.deg)) if parsed is not None and parsed.is_equivalent(u.deg) else 1.0


def parsed_unit(unit: str) -> Any:
    """The astropy unit that a list's text means, None where there is none of the name."""
    from astropy import units as u

    bare = unit.strip().strip("\"'")
    try:
        return u.Unit(bare) if bare else None
    except (ValueError, TypeError):
        return None
