"""Names that only say where something is: "no emission redward of Hα", "between Hβ and Hα"."""

from collections.abc import Sequence

from specreview.measure.claims.groups import FILLERS, Group
from specreview.measure.claims.pieces import Piece

_WARDS = ("redward", "blueward", "longward", "shortward", "left", "right", "red", "blue", "side")
_WARDS_OF = (*_WARDS, *(f"{ward}s" for ward in _WARDS[:4]))
_FROM = ("apart", "aside", "away", "far")
_NEAR = 5
"""Pieces before a name in which the words that make it a place are looked for."""


_ALONE = ("beyond", "beside", "besides", "outside", "excluding")


def landmark(pieces: Sequence[Piece], group: Group) -> bool:
    """Whether a group of names gives a place, so that what is said there is not said of them."""
    near = pieces[max(0, group.start - _NEAR) : group.start]
    before = [piece.text for piece in near if piece.text not in FILLERS][-2:]
    if not before:
        return False
    if before[-1] == "between":
        return len(group.names) > 1
    if before[-1] in _ALONE:
        return True
    first = before[0] if len(before) > 1 else ""
    return (before[-1] in ("of", "from", "than") and first in ("other", *_FROM)) or (
        before[-1] == "of" and first in _WARDS_OF
    )
