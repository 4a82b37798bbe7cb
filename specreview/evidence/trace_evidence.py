"""What a trace says, step by step, beside what was measured."""

from dataclasses import dataclass

from specreview.measure.claims.claim import CheckedClaim, Standing
from specreview.measure.measurement import Measurement


@dataclass(frozen=True)
class StepEvidence:
    """One step of a trace: what its window holds when measured, and its claims checked.

    `number` is the step's in the trace, from 1. `measured` are the task's diagnostics that the
    window shows.
    """

    number: int
    window: tuple[float, float] | None
    measured: tuple[Measurement, ...]
    claims: tuple[CheckedClaim, ...]


@dataclass(frozen=True)
class ClaimCounts:
    """How many claims of an inspection stand how, each assertion about a feature counted once."""

    supported: int = 0
    weakly_supported: int = 0
    contradicted: int = 0
    not_measurable: int = 0
    not_checked: int = 0


@dataclass(frozen=True)
class TraceEvidence:
    """All steps, and the sum of their claims.

    `same_code` says that the inspector and the checks are one code, so that their agreement is
    no independent support.
    """

    steps: tuple[StepEvidence, ...]
    counts: ClaimCounts
    same_code: bool

    def step(self, number: int) -> StepEvidence | None:
        """The step of that number in the trace; None where there is none."""
        return next((step for step in self.steps if step.number == number), None)

    def of(self, standing: Standing) -> tuple[CheckedClaim, ...]:
        """The claims of one standing, in the order of the trace."""
        return tuple(c for step in self.steps for c in step.claims if c.standing == standing)
