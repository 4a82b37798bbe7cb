"""Whether a clause says plainly enough what it says of this spectrum to be called wrong.

What is read can be supported by the flux wherever it is said. Only a clause of which every word is
understood, on the way from the beginning of its sentence to its end, and which nothing else rules
(a class of objects, a comparison, a condition, a second denial, a heading), can be contradicted:
precision before recall.
"""

from collections.abc import Sequence
from itertools import pairwise

from specreview.measure.claims.features import near_a_head
from specreview.measure.claims.groups import Group
from specreview.measure.claims.pieces import Piece
from specreview.measure.claims.plain_words import (
    CONCLUDING,
    LEADS,
    PREDICATES,
    SEEN_HERE,
    plain_words,
)

_UNDERSTOOD = (
    "name", "comma", "colon", "open", "close", "slash", "sep", "link", "sign", "pm", "fig", "wave",
    "unit_a", "unit_v", "sense+", "sense-", "both", "broad", "narrow", "double", "strong", "weak",
    "seen", "show", "blue", "red", "flat", "noisy", "high", "absent", "neg", "key_ew", "key_fwhm",
)  # fmt: skip
_UNITS = ("σ", "sigma", "%", "pixel", "pixels", "times")
_VAGUE = ("some", "other")
"""Words between others that leave open of which lines something is said."""

_LONGEST = 150
"""Pieces of a sentence that can still be plain; it also bounds the time that one takes."""

_FRESH = ("but", "however", "while", "whereas", "although", "though", "yet", "so", "therefore")
_THIS = ("this", "our")
_DEFINITE = ("the", "this", "these", "its")
"""What "indicates a dwarf" must follow on to be said of this spectrum: "strong Na I indicates a
dwarf" may be a rule."""


def certain(pieces: Sequence[Piece], group: Group, opening: int) -> bool:
    """Whether what is said of `group` may be called contradicted.

    Parameters
    ----------
    pieces
        Of the whole sentence.
    group
        The names spoken of.
    opening
        Where the sentence goes on behind "Looking at the spectrum,".
    """
    if len(pieces) > _LONGEST or any(_of_a_class(pieces, i) for i in range(group.stop)):
        return False
    stop = _stop(pieces, group.stop)
    start = _start(pieces, opening, group.start, stop)
    clause = pieces[start:stop]
    if _object_of_another(pieces[: group.start], _slope(pieces[group.start])):
        return False
    if not all(understood(pieces, index) for index in range(start, stop)):
        return False
    if _denials(clause) > 1 or any(_near_a_head(pieces[index]) for index in group.names):
        return False
    if stop < len(pieces) and pieces[stop].text in CONCLUDING:
        return clause[0].text in _DEFINITE or pieces[stop].text in SEEN_HERE
    return predicate(clause) or _concludes(pieces, stop)


_UNSETTLED = ("cond", "plan", "hedge")


def doubtful(parts: Sequence[tuple[Sequence[Piece], bool]], text: str) -> list[bool]:
    """For each part of a text, whether a question, plan, condition or hedge rules its sentence.

    Dashes and semicolons part a sentence: "Answer YES if …; NO for …".
    """
    own = [asked or any(piece.kind in _UNSETTLED for piece in pieces) for pieces, asked in parts]
    tied = [
        ";" in text[one[-1].token.end : other[0].token.start]
        for (one, _), (other, _) in pairwise(parts)
    ]
    found = list(own)
    for order in (range(1, len(parts)), range(len(parts) - 2, -1, -1)):
        for index in order:
            step = -1 if order.step > 0 else 1
            found[index] |= tied[min(index, index + step)] and found[index + step]
    listed = _under_headings(parts, text)
    return [
        (each and not alone) or item for each, alone, item in zip(found, own, listed, strict=True)
    ]


def _under_headings(parts: Sequence[tuple[Sequence[Piece], bool]], text: str) -> list[bool]:
    """For each part, whether it is of a list under a heading such as "What to look for:"."""
    found: list[bool] = []
    doubt, end, number = False, 0, False
    for pieces, asked in parts:
        first = pieces[0].token
        item = number or first.text == "-" or first.kind == "num" or ";" in text[end : first.start]
        doubt &= item
        found.append(doubt)
        number = first.kind == "num" and len(pieces) == 1
        end = pieces[-1].token.end
        if pieces[-1].kind == "colon":
            doubt = asked or not all(understood(pieces, i) for i in range(len(pieces)))
    return found


def _start(pieces: Sequence[Piece], opening: int, before: int, stop: int) -> int:
    """Where the clause begins: anew behind "but", where it has a verb of its own."""
    for index in range(before - 1, opening, -1):
        if pieces[index].kind == "break":
            fresh = pieces[index].text in _FRESH and predicate(pieces[index + 1 : stop])
            return index + 1 if fresh else opening
    return opening


def _stop(pieces: Sequence[Piece], after: int) -> int:
    """Where the clause ends: at a break, or at a comma that leads on to no name of a list."""
    for index in range(after, len(pieces)):
        piece = pieces[index]
        if (
            piece.kind == "break"
            or piece.text in CONCLUDING
            or (piece.kind == "comma" and not _lists(pieces, index + 1))
        ):
            return index
    return len(pieces)


def _lists(pieces: Sequence[Piece], index: int) -> bool:
    """Whether a comma goes on with a name, or with a word that describes one."""
    while index < len(pieces) and pieces[index].kind in ("sep", "link", "neg"):
        index += 1
    return index < len(pieces) and pieces[index].kind not in ("word", "comp", "break", "class")


def understood(pieces: Sequence[Piece], index: int) -> bool:
    """Whether it is known what a piece does to what is said."""
    piece = pieces[index]
    if piece.kind == "class":
        return not _of_a_class(pieces, index)
    if piece.kind == "unit_x":
        return piece.text in _UNITS
    if piece.kind in ("word", "key_other"):
        return piece.text in plain_words() or (_number(piece) and not _year(piece))
    if piece.kind == "break":
        return index == 0 or piece.text in _FRESH
    if piece.kind == "plan":
        done = index > 0 and pieces[index - 1].text in ("the", "this", "that")
        return done and piece.text.startswith("zoom")
    return piece.kind in _UNDERSTOOD and piece.text not in _VAGUE


def _number(piece: Piece) -> bool:
    return piece.token.kind == "num"


def _year(piece: Piece) -> bool:
    """Whether a number may be that of another night: "the 2004 spectrum"."""
    return 1900.0 <= piece.token.value < 2100.0


def _of_a_class(pieces: Sequence[Piece], index: int) -> bool:
    """Whether a class of objects is named, other than as "this M dwarf"."""
    return pieces[index].kind == "class" and (index == 0 or pieces[index - 1].text not in _THIS)


_PARTING = ("comma", "sep", "break", "colon", "open", "slash", "neg")


def _object_of_another(before: Sequence[Piece], continuum: bool) -> bool:
    """Whether words tie a name to one before it: "He I is in emission redward of Hα".

    "Bands on a red `continuum`" says both.
    """
    last = next((i for i in range(len(before) - 1, -1, -1) if before[i].kind == "name"), None)
    between = before[len(before) if last is None else last + 1 :]
    if continuum and any(piece.text == "on" for piece in between):
        return False
    return any(p.kind != "link" for p in between) and all(p.kind not in _PARTING for p in between)


def _slope(piece: Piece) -> bool:
    """The continuum, on which lines stand: "bands on a red continuum" says both."""
    return piece.feature is not None and piece.feature.kind == "slope"


def _denials(clause: Sequence[Piece]) -> int:
    """Denials that stand within one another; "no Hα, no Hβ" and "neither … nor" count once."""
    count = 0
    for index, piece in enumerate(clause):
        listed = index > 0 and clause[index - 1].kind in ("comma", "sep")
        count += piece.kind == "neg" and piece.text != "nor" and not (count and listed)
    return count


def predicate(clause: Sequence[Piece]) -> bool:
    """Whether something is said: a verb, a denial, or a name with a colon."""
    verbs = ("show", "seen", "absent", "neg", "colon")
    return any(piece.kind in verbs or piece.text in PREDICATES for piece in clause)


def _concludes(pieces: Sequence[Piece], stop: int) -> bool:
    """Whether what follows words without a verb is nothing, or draws a conclusion from them."""
    rest = pieces[stop + 1 :]
    if not rest or rest[0].text in LEADS:
        return True
    return all(understood(rest, index) for index in range(len(rest)))


def _near_a_head(piece: Piece) -> bool:
    """Whether a bare wavelength may as well be meant for a band."""
    bare = piece.token.kind == "num" and piece.feature is not None
    return bare and near_a_head(piece.token.value)
