"""Which parts of a sentence assert something of this spectrum.

Plans, questions, conditions, hedged clauses, and what is said of other objects ("unlike a Be
star, which shows …", "CVs show …") assert nothing: precision before recall.
"""

from collections.abc import Sequence

from specreview.measure.claims.sentences import Piece

_LOOKING = ("looking", "zooming", "checking", "examining", "inspecting", "viewing", "focusing")
_CONTRAST = ("unlike", "in contrast", "as opposed")
_TALK = 4
"""Pieces between a class of objects and its verb, as in "CVs in quiescence show"."""


def asserting(pieces: Sequence[Piece], question: bool) -> list[bool]:
    """For each piece, whether what stands there is asserted."""
    alive = [not question] * len(pieces)
    for index, piece in enumerate(pieces):
        match piece.kind:
            case "plan":
                _kill(alive, *_planned(pieces, index))
            case "cond":
                _kill(alive, 0, len(pieces))
            case "comp":
                start = 0 if index < 2 and piece.text.startswith(_CONTRAST) else index
                _kill(alive, start, _clause(pieces, index)[1])
            case "hedge":
                _kill(alive, *_clause(pieces, index))
            case "class" if _generic(pieces, index):
                _kill(alive, index, _clause(pieces, index)[1])
    return alive


def _kill(alive: list[bool], start: int, stop: int) -> None:
    alive[start:stop] = [False] * (stop - start)


def _clause(pieces: Sequence[Piece], index: int) -> tuple[int, int]:
    """The clause around a piece: between words such as "but" and "because"."""
    start = index
    while start > 0 and pieces[start - 1].kind != "break":
        start -= 1
    stop = index
    while stop < len(pieces) and pieces[stop].kind != "break":
        stop += 1
    return start, stop


def _planned(pieces: Sequence[Piece], index: int) -> tuple[int, int]:
    """What a plan covers: all behind it, or the opening "Looking at the spectrum,"."""
    piece = pieces[index]
    if index and pieces[index - 1].text in ("the", "this", "that"):
        return index, index
    if piece.text.startswith(_LOOKING) and index == 0:
        for here in range(index, len(pieces)):
            if pieces[here].kind == "comma":
                return 0, here
    return index, len(pieces)


def _generic(pieces: Sequence[Piece], index: int) -> bool:
    """Whether a class of objects is the subject of what follows: "M dwarfs show TiO"."""
    before = pieces[index - 1].text if index else ""
    if before in ("this", "our"):
        return False
    for piece in pieces[index + 1 : index + 1 + _TALK]:
        if piece.kind in ("break", "comma", "colon"):
            return False
        if piece.kind == "show" or piece.text in ("are", "is", "with", "which", "that", "where"):
            return True
    return False
