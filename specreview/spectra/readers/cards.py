"""FITS header cards as astropy reads them, with a light hand: a bad card stops no spectrum."""

import math
from collections.abc import Mapping

from astropy.io import fits

CARD = 80
TO_ASCII = bytes(code if code < 128 else ord("?") for code in range(256))
"""For bytes.translate: astropy takes no other characters, and warns of them."""

CardValue = str | float | int | bool

_UNKNOWN = frozenset({"", "none", "null", "nan", "unknown value", "n/a", "-"})


class Cards:
    """The cards of one FITS header, each parsed by astropy, and only when it is asked for.

    Values that are missing, blank, "None", "nan" or not parsable are None: optional facts never
    stop a spectrum.
    """

    def __init__(self, block: bytes) -> None:
        block = block.translate(TO_ASCII)
        starts = range(len(block) - CARD, -CARD, -CARD)  # backwards: the first of two cards wins
        self._images = {block[i : i + 8]: block[i : i + CARD] for i in starts}
        self._values: dict[str, CardValue | None] = {}

    def __contains__(self, keyword: str) -> bool:
        return bool(self.image(keyword))

    def keywords(self, prefix: str) -> list[str]:
        """Keywords that begin with `prefix`, in header order."""
        found = (key.decode("latin-1").rstrip() for key in reversed(self._images))
        return [k for k in found if k.startswith(prefix)]

    def image(self, keyword: str) -> bytes:
        """The 80 bytes of a card that holds a value; b"" where there is none."""
        image = self._images.get(keyword.ljust(8).encode(), b"")
        return image if image[8:10] == b"= " else b""

    def get(self, keyword: str) -> CardValue | None:
        """The value as str, bool, int or float; None where there is none."""
        if keyword not in self._values:
            self._values[keyword] = _value(self.image(keyword))
        return self._values[keyword]

    def quoted(self, keyword: str) -> str:
        """The text between quotes, "" where there is none: `text` for hundreds of column names."""
        parts = self.image(keyword).split(b"'", 2)
        return parts[1].decode("latin-1").strip() if len(parts) > 2 else ""

    def text(self, keyword: str) -> str | None:
        """The value as text, None where it says nothing."""
        value = self.get(keyword)
        if value is None:
            return None
        text = str(value).strip()
        return None if text.lower() in _UNKNOWN else text

    def texts(self, keywords: Mapping[str, str]) -> dict[str, str]:
        """Texts by label, of those of the keywords (by label) that say something."""
        return {label: text for label, key in keywords.items() if (text := self.text(key))}

    def number(self, keyword: str) -> float | None:
        """The value as a finite float, also from a quoted number; else None."""
        value = self.get(keyword)
        if value is None or isinstance(value, bool):
            return None
        try:
            number = float(value)
        except (ValueError, OverflowError):
            return None
        return number if math.isfinite(number) else None

    def integer(self, keyword: str, default: int = 0) -> int:
        """The value as int; read at once where it stands in the standard's fixed place."""
        try:
            return int(self.image(keyword)[10:30])
        except ValueError:
            number = self.number(keyword)
            return default if number is None else int(number)

    def flag(self, keyword: str) -> bool | None:
        """A logical card, also one written as text or number; None where it is missing."""
        value = self.get(keyword)
        if isinstance(value, str):
            first = value.strip().upper()[:1]
            return {"T": True, "Y": True, "F": False, "N": False}.get(first)
        return None if value is None else bool(value)


def between_quotes(image: bytes) -> str:
    """The text between the first and the last quote of a card, its blanks kept."""
    return image[image.find(b"'") + 1 : image.rfind(b"'")].decode("latin-1")


def _value(image: bytes) -> CardValue | None:
    try:
        value = fits.Card.fromstring(image).rawvalue if image else None
    except (fits.VerifyError, ValueError):
        return None
    return value if isinstance(value, str | bool | int | float) else None
