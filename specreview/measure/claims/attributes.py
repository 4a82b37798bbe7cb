"""What the words around a name say of it."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from specreview.measure.claims.assertion import Figure
from specreview.measure.claims.pieces import Piece

_VALUES = {"sense+": "emission", "sense-": "absorption", "double": "double-peaked"}
_GROUP = {
    "sense+": "sense", "sense-": "sense", "broad": "width", "narrow": "width", "double": "width",
    "strong": "strength", "weak": "strength", "blue": "colour", "red": "colour", "flat": "colour",
    "noisy": "colour", "high": "colour",
}  # fmt: skip
_THROUGH = ("link", "seen", "show", "word", "sep", "comma", "slash")
"""What may stand between a denial and what it denies."""
_SEEING = (
    "see", "find", "detect", "show", "have", "exhibit", "display", "observe", "any", "identify",
    "discern", "be", "been", "clearly", "visibly", "immediately", "real", "molecular", "nebular",
    "forbidden", "atomic", "stellar",
)  # fmt: skip

_NOT = ("fail to", "fails to", "failed to", "not", "never", "isn't", "aren't", "cannot", "can't")


@dataclass
class Attributes:
    """Words found, affirmed and denied, by what they describe.

    `open` is a denial with nothing behind it: it denies the name that follows. `unread` is one
    whose object is not understood. `seen` says that the feature is said to be there.
    """

    said: dict[str, set[str]] = field(default_factory=dict)
    denied: dict[str, set[str]] = field(default_factory=dict)
    figures: list[Figure] = field(default_factory=list)
    absent: bool = False
    seen: bool = False
    open: bool = False
    unread: bool = False
    both: bool = False

    def one(self, group: str) -> str:
        """The word of a group if there is exactly one."""
        words = self.said.get(group, set())
        return next(iter(words)) if len(words) == 1 else ""

    @property
    def any(self) -> bool:
        return bool(self.said or self.denied or self.figures or self.absent or self.seen)


def attributes(pieces: Sequence[Piece]) -> Attributes:
    """What a run of pieces without names says."""
    found = Attributes()
    index = 0
    while index < len(pieces):
        piece = pieces[index]
        if piece.kind == "neg":
            index = _denial(pieces, index, found)
            continue
        _affirm(piece, found)
        index += 1
    return found


def _affirm(piece: Piece, found: Attributes) -> None:
    if piece.kind in _GROUP:
        found.said.setdefault(_GROUP[piece.kind], set()).add(_VALUES.get(piece.kind, piece.kind))
    elif piece.kind == "fig":
        found.figures.extend(piece.figures)
    elif piece.kind == "absent":
        found.absent = True
    elif piece.kind in ("seen", "show"):
        found.seen = True
    elif piece.kind == "both":
        found.both = True


def _denial(pieces: Sequence[Piece], index: int, found: Attributes) -> int:
    """Read one denial; returns the index behind what it denies."""
    denied: dict[str, set[str]] = {}
    here = index + 1
    while here < len(pieces) and not _ends(pieces, index, here, bool(denied)):
        piece = pieces[here]
        if piece.kind in _GROUP:
            denied.setdefault(_GROUP[piece.kind], set()).add(_VALUES.get(piece.kind, piece.kind))
        elif piece.kind == "seen" and not denied and _predicate(pieces, index, here):
            found.absent = True
            return here + 1
        here += 1
    for group, words in denied.items():
        found.denied.setdefault(group, set()).update(words)
    if here >= len(pieces):
        found.open = True
    elif not denied and pieces[index].depth == 0 and not _aside(pieces, index, found):
        found.unread = True
    return here


def _aside(pieces: Sequence[Piece], index: int, found: Attributes) -> bool:
    """Whether a denial is of something else: "is in absorption, with no sign of accretion"."""
    return found.any and index > 0 and pieces[index - 1].kind in ("sep", "comma")


def _ends(pieces: Sequence[Piece], index: int, here: int, denied: bool) -> bool:
    """Whether a denial does not reach over a piece."""
    piece = pieces[here]
    if piece.kind in _GROUP:
        return False
    if piece.kind == "word":
        return piece.text not in _SEEING
    if piece.kind == "seen":
        return denied and pieces[index].text not in _NOT
    if piece.kind == "comma":
        return denied and not (here + 1 < len(pieces) and pieces[here + 1].kind in _GROUP)
    return piece.kind not in _THROUGH


def _predicate(pieces: Sequence[Piece], index: int, here: int) -> bool:
    """Whether a denial and what is seen make one predicate: "not visible"; not "not detect Hα"."""
    leads_on = pieces[here].text in ("detect", "identify") and here + 1 < len(pieces)
    return pieces[index].text in _NOT and not leads_on
