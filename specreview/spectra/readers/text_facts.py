"""What the comments of a text file say of its object: KEY = value, as copied from a FITS header.

Supernova archives (TNS, WISeREP) and reduction pipelines head their text files so.
"""

import re
from collections.abc import Sequence

from specreview.spectra.readers import facts
from specreview.spectra.readers.position import degrees

_CARD = re.compile(r"([A-Za-z][\w-]{0,15})\s*[=:]\s*(?:'([^']*)'|([^/#]+))")
_SHOWN = {
    "object": ("OBJECT", "TARGET", "TARGNAME", "NAME"),
    "telescope": ("TELESCOP", "TELESCOPE"),
    "instrument": ("INSTRUME", "INSTRUMENT"),
    "observed": ("DATE-OBS", "DATE_OBS", "OBSDATE"),
    "exposure_time_s": ("EXPTIME", "EXPOSURE"),
}
_SNID_TEMPLATE = re.compile(
    r"\s*(\d+)\s+\d+\s+\d+\.\d*\s+\d+\.\d*\s+\d+\s+\S+\s+-?\d+\.\d*\s+\S+\s+\d+\s+\d+\s*\n"
)


def header_cards(comments: Sequence[str]) -> dict[str, str]:
    """Values by upper-case key; the first where a key comes twice."""
    found: dict[str, str] = {}
    for comment in comments:
        match = _CARD.match(comment)
        if match:
            found.setdefault(match[1].upper(), (match[2] or match[3] or "").strip())
    return found


def shown(cards: dict[str, str]) -> dict[str, str]:
    """Object, telescope, instrument and date, as far as they are there."""
    first = {
        label: next((cards[k] for k in keys if k in cards), "") for label, keys in _SHOWN.items()
    }
    return {label: text for label, text in first.items() if facts.word(text)}


def place(cards: dict[str, str]) -> tuple[float | None, float | None]:
    """(RA, Dec) in degrees: numbers are degrees, sixties are hours and degrees."""
    return _angle(cards.get("RA", ""), hours=True), _angle(cards.get("DEC", ""), hours=False)


def _angle(text: str, *, hours: bool) -> float | None:
    try:
        return degrees(float(text), hours=hours)
    except ValueError:
        return degrees(text, hours=hours)


def snid_epochs(text: str) -> int | None:
    """How many epochs a SNID template (.lnw) holds, by its first line; None for other text."""
    match = _SNID_TEMPLATE.match(text[:400])
    return int(match[1]) if match else None
