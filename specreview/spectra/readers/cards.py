"""FITS header cards, read with a light hand: a bad card never stops a spectrum."""

import math
import re
from functools import cached_property

CardValue = str | float | int | bool

_UNKNOWN = frozenset({"", "none", "null", "nan", "unknown value", "n/a", "-"})
_STRING = re.compile(r"'((?:[^']|'')*)'")


class Cards:
    """The cards of one FITS header, looked up by keyword and parsed only when asked for.

    Values that are missing, blank, "None", "nan" or not parsable are None: optional facts never
    stop a spectrum.  Card layout: FITS Standard 4.0, section 4.1.
    """

    def __init__(self, block: bytes) -> None:
        self._text = block.decode("latin-1")

    @cached_property
    def _positions(self) -> dict[str, int]:
        text = self._text
        return {text[i : i + 8].rstrip(): i for i in range(len(text) - 80, -80, -80)}

    def __contains__(self, keyword: str) -> bool:
        return keyword in self._positions

    def keywords(self, prefix: str) -> list[str]:
        """Keywords that begin with `prefix`, in header order."""
        found = [k for k in self._positions if k.startswith(prefix)]
        return sorted(found, key=self._positions.__getitem__)

    def get(self, keyword: str) -> CardValue | None:
        """The value as str, bool, int or float; None where there is none."""
        position = self._positions.get(keyword)
        if position is None or self._text[position + 8] != "=":
            return None
        field = self._text[position + 9 : position + 80].strip()
        if field.startswith("'"):
            match = _STRING.match(field)
            return match.group(1).replace("''", "'").rstrip() if match else None
        return _plain_value(field.split("/", 1)[0].strip())

    def text(self, keyword: str) -> str | None:
        """The value as text, None where it says nothing."""
        value = self.get(keyword)
        if value is None:
            return None
        text = str(value).strip()
        return None if text.lower() in _UNKNOWN else text

    def number(self, keyword: str) -> float | None:
        """The value as a finite float, also from a quoted number; else None."""
        value = self.get(keyword)
        if value is None or isinstance(value, bool):
            return None
        try:
            number = float(value)
        except ValueError:
            return None
        return number if math.isfinite(number) else None

    def integer(self, keyword: str, default: int = 0) -> int:
        number = self.number(keyword)
        return default if number is None else int(number)

    def flag(self, keyword: str) -> bool | None:
        """A logical card, also one written as text or number; None where it is missing."""
        value = self.get(keyword)
        if isinstance(value, str):
            first = value.strip().upper()[:1]
            return {"T": True, "Y": True, "F": False, "N": False}.get(first)
        return None if value is None else bool(value)


def _plain_value(text: str) -> CardValue | None:
    if text in ("T", "F"):
        return text == "T"
    try:
        return int(text)
    except ValueError:
        pass
    try:
        return float(text.replace("D", "E").replace("d", "e"))
    except ValueError:
        return text or None
