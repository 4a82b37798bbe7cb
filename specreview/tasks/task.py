"""A vetting task: one question asked of many spectra, as its YAML file says it."""

from functools import cached_property
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from specreview.canonical import canonical_json, sha256_hex
from specreview.tasks.diagnostics import Diagnostic, Range, RuleDiagnostic


class _Frozen(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)


class Indicators(_Frozen):
    """What an expert looks for, in the order of weight; plain sentences."""

    primary: tuple[str, ...] = Field(min_length=1)
    secondary: tuple[str, ...] = ()


class LookAlike(_Frozen):
    """A class that imitates the positive one, and what tells them apart."""

    name: str
    tell_apart: str


class BorderCase(_Frozen):
    """The policy for a case on which experts would differ."""

    case: str
    answer: str
    """A label of the task, or UNSURE."""
    why: str


class Look(_Frozen):
    """One window worth a look: what the inspector asks for, and a quick-zoom button."""

    label: str
    window: Range
    """Vacuum Å, rest frame."""
    diagnostics: tuple[str, ...] = ()


class Panel(_Frozen):
    """One of the four small panels that stay in sight beside the chart."""

    label: str
    axis: Literal["velocity", "wavelength"]
    rest: float | None = None
    """Vacuum Å, for a velocity axis."""
    half_width_kms: float = 3500.0
    window: Range | None = None
    """Vacuum Å, for a wavelength axis."""
    diagnostic: str | None = None
    """The diagnostic whose measured value is written into the panel."""


class ScoreGroup(_Frozen):
    """How the diagnostics of one group make one number p_group in [0, `cap`].

    `sum`: Σ w p. `max`: the largest w p. `mean`: (Σ w p + prior_weight · prior) /
    (Σ w + prior_weight), over the measurable ones. The result is multiplied by `scale`, then
    cut to [0, cap]. A group without a measurable diagnostic and without a prior is left out.
    """

    name: str = Field(pattern=r"^[a-z][a-z0-9_]*$")
    combine: Literal["sum", "mean", "max"] = "sum"
    scale: float = 1.0
    cap: float = 1.0
    prior: float = 0.0
    prior_weight: float = 0.0


class Scoring(_Frozen):
    """From score to verdict: YES at `yes_at` or above, NO below `no_below`, else no verdict.

    The score is the sum (or the product) of the groups; diagnostics without a group form one more
    plain sum, in which those that argue against count negative. Then the rules act in the order
    of the file: add, multiply, cap and floor; the score is cut to [0, 1] after each.
    """

    source: str = ""
    """Where the thresholds come from."""
    groups: tuple[ScoreGroup, ...] = ()
    combine: Literal["sum", "product"] = "sum"

    yes_at: float = 0.65
    no_below: float = 0.35
    deciding: tuple[str, ...] = ()
    """Diagnostics of which at least `deciding_least` must be measurable, else no verdict."""
    deciding_least: int = 1
    min_snr: float = 2.0
    """Least S/N per pixel (DER_SNR or ivar) in the deciding windows."""


class VettingTask(_Frozen):
    """The question, how an expert decides it, and what is measured for it."""

    key: str = Field(pattern=r"^[a-z][a-z0-9_-]*$")
    name: str
    version: int
    question: str
    labels: tuple[str, ...] = Field(min_length=2)
    """Positive first; YES and NO, or class names."""
    indicators: Indicators
    look_alikes: tuple[LookAlike, ...] = ()
    border_cases: tuple[BorderCase, ...] = ()
    redshift: Literal["stellar", "catalogue"] = "stellar"
    diagnostics: tuple[Diagnostic, ...]
    looks: tuple[Look, ...] = Field(min_length=1)
    """In the order in which to look."""
    panels: tuple[Panel, ...] = Field(min_length=4, max_length=4)
    marks: tuple[str, ...] = ()
    """Further lines of the line list (by name) that the chart marks."""
    scoring: Scoring = Scoring()

    @property
    def positive(self) -> str:
        return self.labels[0]

    @property
    def rules(self) -> tuple[RuleDiagnostic, ...]:
        """The rules, in the order in which they act."""
        return tuple(d for d in self.diagnostics if isinstance(d, RuleDiagnostic))

    @cached_property
    def canonical(self) -> bytes:
        """The whole task as canonical JSON: what the hash covers and the trace keeps."""
        return canonical_json(self.model_dump(mode="json"))

    @cached_property
    def hash(self) -> str:
        return sha256_hex(self.canonical)

    def diagnostic(self, name: str) -> Diagnostic:
        """The diagnostic called `name`; KeyError when there is none."""
        for diagnostic in self.diagnostics:
            if diagnostic.name == name:
                return diagnostic
        raise KeyError(name)
