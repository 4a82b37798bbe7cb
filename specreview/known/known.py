"""One known object: a spectrum of which somebody, or its maker, says what it is."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Literal

from specreview.known.distance import distance, scales
from specreview.known.vectors import Vector, weights
from specreview.spectra.spectrum import Spectrum
from specreview.tasks.task import VettingTask

Side = Literal["positive", "look-alike"]
SIDES: tuple[Side, Side] = ("positive", "look-alike")

SHOWN = 3
"""Of each side."""


@dataclass(frozen=True, eq=False)
class Known:
    """A known positive or look-alike.

    `what` says what it is; `source` who says so ("synthetic", "your folder", "ann in this
    queue"). `redshift` takes it to its rest frame, None for no shift. `load` reads the spectrum
    when it is to be drawn.
    """

    key: str
    side: Side
    what: str
    source: str
    vector: Vector
    redshift: float | None
    load: Callable[[], Spectrum]


@dataclass(frozen=True, eq=False)
class Resembling:
    """A known object and its distance from the candidate."""

    known: Known
    distance: float


def nearest(task: VettingTask, of: Vector, pool: Iterable[Known]) -> tuple[Resembling, ...]:
    """The three nearest positives, then the three nearest look-alikes, each the nearest first.

    What cannot be compared (fewer than two values measured in both) is left out.
    """
    known = list(pool)
    scale, weight = scales([one.vector for one in known]), weights(task)
    near = [Resembling(one, distance(of, one.vector, scale, weight)) for one in known]
    near = sorted((one for one in near if one.distance < float("inf")), key=_order)
    return tuple(one for side in SIDES for one in _first(near, side))


def _order(one: Resembling) -> tuple[float, str]:
    return one.distance, one.known.key


def _first(near: list[Resembling], side: Side) -> list[Resembling]:
    return [one for one in near if one.known.side == side][:SHOWN]
