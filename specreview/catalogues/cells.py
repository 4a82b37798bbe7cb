"""Cells of a catalogue as exact text, and the few that are read as numbers."""

import math
import re
from typing import Any

import numpy as np

from specreview.spectra.readers.facts import LEAST_REDSHIFT

BLANK = frozenset({"", "nan", "none", "null", "n/a", "na", "--", "nat", "<na>", "masked"})
_ID_SENTINELS = frozenset({"-9999", "-999", "-99"})
_WHOLE_AS_FLOAT = re.compile(r"^([+-]?\d+)\.0*$")
_SCIENTIFIC = re.compile(r"^[+-]?\d+(\.\d*)?[eE]\+?\d+$")
_DECIMAL_COMMA = re.compile(r"^[+-]?\d+,\d+$")
_EXACT_IN_DOUBLE = 2**53
_SENTINELS = (-9999.0, -999.0, -99.0, 9999.0, 999.0, 99.0)


def exact_text(value: Any) -> str:
    """A cell as text with every digit: integers whole, floats by `repr`, bytes decoded.

    Masked cells and NaN become "".  Padding blanks of FITS strings go.
    """
    if value is None or value is np.ma.masked:
        return ""
    if isinstance(value, bytes | np.bytes_):
        return bytes(value).decode("utf-8", errors="replace").strip().strip("\0")
    if isinstance(value, bool | np.bool_):
        return "true" if value else "false"
    if isinstance(value, float | np.floating):
        return "" if math.isnan(value) else _float_text(value)
    return str(value).strip().strip("\0")


def _float_text(value: Any) -> str:
    """Shortest text that reads back as the same number, in its own precision."""
    whole = float(value)
    if whole.is_integer() and abs(whole) < _EXACT_IN_DOUBLE:
        return str(int(whole))
    return str(value) if isinstance(value, np.floating) else repr(value)


def is_blank(text: str) -> bool:
    """Whether a cell says nothing: empty, "nan", "null", "--", and the like."""
    return text.strip().lower() in BLANK


def id_of(text: str) -> tuple[str | None, str]:
    """An id as it must be kept, or None and the reason why it cannot be.

    Ids that went through a spreadsheet ("3.96E+16") or a float column have lost digits, which
    nobody can give back: they are refused rather than guessed.
    """
    bare = text.strip()
    if is_blank(bare) or bare in _ID_SENTINELS:
        return None, "missing id"
    if not bare.isprintable():
        return None, f"id {bare!a} holds a line break or another unseen character; mend its quotes"
    if _SCIENTIFIC.match(bare):
        return None, f"id {bare} has lost digits in a spreadsheet; export ids as text"
    whole = _WHOLE_AS_FLOAT.match(bare)
    if whole is None:
        return bare, ""
    digits = whole.group(1)
    if abs(int(digits)) >= _EXACT_IN_DOUBLE:
        return None, f"id {bare} was stored as a float and may have lost digits; export it as text"
    return digits, ""


def number(text: str) -> float | None:
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
    return value if math.isfinite(value) and value not in _SENTINELS else None


def redshift(text: str) -> float | None:
    """A redshift, None where blank, not finite, or a sentinel below -0.5."""
    value = number(text)
    return value if value is not None and value >= LEAST_REDSHIFT else None


def right_ascension(text: str) -> float | None:
    """ICRS degrees in [0, 360) from degrees or "hh:mm:ss.s", else None."""
    hours = _sexagesimal(text)
    degrees = number(text) if hours is None else 15.0 * hours
    return degrees if degrees is not None and 0.0 <= degrees <= 360.0 else None


def declination(text: str) -> float | None:
    """ICRS degrees in [-90, 90] from degrees or "+dd:mm:ss.s", else None."""
    degrees = _sexagesimal(text)
    degrees = number(text) if degrees is None else degrees
    return degrees if degrees is not None and -90.0 <= degrees <= 90.0 else None


def _sexagesimal(text: str) -> float | None:
    parts = re.split(r"[:\shdm°'\"s]+", text.strip().rstrip("s\"'"))
    if len(parts) != 3:
        return None
    try:
        first, minutes, seconds = (abs(float(part)) for part in parts)
    except ValueError:
        return None
    size = first + minutes / 60.0 + seconds / 3600.0
    return -size if text.strip().startswith("-") else size
