"""Which parts of a sentence assert something of this spectrum.

Plans, questions, conditions, hedged clauses, and what is said of other objects ("unlike a Be
star, which shows …", "CVs show …") assert nothing: precision before recall.
"""

from collections.abc import Sequence

from specreview.measure.claims.pieces import Piece

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
    if question or any(_sweeping(pieces, index) for index in range(len(pieces))):
        return [False] * len(pieces)
    begin = opening(pieces)
    planned = min((i for i in range(begin, len(pieces)) if _plan(pieces, i)), default=len(pieces))
    hedged, others = _elsewhere(pieces, clauses)
    return [
        begin <= i < min(planned, others.get(c, i + 1)) and c not in hedged
        for i, c in enumerate(clauses)
    ]


def _sweeping(pieces: Sequence[Piece], index: int) -> bool:
    """A condition, or a definition such as "TiO and red continuum: M dwarf"."""
    piece = pieces[index]
    after = pieces[index + 1].kind if index + 1 < len(pieces) else ""
    return piece.kind == "cond" or (piece.kind == "colon" and after == "class")


def _plan(pieces: Sequence[Piece], index: int) -> bool:
    """Whether a plan begins here; "the zoom in on Hα" is none."""
    before = pieces[index - 1].text if index else ""
    return pieces[index].kind == "plan" and before not in ("the", "this", "that")


def opening(pieces: Sequence[Piece]) -> int:
    """Where the sentence goes on behind an opening such as "Looking at the spectrum,"."""
    if not (pieces and pieces[0].kind == "plan" and pieces[0].text.startswith(_LOOKING)):
        return 0
    commas = (index for index, piece in enumerate(pieces) if piece.kind == "comma")
    return next(commas, len(pieces))


def _elsewhere(pieces: Sequence[Piece], clauses: Sequence[int]) -> tuple[set[int], dict[int, int]]:
    """Clauses that assert nothing of this object, and where others cease to."""
    hedged: set[int] = set()
    others: dict[int, int] = {}
    generic = len(pieces) + 1
    for index, piece in enumerate(pieces):
        clause = clauses[index]
        if piece.kind == "hedge":
            hedged.add(clause)
        elif piece.kind == "comp":
            leads = index < 2 and piece.text.startswith(_CONTRAST)
            others.setdefault(clause, 0 if leads or _defines(pieces, index) else index)
        elif piece.kind == "class" and clause not in others:
            if _many(pieces, index):
                hedged.add(clause)
                generic = min(generic, clause)
            elif _generic(pieces, index):
                others[clause] = index
                generic = min(generic, clause)
    own = {c for piece, c in zip(pieces, clauses, strict=True) if piece.text in _HERE}
    return hedged | {c for c in clauses if c > generic and c not in own}, others


def _clauses(pieces: Sequence[Piece]) -> list[int]:
    """The number of the clause that each piece is in: words such as "but" part them."""
    number, numbers = 0, []
    for piece in pieces:
        number += piece.kind == "break"
        numbers.append(number)
    return numbers


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
    near = pieces[max(0, index - 2) : index]
    verb = any(p.text in ("is", "are") for p in near) and all(p.kind != "comma" for p in near)
    return verb and any(piece.kind == "class" for piece in pieces[index : index + 1 + _TALK])
