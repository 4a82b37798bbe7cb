"""Carries an import out in small batches and counts what became of each row."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from specreview.review.candidates import ImportCounts, NewCandidate, Reject

_BATCH = 50


@dataclass(frozen=True)
class ImportReport:
    """What an import did; the four numbers sum to the rows (and objects) that were seen."""

    new: int
    changed: int
    unchanged: int
    rejected: tuple[Reject, ...]

    def sentence(self) -> str:
        """In words: 3 new, 0 changed, 57 unchanged, 1 rejected."""
        return (
            f"{self.new} new, {self.changed} changed, {self.unchanged} unchanged, "
            f"{len(self.rejected)} rejected"
        )


def carry_out(
    planned: Iterable[NewCandidate | Reject],
    upsert: Callable[[Sequence[NewCandidate]], ImportCounts],
) -> ImportReport:
    """Hand the candidates to `upsert` in batches, keep the rejects, and sum up.

    A cancelled or interrupted import leaves whole batches, which the next one finds unchanged.
    """
    counts, batch, rejected = ImportCounts(), list[NewCandidate](), list[Reject]()
    for one in planned:
        if isinstance(one, Reject):
            rejected.append(one)
            continue
        batch.append(one)
        if len(batch) >= _BATCH:
            counts += upsert(batch)
            batch = []
    if batch:
        counts += upsert(batch)
    in_order = tuple(sorted(rejected, key=lambda one: one.row))
    return ImportReport(counts.new, counts.changed, counts.unchanged, in_order)
