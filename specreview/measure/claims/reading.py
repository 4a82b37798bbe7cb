"""From a text to what it asserts of the spectrum, feature by feature."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from specreview.measure.claims.assertion import Assertion, Figure
from specreview.measure.claims.attributes import Attributes, attributes
from specreview.measure.claims.clauses import asserting
from specreview.measure.claims.features import Feature
from specreview.measure.claims.plain import plain
from specreview.measure.claims.sentences import Piece, sentences
from specreview.measure.claims.words import tokens

_FILLERS = (
    "lines",
    "line",
    "bands",
    "band",
    "the",
    "both",
    "features",
    "a",
    "an",
    "doublet",
    "triplet",
)
_LISTS = ("including", "namely", "e.g.", "i.e.", "both", "such as")
_COLOURED = ("slope", "noise")


_Last = tuple[Attributes, bool, bool]
"""What was said of the group before, whether it is denied, and whether by a "no" before it."""


@dataclass(frozen=True)
class _Group:
    """Names that one phrase speaks of together: pieces [start, stop)."""

    start: int
    stop: int
    names: tuple[int, ...]
    joint: str


def assertions(text: str) -> list[Assertion]:
    """What `text` asserts, in its order; linear in its length."""
    readable = plain(text)
    found: list[Assertion] = []
    for pieces, question in sentences(tokens(readable)):
        for assertion in _sentence(pieces, question):
            start, end = readable.origin[assertion.start], readable.origin[assertion.end]
            found.append(replace(assertion, start=start, end=end))
    return found


def _sentence(pieces: list[Piece], question: bool) -> Iterator[Assertion]:
    alive = asserting(pieces, question)
    groups = list(_groups(pieces))
    last: _Last | None = None
    carried = False
    for number, group in enumerate(groups):
        before = groups[number - 1].stop if number else 0
        after = groups[number + 1].start if number + 1 < len(groups) else len(pieces)
        left = _split(pieces, before, group.start)
        right = _split(pieces, group.stop, after) if after < len(pieces) else after
        pre = attributes(_region(pieces, alive, left, group.start, backward=True))
        post = attributes(_region(pieces, alive, group.stop, right, backward=False))
        if not all(alive[group.start : group.stop]):
            last = None
            continue
        between = pieces[before : group.start]
        chained = _chained(between, last)
        if chained == "unclear":
            last = None
            continue
        example = last is not None and last[2] and _instance(between)
        negated = pre.open or post.absent or chained == "denied" or example
        if negated:
            post = attributes([p for p in _region(pieces, alive, group.stop, right, backward=False)
                               if p.depth == 0 or p.kind == "fig"])  # fmt: skip
        merged = _merged(pre, post)
        merged.seen = merged.seen or _stands(pieces, group)
        merged.figures = merged.figures or [f for i in group.names for f in pieces[i].figures]
        if not merged.any and not negated and last is not None and carried:
            merged, negated = _inherited(last[0]), last[1]
        denial = negated and (pre.open or chained == "denied" or example)
        last, carried = (merged, negated, denial), _carries(pieces[group.stop : after])
        span = (pieces[left].token.start, _end(pieces, group.stop, right))
        yield from _of_group(pieces, group, merged, negated, pre, span)


def _chained(between: Sequence[Piece], last: _Last | None) -> str:
    """Whether "no" before one name holds for the next: "no Hα or broad Hβ", or may hold.

    "denied", "unclear" ("no He II, strong Hα": of Hα nothing is sure), or "".
    """
    if last is None or not last[2]:
        return ""
    loose = [p for p in between if p.kind not in _ATTRIBUTES and p.text not in _FILLERS]
    if not loose or any(p.kind not in ("comma", "sep", "slash") or p.text == "with" for p in loose):
        return ""
    return "denied" if any(p.text in ("or", "nor") for p in loose) else "unclear"


def _stands(pieces: Sequence[Piece], group: _Group) -> bool:
    """Whether naming bands asserts them: "Swan bands on a red continuum", "… with C2 bands"."""
    stop = group.stop
    if stop < len(pieces) and pieces[stop].text == "bands":
        stop += 1
    elif not pieces[stop - 1].text.endswith("bands"):
        return False
    if stop < len(pieces) and pieces[stop].kind not in ("comma", "sep", "link", "open"):
        return False
    return group.start == 0 or pieces[group.start - 1].text == "with"


def _end(pieces: Sequence[Piece], least: int, right: int) -> int:
    """Where the clause ends, without the words that lead on to the next."""
    while right > least and pieces[right - 1].kind in ("comma", "sep", "break", "colon", "slash"):
        right -= 1
    return max(pieces[right - 1].end, pieces[right - 1].token.end)


def _inherited(said: Attributes) -> Attributes:
    """What holds for the members of a list too: the words, not the figures."""
    return replace(said, figures=[])


def _carries(between: Sequence[Piece]) -> bool:
    """Whether what was said of one group holds for the list that follows it."""
    words = [p for p in between if p.text not in _FILLERS and p.kind != "link"]
    return bool(words) and (words[-1].kind in ("colon", "open") or words[-1].text in _LISTS)


def _instance(between: Sequence[Piece]) -> bool:
    """Whether a name is an example of the one before: "no forbidden lines such as [O III]"."""
    words = " ".join(piece.text for piece in between if piece.kind not in ("comma", "open"))
    return words.endswith(("such as", "including", "e.g.")) and len(between) <= 4


def _groups(pieces: Sequence[Piece]) -> Iterator[_Group]:
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
            elif piece.kind in ("comma", "slash") or piece.text in (
                "and",
                "or",
                "&",
                "plus",
                "nor",
                "as well as",
            ):
                seps.append(piece.text)
            elif piece.text not in _FILLERS:
                break
            here += 1
        yield _Group(index, stop, tuple(names), joint)
        index = stop


def _same_kind(one: Piece, other: Piece) -> bool:
    """Lines and bands may be listed together; the continuum stands alone."""
    kinds = {p.feature.kind for p in (one, other) if p.feature is not None}
    return not kinds & {"slope", "noise"}


def _split(pieces: Sequence[Piece], start: int, stop: int) -> int:
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


_ATTRIBUTES = ("strong", "weak", "broad", "narrow", "double", "sense+", "sense-", "blue", "red")


def _opens(pieces: Sequence[Piece], here: int, start: int) -> bool:
    """Whether a bracket begins something new: not so "emission lines (Hα)", "at 6563 Å (Hα)"."""
    before = pieces[here - 1] if here > start else None
    lines = before is not None and (
        before.text in _FILLERS or before.kind in ("sense+", "sense-", "link", "unit_a")
    )
    return pieces[here].kind == "open" and not lines


def _between_attributes(pieces: Sequence[Piece], here: int, start: int, stop: int) -> bool:
    left = here - 1 >= start and pieces[here - 1].kind in _ATTRIBUTES
    right = here + 1
    if right < stop and pieces[right].kind == "sep":
        right += 1
    return left and right < stop and pieces[right].kind in _ATTRIBUTES


def _region(
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


def _merged(pre: Attributes, post: Attributes) -> Attributes:
    merged = Attributes(
        figures=[*pre.figures, *post.figures],
        absent=post.absent,
        seen=pre.seen or post.seen,
        unread=pre.unread or post.unread,
        both=pre.both or post.both,
    )
    for source in (pre, post):
        for group, words in source.said.items():
            merged.said.setdefault(group, set()).update(words)
        for group, words in source.denied.items():
            merged.denied.setdefault(group, set()).update(words)
    return merged


def _of_group(
    pieces: Sequence[Piece],
    group: _Group,
    merged: Attributes,
    negated: bool,
    pre: Attributes,
    span: tuple[int, int],
) -> Iterator[Assertion]:
    noisy = "noisy" in pieces[group.start].text
    if merged.unread or merged.both or not (merged.any or negated or noisy):
        return
    names = group.names
    if pre.open and len(names) > 1 and not any(w in group.joint for w in ("or", "nor", "and")):
        names = names[:1]
    shares = _shares(merged.figures, len(names))
    for number, index in enumerate(names):
        piece = pieces[index]
        assert piece.feature is not None
        figures = piece.figures or tuple(share[number] for share in shares)
        assertion = _assertion(piece.feature, merged, negated, figures, noisy)
        if assertion is not None:
            yield replace(assertion, start=span[0], end=span[1])


def _shares(figures: Sequence[Figure], count: int) -> list[list[Figure]]:
    """Figures that are given for `count` names in turn, a list of that length a quantity."""
    by_quantity: dict[str, list[Figure]] = {}
    for figure in figures:
        by_quantity.setdefault(figure.quantity, []).append(figure)
    return [values for values in by_quantity.values() if len(values) == count]


def _assertion(
    feature: Feature,
    said: Attributes,
    negated: bool,
    figures: tuple[Figure, ...],
    noisy: bool,
) -> Assertion | None:
    if feature.kind in _COLOURED:
        return _coloured(feature, said, negated, figures, noisy)
    if negated:
        groups = {g: w for g, w in (*said.said.items(), *said.denied.items()) if len(w) == 1}
        return _made(feature, True, groups, figures)
    if said.denied and not said.said.get("sense"):
        return _denied(feature, said, figures)
    if not (said.said or said.seen or figures):
        return None
    many = any(len(said.said.get(group, ())) > 1 for group in ("sense",))
    groups = {group: words for group, words in said.said.items() if len(words) == 1}
    if feature.kind == "band" and "emission" in groups.get("sense", ()):
        del groups["sense"]
        many = not (groups or said.seen)
    return None if many else _made(feature, False, groups, figures)


def _denied(feature: Feature, said: Attributes, figures: tuple[Figure, ...]) -> Assertion | None:
    groups = {group: words for group, words in said.denied.items() if len(words) == 1}
    if "sense" in groups:
        return _made(feature, True, groups, ())
    if "width" in groups:
        affirmed = {group: words for group, words in said.said.items() if len(words) == 1}
        made = _made(feature, False, affirmed, figures)
        denied = _made(feature, True, groups, ())
        return replace(made, not_width=denied.width, width="")
    return None


def _made(
    feature: Feature, negated: bool, groups: dict[str, set[str]], figures: tuple[Figure, ...]
) -> Assertion:
    first = {group: next(iter(words)) for group, words in groups.items()}
    return Assertion(
        feature,
        negated,
        sense=first.get("sense", ""),  # type: ignore[arg-type]
        width=first.get("width", ""),  # type: ignore[arg-type]
        strength=first.get("strength", ""),  # type: ignore[arg-type]
        figures=figures,
    )


def _coloured(
    feature: Feature,
    said: Attributes,
    negated: bool,
    figures: tuple[Figure, ...],
    noisy: bool,
) -> Assertion | None:
    colour, denied = said.one("colour"), said.denied.get("colour", set())
    colour = "noisy" if noisy else colour
    if negated or said.absent:
        return None
    if denied and len(denied) == 1:
        return Assertion(feature, True, colour=next(iter(denied)))
    wanted = ("blue", "red", "flat") if feature.kind == "slope" else ("noisy", "high")
    if colour not in wanted:
        colour = ""
    if not colour and not figures:
        return None
    return Assertion(feature, colour=colour, figures=figures)
