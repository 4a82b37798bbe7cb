"""What a candidate is held against: other spectra at its wavelengths, and known objects."""

import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from specreview.catalogues.plan import unwatched
from specreview.caught_up import CaughtUp
from specreview.elsewhere.features import features_in
from specreview.elsewhere.index import PeakIndex
from specreview.elsewhere.judging import WORDS, Judged, judged
from specreview.elsewhere.packing import VERSION, pack, unpack
from specreview.elsewhere.peaks import find_peaks
from specreview.elsewhere.reading import QueueIndices, Reading
from specreview.elsewhere.seen import Seen, Subject, ground_of, seen_elsewhere
from specreview.elsewhere.whence import whence
from specreview.errors import SpecreviewError, StoreError
from specreview.known.decided import decided_library
from specreview.known.folder import FolderLibrary, folder_files, folder_library
from specreview.known.known import Known, Resembling, nearest
from specreview.known.synthetic import synthetic_library
from specreview.known.vectors import vector
from specreview.measure.measurement import Measurement
from specreview.review.rows import Candidate
from specreview.spectra.spectrum import Spectrum
from specreview.store import Store
from specreview.store.spectrum_index import IndexEntry
from specreview.tasks.task import VettingTask

WHOLE = (0.0, 1e9)
SHOWN_FEATURES = 6
ARTEFACT = WORDS["artefact"]
_JUDGED = 24
"""Features of a range that are judged; only the strongest, so that a wide range stays quick."""

Measure = Callable[[Candidate], dict[str, Measurement]]


@dataclass(frozen=True, eq=False)
class Elsewhere:
    """Features of one spectrum in the company of a queue; the suspicious first.

    `indexed` of `total` candidates of the queue are in the index.
    """

    seen: tuple[tuple[Seen, Judged], ...]
    indexed: int
    total: int
    range: tuple[float, float]


@dataclass(frozen=True, eq=False)
class KnownCompany:
    """The nearest known objects, and sentences on what could not be used."""

    resembling: tuple[Resembling, ...]
    remarks: tuple[str, ...]


class Company:
    """Keeps the index of spectra and the libraries of known objects. Safe for threads."""

    def __init__(
        self,
        store: Store,
        tasks: Mapping[str, VettingTask],
        spectrum: Callable[[Candidate], Spectrum],
        measure: Measure,
        folder: Path,
    ) -> None:
        self._store, self._tasks, self._folder = store, tasks, folder
        self._spectrum, self._measure = spectrum, measure
        self.indices = QueueIndices(store.index.blocks, store.index.block)
        self._judged: tuple[object, tuple[tuple[Seen, Judged], ...]] | None = None
        self._found: tuple[object, KnownCompany] | None = None
        self._libraries: dict[str, list[Known]] = {}
        self._folders: dict[str, tuple[object, FolderLibrary]] = {}
        self._lock = threading.RLock()

    def close(self) -> None:
        """End the threads that read indices."""
        self.indices.close()

    def keep(self, candidate: Candidate, spectrum: Spectrum) -> bool:
        """Index a candidate's spectrum; False where it is indexed already as it is.

        Raises
        ------
        SpecreviewError
            When it cannot be measured, or the database not be written.
        """
        task = self._tasks.get(candidate.task_key)
        task_hash = task.hash if task is not None else ""
        made_of = (spectrum.content_hash, task_hash, VERSION)
        if self._store.index.made_of(candidate.id) == made_of:
            return False
        place = whence(spectrum.origin, candidate.catalogue, candidate.path)
        features = b"" if task is None else vector(task, self._measure(candidate)).packed()
        self._store.index.keep(
            IndexEntry(
                candidate.id,
                *made_of,
                place.plate,
                place.spectrograph,
                place.fibre,
                place.night,
                pack(find_peaks(spectrum)),
                features,
            )
        )
        return True

    def catch_up(
        self, candidates: Sequence[Candidate], progress: Callable[[int, int], None] = unwatched
    ) -> CaughtUp:
        """Index all of these that are not indexed as they are now."""
        indexed, refused = 0, []
        for done, candidate in enumerate(candidates, start=1):
            try:
                indexed += self.keep(candidate, self._spectrum(candidate))
            except SpecreviewError as error:
                refused.append(f"{candidate.object_id}: {error}")
            progress(done, len(candidates))
        return CaughtUp(indexed, len(candidates) - indexed - len(refused), tuple(refused))

    def elsewhere(
        self,
        candidate: Candidate,
        task: VettingTask,
        total: int,
        redshift: float | None,
        limits: tuple[float, float] = WHOLE,
    ) -> Elsewhere | Reading:
        """What stands out between two observed wavelengths, and who else of the queue has it.

        While the queue's index is read for the first time, how far that is.
        """
        spectrum = self._spectrum(candidate)
        with suppress(StoreError):  # a database that is only read: the others are counted still
            self.keep(candidate, spectrum)
        index = self.indices.of(candidate.queue_id)
        if isinstance(index, Reading):
            return index
        key = (index, candidate.id, spectrum.content_hash, task.hash, redshift, limits)
        known = self._judged
        if known is None or known[0] != key:
            subject = self._subject(candidate, task, spectrum, redshift)
            known = self._judged = (key, self._judge(index, subject, limits))
        return Elsewhere(known[1], len(index), total, limits)

    @staticmethod
    def _judge(
        index: PeakIndex, subject: Subject, limits: tuple[float, float]
    ) -> tuple[tuple[Seen, Judged], ...]:
        """The strongest features of the range, those that suggest an artefact first."""
        ground = ground_of(index, subject)
        inside = [one for one in subject.features if limits[0] <= one.wavelength <= limits[1]]
        seen = [seen_elsewhere(index, subject, one, ground) for one in inside[:_JUDGED]]
        both = sorted(((one, judged(one)) for one in seen), key=lambda one: one[1].word != ARTEFACT)
        return tuple(both[:SHOWN_FEATURES])

    @staticmethod
    def _subject(
        candidate: Candidate, task: VettingTask, spectrum: Spectrum, redshift: float | None
    ) -> Subject:
        """The candidate with its own features, as precise as those of the index."""
        peaks = unpack(pack(find_peaks(spectrum)))
        assert peaks is not None
        place = whence(spectrum.origin, candidate.catalogue, candidate.path)
        return Subject(candidate.id, candidate.survey, place, task, redshift, features_in(peaks))

    def known(
        self, candidate: Candidate, task: VettingTask, measured: Mapping[str, Measurement]
    ) -> KnownCompany:
        """Three known positives and three look-alikes, the nearest in measured values first."""
        folder = self._own_folder(task)
        place = self._store.decisions.position()
        key = (candidate.id, candidate.version, candidate.redshift, task.hash, place, id(folder))
        with self._lock:
            if self._found is None or self._found[0] != key:
                pool = [*self.library(task), *folder.known, *self._decided(candidate, task)]
                remarks = tuple(f"Not used: {sentence}" for sentence in folder.refused)
                near = nearest(task, vector(task, measured), pool)
                self._found = (key, KnownCompany(near, remarks))
            return self._found[1]

    def _decided(self, candidate: Candidate, task: VettingTask) -> list[Known]:
        """What people decided in this queue, the candidate itself left out."""
        entries = self._store.index.decided(candidate.queue_id, task.key)
        others = [one for one in entries if one.candidate_id != candidate.id]
        return decided_library(others, task, self.spectrum_of)

    def library(self, task: VettingTask) -> list[Known]:
        """The synthetic objects of a task, measured once."""
        with self._lock:
            if task.hash not in self._libraries:
                self._libraries[task.hash] = synthetic_library(task)
            return self._libraries[task.hash]

    def _own_folder(self, task: VettingTask) -> FolderLibrary:
        """The user's examples, read again when a file came, went or changed."""
        files = folder_files(self._folder, task.key)
        with self._lock:
            read = self._folders.get(task.hash)
            if read is None or read[0] != files:
                read = self._folders[task.hash] = (files, folder_library(files, task))
            return read[1]

    def spectrum_of(self, candidate_id: int) -> Spectrum:
        """A candidate's spectrum by its id; NotFound or SpectrumReadError where there is none."""
        return self._spectrum(self._store.queues.candidate(candidate_id))
