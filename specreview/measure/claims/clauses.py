"""Which parts of a sentence assert something of this spectrum.

Plans, questions, conditions, hedged clauses, and what is said of other objects ("unlike a Be
star, which shows …", "CVs show …") assert nothing: precision before recall.
"""

from collections.abc import Sequence

from specreview.measure.claims.sentences import Piece

_LOOKING = ("looking", "zooming", "checking", "examining", "inspecting", "viewing", "focusing")
_CONTRAST = ("unlike", "in contrast", "as opposed")
_HERE = ("here", "this", "it", "its", "object", "spectrum")
"""What leads from a class of objects back to this one."""

_VERBS = ("are", "is", "with", "which", "that", "where")
_TALK = 4
"""Pieces between a class of objects and its verb, as in "CVs in quiescence show"."""


def asserting(pieces: Sequence[Piece], question: bool) -> list[bool]:
    """For each piece, whether what stands there is asserted; linear in their number."""
    clauses = _clauses(pieces)
    opening, planned = 0, len(pieces)
    hedged: set[int] = set()
    others: dict[int, int] = {}
    generic = len(pieces) + 1
    for index, piece in enumerate(pieces):
        match piece.kind:
            case "plan" if index == 0 and piece.text.startswith(_LOOKING):
                opening = _comma(pieces)
            case "plan" if not (index and pieces[index - 1].text in ("the", "this", "that")):
                planned = min(planned, index)
            case "cond":
                planned = 0
            case "comp":
                leads = index < 2 and piece.text.startswith(_CONTRAST)
                start = 0 if leads or _defines(pieces, index) else index
                others.setdefault(clauses[index], start)
            case "hedge":
                hedged.add(clauses[index])
            case "class" if _many(pieces, index):
                if clauses[index] not in others:
                    hedged.add(clauses[index])
                    generic = min(generic, clauses[index])
            case "class" if _generic(pieces, index):
                others.setdefault(clauses[index], index)
                generic = min(generic, clauses[index])
    if question:
        planned = 0
    own = {c for piece, c in zip(pieces, clauses, strict=True) if piece.text in _HERE}
    hedged |= {c for c in clauses if c > generic and c not in own}
    return [
        opening <= i < min(planned, others.get(c, i + 1)) and c not in hedged
        for i, c in enumerate(clauses)
    ]


def _clauses(pieces: Sequence[Piece]) -> list[int]:
    """The number of the clause that each piece is in: words such as "but" part them."""
    number, numbers = 0, []
    for piece in pieces:
        number += piece.kind == "break"
        numbers.append(number)
    return numbers


def _comma(pieces: Sequence[Piece]) -> int:
    """The index of the first comma, behind an opening such as "Looking at the spectrum"."""
    commas = (index for index, piece in enumerate(pieces) if piece.kind == "comma")
    return next(commas, len(pieces))


def _many(pieces: Sequence[Piece], index: int) -> bool:
    """Whether a class is named in the plural: all of such a clause is about the class."""
    return pieces[index].token.text.endswith(("s", "galaxies", "novae", "nebulae"))


def _generic(pieces: Sequence[Piece], index: int) -> bool:
    """Whether what follows is said of one of a class: "an M dwarf shows TiO", "in a CV, …"."""
    before = pieces[index - 1].text if index else ""
    if before in ("this", "our"):
        return False
    inside = index > 1 and before in ("a", "an") and pieces[index - 2].text in ("in", "for")
    return inside or _speaks(pieces, index)


def _speaks(pieces: Sequence[Piece], index: int) -> bool:
    for piece in pieces[index + 1 : index + 1 + _TALK]:
        if piece.kind in ("break", "comma", "colon"):
            return False
        if piece.kind in ("show", "neg") or piece.text in _VERBS:
            return True
    return False


def _defines(pieces: Sequence[Piece], index: int) -> bool:
    """Whether a class is defined: "narrow emission is typical of M dwarfs"."""
    verb = any(piece.text in ("is", "are") for piece in pieces[max(0, index - 3) : index])
    return verb and any(piece.kind == "class" for piece in pieces[index : index + 1 + _TALK])
