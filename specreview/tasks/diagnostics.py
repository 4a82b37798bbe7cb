"""What a task measures: lines, bands, indices, continuum, and rules over them.

All wavelengths here are vacuum Å in the rest frame; the loader converts a file's `medium: air`.
"""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

Range = tuple[float, float]
"""(lower, upper) in vacuum Å, lower < upper."""


class _Frozen(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Ramp(_Frozen):
    """Presence p from a measured value: 0 at `none`, 1 at `full`, linear between.

    `none > full` makes a falling ramp: an index that drops with a deepening band.
    """

    none: float
    full: float

    def presence(self, value: float) -> float:
        """p in [0, 1]."""
        return min(1.0, max(0.0, (value - self.none) / (self.full - self.none)))


class _Diagnostic(_Frozen):
    """Fields common to all diagnostics.

    `weight` counts towards the score when present (0: information only); `argues` says for
    or against the positive label; `about` what it points to ("a cataclysmic variable", "dMe").
    """

    name: str = Field(pattern=r"^[a-z][a-z0-9_]*$")
    label: str
    weight: float = 0.0
    argues: Literal["for", "against"] = "for"
    about: str = ""
    source: str
    note: str = ""


class LineDiagnostic(_Diagnostic):
    """One line, or several of one species, in emission or absorption.

    The window and its side bands are half-widths around the rest wavelength, in km/s.
    `combine`: `strongest` takes the most significant line, `count` asks for `min_lines`
    significant ones, `stack` averages them on a common Å axis before measuring.
    """

    kind: Literal["emission", "absorption"]
    rest: tuple[float, ...]
    medium: Literal["vacuum"] = "vacuum"
    combine: Literal["strongest", "count", "stack"] = "strongest"
    min_lines: int = 1
    window_kms: float = 2600.0
    core_kms: float | None = 1500.0
    sides_kms: Range = (2800.0, 5500.0)
    ew: Ramp | None = None
    """Ramp over |EW| in Å in the sense of `kind`."""
    fwhm_kms: Ramp | None = None
    """Ramp over the FWHM corrected for resolution, km/s; multiplies the presence."""
    fwhm_max_kms: float | None = None
    significance: float = 3.0
    """Least |EW| / error."""
    min_contrast: float = 0.04
    """Least peak height or trough depth as a fraction of the continuum."""
    max_offset_kms: float = 600.0


class BandheadDiagnostic(_Diagnostic):
    """Ratio of mean flux in `feature` to `reference` across a band's sharp edge."""

    kind: Literal["bandhead"]
    head: float
    medium: Literal["vacuum"] = "vacuum"
    feature: Range
    reference: Range
    fades: Literal["blue", "red"]
    """Side towards which the band weakens: C2 blue, TiO and ZrO red."""
    ratio: Ramp
    significance: float = 2.5


class IndexDiagnostic(_Diagnostic):
    """Ratio of mean flux in two windows, optionally less a locus linear in another index."""

    kind: Literal["index"]
    medium: Literal["vacuum"] = "vacuum"
    feature: Range
    reference: Range
    minus: tuple[float, float, str] | None = None
    """(a, b, name): subtract a + b * value of the diagnostic `name`."""
    value: Ramp
    significance: float = 0.0
    max_error: float | None = None
    """Above this error the index is not measurable."""


class ContinuumDiagnostic(_Diagnostic):
    """Slope d ln f_lambda / d ln lambda through the medians of the `windows`."""

    kind: Literal["continuum"]
    medium: Literal["vacuum"] = "vacuum"
    windows: tuple[Range, ...] = Field(min_length=2)
    slope: Ramp


Quantity = Literal[
    "presence",
    "value",
    "error",
    "significance",
    "ew",
    "fwhm_kms",
    "fwhm_angstrom",
    "velocity_kms",
    "contrast",
    "lines",
]


class Condition(_Frozen):
    """A test of one quantity of one diagnostic, or a combination of conditions.

    A leaf names `diagnostic` and `quantity` with `above` and/or `below`, or asks whether it
    was `measured`. A leaf about something not measurable is unknown, and an unknown condition
    never fires a rule.
    """

    diagnostic: str | None = None
    quantity: Quantity = "presence"
    above: float | None = None
    below: float | None = None
    measured: bool | None = None
    all: tuple["Condition", ...] = ()
    any: tuple["Condition", ...] = ()
    none: tuple["Condition", ...] = ()
    at_least: int = 1
    """How many of `any` must hold."""


class RuleDiagnostic(_Diagnostic):
    """When the condition holds: add to the score, multiply it, cap it, or withhold a verdict."""

    kind: Literal["rule"]
    when: Condition
    effect: Literal["add", "multiply", "cap", "floor", "no_verdict"]
    amount: float = 0.0


Diagnostic = Annotated[
    LineDiagnostic | BandheadDiagnostic | IndexDiagnostic | ContinuumDiagnostic | RuleDiagnostic,
    Field(discriminator="kind"),
]
