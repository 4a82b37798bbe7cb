"""One assertion about the spectrum, and how it stands against the flux."""

from dataclasses import dataclass
from typing import Literal

Standing = Literal["supported", "weakly supported", "contradicted", "not measurable", "not checked"]
"""`not measurable`: coverage or S/N does not allow to tell. `not checked`: nothing here measures
what was said. Neither speaks for or against."""

AGREES: tuple[Standing, ...] = ("supported", "weakly supported")
"""What speaks for a claim."""

Where = Literal["thought", "justification"]


@dataclass(frozen=True)
class Claim:
    """What was said of one feature.

    Attributes
    ----------
    feature
        The feature as the task or the line list names it ("Hα", "TiO 6161"), "" for one that is
        known by its wavelength alone.
    asserted
        What is said of it, in few words of our own ("broad emission", "present", "EW 40 Å").
    quote
        The clause it was read from, verbatim.
    start, end
        Where the quote stands in the text.
    where
        Whether it was thought or given as the justification.
    """

    feature: str
    asserted: str
    quote: str
    start: int
    end: int
    where: Where


@dataclass(frozen=True)
class CheckedClaim:
    """A claim beside what was measured.

    Attributes
    ----------
    claim
        What was said.
    standing
        How it stands against the flux.
    numbers
        The measurement in words and units ("EW 74.9 ± 1.5 Å, FWHM 1580 km/s"), or why there is
        none.
    window
        Rest-frame vacuum Å of what was measured, None where nothing was.
    continuum
        End points (wavelength, flux in the file's unit) of the continuum that was used, rest-frame
        vacuum Å; None where nothing was measured against one.
    """

    claim: Claim
    standing: Standing
    numbers: str
    window: tuple[float, float] | None = None
    continuum: tuple[tuple[float, float], tuple[float, float]] | None = None

    @property
    def label(self) -> str:
        """As in "Hα broad emission": what a badge says, before its standing; "S/N 28" once."""
        feature, asserted = self.claim.feature, self.claim.asserted
        if feature and asserted.startswith(f"{feature} "):
            return asserted
        return f"{feature} {asserted}".strip()
