"""Ranges of wavelengths that stand for a line: "the region 6500-6600 Å shows strong emission".

A range names a line where it holds exactly one of those that are looked for by eye, well inside
its ends, and no band's head, which could be meant as well.
"""

from collections.abc import Sequence
from dataclasses import replace

from specreview.measure.claims.certainty import predicate
from specreview.measure.claims.features import Feature, features
from specreview.measure.claims.pieces import Piece

_WIDEST = 300.0
"""Å: a wider range is a part of the spectrum, not a line's surroundings."""
_INSIDE = 10.0
"""Å from the ends, so that what is said of the range is seen of the line."""

_LOOKED_FOR = (
    "ha", "hb", "hg", "hd", "he_i_4027", "he_i_4473", "he_i_5017", "he_i_5877", "he_i_6680",
    "he_i_7067", "he_ii_4543", "he_ii_4687", "he_ii_5413", "oiii_4960", "oiii_5008", "sii_6718",
    "sii_6733", "oi_6302", "ca_k", "ca_h", "na_d1", "na_d2",
)  # fmt: skip


def named(pieces: list[Piece]) -> list[Piece]:
    """The pieces, with the range as a name where the sentence names nothing else."""
    spans = [index for index, piece in enumerate(pieces) if piece.upto]
    if len(spans) != 1 or any(piece.kind == "name" for piece in pieces):
        return pieces
    piece = pieces[spans[0]]
    feature = _only_line(piece.token.value, piece.upto)
    if feature is None or not _spoken_of(pieces):
        return pieces
    return [replace(p, kind="name", feature=feature) if p is piece else p for p in pieces]


def _only_line(lower: float, upper: float) -> Feature | None:
    if upper - lower > _WIDEST:
        return None
    known = features().values()
    heads = [rest for one in known if one.kind == "band" for rest in one.rests]
    if any(lower <= head <= upper for head in heads):
        return None
    held = [features()[key] for key in _LOOKED_FOR]
    held = [one for one in held if lower <= one.rests[0] <= upper]
    if len(held) != 1:
        return None
    return held[0] if lower + _INSIDE <= held[0].rests[0] <= upper - _INSIDE else None


def _spoken_of(pieces: Sequence[Piece]) -> bool:
    """Whether the sentence says one sense, emission or absorption, of something."""
    senses = {piece.kind for piece in pieces if piece.kind in ("sense+", "sense-")}
    return len(senses) == 1 and predicate(pieces)
