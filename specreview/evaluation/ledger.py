"""What the inspections of a queue came to, each trace read once."""

import threading
from collections.abc import Iterator, Sequence
from typing import Protocol

from specreview.agent.traces import Trace
from specreview.evaluation.judged import Inspected, inspected
from specreview.review.rows import InspectionSummary


class TraceLog(Protocol):
    """What the ledger reads: the store's traces."""

    def measuring(self, queue_id: int) -> list[InspectionSummary]:
        """The queue's inspections that measure their inspectors, oldest first."""
        ...

    def stream(self, inspection_ids: Sequence[str]) -> Iterator[Trace]:
        """Their traces, without pictures, a few at a time."""
        ...


class Ledger:
    """Keeps what was read; a finished trace changes only when it goes on. Safe for threads."""

    def __init__(self) -> None:
        self._read: dict[str, tuple[int, Inspected | None]] = {}
        self._lock = threading.Lock()

    def of_queue(self, log: TraceLog, queue_id: int) -> dict[int, list[Inspected]]:
        """By candidate, what its inspections came to by themselves.

        Which of them count is the log's to say: one for each inspector and prompt.
        """
        with self._lock:
            summaries = log.measuring(queue_id)
            self._read_new(log, summaries)
            found: dict[int, list[Inspected]] = {}
            for summary in summaries:
                one = self._read[summary.id][1]
                if one is not None:
                    found.setdefault(summary.candidate_id, []).append(one)
        return found

    def _read_new(self, log: TraceLog, summaries: Sequence[InspectionSummary]) -> None:
        by_id = {summary.id: summary for summary in summaries}
        new = [one.id for one in summaries if self._read.get(one.id, (0,))[0] != one.events]
        for trace in log.stream(new):
            summary = by_id[trace.inspection_id]
            self._read[summary.id] = summary.events, inspected(trace, summary.fingerprint)
