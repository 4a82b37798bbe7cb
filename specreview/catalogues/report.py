"""Carries an import out in small batches and counts what became of each row."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from specreview.review.candidates import ImportCounts, NewCandidate, Reject

_BATCH = 50


@dataclass(frozen=True)
class ImportReport:
    """What an import did; the four numbers sum to the rows (and objects) that were seen.

    `labels` says how many rows came with which label; the others, and the rejected, have none.
    `traces` counts the demonstrations whose traces are in the queue, `notes` are sentences about
    what a person should look at.
    """

    new: int
    changed: int
    unchanged: int
    rejected: tuple[Reject, ...]
    labels: Mapping[str, int] = field(default_factory=dict)
    traces: int = 0
    notes: tuple[str, ...] = ()

    @property
    def unlabelled(self) -> int:
        """Rows that became (or are) candidates and say nothing about the task."""
        return self.new + self.changed + self.unchanged - sum(self.labels.values())

    def sentence(self) -> str:
        """In words: 3 new, 0 changed, 57 unchanged, 1 rejected."""
        return (
            f"{self.new} new, {self.changed} changed, {self.unchanged} unchanged, "
            f"{len(self.rejected)} rejected"
        )

    def trace_sentence(self) -> str:
        """In words: 12 demonstrations are traces in the queue; "" where the list holds none."""
        if not self.traces:
            return ""
        what = "demonstration is a trace" if self.traces == 1 else "demonstrations are traces"
        return f"{self.traces} {what} in the queue"

    def label_sentence(self) -> str:
        """In words: 60 rows with a label (12 YES, 48 NO), 3 without; "" where none has one."""
        if not self.labels:
            return ""
        counts = ", ".join(f"{count} {label}" for label, count in self.labels.items())
        rows = "row" if (known := sum(self.labels.values())) == 1 else "rows"
        return f"{known} {rows} with a label ({counts}), {self.unlabelled} without"


def carry_out(
    planned: Iterable[NewCandidate | Reject],
    upsert: Callable[[Sequence[NewCandidate]], ImportCounts],
) -> ImportReport:
    """Hand the candidates to `upsert` in batches, keep the rejects, and sum up.

    A cancelled or interrupted import leaves whole batches, which the next one finds unchanged.
    """
    counts, batch, rejected = ImportCounts(), list[NewCandidate](), list[Reject]()
    reasons: dict[str, str] = {}  # one text for all of a long list without files
    labels = Counter[str]()
    for one in planned:
        if isinstance(one, Reject):
            reason = reasons.setdefault(one.reason, one.reason)
            rejected.append(Reject(one.row, one.name, reason))
            continue
        batch.append(one)
        if one.label is not None:
            labels[one.label] += 1
        if len(batch) >= _BATCH:
            counts += upsert(batch)
            batch = []
    if batch:
        counts += upsert(batch)
    in_order = tuple(sorted(rejected, key=lambda one: one.row))
    positive_first = dict(sorted(labels.items(), reverse=True))
    return ImportReport(counts.new, counts.changed, counts.unchanged, in_order, positive_first)
