"""What the rules inspector says of a window that an astronomer suggested: whatever stands out.

The continuum is a line through the outer fifths of the window (median after a clip); what stands
out is the 7 pixels with the largest summed departure from it, in either sense, in units of the
noise with the floor of the other measurements. Its equivalent width is summed as far as the
departure keeps its sign, emission positive.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from specreview.agent.events import Event, InspectorReplied, WindowSuggested
from specreview.measure.continuum import FLOOR, side_continuum
from specreview.measure.measurement import number
from specreview.measure.noise import FloatArray
from specreview.measure.prepared import Prepared

Range = tuple[float, float]

_SIDE = 0.2
_BOX = 7
_LEAST = 5.0
"""σ from which something stands out: some 60 independent places are looked at in a window."""


@dataclass(frozen=True)
class Feature:
    """Something in emission (`ew` > 0) or absorption at `wavelength` (rest-frame vacuum Å)."""

    wavelength: float
    ew: float
    ew_error: float
    significance: float

    def words(self) -> str:
        sense = "emission" if self.ew > 0 else "absorption"
        size = f"EW {number(self.ew, 1)} ± {number(self.ew_error, 1)} Å"
        return f"{sense} at {number(self.wavelength, 0)} Å ({size}, {self.significance:.0f}σ)"


def last_suggestion(events: Sequence[Event]) -> WindowSuggested | None:
    """What an astronomer suggested since the last reply."""
    for event in reversed(events):
        if isinstance(event, InspectorReplied):
            return None
        if isinstance(event, WindowSuggested):
            return event
    return None


def suggested_words(prepared: Prepared, suggestion: WindowSuggested) -> str:
    """What stands out in the suggested window; that notes are not read is said."""
    words = ""
    if suggestion.window is not None:
        words = f"Looked where {_plain(suggestion.reviewer)} asked: "
        words += f"{standing_out(prepared, suggestion.window)}."
    if suggestion.note:
        words += " These rules measure, and do not read the note."
    return words.strip()


def standing_out(prepared: Prepared, window: Range) -> str:
    """The strongest emission and absorption, or that there is none, or why it cannot be told."""
    lower, upper = window
    side = _SIDE * (upper - lower)
    continuum = side_continuum(prepared, (lower, lower + side), (upper - side, upper))
    if isinstance(continuum, str):
        return f"it cannot be told what stands out there ({continuum})"
    part = prepared.between(lower, upper)
    wavelength, cell = prepared.wavelength[part], prepared.cell[part]
    level = continuum.at(wavelength)
    if wavelength.size < 2 * _BOX or not np.all(level > 0):
        return "it cannot be told what stands out there (the continuum is too low)"
    height = prepared.flux[part] / level - 1.0
    noise = np.hypot(prepared.sigma[part] / level, FLOOR)
    found = [_strongest(sense, wavelength, height, noise, cell) for sense in (1, -1)]
    said = [one.words() for one in found if one.significance >= _LEAST]
    return " and ".join(said) if said else f"nothing stands out above {_LEAST:.0f}σ"


def _strongest(
    sense: int, wavelength: FloatArray, height: FloatArray, noise: FloatArray, cell: FloatArray
) -> Feature:
    box = np.ones(_BOX)
    summed = sense * np.convolve(height, box, "same")
    score = summed / np.sqrt(np.convolve(noise**2, box, "same"))
    peak = int(np.argmax(score))
    left = right = peak
    while left > 0 and summed[left - 1] > 0:
        left -= 1
    while right < height.size - 1 and summed[right + 1] > 0:
        right += 1
    run = slice(left, right + 1)
    ew = float(np.sum(height[run] * cell[run]))
    error = float(np.sqrt(np.sum((noise[run] * cell[run]) ** 2)))
    return Feature(float(wavelength[peak]), ew, error, float(score[peak]))


def _plain(name: str) -> str:
    """A person's name without what could pass for a tag of the protocol."""
    return "".join(" " if sign in "<>\\{}" else sign for sign in name)
