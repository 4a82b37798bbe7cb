"""What one clause asserts of one feature, before anything is measured."""

from dataclasses import dataclass
from typing import Literal

from specreview.measure.claims.features import Feature

Sense = Literal["", "emission", "absorption"]
Width = Literal["", "broad", "narrow", "double-peaked"]
Strength = Literal["", "strong", "weak"]


@dataclass(frozen=True)
class Figure:
    """A number that is given: EW in Å, FWHM in km/s, a ratio, an index, a slope or S/N."""

    quantity: Literal["EW", "FWHM", "ratio", "slope", "S/N"]
    value: float
    unit: str = ""

    def words(self) -> str:
        """As in "EW 40 Å"."""
        return f"{self.quantity} {self.value:g} {self.unit}".strip().replace("-", "−")


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
