"""Libraries whose files tell what they are but not their medium: the medium as published.

MILES: air (Falcon-Barroso et al. 2011, A&A 532, A95).  CALSPEC: vacuum (Bohlin, Gordon & Tremblay
2014, PASP 126, 711).  STELIB: air (Le Borgne et al. 2003, A&A 402, 433).  Indo-US: air (Valdes et
al. 2004, ApJS 152, 251).  The last two never name themselves, but have cards that no others have.
The Balmer lines of the files themselves agree (test_reading_reference).
"""

import re
from typing import Literal

from specreview.spectra.readers.cards import Cards

Medium = Literal["air", "vacuum"]

_CARDS: dict[str, tuple[str, ...]] = {
    "STELIB": ("STARIDEN", "ISEXTINC", "SPECTYPE"),
    "Indo-US": ("PICKTYPE", "COVERAGE", "CMIN1"),
}
_LIBRARIES: dict[str, Medium] = {"MILES": "air", "CALSPEC": "vacuum"}
_LIBRARIES |= {"STELIB": "air", "Indo-US": "air"}


def library_medium(text: str) -> tuple[str, Medium] | None:
    """The library that `text` names as a word of its own, with its medium; else None."""
    for library, medium in _LIBRARIES.items():
        if re.search(rf"\b{library}\b", text):
            return library, medium
    return None


def library_of(cards: Cards) -> tuple[str, Medium] | None:
    """The library that a header names or whose own cards it has, with its medium; else None."""
    for library, keywords in _CARDS.items():
        if all(keyword in cards for keyword in keywords):
            return library, _LIBRARIES[library]
    return library_medium(cards.text("TPLLIB") or "")
