"""Libraries whose files name them but not their medium: the medium by published convention.

MILES: air (Falcon-Barroso et al. 2011, A&A 532, A95).  CALSPEC: vacuum (Bohlin, Gordon & Tremblay
2014, PASP 126, 711).  The Balmer lines of the files themselves agree (test_reading_reference).
"""

import re
from typing import Literal

Medium = Literal["air", "vacuum"]

_LIBRARIES: dict[str, Medium] = {"MILES": "air", "CALSPEC": "vacuum"}


def library_medium(text: str) -> tuple[str, Medium] | None:
    """The library that `text` names as a word of its own, with its medium; else None."""
    for library, medium in _LIBRARIES.items():
        if re.search(rf"\b{library}\b", text):
            return library, medium
    return None
