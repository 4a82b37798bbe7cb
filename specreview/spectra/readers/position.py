"""Where the header says that the object is: degrees, or hours and degrees in sixties."""

import re

from specreview.spectra.readers import facts
from specreview.spectra.readers.cards import Cards

_SIXTIES = re.compile(r"([+-]?)(\d{1,3})[:\s]+(\d{1,2})[:\s]+(\d{1,2}(?:\.\d*)?)\s*")


def position(cards: Cards) -> tuple[float | None, float | None]:
    """(RA, Dec) in degrees from RA and DEC; text in sixties has its RA in hours.

    None where the card's own comment says that it is the telescope's boresight: fibres of SDSS lie
    up to 1.5 degrees from it.
    """
    if b"boresight" in cards.image("RA").lower():
        return None, None
    return degrees(cards.get("RA"), hours=True), degrees(cards.get("DEC"), hours=False)


def degrees(value: object, *, hours: bool) -> float | None:
    """A coordinate in degrees; None for whole numbers, sentinels and all that is no angle."""
    if isinstance(value, str):
        return _from_sixties(value, hours=hours)
    return facts.degrees(value) if isinstance(value, float) else None


def _from_sixties(text: str, *, hours: bool) -> float | None:
    match = _SIXTIES.fullmatch(text.strip())
    if match is None:
        return None
    sign, whole, minutes, seconds = match.groups()
    size = (int(whole) + int(minutes) / 60 + float(seconds) / 3600) * (15 if hours else 1)
    limit = 360 if hours else 90
    return (-size if sign == "-" else size) if size <= limit else None
