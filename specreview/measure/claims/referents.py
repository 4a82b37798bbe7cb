"""What "it", "they" and "this line" mean: the one thing that the sentence before names.

"Hα is easy to find. It is broad." Only a sentence that begins with the word, names nothing itself
and says no more than how a line looks is read so, behind one that is understood word by word.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from specreview.measure.claims.certainty import understood
from specreview.measure.claims.clauses import opening
from specreview.measure.claims.groups import Group, groups
from specreview.measure.claims.landmarks import landmark
from specreview.measure.claims.pieces import Piece

Part = tuple[list[Piece], bool]

_ONE, _SEVERAL = ("it",), ("they", "both")
_LINE, _LINES = ("line", "feature"), ("lines", "bands", "features")
_VERBS = ("is", "are", "appears", "appear", "looks", "look")
_OF_ANOTHER = (
    "that", "there", "to", "object", "source", "target", "star", "spectrum", "spectra", "data",
    "plot", "image", "figure", "picture", "panel", "view", "zoom", "surface", "gravity",
)  # fmt: skip
"""Words of "it is clear that …" and of what else than a line may be meant."""

_COLOURS = ("blue", "red", "flat", "noisy", "high")
_PLACES = ("near", "between", "next", "beside", "above", "below", "against", "toward", "towards")
_LOOKED_AT = ("among", "examined", "inspected", "viewed", "key", "test")
"""Words with which a sentence only leads to what the next one says."""

_SAID = ("sense+", "sense-", "broad", "narrow", "double", "strong", "weak", "absent", "fig")


def referred(parts: Sequence[Part]) -> Iterator[Part]:
    """The sentences, with what a pronoun at their beginning means in its place."""
    meant: tuple[list[Piece], bool] | None = None
    for pieces, asked in parts:
        read = list(pieces)
        words, plural = _pronoun(pieces)
        if words and meant is not None and meant[1] == plural:
            here = pieces[words - 1]
            read = [_moved(piece, pieces[0], here) for piece in meant[0]] + pieces[words:]
        yield read, asked
        meant = None if asked else _meant(read)


def _pronoun(pieces: Sequence[Piece]) -> tuple[int, bool]:
    """How many pieces the pronoun at the beginning takes, 0 for none, and whether it is plural."""
    texts = [piece.text for piece in pieces[:3]]
    if len(texts) < 3 or any(_other_subject(piece) for piece in pieces):
        return 0, False
    if texts[0] in (*_ONE, *_SEVERAL) and texts[1] in _VERBS:
        count, plural = 1, texts[0] in _SEVERAL
    elif texts[0] in ("this", "the", "these") and texts[2] in _VERBS:
        count, plural = 2 * (texts[1] in (*_LINE, *_LINES)), texts[1] in _LINES
    else:
        return 0, False
    plain = all(understood(pieces, index) for index in range(len(pieces)))
    said = any(piece.kind in _SAID for piece in pieces)
    return (count, plural) if plain and said else (0, False)


def _other_subject(piece: Piece) -> bool:
    named = piece.kind in ("name", "class", "wave", *_COLOURS)
    return named or piece.text in _OF_ANOTHER or bool(piece.upto)


def _meant(pieces: Sequence[Piece]) -> tuple[list[Piece], bool] | None:
    """The names that a sentence leaves to the next one, and whether they are several things."""
    found = list(groups(pieces))
    begin = opening(pieces)
    if len(found) != 1 or found[0].start < begin or landmark(pieces, found[0]):
        return None
    rest = range(begin, len(pieces))
    if any(pieces[i].text in _PLACES or not _leads(pieces, i) for i in rest):
        return None
    names = [pieces[index] for index in found[0].names]
    kinds = {name.feature.kind for name in names if name.feature is not None}
    if not kinds <= {"line", "band"} or any(name.kind != "name" for name in names):
        return None
    return list(pieces[found[0].start : found[0].stop]), _plural(pieces, found[0])


def _leads(pieces: Sequence[Piece], index: int) -> bool:
    return pieces[index].text in _LOOKED_AT or understood(pieces, index)


def _plural(pieces: Sequence[Piece], group: Group) -> bool:
    only = pieces[group.names[0]]
    after = pieces[group.stop].text if group.stop < len(pieces) else ""
    several = only.feature is not None and only.feature.kind == "line" and len(only.feature.rests)
    return (
        len(group.names) > 1
        or int(several) > 1
        or only.text.endswith("bands")
        or after in ("lines", "bands")
    )


def _moved(piece: Piece, first: Piece, last: Piece) -> Piece:
    """A name of the sentence before, at the place of the pronoun."""
    token = replace(piece.token, start=first.token.start, end=last.token.end)
    return replace(piece, token=token, figures=(), end=last.token.end)
