"""Imports under way: a worker thread, its progress, and a way to cancel it. No `st.*` here."""

import logging
from dataclasses import dataclass, field
from threading import Event, Lock, Thread
from time import monotonic

from specreview.errors import SpecreviewError
from specreview.intake import ImportRequest
from specreview.services import Workspace

logger = logging.getLogger(__name__)


@dataclass
class ImportJob:
    """One import, as the page polls it."""

    name: str
    done: int = 0
    total: int = 0
    finished: bool = False
    message: str = ""
    trouble: str = ""
    queue_id: int | None = None
    counts: tuple[int, int, int, int] | None = None
    """new, changed, unchanged, rejected."""
    labels: str = ""
    """How many rows have a label, in words."""
    notes: tuple[str, ...] = ()
    began: float = field(default_factory=monotonic)
    cancel: Event = field(default_factory=Event)

    @property
    def rate(self) -> float:
        """Files a second so far."""
        elapsed = monotonic() - self.began
        return self.done / elapsed if elapsed > 0 else 0.0


class Imports:
    """At most one import at a time for a workspace; a second click finds the first one."""

    def __init__(self) -> None:
        self._lock = Lock()
        self.job: ImportJob | None = None

    def begin(self, workspace: Workspace, request: ImportRequest) -> ImportJob:
        """Start the import, unless one is running."""
        with self._lock:
            if self.job is not None and not self.job.finished:
                return self.job
            job = self.job = ImportJob(request.name)
        Thread(target=_work, args=(workspace, request, job), daemon=True).start()
        return job

    def clear(self) -> None:
        """Put a finished import away."""
        with self._lock:
            if self.job is not None and self.job.finished:
                self.job = None


def _work(workspace: Workspace, request: ImportRequest, job: ImportJob) -> None:
    def progress(done: int, total: int) -> None:
        job.done, job.total = done, total

    try:
        queue, report = workspace.import_queue(request, progress, job.cancel.is_set)
        job.queue_id = queue.id
        job.counts = (report.new, report.changed, report.unchanged, len(report.rejected))
        job.labels = report.label_sentence()
        job.notes = report.notes
        job.message = report.sentence()
        if job.cancel.is_set():
            job.message = f"Cancelled. {job.message}; import again to go on."
    except SpecreviewError as error:
        job.trouble = str(error)
    except Exception:
        logger.exception("the import of %s failed", request.source)
        job.trouble = f"{request.source}: the import failed unexpectedly; the server's log says why"
    finally:
        job.finished = True
