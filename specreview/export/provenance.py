"""Who made a list, when, from what, under which limits: written into every export."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from specreview.agent.events import InspectionStarted
from specreview.export.selection import Selection
from specreview.review.consensus import ConflictLimits
from specreview.review.lists import ALWAYS, Period
from specreview.review.rows import ALL_ROWS, ClaimFilter, Queue, RowFilter
from specreview.review.stamps import utc_now
from specreview.tasks.task import VettingTask
from specreview.version import __version__

DEFAULT_LIMITS = ConflictLimits()


@dataclass(frozen=True)
class InspectorUsed:
    """An inspector as it was when it judged `inspections` of the list's candidates."""

    name: str
    model: str | None
    revision: str | None
    prompt_hash: str
    task: str
    app_version: str
    inspections: int

    def __str__(self) -> str:
        named = " ".join(filter(None, (self.name, self.model, self.revision)))
        return (
            f"{named}, prompt sha256 {self.prompt_hash}, task {self.task}, "
            f"specreview {self.app_version}, {self.inspections} inspections"
        )


@dataclass(frozen=True)
class TaskUsed:
    """A vetting task as it is now: key, version, SHA-256 of its file's content."""

    key: str
    version: int
    sha256: str


@dataclass(frozen=True)
class Provenance:
    """All that a reader of the list must know; `exported_at` is UTC with offset.

    `candidates` counts those of the queue after the filter; `left_out` what `counted` names.
    `checksum` is the SHA-256 of the rows as JSON lines, the same in every format; "" before the
    list is written.
    """

    list: str
    queue: str
    source: str
    reviewer: str
    exported_at: str
    app: str
    rows: int
    candidates: int
    left_out: dict[str, int]
    filter: str
    approval_confidence: int
    conflict_confidence: int
    conflict_relative_redshift: float
    tasks: tuple[TaskUsed, ...]
    inspectors: tuple[InspectorUsed, ...]
    counted: str = "candidates"
    columns: int = 0
    checksum: str = ""

    def as_json(self) -> dict[str, Any]:
        """Plain values for JSON."""
        return asdict(self)


def inspectors_used(started: Iterable[InspectionStarted]) -> tuple[InspectorUsed, ...]:
    """The distinct inspectors (with model, prompt and app version) behind some inspections."""
    counted = Counter(
        (one.inspector, one.model, one.revision, one.prompt_hash, one.task_key, one.app_version)
        for one in started
    )
    return tuple(
        InspectorUsed(*key, inspections=count)
        for key, count in sorted(counted.items(), key=lambda pair: str(pair[0]))
    )


def provenance(
    selection: Selection,
    queue: Queue,
    reviewer: str,
    tasks: Sequence[VettingTask],
    confidence_limit: int,
    *,
    started: Iterable[InspectionStarted] = (),
    row_filter: RowFilter = ALL_ROWS,
    within: Period = ALWAYS,
    limits: ConflictLimits = DEFAULT_LIMITS,
    candidates: int | None = None,
    columns: int = 0,
    now: str | None = None,
) -> Provenance:
    """The provenance of a list made now; `candidates` where the list has other rows than those."""
    return Provenance(
        list=selection.kind,
        queue=queue.name,
        source=queue.source,
        reviewer=reviewer,
        exported_at=now or utc_now(),
        app=f"specreview {__version__}",
        rows=len(selection.rows),
        candidates=selection.total if candidates is None else candidates,
        left_out={one.reason: one.count for one in selection.left_out},
        filter=filter_text(row_filter, within),
        approval_confidence=confidence_limit,
        conflict_confidence=limits.confidence,
        conflict_relative_redshift=limits.relative_redshift,
        tasks=tuple(TaskUsed(task.key, task.version, task.hash) for task in tasks),
        inspectors=inspectors_used(started),
        counted=selection.counted,
        columns=columns,
    )


_CLAIMS: dict[ClaimFilter, str] = {
    "contradicted": "some claim contradicted",
    "none": "no claim contradicted",
    "uncounted": "claims not counted",
}


def filter_text(row_filter: RowFilter, within: Period = ALWAYS) -> str:
    """A filter in words, "none" when every candidate passes."""
    parts = []
    if row_filter.states:
        parts.append(f"state {' or '.join(row_filter.states)}")
    if row_filter.verdicts:
        parts.append(f"verdict {' or '.join(row_filter.verdicts)}")
    if row_filter.surveys:
        parts.append(f"survey {' or '.join(row_filter.surveys)}")
    if row_filter.snr_min is not None:
        parts.append(f"S/N >= {row_filter.snr_min:g}")
    if row_filter.claims is not None:
        parts.append(_CLAIMS[row_filter.claims])
    return "; ".join(filter(None, (*parts, str(within)))) or "none"


def told(made: Provenance) -> Iterator[tuple[str, str | int | float]]:
    """The provenance as names and plain values, for formats that hold pairs alone."""
    for name, value in made.as_json().items():
        if isinstance(value, str | int | float):
            yield name, value
    for reason, count in made.left_out.items():
        yield "left_out", f"{count} {reason}"
    for number, task in enumerate(made.tasks, start=1):
        yield f"task_{number}", f"{task.key} version {task.version} sha256 {task.sha256}"
    for number, used in enumerate(made.inspectors, start=1):
        yield f"inspector_{number}", str(used)
