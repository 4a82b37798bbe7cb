"""The one place that wires real parts together: a workspace with its store, tasks and runner."""

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from specreview.agent.events import Limits
from specreview.catalogues.demonstrations import conversations
from specreview.catalogues.importing import plan_import
from specreview.catalogues.labels import Wording
from specreview.catalogues.naming import check_name
from specreview.catalogues.plan import Import, never, unwatched
from specreview.catalogues.relinking import Moved, find_again
from specreview.catalogues.report import ImportReport, carry_out
from specreview.catalogues.sharegpt import is_sharegpt
from specreview.catalogues.sources import KnownSource
from specreview.errors import CatalogueError, NotFound, SettingsError, SpecreviewError
from specreview.inspectors.choices import choices
from specreview.measure.assessment import Assessment, assess
from specreview.measure.diagnose import measure_task
from specreview.measure.measurement import Measurement
from specreview.review.rows import Candidate, CandidateRow, Queue
from specreview.review.shares import check_share
from specreview.runner.policy import view_redshift
from specreview.runner.runner import Runner
from specreview.runner.shelf import SpectrumShelf
from specreview.settings import (
    Settings,
    database_url,
    differences,
    load_settings,
    own_tasks,
    save_settings,
    with_given,
)
from specreview.spectra.readers import read_spectrum
from specreview.spectra.redshift import AppliedRedshift, marker_redshift
from specreview.spectra.spectrum import Spectrum
from specreview.store import Store, open_store
from specreview.store.opening import sqlite_path
from specreview.tasks.load import load_tasks
from specreview.tasks.task import VettingTask
from specreview.views.rendered import render_view
from specreview.views.sparkline import sparkline

_AHEAD_AFTER = 0.2
"""Seconds for a page to reach the browser, before work ahead begins."""

_MEASURED = 256
"""How many candidates' measurements are kept."""


@dataclass(frozen=True)
class ImportRequest:
    """What to import into which queue; see `catalogues.plan.Import` for the fields.

    `expected_share` is the share of true objects that is expected, in (0, 1); None leaves it.
    """

    name: str
    source: Path
    task: str | None = None
    spectra: Path | None = None
    mapping: Mapping[str, str] | None = None
    wording: Wording = field(default_factory=Wording)
    expected_share: float | None = None


class Workspace:
    """One open workspace. Safe for threads; `close()`, or the end of `with`, ends its threads
    and connections.
    """

    def __init__(
        self,
        folder: Path,
        settings: Settings,
        store: Store,
        tasks: dict[str, VettingTask],
        given: Mapping[str, Any] | None = None,
    ) -> None:
        self.folder = folder
        self._kept = settings
        self.settings = settings = with_given(settings, given or {})
        self.store = store
        self.tasks = tasks
        self._shelf = SpectrumShelf(read_spectrum)
        self._measured: OrderedDict[tuple[object, ...], dict[str, Measurement]] = OrderedDict()
        self._lock = threading.Lock()
        self._ahead = ThreadPoolExecutor(max_workers=1, thread_name_prefix="specreview-ahead")
        self.choices = choices(settings)
        self.runner = Runner(
            store,
            self.spectrum,
            tasks,
            {name: choice.build for name, choice in self.choices.items()},
            render_view,
            Limits(turns=settings.turn_limit),
            workers=settings.workers,
        )

    @classmethod
    def open(
        cls,
        folder: Path,
        db: str | None = None,
        tasks_dir: Path | None = None,
        given: Mapping[str, Any] | None = None,
    ) -> "Workspace":
        """The workspace in `folder`, its database made or upgraded where needed.

        `given` is laid over its settings for as long as it is open (see `settings.with_given`).

        Raises
        ------
        SettingsError
            When the folder or its settings cannot be used.
        TaskFileError
            When a task file is broken.
        StoreError
            When the database cannot be used.
        """
        tasks = load_tasks(own_tasks(folder, tasks_dir))
        settings = load_settings(folder)
        url = database_url(folder, db)
        if sqlite_path(url) is None:
            raise SettingsError(
                f"{url}: a database in memory is gone when the program ends; name a file"
            )
        with_given(settings, given or {})
        return cls(folder.resolve(), settings, open_store(url), tasks, given)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """End all threads and connections; work under way goes on at the next start."""
        self._ahead.shutdown(wait=False, cancel_futures=True)
        self.runner.close()
        self.store.close()

    def save_settings(self, settings: Settings) -> None:
        """Keep new settings; they hold for inspections begun from now on.

        Only what differs from those in use is written: what was laid over them for this session
        stays out of the file. An inspector that is configured otherwise now is closed when
        nothing uses it any more.
        """
        kept = with_given(self._kept, differences(self.settings, settings))
        save_settings(self.folder, kept)
        before = self.choices
        self._kept, self.settings, self.choices = kept, settings, choices(settings)
        self.runner.reconfigure(
            {
                name: choice.build
                for name, choice in self.choices.items()
                if name not in before or choice.configured != before[name].configured
            },
            Limits(turns=settings.turn_limit),
            settings.workers,
        )

    def task(self, candidate: Candidate) -> VettingTask:
        """The candidate's task; NotFound when its file is not loaded."""
        found = self.tasks.get(candidate.task_key)
        if found is None:
            raise NotFound(
                f"no task {candidate.task_key}: its task file is not loaded; there are "
                f"{', '.join(self.tasks)}; give --tasks DIR"
            )
        return found

    def spectrum(self, candidate: Candidate) -> Spectrum:
        """The candidate's spectrum, read once and kept; SpectrumReadError when it cannot be."""
        return self._shelf.spectrum(candidate)

    @property
    def changed(self) -> tuple[str, ...]:
        """Ids of the candidates read here whose file holds other flux than at import."""
        return self._shelf.changed

    def redshift(self, candidate: Candidate) -> AppliedRedshift:
        """The redshift of the chart's markers, and the sentence that says whether it is applied."""
        return marker_redshift(
            self.spectrum(candidate).origin, self.task(candidate).redshift, candidate.own_redshift
        )

    def measurements(self, candidate: Candidate) -> dict[str, Measurement]:
        """What the task's diagnostics measure, in the frame that the inspector is shown."""
        spectrum, task = self.spectrum(candidate), self.task(candidate)
        redshift = view_redshift(candidate, task)
        key = (spectrum.content_hash, task.hash, redshift)
        with self._lock:
            if key in self._measured:
                self._measured.move_to_end(key)
                return self._measured[key]
        measured = measure_task(spectrum, task, redshift)
        with self._lock:
            self._measured[key] = measured
            while len(self._measured) > _MEASURED:
                self._measured.popitem(last=False)
        return measured

    def assessment(self, candidate: Candidate) -> Assessment:
        """What all the task's measurements together say."""
        return assess(self.task(candidate), self.measurements(candidate))

    def prepare(self, candidate_id: int, also: Callable[[Candidate], None] | None = None) -> None:
        """Read and measure a candidate in the background, then call `also` with it.

        It begins a moment later, so as not to hold up the page that is on its way to the browser.
        """
        self._ahead.submit(self._prepare, candidate_id, also)

    def _prepare(self, candidate_id: int, also: Callable[[Candidate], None] | None) -> None:
        time.sleep(_AHEAD_AFTER)
        try:
            candidate = self.store.queues.candidate(candidate_id)
            self.measurements(candidate)
            if also is not None:
                also(candidate)
        except SpecreviewError:
            return  # the page meets the same error when it shows the candidate, and says it

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
        if request.expected_share is not None:
            check_share(request.expected_share)
        known = self._queue(request.name)
        _refuse_other_task(known, request)
        plan = Import(
            source=request.source,
            tasks=tuple(self.tasks),
            task=request.task,
            spectra=request.spectra,
            mapping=request.mapping or {},
            labels={key: task.labels for key, task in self.tasks.items()},
            wording=request.wording,
            known=self._known_sources(known),
            thumbnail=sparkline,
            progress=progress,
            cancelled=cancelled,
        )
        planned = plan_import(plan)
        queue = known or self.store.queues.create(
            request.name, request.task, str(request.source.resolve())
        )
        if request.expected_share is not None:
            self.store.queues.set_expected_share(queue.id, request.expected_share)
            queue = replace(queue, expected_share=request.expected_share)
        report = carry_out(planned, partial(self.store.queues.upsert, queue.id))
        self.store.queues.set_rejects(queue.id, report.rejected)
        if is_sharegpt(request.source):
            report = replace(report, traces=self._keep_conversations(queue, plan))
        return queue, report

    def _keep_conversations(self, queue: Queue, plan: Import) -> int:
        """Keep the demonstrations' traces that are not kept yet; returns how many there were."""
        rows = (row.candidate for row in self.store.rows(queue.id, ""))
        candidates = {candidate.object_id: candidate for candidate in rows}
        spectra = {key: candidate.content_hash for key, candidate in candidates.items()}
        kept = 0
        for one in conversations(plan, self.tasks, spectra):
            kept += 1
            candidate_id = candidates[one.object_id].id
            known = self.store.traces.of_candidate(candidate_id)
            if one.fingerprint not in {summary.fingerprint for summary in known}:
                self.store.traces.keep(candidate_id, one.started, one.steps, one.fingerprint)
        return kept

    def _queue(self, name: str) -> Queue | None:
        try:
            return self.store.queues.get(name)
        except NotFound:
            return None

    def _known_sources(self, queue: Queue | None) -> tuple[KnownSource, ...]:
        if queue is None:
            return ()
        rows = (row.candidate for row in self.store.rows(queue.id, ""))
        return tuple(KnownSource(c.source_id, c.survey, c.object_id, c.ra, c.dec) for c in rows)

    def relink(self, queue: Queue, folder: Path) -> list[Moved]:
        """Find the queue's missing files below `folder` and keep their new paths."""
        candidates = [row.candidate for row in self.store.rows(queue.id, "")]
        moved = find_again(candidates, folder)
        for one in moved:
            if one.path is not None:
                self.store.queues.relink(one.candidate.id, str(one.path))
        return moved

    def epochs(self, row: CandidateRow, reviewer: str) -> list[CandidateRow]:
        """The queue's spectra of the same source, this one included, in queue order."""
        return self.store.family(row.candidate, reviewer)

    def inspector_labels(self) -> dict[str, str]:
        """Name to what people read, of the inspectors that can be chosen."""
        return {name: choice.label for name, choice in self.choices.items()}


def _refuse_other_task(known: Queue | None, request: ImportRequest) -> None:
    """A queue has one task, or one a row; the same files under another one are another queue."""
    if known is None or known.task_key == request.task:
        return
    theirs = f"task {known.task_key}" if known.task_key else "a task in each row"
    raise CatalogueError(
        f"queue {known.name} has {theirs}; give another queue name, or import it as before"
    )
