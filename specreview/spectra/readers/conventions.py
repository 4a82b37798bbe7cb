"""Libraries whose files tell what they are but not their medium: the medium as published.

MILES: air (Falcon-Barroso et al. 2011, A&A 532, A95).  CALSPEC: vacuum (Bohlin, Gordon & Tremblay
2014, PASP 126, 711).  STELIB: air (Le Borgne et al. 2003, A&A 402, 433).  Indo-US: air (Valdes et
al. 2004, ApJS 152, 251).  The last two never name themselves, but have cards that no others have.
The Balmer lines of the files themselves agree (test_reading_reference).
PypeIt, a pipeline: vacuum in all cases (https://pypeit.readthedocs.io, "Wavelength calibration");
it writes its version into every header, which people copy above the columns of a text.
"""

import re
from typing import Literal, Protocol

from specreview.spectra.readers.cards import Cards

Medium = Literal["air", "vacuum"]

_NAMED: dict[str, Medium] = {"MILES": "air", "CALSPEC": "vacuum"}
_BY_CARDS: dict[str, tuple[Medium, tuple[str, ...]]] = {
    "STELIB": ("air", ("STARIDEN", "ISEXTINC", "SPECTYPE")),
    "Indo-US": ("air", ("PICKTYPE", "COVERAGE", "CMIN1")),
    "PypeIt": ("vacuum", ("VERSPYP", "PYPELINE")),
}


class Keywords(Protocol):
    """Whatever knows which keywords a header has."""

    def __contains__(self, keyword: str, /) -> bool: ...


def library_medium(text: str) -> tuple[str, Medium] | None:
    """The library that `text` names as a word of its own, with its medium; else None."""
    named = (each for each in _NAMED.items() if re.search(rf"\b{each[0]}\b", text))
    return next(named, None)


def library_with(keywords: Keywords) -> tuple[str, Medium] | None:
    """The library or pipeline whose own cards a header has, with its medium; else None."""
    for library, (medium, own) in _BY_CARDS.items():
        if all(keyword in keywords for keyword in own):
            return library, medium
    return None


def library_of(cards: Cards) -> tuple[str, Medium] | None:
    """The library that a header names or whose own cards it has, with its medium; else None."""
    return library_with(cards) or library_medium(cards.text("TPLLIB") or "")
