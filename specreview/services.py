"""The one place that wires real parts together: a workspace with its store, tasks and runner."""

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from specreview.agent.events import Limits
from specreview.agent.traces import Trace
from specreview.catalogues.plan import never, unwatched
from specreview.catalogues.relinking import Moved
from specreview.catalogues.report import ImportReport
from specreview.checking import Checking
from specreview.company import Company
from specreview.errors import NotFound, SettingsError, SpecreviewError
from specreview.evidence.reading import CHECKER_VERSION, trace_evidence
from specreview.evidence.trace_evidence import TraceEvidence
from specreview.inspectors.choices import choices
from specreview.intake import ImportRequest, Intake
from specreview.kept_lists import keep_ids, keep_list
from specreview.measure.assessment import Assessment, assess
from specreview.measure.diagnose import measure_task
from specreview.measure.measurement import Measurement
from specreview.review.rows import Candidate, CandidateRow, Queue
from specreview.runner.policy import view_redshift
from specreview.runner.runner import Runner
from specreview.runner.shelf import SpectrumShelf
from specreview.samp.link import SampLink
from specreview.settings import (
    Settings,
    anchored,
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

_AHEAD_AFTER = 0.2
"""Seconds for a page to reach the browser, before work ahead begins."""

_MEASURED = 256
"""How many candidates' measurements are kept."""


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
        self._intake = Intake(store, tasks)
        self._shelf = SpectrumShelf(read_spectrum)
        self._measured: OrderedDict[tuple[object, ...], dict[str, Measurement]] = OrderedDict()
        self._lock = threading.Lock()
        self._ahead = ThreadPoolExecutor(max_workers=1, thread_name_prefix="specreview-ahead")
        self.checking = Checking(store, tasks, self.spectrum, self._read, CHECKER_VERSION)
        self.company = Company(store, tasks, self.spectrum, self.measurements, folder)
        self.samp = SampLink() if settings.samp.enabled else None
        """The line to other programs of this machine; None where it is off."""
        self.choices = choices(settings)
        self.runner = Runner(
            store,
            self.spectrum,
            tasks,
            {name: choice.build for name, choice in self.choices.items()},
            render_view,
            Limits(turns=settings.turn_limit),
            workers=settings.workers,
            on_finished=self._finished,
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
        if self.samp is not None:
            self.samp.close()
        self.runner.close()
        self.company.close()
        self.store.close()

    def save_settings(self, settings: Settings) -> None:
        """Keep new settings; they hold for inspections begun from now on.

        Only what differs from those in use is written: what was laid over them for this session
        stays out of the file. An inspector that is configured otherwise now is closed when
        nothing uses it any more.
        """
        kept = anchored(with_given(self._kept, differences(self.settings, settings)))
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

    def viewed_redshift(self, candidate: Candidate) -> float | None:
        """What an inspector's views are shifted by; None for no shift."""
        return view_redshift(candidate, self.task(candidate))

    def measurements(self, candidate: Candidate) -> dict[str, Measurement]:
        """What the task's diagnostics measure, in the frame that the inspector is shown."""
        spectrum, task = self.spectrum(candidate), self.task(candidate)
        return self._measured_at(spectrum, task, view_redshift(candidate, task))

    def measured_redshift(self, candidate: Candidate) -> float:
        """The redshift of that frame; 0 where the inspector is shown the observed one."""
        return view_redshift(candidate, self.task(candidate)) or 0.0

    def _measured_at(
        self, spectrum: Spectrum, task: VettingTask, redshift: float | None
    ) -> dict[str, Measurement]:
        """The task's diagnostics at a redshift; measured once and kept."""
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

    def evidence(self, candidate: Candidate, trace: Trace) -> TraceEvidence | None:
        """The trace beside the flux, read once; None where it cannot be set beside it."""
        return self.checking.evidence(trace, self.spectrum(candidate), self.task(candidate))

    def _read(self, trace: Trace, spectrum: Spectrum, task: VettingTask) -> TraceEvidence:
        """The trace beside what was measured at the redshift of its views."""
        measured = self._measured_at(spectrum, task, trace.started.redshift)
        return trace_evidence(trace, spectrum, task, measured)

    def _finished(self, candidate: Candidate, spectrum: Spectrum, trace: Trace) -> None:
        """What is kept of each inspection that came to its end."""
        self.checking.keep(candidate, spectrum, trace)
        self.company.keep(candidate, spectrum)

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
        """Make the queue, or import into it again; see `Intake.import_queue`."""
        return self._intake.import_queue(request, progress, cancelled)

    def keep_list(self, name: str, content: bytes) -> Path:
        """An uploaded list, kept among the workspace's lists; see `kept_lists.keep_list`."""
        return keep_list(self.folder, name, content)

    def keep_ids(self, text: str) -> Path:
        """Pasted ids or positions as a list; see `kept_lists.keep_ids`."""
        return keep_ids(self.folder, text)

    def relink(self, queue: Queue, folder: Path) -> list[Moved]:
        """Find the queue's missing files below `folder` and keep their new paths."""
        return self._intake.relink(queue, folder)

    def epochs(self, row: CandidateRow, reviewer: str) -> list[CandidateRow]:
        """The queue's spectra of the same source, this one included, in queue order."""
        return self.store.family(row.candidate, reviewer)

    def inspector_labels(self) -> dict[str, str]:
        """Name to what people read, of the inspectors that can be chosen."""
        return {name: choice.label for name, choice in self.choices.items()}
