"""Where the header says that the object is: degrees, or hours and degrees in sixties."""

from specreview.spectra.readers import facts
from specreview.spectra.readers.cards import Cards
from specreview.spectra.sexagesimal import in_sixties


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
    size = in_sixties(text)
    if size is None:
        return None
    angle, limit = (15.0 * size, 360.0) if hours else (size, 90.0)
    return angle if abs(angle) <= limit else None
