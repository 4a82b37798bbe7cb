"""Wavelengths of a sentence, joined to the names that they belong to."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from specreview.measure.claims.features import Feature, at, part_of
from specreview.measure.claims.pieces import Piece

_NEAR = 7
"""Tokens between a name and the wavelength that belongs to it: "Hα emission line at 6563"."""

_SKIPPED = (
    "link", "sign", "pm", "colon", "sense+", "sense-", "open", "seen", "absent", "strong", "weak",
    "broad", "narrow", "red", "blue", "neg",
)  # fmt: skip
_ONE_DOUBLET = "na_8190"
"""Measured as one, whichever of its lines is named."""

_EMPTY = ("joined", "unit_a", "link", "sign")


def joined(pieces: list[Piece]) -> list[Piece]:
    """Wavelengths joined to the names they belong to; the others become names of their own."""
    kept = list(pieces)
    for index, piece in enumerate(pieces):
        if piece.kind != "wave":
            continue
        if piece.depth and _behind_figure(pieces, index):
            kept[index] = replace(piece, kind="joined")
            continue
        owner = _owner(pieces, kept, index)
        if owner is None:
            bare = replace(piece, kind="name", feature=at(piece.token.value))
            kept[index] = replace(piece, kind="word") if _of_band(pieces, index) else bare
            continue
        name = kept[owner]
        assert name.feature is not None
        whole = pieces[owner].feature or name.feature
        part = part_of(whole, piece.token.value)
        if part is None:
            kept[owner] = replace(name, kind="word", feature=None)
        else:
            kept[owner] = replace(name, feature=_narrowed(whole, name.feature, part))
        kept[index] = replace(piece, kind="joined")
    return list(_without_empty_brackets(kept))


def _without_empty_brackets(pieces: Sequence[Piece]) -> Iterator[Piece]:
    """The pieces but for brackets that held no more than a joined wavelength."""
    index = 0
    while index < len(pieces):
        stop = index + 1
        while stop < min(len(pieces), index + 6) and pieces[stop].kind in _EMPTY:
            stop += 1
        held = any(piece.kind == "joined" for piece in pieces[index:stop])
        closed = stop < len(pieces) and pieces[stop].kind == "close"
        if pieces[index].kind == "open" and held and closed:
            index = stop + 1
        else:
            if pieces[index].kind != "joined":
                yield pieces[index]
            index += 1


def _behind_figure(pieces: Sequence[Piece], index: int) -> bool:
    """Whether a wavelength says where a figure was measured: "(EW 26 ± 1 Å at 6472 Å)"."""
    return any(piece.kind == "fig" for piece in pieces[max(0, index - 2) : index])


def _of_band(pieces: Sequence[Piece], index: int) -> bool:
    """Whether a bare wavelength is a band's: "no band head at 5165 Å" does not say whose."""
    near = pieces[max(0, index - 3) : index]
    return any(piece.text.startswith(("band", "head")) for piece in near)


def _owner(original: Sequence[Piece], pieces: Sequence[Piece], index: int) -> int | None:
    """The name that a wavelength belongs to: the one before, with little between, else behind."""
    value = pieces[index].token.value
    for step in range(1, _NEAR + 1):
        here = index - step
        if here < 0:
            break
        piece = pieces[here]
        if piece.kind == "name" and piece.feature is not None and piece.feature.rests:
            fits = part_of(original[here].feature or piece.feature, value) is not None
            return here if fits or _beside(pieces[here + 1 : index], piece) else None
        if piece.kind not in (
            *_SKIPPED,
            "joined",
            "unit_a",
            "comma",
            "sep",
            "slash",
            "close",
            "fig",
        ):
            break
    for step in range(1, 5):
        here = index + step
        if here >= len(pieces):
            break
        piece = pieces[here]
        if piece.kind == "name" and piece.feature is not None:
            return here if part_of(piece.feature, value) is not None else None
        if piece.kind not in ("open", "unit_a", "link", "sense+", "sense-"):
            break
    return None


def _beside(between: Sequence[Piece], name: Piece) -> bool:
    """Whether a wavelength is given as the name's own ("Hβ at 6563"), right or wrong."""
    own = name.feature is not None and not name.feature.key.startswith("at_")
    return own and len(between) < 3 and all(p.kind in ("link", "open", "sign") for p in between)


def _narrowed(whole: Feature, sofar: Feature, part: Feature) -> Feature:
    """The feature with one more of its lines or heads named."""
    if whole.key == _ONE_DOUBLET:
        return whole
    if sofar == whole or len(whole.rests) == 1:
        return part
    rests = (*sofar.rests, *(rest for rest in part.rests if rest not in sofar.rests))
    return replace(whole, rests=rests)
