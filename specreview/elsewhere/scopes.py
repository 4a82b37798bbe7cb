"""The company that a spectrum is counted in: its queue, survey, plate, fibres, night."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from specreview.elsewhere.index import PeakIndex
from specreview.elsewhere.whence import Whence

FIBRE_REACH = 10
"""Fibres to either side that lie close on the detector."""

Mask = NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class Scope:
    """A group of spectra: `words` as in "plate 3586", `members` (m,) without the one in question.

    `part` is False for the whole queue: only a part can be compared with the rest.
    """

    name: str
    words: str
    members: Mask
    part: bool = True


def scopes_of(index: PeakIndex, candidate_id: int, survey: str, place: Whence) -> tuple[Scope, ...]:
    """The scopes that the survey states for this spectrum, the queue first."""
    others = index.candidates != candidate_id
    same = others & (index.survey == survey)
    scopes = [Scope("queue", "this queue", others, part=False)]
    if place.plate:
        on_plate = same & (index.plate == place.plate)
        scopes.append(Scope("plate", f"plate {place.plate}", on_plate))
    if place.fibre is not None:
        scopes.append(_fibres(index, same, place))
    if place.night:
        on_night = same & (index.night == place.night)
        scopes.append(Scope("night", f"night {place.night}", on_night))
    return tuple(scopes)


def _fibres(index: PeakIndex, same: Mask, place: Whence) -> Scope:
    """Neighbouring fibres of the same spectrograph, on any plate."""
    assert place.fibre is not None
    low, high = max(place.fibre - FIBRE_REACH, 0), place.fibre + FIBRE_REACH
    near = (index.fibre >= low) & (index.fibre <= high)
    near &= index.spectrograph == place.spectrograph
    box = f" of spectrograph {place.spectrograph}" if place.spectrograph else ""
    return Scope("fibre", f"fibres {low}–{high}{box}", same & near)
