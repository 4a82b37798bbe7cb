"""Intake: candidate lists into queues, and files that moved found again."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

from specreview.catalogues.demonstrations import conversations
from specreview.catalogues.importing import kind_of, plan_import
from specreview.catalogues.labels import Wording
from specreview.catalogues.naming import check_name
from specreview.catalogues.places import check_folder, check_place
from specreview.catalogues.plan import Import, never, unwatched
from specreview.catalogues.relinking import Moved, find_again
from specreview.catalogues.report import ImportReport, carry_out
from specreview.catalogues.sharegpt import is_sharegpt
from specreview.catalogues.sources import KnownSource
from specreview.errors import CatalogueError, NotFound
from specreview.review.rows import Queue
from specreview.review.shares import check_share
from specreview.store import Store
from specreview.tasks.task import VettingTask
from specreview.views.sparkline import sparkline


@dataclass(frozen=True)
class ImportRequest:
    """What to import into which queue; see `catalogues.plan.Import` for the fields.

    `expected_share` is the share of true objects that is expected, in (0, 1); None leaves it.
    Without a `mapping` a queue's list is read as the last time, and without `spectra` its files
    are sought where they were then, unless `guess` says to go by this request alone.
    """

    name: str
    source: Path
    task: str | None = None
    spectra: Path | None = None
    mapping: Mapping[str, str] | None = None
    wording: Wording = field(default_factory=Wording)
    expected_share: float | None = None
    guess: bool = False


class Intake:
    """Puts lists into the queues of a store, under the tasks that are loaded."""

    def __init__(self, store: Store, tasks: Mapping[str, VettingTask]) -> None:
        self._store = store
        self._tasks = tasks

    def import_queue(
        self,
        request: ImportRequest,
        progress: Callable[[int, int], None] = unwatched,
        cancelled: Callable[[], bool] = never,
    ) -> tuple[Queue, ImportReport]:
        """Make the queue, or import into it again: new, changed, unchanged and rejected rows.

        Raises
        ------
        CatalogueError
            When nothing can be imported; no queue is made then.
        """
        check_name(request.name)
        check_place(request.source)
        if request.spectra is not None:
            check_folder(request.spectra)
        if request.expected_share is not None:
            check_share(request.expected_share)
        known = self._queue(request.name)
        _refuse_other_task(known, request)
        notes: list[str] = []
        request = with_remembered(request, known)
        plan = replace(self._plan(request, known, progress, cancelled), note=notes.append)
        planned = plan_import(plan)
        queue = known or self._store.queues.create(
            request.name, request.task, str(request.source.resolve())
        )
        if kind_of(request.source) == "table":
            self._store.queues.remember(
                queue.id,
                plan.mapping,
                plan.wording.positive,
                plan.wording.negative,
                "" if plan.spectra is None else str(plan.spectra.resolve()),
            )
            queue = self._store.queues.by_id(queue.id)
        if request.expected_share is not None:
            self._store.queues.set_expected_share(queue.id, request.expected_share)
            queue = replace(queue, expected_share=request.expected_share)
        report = carry_out(planned, partial(self._store.queues.upsert, queue.id))
        self._store.queues.set_rejects(queue.id, report.rejected)
        if is_sharegpt(request.source):
            report = replace(report, traces=self._keep_conversations(queue, plan))
        return queue, replace(report, notes=tuple(notes))

    def _plan(
        self,
        request: ImportRequest,
        known: Queue | None,
        progress: Callable[[int, int], None],
        cancelled: Callable[[], bool],
    ) -> Import:
        return Import(
            source=request.source,
            tasks=tuple(self._tasks),
            task=request.task,
            spectra=request.spectra,
            mapping=request.mapping or {},
            labels={key: task.labels for key, task in self._tasks.items()},
            wording=request.wording,
            known=self._known_sources(known),
            secret=self._secret(known),
            labelled=known is not None and bool(self._store.queues.labels(known.id)),
            thumbnail=sparkline,
            progress=progress,
            cancelled=cancelled,
        )

    def _keep_conversations(self, queue: Queue, plan: Import) -> int:
        """Keep the demonstrations' traces that are not kept yet; returns how many there were."""
        rows = (row.candidate for row in self._store.rows(queue.id, ""))
        candidates = {candidate.object_id: candidate for candidate in rows}
        spectra = {key: candidate.content_hash for key, candidate in candidates.items()}
        kept = 0
        for one in conversations(plan, self._tasks, spectra):
            kept += 1
            candidate_id = candidates[one.object_id].id
            known = self._store.traces.of_candidate(candidate_id)
            if one.fingerprint not in {summary.fingerprint for summary in known}:
                self._store.traces.keep(candidate_id, one.started, one.steps, one.fingerprint)
        return kept

    def _queue(self, name: str) -> Queue | None:
        try:
            return self._store.queues.get(name)
        except NotFound:
            return None

    def _secret(self, queue: Queue | None) -> frozenset[str]:
        """Columns that the queue's imports so far kept back."""
        if queue is None:
            return frozenset()
        hidden = self._store.queues.truth(queue.id)
        return frozenset(name for cells in hidden.values() for name in cells)

    def _known_sources(self, queue: Queue | None) -> tuple[KnownSource, ...]:
        if queue is None:
            return ()
        rows = (row.candidate for row in self._store.rows(queue.id, ""))
        return tuple(KnownSource(c.source_id, c.survey, c.object_id, c.ra, c.dec) for c in rows)

    def relink(self, queue: Queue, folder: Path) -> list[Moved]:
        """Find the queue's missing files below `folder` and keep their new paths."""
        candidates = [row.candidate for row in self._store.rows(queue.id, "")]
        moved = find_again(candidates, folder)
        for one in moved:
            if one.path is not None:
                self._store.queues.relink(one.candidate.id, str(one.path))
        return moved


def with_remembered(request: ImportRequest, known: Queue | None) -> ImportRequest:
    """The request, read as the queue remembers where it does not say how.

    What the labels mean is remembered too, as long as they stand in the same column.
    """
    if known is None or request.guess or kind_of(request.source) != "table":
        return request
    mapping = request.mapping or known.mapping
    wording = request.wording
    if wording == Wording() and mapping.get("label") == known.mapping.get("label"):
        wording = Wording(known.positive, known.negative)
    spectra = request.spectra or _remembered_folder(known)
    return replace(request, mapping=mapping, wording=wording, spectra=spectra)


def _remembered_folder(known: Queue) -> Path | None:
    if not known.spectra:
        return None
    folder = Path(known.spectra)
    if not folder.is_dir():
        raise CatalogueError(
            f"{folder}: the folder of queue {known.name}'s spectra is not there any more; say with "
            "--spectra where they lie now"
        )
    return folder


def _refuse_other_task(known: Queue | None, request: ImportRequest) -> None:
    """A queue has one task, or one a row; the same files under another one are another queue."""
    if known is None or known.task_key == request.task:
        return
    theirs = f"task {known.task_key}" if known.task_key else "a task in each row"
    raise CatalogueError(
        f"queue {known.name} has {theirs}; give another queue name, or import it as before"
    )
