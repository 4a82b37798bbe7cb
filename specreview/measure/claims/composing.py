"""From the words of a group to one assertion a name."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from specreview.measure.claims.assertion import Assertion, Figure
from specreview.measure.claims.attributes import Attributes
from specreview.measure.claims.features import Feature
from specreview.measure.claims.groups import Group
from specreview.measure.claims.pieces import Piece

_COLOURED = ("slope", "noise")


def of_group(
    pieces: Sequence[Piece],
    group: Group,
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
        if feature.kind == "band" and "emission" in (
            said.one("sense"),
            *said.denied.get("sense", ()),
        ):
            return None
        groups = {g: w for g, w in (*said.said.items(), *said.denied.items()) if len(w) == 1}
        if said.absent and groups.get("strength") == {"weak"}:
            del groups["strength"]  # "weak or absent"
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
