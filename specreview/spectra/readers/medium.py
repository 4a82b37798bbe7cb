"""Air or vacuum: what a header says, what a survey's documents say, and what is done about it.

The standard is Ciddor (1996), as `frames` states it.
"""

from typing import Literal

import numpy as np
from numpy.typing import NDArray

from specreview.spectra.frames import air_to_vacuum
from specreview.spectra.readers.cards import Cards
from specreview.spectra.readers.conventions import library_of

Medium = Literal["air", "vacuum"]
Axis = NDArray[np.float64]

NOT_STATED = "not stated, taken as vacuum"
NOTE_NOT_STATED = "air or vacuum not stated, taken as vacuum (Hα would be 1.8 Å off)"


def placed(axis: Axis, medium: Medium, why: str) -> tuple[Axis, str]:
    """The axis (Å) in vacuum, and the sentence on its frame: "air (WHY), made vacuum"."""
    if medium == "vacuum":
        return axis, f"vacuum ({why})"
    usable = np.isfinite(axis) & (axis > 0)
    return air_to_vacuum(np.where(usable, axis, np.nan)), f"air ({why}), made vacuum"


def in_vacuum(
    cards: Cards, axis: Axis, notes: list[str], usual: tuple[Medium, str] | None = None
) -> tuple[Axis, str]:
    """The axis (Å) in vacuum, and how it stood: VACUUM, AIRORVAC, CTYPE1 or a library decide.

    `usual` is the medium that the survey's documents give, with its source, where the file says
    nothing.
    """
    stated = _stated(cards)
    if stated is not None:
        return placed(axis, stated, "as the header says")
    known = library_of(cards)
    if known is not None:
        return placed(axis, known[1], f"{known[0]} convention")
    if usual is not None:
        return placed(axis, *usual)
    notes.append(NOTE_NOT_STATED)
    return axis, NOT_STATED


def _stated(cards: Cards) -> Medium | None:
    card, said = cards.flag("VACUUM"), (cards.text("AIRORVAC") or "").lower()
    kind = (cards.text("CTYPE1") or "").upper()
    if card is False or said == "air" or kind.startswith("AWAV"):
        return "air"
    if card is True or said.startswith("vac"):
        return "vacuum"
    return None
