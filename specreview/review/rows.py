"""What the Candidates table, the queue order and the exports are made of."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from specreview.review.decision import OriginOfAnswer, Role
from specreview.review.marks import Mark, StepMark
from specreview.tasks.own_prompt import OwnPrompt

CandidateState = Literal[
    "new", "inspecting", "inspected", "answered", "deferred", "conflict", "adjudicated"
]
SortKey = Literal[
    "queue", "id", "survey", "snr", "score", "verdict", "contradicted", "answer", "state"
]
ClaimFilter = Literal["contradicted", "none", "uncounted"]
"""Some claim is contradicted; all were counted and none is; they were not counted."""


@dataclass(frozen=True)
class Queue:
    """A named list of candidates. `task_key` is None where each candidate has its own task."""

    id: int
    name: str
    task_key: str | None
    created_at: str
    source: str
    """The catalogue or folder it was imported from."""
    expected_share: float | None = None
    """Share of true objects that the reviewer expects, in (0, 1); None where nobody said."""
    mapping: Mapping[str, str] = field(default_factory=dict, hash=False)
    """Role to column of its list, as a person gave them: the next import reads by it."""
    positive: tuple[str, ...] = ()
    """Values of the label column that are true objects, as a person gave them."""
    negative: tuple[str, ...] = ()
    spectra: str = ""
    """The folder in which its spectra lie, as a person gave it; "" where nobody did."""


@dataclass(frozen=True)
class Candidate:
    """One spectrum under one task in one queue.

    `path` and `object_id` say which spectrum of which file; `redshift` is the catalogue's or
    the reviewer's own value, None where there is none. `version` counts the answers, defers
    and undos so far: a decision carries the version it was made on.
    """

    id: int
    queue_id: int
    position: int
    object_id: str
    source_id: str
    task_key: str
    path: str
    file_object: str | None
    """Which object of a file that holds several; None takes the only one."""
    content_hash: str | None
    survey: str
    release: str | None
    ra: float | None
    dec: float | None
    snr: float | None
    redshift: float | None
    redshift_source: str | None
    catalogue_score: float | None
    catalogue: dict[str, str]
    """The catalogue row's other columns, verbatim; hidden ones (truth) are not in here."""
    version: int
    redshift_by: str | None = None
    """The reviewer who set `redshift`; None where it is the catalogue's or missing."""
    own_prompt: OwnPrompt | None = None
    """The prompt that the candidate's list brought along, None for the task file's."""

    @property
    def own_redshift(self) -> float | None:
        """The redshift that a reviewer set, None where it is the catalogue's or missing."""
        return self.redshift if self.redshift_by is not None else None


@dataclass(frozen=True)
class CandidateRow:
    """A candidate with its current state, as one reviewer sees it."""

    candidate: Candidate
    state: CandidateState
    verdict: str | None
    has_verdict: bool
    """False: not inspected; True with verdict None: "no verdict"."""
    inspection_id: str | None
    inspector: str | None
    score: float | None
    answer: str | None
    """This reviewer's standing answer."""
    confidence: int | None
    issues: tuple[str, ...]
    other_class: str | None
    comment: str
    decision_id: str | None
    decided_at: str | None
    active_seconds: float | None
    answered_by: tuple[str, ...]
    """All reviewers with a standing answer."""
    role: Role | None = None
    """In which this reviewer's standing answer was given."""
    origin: OriginOfAnswer | None = None
    reason: str | None = None
    answer_redshift: float | None = None
    """The redshift that came with the answer."""
    shown_verdict: str | None = None
    """The verdict as the reviewer saw it; None where it was not shown."""
    adjudicated_answer: str | None = None
    adjudicated_confidence: int | None = None
    claims: "ClaimTally | None" = None
    """How the inspection's claims stand; None where they were not counted."""
    marks: tuple[Mark, ...] = ()
    """All people's standing marks on the inspection's steps; () before `with_marks`."""


def with_marks(rows: Iterable[CandidateRow], standing: Iterable[StepMark]) -> list[CandidateRow]:
    """The rows with those of the standing marks that are on their inspections."""
    found: defaultdict[str | None, tuple[Mark, ...]] = defaultdict(tuple)
    for one in standing:
        if one.mark is not None:
            found[one.inspection_id] += (one.mark,)
    return [
        replace(row, marks=found[row.inspection_id]) if row.inspection_id in found else row
        for row in rows
    ]


COUNTS = ("supported", "weakly_supported", "contradicted", "not_measurable", "not_checked")
"""The counts of a `ClaimTally`, the best standing first."""


@dataclass(frozen=True)
class ClaimTally:
    """How the claims of one inspection stand against the flux, each counted once.

    `checker` is the version of the rules that checked them, `task_hash` the task that they
    measured by.
    """

    inspection_id: str
    checker: int
    task_hash: str
    supported: int = 0
    weakly_supported: int = 0
    contradicted: int = 0
    not_measurable: int = 0
    not_checked: int = 0

    @property
    def total(self) -> int:
        """All claims that were read, those that nothing here measures included."""
        return sum(getattr(self, count) for count in COUNTS)


@dataclass(frozen=True)
class StandingAnswer:
    """One person's answer that stands on one candidate."""

    candidate_id: int
    reviewer: str
    role: Role
    answer: str
    shown_verdict: str | None
    """The verdict as the person saw it; None where none was shown."""
    decided_at: str
    reason: str | None


@dataclass(frozen=True)
class RowFilter:
    """Which candidates are shown, in which order; lives in the URL."""

    states: tuple[CandidateState, ...] = ()
    verdicts: tuple[str, ...] = ()
    """Labels, or "none" for no verdict."""
    surveys: tuple[str, ...] = ()
    snr_min: float | None = None
    claims: ClaimFilter | None = None
    sort: SortKey = "queue"
    descending: bool = False


ALL_ROWS = RowFilter()
"""Every candidate, in queue order."""


@dataclass(frozen=True)
class QueueCounts:
    """How far a queue is, for one reviewer."""

    total: int
    inspected: int
    answered: int
    deferred: int
    conflicts: int
    median_seconds: float | None


@dataclass(frozen=True)
class InspectionSummary:
    """One inspection of a candidate, without its events."""

    id: str
    candidate_id: int
    started_at: str
    inspector: str
    task_hash: str
    fingerprint: str
    rollout: int
    events: int
    status: Literal["inspecting", "failed", "inspected"]
    """`failed`: the inspector could not answer; the candidate counts as new."""
    verdict: str | None
    has_verdict: bool
    score: float | None
    prompt_hash: str
    unaided: Literal["open", "ended", "helped"]
    """Whether it came to its end by itself: only then it measures its inspector."""
    unaided_verdict: str | None
    """The verdict by then; what was suggested later has no part in it."""
