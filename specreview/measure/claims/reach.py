"""How far the words around a name reach: up to the next separator, denial or clause."""

from collections.abc import Sequence

from specreview.measure.claims.attributes import Attributes
from specreview.measure.claims.groups import FILLERS
from specreview.measure.claims.pieces import Piece

Last = tuple[Attributes, bool, bool]
"""What was said of the group before, whether it is denied, and whether by a "no" before it."""

_ATTRIBUTES = ("strong", "weak", "broad", "narrow", "double", "sense+", "sense-", "blue", "red")


def split(pieces: Sequence[Piece], start: int, stop: int) -> int:
    """Where the words before a name begin to be its own: behind the last separator.

    A separator between two attributes ("strong, broad Hα") parts nothing, nor does one that a
    denial reaches over ("no strong or broad Hα").
    """
    cut = start
    for here in range(start, stop):
        piece = pieces[here]
        parts = piece.kind in ("comma", "slash", "sep")
        if parts and _between_attributes(pieces, here, start, stop):
            continue
        if parts or piece.kind in ("break", "colon") or _opens(pieces, here, start):
            cut = here + 1
    return cut


def _opens(pieces: Sequence[Piece], here: int, start: int) -> bool:
    """Whether a bracket begins something new: not so "emission lines (Hα)", "at 6563 Å (Hα)"."""
    before = pieces[here - 1] if here > start else None
    lines = before is not None and (
        before.text in FILLERS or before.kind in ("sense+", "sense-", "link", "unit_a")
    )
    return pieces[here].kind == "open" and not lines


def _between_attributes(pieces: Sequence[Piece], here: int, start: int, stop: int) -> bool:
    left = here - 1 >= start and pieces[here - 1].kind in _ATTRIBUTES
    right = here + 1
    if right < stop and pieces[right].kind == "sep":
        right += 1
    return left and right < stop and pieces[right].kind in _ATTRIBUTES


def region(
    pieces: Sequence[Piece], alive: Sequence[bool], start: int, stop: int, *, backward: bool
) -> list[Piece]:
    """The asserting pieces next to a name: up to the first one that asserts nothing."""
    kept: list[Piece] = []
    order = range(stop - 1, start - 1, -1) if backward else range(start, stop)
    for here in order:
        if not alive[here] or pieces[here].kind in ("break", "class"):
            break
        kept.append(pieces[here])
    return kept[::-1] if backward else kept


def ends_in_denial(pieces: Sequence[Piece]) -> bool:
    """Whether a sentence ends by denying what it is about: "of [O III] there is no sign"."""
    signs = ("sign", "signs", "trace", "traces", "hint", "hints", "evidence")
    last = pieces[-2:] if pieces[-1].text in signs else pieces[-1:]
    return last[0].kind == "neg"


def end_of(pieces: Sequence[Piece], least: int, right: int) -> int:
    """Where the clause ends, without the words that lead on to the next."""
    while right > least and pieces[right - 1].kind in ("comma", "sep", "break", "colon", "slash"):
        right -= 1
    return max(pieces[right - 1].end, pieces[right - 1].token.end)


def chained(between: Sequence[Piece], last: Last | None) -> str:
    """Whether "no" before one name holds for the next: "no Hα or broad Hβ", or may hold.

    "denied", "unclear" ("no He II, strong Hα": of Hα nothing is sure), or "".
    """
    if last is None or not last[2]:
        return ""
    loose = [p for p in between if p.kind not in _ATTRIBUTES and p.text not in FILLERS]
    if not loose or any(p.kind not in ("comma", "sep", "slash") or p.text == "with" for p in loose):
        return ""
    return "denied" if any(p.text in ("or", "nor") for p in loose) else "unclear"
