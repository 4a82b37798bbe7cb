"""Each trace beside the flux: read once, kept at hand, its counts kept in the store."""

import logging
import threading
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import asdict

from specreview.agent.traces import Trace
from specreview.catalogues.plan import unwatched
from specreview.caught_up import CaughtUp
from specreview.errors import SpecreviewError
from specreview.evidence.trace_evidence import TraceEvidence
from specreview.review.rows import Candidate, ClaimTally, Queue
from specreview.spectra.spectrum import Spectrum
from specreview.store import Store
from specreview.tasks.task import VettingTask

Read = Callable[[Trace, Spectrum, VettingTask], TraceEvidence]

KEPT = 256
"""Traces whose evidence is at hand."""

logger = logging.getLogger("specreview.checking")
logger.addHandler(logging.NullHandler())


class Checking:
    """Evidence of traces; safe for threads.

    Parameters
    ----------
    store
        Where counts are kept.
    tasks
        By key.
    load
        Reads a candidate's spectrum.
    read
        What a trace says, beside what is measured.
    version
        Of the rules behind `read`: counts of another one are due again.
    """

    def __init__(
        self,
        store: Store,
        tasks: Mapping[str, VettingTask],
        load: Callable[[Candidate], Spectrum],
        read: Read,
        version: int,
    ) -> None:
        self._store = store
        self._tasks = tasks
        self._load = load
        self._read = read
        self.version = version
        self._kept: OrderedDict[tuple[object, ...], TraceEvidence | None] = OrderedDict()
        self._lock = threading.Lock()

    def evidence(self, trace: Trace, spectrum: Spectrum, task: VettingTask) -> TraceEvidence | None:
        """The trace beside the flux; None where it cannot be set beside it.

        That is where the file holds other flux now than was inspected, or the checks fail; a
        page shows the trace all the same.
        """
        key = (trace.inspection_id, len(trace.events), spectrum.content_hash, task.hash)
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
                return self._kept[key]
        found = self._checked(trace, spectrum, task)
        with self._lock:
            self._kept[key] = found
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        return found

    def _checked(self, trace: Trace, spectrum: Spectrum, task: VettingTask) -> TraceEvidence | None:
        if trace.started.spectrum_hash != spectrum.content_hash:
            return None
        try:
            return self._read(trace, spectrum, task)
        except Exception:
            logger.exception("the claims of inspection %s were not checked", trace.inspection_id)
            return None

    def keep(self, candidate: Candidate, spectrum: Spectrum, trace: Trace) -> None:
        """Count the claims of a finished inspection and keep the counts."""
        self._put(trace, spectrum, self._tasks[candidate.task_key])

    def _put(self, trace: Trace, spectrum: Spectrum, task: VettingTask) -> bool:
        """Keep the counts of a trace; False where it cannot be set beside the flux."""
        found = self.evidence(trace, spectrum, task)
        if found is None:
            return False
        counts = asdict(found.counts)
        tally = ClaimTally(trace.inspection_id, self.version, task.hash, **counts)
        self._store.claims.put([tally])
        return True

    def catch_up(self, queue: Queue, progress: Callable[[int, int], None] = unwatched) -> CaughtUp:
        """Count what was inspected without being counted, or by other rules than today's.

        Each count is kept at once, so that an end half-way loses nothing.
        """
        hashes = [task.hash for task in self._tasks.values()]
        due = self._store.claims.due(queue.id, self.version, hashes)
        failed: list[str] = []
        for done, (candidate_id, inspection_id) in enumerate(due, start=1):
            trouble = self._count(candidate_id, inspection_id)
            failed += [trouble] if trouble else []
            progress(done, len(due))
        finished = self._store.traces.finished_count(queue.id)
        return CaughtUp(len(due) - len(failed), finished - len(due), tuple(failed))

    def _count(self, candidate_id: int, inspection_id: str) -> str:
        """Count one inspection; returns why that cannot be done, else ""."""
        candidate = self._store.queues.candidate(candidate_id)
        task = self._tasks.get(candidate.task_key)
        if task is None:
            return f"{candidate.object_id}: its task {candidate.task_key!r} is not loaded"
        try:
            spectrum = self._load(candidate)
        except SpecreviewError as error:
            return f"{candidate.object_id}: {error}"
        trace = self._store.traces.load(inspection_id)
        kept = self._put(trace, spectrum, task)
        return "" if kept else f"{candidate.object_id}: {why_not(trace, spectrum)}"


def why_not(trace: Trace, spectrum: Spectrum) -> str:
    """Why a trace has no evidence, in words."""
    if trace.started.spectrum_hash != spectrum.content_hash:
        return "the file holds other flux than was inspected"
    return "the claims could not be read; the log says why"
