"""What one clause asserts of one feature, before anything is measured."""

import math
from dataclasses import dataclass
from typing import Literal

from specreview.measure.claims.features import Feature

Sense = Literal["", "emission", "absorption"]
Width = Literal["", "broad", "narrow", "double-peaked"]
Strength = Literal["", "strong", "weak"]


@dataclass(frozen=True)
class Figure:
    """A number that is given: EW in Å, FWHM in km/s, a ratio, an index, a slope or S/N.

    `upto` makes it a range from `value`: of a limit, from 0 or to infinity.
    """

    quantity: Literal["EW", "FWHM", "ratio", "slope", "S/N"]
    value: float
    unit: str = ""
    upto: float | None = None

    @property
    def limits(self) -> bool:
        """Whether it only says how large the quantity is at most."""
        return self.upto is not None and self.value == 0.0

    def words(self) -> str:
        """As in "EW 40 Å", "EW < 5 Å", "EW 5 to 10 Å"."""
        number = f"{self.value:g}"
        if self.upto is not None:
            number = f"{number} to {self.upto:g}" if math.isfinite(self.upto) else f"> {number}"
            number = f"< {self.upto:g}" if self.limits else number
        return f"{self.quantity} {number} {self.unit}".strip().replace("-", "−")


@dataclass(frozen=True)
class Assertion:
    """One feature and what is said of it.

    Attributes
    ----------
    feature
        What is spoken of.
    negated
        Whether all of the following together is denied: "no broad emission".
    sense, width, strength
        "" where the text does not say.
    not_width
        A width that is denied of a line that is there: "not broad".
    colour
        For the continuum: "blue", "red", "flat"; for the noise "noisy" or "high".
    figures
        Numbers that are given.
    certain
        Whether it is said plainly enough to be called contradicted.
    ranged
        Whether a range of wavelengths stands for the feature, so that others may lie in it.
    start, end
        Place of the clause in the original text.
    """

    feature: Feature
    negated: bool = False
    sense: Sense = ""
    width: Width = ""
    strength: Strength = ""
    not_width: Width = ""
    colour: str = ""
    figures: tuple[Figure, ...] = ()
    certain: bool = True
    ranged: bool = False
    start: int = 0
    end: int = 0

    def words(self) -> str:
        """What is asserted, in few words of our own: "broad emission", "present", "EW 40 Å"."""
        parts: list[str] = [part for part in (self.strength, self.width) if part]
        if self.not_width:
            parts.append(f"not {self.not_width}")
        parts += [part for part in (self.sense, self.colour) if part]
        if self.negated:
            return f"no {' '.join(parts)}" if parts else "absent"
        if not parts and not self.figures:
            parts.append("present")
        figures = ", ".join(figure.words() for figure in self.figures)
        return ", ".join(part for part in (" ".join(parts), figures) if part)
