"""Names that one phrase speaks of together: "Hα, Hβ and He I", "bands such as TiO"."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from specreview.measure.claims.pieces import Piece

FILLERS = (
    "lines", "line", "bands", "band", "the", "both", "features", "a", "an", "doublet", "triplet",
)  # fmt: skip
_LISTS = ("including", "namely", "e.g.", "i.e.", "both", "such as")
_JOINTS = ("and", "or", "&", "plus", "nor", "as well as")


@dataclass(frozen=True)
class Group:
    """Names that one phrase speaks of together: pieces [start, stop)."""

    start: int
    stop: int
    names: tuple[int, ...]
    joint: str


def groups(pieces: Sequence[Piece]) -> Iterator[Group]:
    index = 0
    while index < len(pieces):
        if pieces[index].kind != "name":
            index += 1
            continue
        names, stop, joint, here = [index], index + 1, "", index + 1
        seps: list[str] = []
        while here < len(pieces):
            piece = pieces[here]
            if piece.kind == "name" and seps and _same_kind(pieces[index], piece):
                names.append(here)
                joint = joint if "or" in joint else " ".join((joint, *seps))
                stop, seps = here + 1, []
            elif piece.kind in ("comma", "slash") or piece.text in _JOINTS:
                seps.append(piece.text)
            elif piece.text not in FILLERS:
                break
            here += 1
        yield Group(index, stop, tuple(names), joint)
        index = stop


def _same_kind(one: Piece, other: Piece) -> bool:
    """Lines and bands may be listed together; the continuum stands alone."""
    kinds = {p.feature.kind for p in (one, other) if p.feature is not None}
    return not kinds & {"slope", "noise"}


def stands(pieces: Sequence[Piece], group: Group) -> bool:
    """Whether naming bands asserts them: "Swan bands on a red continuum", "… with C2 bands"."""
    stop = group.stop
    if stop < len(pieces) and pieces[stop].text == "bands":
        stop += 1
    elif not pieces[stop - 1].text.endswith("bands"):
        return False
    if stop < len(pieces) and pieces[stop].kind not in ("comma", "sep", "link", "open"):
        return False
    return group.start == 0 or pieces[group.start - 1].text == "with"


def carries(between: Sequence[Piece]) -> bool:
    """Whether what was said of one group holds for the list that follows it."""
    words = [p for p in between if p.text not in FILLERS and p.kind != "link"]
    return bool(words) and (words[-1].kind in ("colon", "open") or words[-1].text in _LISTS)


def instance(between: Sequence[Piece]) -> bool:
    """Whether a name is an example of the one before: "no forbidden lines such as [O III]"."""
    words = " ".join(piece.text for piece in between if piece.kind not in ("comma", "open"))
    return words.endswith(("such as", "including", "e.g.")) and len(between) <= 4
