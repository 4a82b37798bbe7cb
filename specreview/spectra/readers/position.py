"""Where the header says that the object is: degrees, or hours and degrees in sixties."""

from specreview.spectra.readers import facts
from specreview.spectra.readers.cards import Cards
from specreview.spectra.sexagesimal import in_sixties


def position(*headers: Cards) -> tuple[float | None, float | None]:
    """(RA, Dec) in degrees from RA and DEC; text in sixties has its RA in hours.

    Of several headers the first with both counts, else the last.  None where the card's own comment
    says that it is the telescope's boresight: fibres of SDSS lie up to 1.5 degrees from it.
    """
    found = [_of_header(cards) for cards in headers]
    return next((place for place in found if None not in place), found[-1])


def _of_header(cards: Cards) -> tuple[float | None, float | None]:
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
