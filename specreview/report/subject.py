"""All that the page of one object is made of, as values."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from specreview.agent.traces import Trace
from specreview.evidence.trace_evidence import TraceEvidence
from specreview.measure.measurement import Measurement
from specreview.review.decision import Decision
from specreview.review.history import History, replay
from specreview.review.marks import StepMark
from specreview.review.rows import Candidate, CandidateRow, InspectionSummary, Queue
from specreview.spectra.redshift import AppliedRedshift
from specreview.spectra.spectrum import Spectrum
from specreview.tasks.task import VettingTask


@dataclass(frozen=True)
class Sight:
    """The spectrum as it is read now, and what the task measures in it.

    `measurements` are at the redshift `measured_at` of the inspector's views, `redshift` is that
    of the chart.
    """

    spectrum: Spectrum
    redshift: AppliedRedshift
    measurements: Mapping[str, Measurement]
    measured_at: float


@dataclass(frozen=True)
class Inspected:
    """One inspection with its pictures (PNG by SHA-256), and how its claims stand.

    `evidence` is None where the claims were not checked, and `unchecked` says why. `marks` are
    people's standing marks on its steps.
    """

    trace: Trace
    images: Mapping[str, bytes]
    evidence: TraceEvidence | None
    unchecked: str = ""
    marks: tuple[StepMark, ...] = ()


@dataclass(frozen=True)
class Subject:
    """One candidate with all that is known of it.

    Attributes
    ----------
    row
        The candidate and its state, whoever asks.
    task
        None where its task file is not loaded.
    sight
        None where there is no spectrum; `trouble` then says why.
    inspected
        The inspection that counts as the candidate's, None where there is none.
    inspections
        All of its inspections, the latest first.
    decisions
        The whole log of the candidate, oldest first.
    names
        Under which name each reviewer appears; those who are not in here keep theirs.
    made_at, app
        When the page is made (UTC) and by which version.
    """

    queue: Queue
    row: CandidateRow
    task: VettingTask | None
    sight: Sight | None
    trouble: str
    inspected: Inspected | None
    inspections: Sequence[InspectionSummary]
    decisions: Sequence[Decision]
    made_at: str
    app: str
    names: Mapping[str, str] = field(default_factory=dict)

    @property
    def candidate(self) -> Candidate:
        return self.row.candidate

    @cached_property
    def history(self) -> History:
        """What stands after all decisions."""
        return replay(self.decisions)

    @property
    def state(self) -> str:
        """The candidate's state, whoever answered."""
        waiting = self.row.state in ("new", "inspecting", "inspected")
        return "answered" if waiting and self.history.answers else self.row.state

    def name(self, reviewer: str) -> str:
        """How a reviewer is called on the page."""
        return self.names.get(reviewer, reviewer)
