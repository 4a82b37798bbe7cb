"""Imports under way, and lists that are looked at before: all that outlives a refresh.

A worker thread, its progress, and a way to cancel it; what was said of each list so far; the lists
read for their preview. No `st.*` here.
"""

import logging
from collections import Counter, OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event, Lock, Thread
from time import monotonic
from typing import TYPE_CHECKING, Any

from specreview.canonical import sha256_hex
from specreview.catalogues.parsing import is_long_text
from specreview.catalogues.places import check_place
from specreview.errors import CatalogueError, SpecreviewError
from specreview.intake import ImportRequest
from specreview.services import Workspace
from specreview.uploads import is_spectrum

if TYPE_CHECKING:
    from specreview.catalogues.preview import CataloguePreview

logger = logging.getLogger(__name__)

_KEPT = 24
"""Previews, and columns with their values, that are kept."""


@dataclass
class Draft:
    """What was said of a source so far.

    `roles` holds the columns chosen (role to column, "" for none of them); `read_as` names the
    queue whose remembered columns lie under them. `share` is percent, as typed.
    """

    roles: dict[str, str] = field(default_factory=dict)
    positive: tuple[str, ...] = ()
    negative: tuple[str, ...] = ()
    task: str | None = None
    name: str = ""
    share: str = ""
    spectra: str = ""
    read_as: str | None = None

    def box(self, source: Path) -> str:
        """For the keys of boxes that each source, and each queue that it is read as, has anew."""
        return sha256_hex(f"{source}\n{self.read_as}".encode())[:8]


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
    def whole(self) -> bool:
        """Whether all of the list was imported, and some of it became candidates: what was said of
        it in the form has served its end.
        """
        kept = self.counts is not None and sum(self.counts[:3]) > 0
        return kept and not self.cancel.is_set()

    @property
    def rate(self) -> float:
        """Files a second so far."""
        elapsed = monotonic() - self.began
        return self.done / elapsed if elapsed > 0 else 0.0


class Imports:
    """At most one import at a time for a workspace; a second click finds the first one. Drafts and
    previews are kept for all who look.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self.job: ImportJob | None = None
        self._drafts: dict[str, Draft] = {}
        self._read: OrderedDict[tuple[Any, ...], Any] = OrderedDict()

    def draft(self, source: str) -> Draft:
        """What was said of that source, whoever said it; empty at first."""
        return self._drafts.setdefault(source, Draft())

    def forget(self, source: str) -> None:
        """Once it is imported, the queue remembers."""
        self._drafts.pop(source, None)

    def preview(self, source: Path) -> "CataloguePreview":
        """The source as it is read by its columns' names; again once the file has changed.

        Raises
        ------
        CatalogueError
            When it cannot be read, or is a spectrum.
        """
        check_place(source)
        if self._kept(("spectrum", *_stamp(source)), lambda: _is_spectrum(source)):
            raise CatalogueError(
                f"{source}: is a spectrum, not a list of candidates; give the folder in which it "
                "lies, or upload it by itself"
            )
        return self._looked_at(source)[0]

    def _looked_at(self, source: Path) -> "tuple[CataloguePreview, Mapping[str, Counter[str]]]":
        from specreview.catalogues.preview import preview_with_values

        key = ("preview", *_stamp(source))
        found: tuple[CataloguePreview, Mapping[str, Counter[str]]] = self._kept(
            key, lambda: preview_with_values(source)
        )
        return found

    def values(self, source: Path, column: str) -> Counter[str]:
        """How often each cell of a column stands in the list; one of many values is read anew."""
        from specreview.catalogues.importing import read_catalogue

        few = self._looked_at(source)[1]
        if column in few:
            return few[column]

        def counted() -> Counter[str]:
            return Counter(row.cells.get(column, "") for row in read_catalogue(source).rows)

        found: Counter[str] = self._kept(("values", *_stamp(source), column), counted)
        return found

    def _kept(self, key: tuple[Any, ...], read: Callable[[], Any]) -> Any:
        with self._lock:
            if key in self._read:
                self._read.move_to_end(key)
                return self._read[key]
        found = _foreseen(read, str(key[1]))
        with self._lock:
            self._read[key] = found
            while len(self._read) > _KEPT:
                self._read.popitem(last=False)
        return found

    def begin(self, workspace: Workspace, request: ImportRequest) -> ImportJob:
        """Start the import, unless one is running."""
        with self._lock:
            if self.job is not None and not self.job.finished:
                return self.job
            job = self.job = ImportJob(request.name)
        Thread(target=self._work, args=(workspace, request, job), daemon=True).start()
        return job

    def _work(self, workspace: Workspace, request: ImportRequest, job: ImportJob) -> None:
        """What was said of the list is kept until all of it is imported."""
        try:
            _work(workspace, request, job)
            if job.whole:
                self.forget(str(request.source))
                self.forget("")
        finally:
            job.finished = True

    def clear(self) -> None:
        """Put a finished import away."""
        with self._lock:
            if self.job is not None and self.job.finished:
                self.job = None


def _foreseen(read: Callable[[], Any], name: str) -> Any:
    """What `read` returns; what nobody foresaw in a foreign file is logged and said of the file."""
    try:
        return read()
    except SpecreviewError:
        raise
    except Exception as error:
        logger.exception("%s cannot be looked at", name)
        raise CatalogueError(
            f"{name}: cannot be read, for a reason that nobody foresaw; the server's log says "
            "which. Give another list"
        ) from error


def _stamp(source: Path) -> tuple[Any, ...]:
    """Tells a file from the same one after a change."""
    try:
        told = source.stat()
    except OSError:
        return (str(source),)
    return (str(source), told.st_size, told.st_mtime_ns)


def _is_spectrum(source: Path) -> bool:
    """A long text is a list: to read it as a spectrum would take all of it."""
    return source.is_file() and not is_long_text(source) and is_spectrum(source)


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
