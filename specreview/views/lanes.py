"""Labels in lanes above the plot: placed in pixels, by priority, so that none touches another."""

from collections.abc import Sequence
from dataclasses import dataclass

NARROWEST_PLOT = 530.0
"""Plot width in pixels for which labels are placed; wider charts only part them further."""

_CHARACTER = 6.3
_SPACE_BETWEEN = 5.0
_OVERHANG = 8.0


@dataclass(frozen=True)
class Label:
    """A text wanted at `position` on the axis, in the first free of `lanes`."""

    text: str
    position: float
    lanes: tuple[int, ...]
    colour: str


@dataclass(frozen=True)
class PlacedLabel:
    """A label with its lane; `shift` moves it sideways, in pixels, into the frame."""

    label: Label
    lane: int
    shift: float


def text_width(text: str) -> float:
    """Pixels that `text` takes at 12 px, generously."""
    return _CHARACTER * max(len(text), 1)


def place(
    labels: Sequence[Label], lower: float, upper: float, width: float = NARROWEST_PLOT
) -> list[PlacedLabel]:
    """Place `labels`, first come first served, on an axis from `lower` to `upper`.

    A label with no room in any of its lanes is left out; so is one whose text already stands
    next to it (the three lines of a triplet carry one name).
    """
    taken: list[tuple[int, float, float, str]] = []
    placed = []
    for label in labels:
        if not lower <= label.position <= upper:
            continue
        half = text_width(label.text) / 2
        wanted = width * (label.position - lower) / (upper - lower)
        centre = min(max(wanted, half - _OVERHANG), width - half + _OVERHANG)
        start, stop = centre - half, centre + half
        if any(
            text == label.text and start < b + half and stop > a - half for _, a, b, text in taken
        ):
            continue
        lane = next((lane for lane in label.lanes if _free(taken, lane, start, stop)), None)
        if lane is not None:
            taken.append((lane, start, stop, label.text))
            placed.append(PlacedLabel(label, lane, centre - wanted))
    return placed


def _free(
    taken: Sequence[tuple[int, float, float, str]], lane: int, start: float, stop: float
) -> bool:
    return all(
        stop + _SPACE_BETWEEN <= a or start >= b + _SPACE_BETWEEN
        for other, a, b, _ in taken
        if other == lane
    )


def spread(
    positions: Sequence[float],
    lower: float,
    upper: float,
    least: float,
    width: float = NARROWEST_PLOT,
) -> list[float]:
    """Sideways shifts in pixels that keep marks `least` px apart, none left out.

    Marks keep their order on the axis; one that would touch its left neighbour moves right.
    """
    scale = width / (upper - lower)
    shifts = [0.0] * len(positions)
    edge = float("-inf")
    for index in sorted(range(len(positions)), key=lambda i: positions[i]):
        wanted = (positions[index] - lower) * scale
        at = max(wanted, edge + least)
        shifts[index] = at - wanted
        edge = at
    return shifts
