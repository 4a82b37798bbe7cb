"""What a task measures: lines, bands, indices, continuum, and rules over them.

All wavelengths here are vacuum Å in the rest frame; the loader converts a file's `medium: air`.
"""

from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, model_validator


def _rising(limits: tuple[float, float]) -> tuple[float, float]:
    if limits[0] >= limits[1]:
        raise ValueError(f"the lower limit {limits[0]:g} must lie below the upper {limits[1]:g}")
    return limits


Range = Annotated[tuple[float, float], AfterValidator(_rising)]
"""(lower, upper) in vacuum Å, lower < upper."""


class _Frozen(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)


class Ramp(_Frozen):
    """Presence p from a measured value: 0 at `none`, 1 at `full`, linear between.

    `none > full` makes a falling ramp: an index that drops with a deepening band.
    """

    none: float
    full: float

    @model_validator(mode="after")
    def _two_ends(self) -> "Ramp":
        if self.none == self.full:
            raise ValueError("none and full must differ")
        return self

    def presence(self, value: float) -> float:
        """p in [0, 1]."""
        return min(1.0, max(0.0, (value - self.none) / (self.full - self.none)))


class _Diagnostic(_Frozen):
    """Fields common to all diagnostics.

    `weight` counts towards the score when present (0: information only); `argues` says for
    or against the positive label; `about` what it points to ("a cataclysmic variable", "dMe").
    `group` names the score group it counts in (see `Scoring`). Where `error_scale` s is given,
    the weight shrinks with the measured error e to w s² / (s² + e²).
    """

    name: str = Field(pattern=r"^[a-z][a-z0-9_]*$")
    label: str
    weight: float = 0.0
    argues: Literal["for", "against"] = "for"
    about: str = ""
    source: str = Field(min_length=1)
    note: str = ""
    group: str = ""
    error_scale: float | None = Field(default=None, gt=0)


class LineDiagnostic(_Diagnostic):
    """One line, or several of one species, in emission or absorption.

    The window and its side bands are half-widths around the rest wavelength, in km/s.
    `combine`: `strongest` takes the most significant line, `count` asks for `min_lines`
    significant ones, `stack` averages them on a common Å axis before measuring.
    """

    kind: Literal["emission", "absorption"]
    rest: tuple[float, ...] = Field(min_length=1)
    medium: Literal["vacuum"] = "vacuum"
    combine: Literal["strongest", "count", "stack"] = "strongest"
    min_lines: int = 1
    window_kms: float = 2600.0
    core_kms: float | None = 1500.0
    sides_kms: Range = (2800.0, 5500.0)
    window_angstrom: float | None = None
    """Half-width in Å; where given it takes the place of `window_kms`."""
    sides_angstrom: Range | None = None
    """Side bands in Å from the line; where given they take the place of `sides_kms`."""
    ew: Ramp | None = None
    """Ramp over |EW| in Å in the sense of `kind`."""
    fwhm_kms: Ramp | None = None
    """Ramp over the FWHM corrected for resolution, km/s; multiplies the presence."""
    fwhm_angstrom: Ramp | None = None
    """The same in Å, for pressure-broadened lines; multiplies the presence."""
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


class UnlistedEmissionDiagnostic(_Diagnostic):
    """The strongest emission line that lies at none of the `listed` wavelengths.

    Found against a running median `median_width` Å wide, so that a redshifted or foreign object
    gives itself away. Value and EW in Å; not measurable where less than half of `search` is good.
    """

    kind: Literal["unlisted_emission"]
    medium: Literal["vacuum"] = "vacuum"
    search: Range
    listed: tuple[float, ...]
    tolerance: float = 28.0
    """Å on either side of a listed wavelength that belong to it."""
    median_width: float = 350.0
    ew: Ramp
    significance: float = 5.0
    min_contrast: float = 0.04
    max_pixel_share: float = 0.6
    """A line with more than this share of its flux in one pixel is a spike, and left out."""


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
    never fires a rule. With `relative_to` the quantity is divided by the same quantity of that
    diagnostic first (unknown where that one is not measurable, infinite where it is <= 0).
    With `sigmas` n the value must clear the limit by n of its own errors; a negative n asks
    only that it may lie beyond the limit: not excluded at n errors.
    Every part that is given must hold: the leaf, `all`, `any` and `none`.
    """

    diagnostic: str | None = None
    quantity: Quantity = "presence"
    relative_to: str | None = None
    above: float | None = None
    below: float | None = None
    sigmas: float = 0.0
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
    LineDiagnostic
    | BandheadDiagnostic
    | IndexDiagnostic
    | ContinuumDiagnostic
    | UnlistedEmissionDiagnostic
    | RuleDiagnostic,
    Field(discriminator="kind"),
]
