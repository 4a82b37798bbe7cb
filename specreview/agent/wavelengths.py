"""The window that a call's arguments name, in whatever form it was written.

What can mean one window only is read: other names of the two limits, a pair within a string or
another list, Å written out. Units other than Å, thousands separators and windows that run
backwards are not: the model is told.
"""

import json
import math
import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from specreview.agent.repair import Unreadable

WINDOW_KEY = "wavelength_range"
LABEL_KEY = "label"
LONGEST_ECHO = 40
"""Characters of a model's own words that an error or note gives back."""
_MOST_NAMED = 5
_LARGEST = 200
"""Bits of an integer that is still written out."""

_WHOLE = ("wavelengthrange", "wavelengthwindow", "waverange", "window", "range")
_PAIRS = (
    ("wavemin", "wavemax"),
    ("wavelengthmin", "wavelengthmax"),
    ("minwavelength", "maxwavelength"),
    ("lower", "upper"),
    ("min", "max"),
    ("start", "end"),
)
"""Other names that models give the window and its limits, without case and punctuation."""

_FIGURES = r"(?:\d+(?:_\d+)*\.?\d*|\.\d+)(?:[eE][+-]?\d+)?"
_ANGSTROM = r"(?:[ÅA]|AA|[aå]ngstr[oö]ms?)"
_NUMBER = re.compile(rf"([+-]?{_FIGURES})\s?{_ANGSTROM}?", re.IGNORECASE)
_OTHER_UNIT = re.compile(rf"{_FIGURES}\s?(nm|[µμu]m|microns?|m|km/s)", re.IGNORECASE)
_THOUSANDS = re.compile(r"\d{1,3}(,\d{3})+(\.\d+)?")
_SPAN = re.compile(
    rf"[\[(]?\s?({_FIGURES})\s?{_ANGSTROM}?\s?(?:[-–—~;:,]|to)\s?"
    rf"({_FIGURES})\s?{_ANGSTROM}?\s?[\])]?",
    re.IGNORECASE,
)
_LONGEST_SPAN = 80


@dataclass(frozen=True)
class Asked:
    """What a call's arguments give as window, and which of their keys it was read from."""

    limits: Any
    keys: tuple[str, ...] = ()

    @property
    def aliased(self) -> bool:
        """Whether the schema's own name was not used."""
        return self.keys not in ((), (WINDOW_KEY,))


def asked_window(arguments: Mapping[str, Any]) -> Asked:
    """Where the window stands in `arguments`; the schema's name before all others."""
    if WINDOW_KEY in arguments:
        return Asked(arguments[WINDOW_KEY], (WINDOW_KEY,))
    names: dict[str, str] = {}
    for key in arguments:
        names.setdefault(letters(key), key)
    for whole in _WHOLE:
        if whole in names:
            return Asked(arguments[names[whole]], (names[whole],))
    for lower, upper in _PAIRS:
        if lower in names and upper in names:
            keys = names[lower], names[upper]
            return Asked([arguments[key] for key in keys], keys)
    return Asked(None)


def read_window(limits: Any) -> tuple[tuple[float, float], bool]:
    """The window, and whether its form had to be mended.

    Raises
    ------
    Unreadable
        When the limits are no window; phrased for the model.
    """
    if limits is None:
        raise Unreadable(f'"{WINDOW_KEY}" is missing')
    pair = _pair(limits)
    (lower, plain_lower), (upper, plain_upper) = (_number(limit) for limit in pair)
    if lower >= upper:
        raise Unreadable(
            f'"{WINDOW_KEY}" runs from {lower:.10g} to {upper:.10g} Å: '
            "the lower limit must come first, the upper one above it"
        )
    return (lower, upper), pair is not limits or not (plain_lower and plain_upper)


def letters(name: str) -> str:
    """A name without case and punctuation: wavelength_range is wavelengthRange."""
    return "".join(c for c in name.casefold() if c.isalnum())


def named(keys: Sequence[str]) -> str:
    """Keys of a call as a model may be told of them."""
    shown = ", ".join(echo(key) for key in keys[:_MOST_NAMED])
    return f"{shown}, …" if len(keys) > _MOST_NAMED else shown


def echo(value: Any) -> str:
    """A value of the model's as JSON, short, without what could pass for a tag."""
    return one_line(_json(value), LONGEST_ECHO).translate({ord("<"): " ", ord(">"): " "})


def words(value: Any) -> str:
    """A parsed value as text: a string as it is, all else as JSON."""
    return value if isinstance(value, str) else _json(value)


def _json(value: Any) -> str:
    if isinstance(value, int) and value.bit_length() > _LARGEST:
        return "a very large integer"
    try:
        return json.dumps(value, ensure_ascii=False)
    except (ValueError, RecursionError):
        return "a value too deep to show"


def one_line(text: str, longest: int) -> str:
    """`text` as one line of printable text, cut at `longest` characters."""
    spaced = (" " if c.isspace() else c for c in text[: 2 * longest])
    return "".join(c for c in spaced if c.isprintable()).strip()[:longest]


def _pair(limits: Any) -> list[Any]:
    """The two limits, out of a string, an object of two, or a list in a list."""
    pair = limits
    if isinstance(pair, list) and len(pair) == 1:
        pair = pair[0]
    if isinstance(pair, dict) and len(pair) == 2:
        pair = asked_window(pair).limits
    if isinstance(pair, str):
        pair = _span(pair)
    if not isinstance(pair, list):
        raise Unreadable(f'"{WINDOW_KEY}" is {echo(limits)}, not two numbers')
    if len(pair) != 2:
        raise Unreadable(f'"{WINDOW_KEY}" holds {len(pair)} values, not two numbers')
    return pair


def _span(text: str) -> list[str] | None:
    """Both limits of text such as "6500-6600 Å" or "[6500, 6600]"."""
    if len(text) > _LONGEST_SPAN:
        return None
    plain = " ".join(unicodedata.normalize("NFKC", text).split())
    match = None if _THOUSANDS.fullmatch(plain) else _SPAN.fullmatch(plain)
    return list(match.groups()) if match else None


def _number(limit: Any) -> tuple[float, bool]:
    """A finite number, and whether it was written as one; text that is a number counts."""
    if isinstance(limit, str):
        return _figure(limit), False
    number = math.nan
    if isinstance(limit, (int, float)) and not isinstance(limit, bool):
        try:
            number = float(limit)
        except OverflowError:
            number = math.inf
    if not math.isfinite(number):
        raise Unreadable(f'"{WINDOW_KEY}" holds {echo(limit)}, which is no number')
    return number, True


def _figure(text: str) -> float:
    plain = " ".join(unicodedata.normalize("NFKC", text[: 2 * LONGEST_ECHO]).split())
    match = _NUMBER.fullmatch(plain.replace("−", "-"))
    if match and len(text) <= LONGEST_ECHO:
        number = float(match.group(1))
        if math.isfinite(number):
            return number
    cause = "which is no number"
    if _OTHER_UNIT.fullmatch(plain):
        cause = "which is not in Å"
    elif _THOUSANDS.fullmatch(plain):
        cause = "which is no number; leave out the thousands separator"
    raise Unreadable(f'"{WINDOW_KEY}" holds {echo(text)}, {cause}')
