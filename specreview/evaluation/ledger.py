"""What all finished inspections of a queue came to, each trace read once."""

import threading
from collections.abc import Iterator, Sequence
from typing import Protocol

from specreview.agent.traces import Trace
from specreview.evaluation.judged import Inspected, inspected
from specreview.review.rows import InspectionSummary


class TraceLog(Protocol):
    """What the ledger reads: the store's traces."""

    def finished(self, queue_id: int) -> list[InspectionSummary]:
        """The queue's finished inspections, oldest first."""
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
        """By candidate, what its inspections came to, one for each inspector and prompt.

        Of several by one inspector with one prompt, the one begun last counts. Inspections that
        a person helped along are not in here; see `judged.inspected`.
        """
        with self._lock:
            summaries = log.finished(queue_id)
            self._read_new(log, summaries)
            found: dict[int, dict[object, Inspected]] = {}
            for summary in summaries:
                one = self._read[summary.id][1]
                if one is not None:
                    key = (one.judge, one.prompt_hash)
                    found.setdefault(summary.candidate_id, {})[key] = one
        return {candidate: list(ones.values()) for candidate, ones in found.items()}

    def _read_new(self, log: TraceLog, summaries: Sequence[InspectionSummary]) -> None:
        by_id = {summary.id: summary for summary in summaries}
        new = [one.id for one in summaries if self._read.get(one.id, (0,))[0] != one.events]
        for trace in log.stream(new):
            summary = by_id[trace.inspection_id]
            self._read[summary.id] = summary.events, inspected(trace, summary.fingerprint)
