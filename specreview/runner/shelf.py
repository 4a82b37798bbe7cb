"""The shelf of read spectra: each candidate's file is opened once and kept while it is in use."""

import threading
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from specreview.errors import SpectrumReadError
from specreview.review.rows import Candidate
from specreview.spectra.spectrum import Origin, Spectrum

Read = Callable[[Path, str | None], Spectrum]

CHANGED = (
    "the file's flux has changed since this candidate was imported: the trace and earlier "
    "decisions were made on the older flux"
)

NO_SPECTRUM = (
    "there is no spectrum file, only a demonstration with its pictures; import the list again with "
    "--spectra FOLDER to add it"
)


class SpectrumShelf:
    """Least-recently-used cache of spectra, safe for threads.

    Parameters
    ----------
    read
        `(path, object_id) -> Spectrum`, called when a file is not on the shelf or has changed.
    capacity
        How many spectra are kept.
    """

    def __init__(self, read: Read, capacity: int = 64) -> None:
        self._read = read
        self._capacity = capacity
        self._kept: OrderedDict[tuple[object, ...], Spectrum] = OrderedDict()
        self._changed: dict[int, str] = {}
        self._lock = threading.Lock()

    @property
    def changed(self) -> tuple[str, ...]:
        """Ids of the candidates whose file held other flux than at import when it was read."""
        with self._lock:
            return tuple(self._changed.values())

    def spectrum(self, candidate: Candidate) -> Spectrum:
        """The candidate's spectrum, with the catalogue's redshift and coordinates joined in.

        Raises
        ------
        SpectrumReadError
            When the file is gone or cannot be read.
        """
        spectrum = self._file(candidate)
        if _is_changed(spectrum, candidate):
            with self._lock:
                self._changed[candidate.id] = candidate.object_id
        return _with_catalogue(spectrum, candidate)

    def _file(self, candidate: Candidate) -> Spectrum:
        path = Path(candidate.path)
        try:
            stat = path.stat()
        except OSError as error:
            if candidate.content_hash is None:
                raise SpectrumReadError(f"{path}: {NO_SPECTRUM}") from error
            raise SpectrumReadError(
                f"{path}: {error.strerror}; the file was moved or deleted since import: "
                f"`specreview queue relink` finds it in another folder"
            ) from error
        key = (candidate.path, candidate.file_object, stat.st_mtime_ns, stat.st_size)
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
                return self._kept[key]
        spectrum = self._read(path, candidate.file_object)
        with self._lock:
            self._kept[key] = spectrum
            while len(self._kept) > self._capacity:
                self._kept.popitem(last=False)
        return spectrum


def _is_changed(spectrum: Spectrum, candidate: Candidate) -> bool:
    return bool(candidate.content_hash) and candidate.content_hash != spectrum.content_hash


def _with_catalogue(spectrum: Spectrum, candidate: Candidate) -> Spectrum:
    origin = _with_position(_with_redshift(spectrum.origin, candidate), candidate)
    if _is_changed(spectrum, candidate):
        origin = replace(origin, notes=(CHANGED, *origin.notes))
    return spectrum if origin is spectrum.origin else replace(spectrum, origin=origin)


def _with_redshift(origin: Origin, candidate: Candidate) -> Origin:
    if candidate.redshift is None:
        return origin
    source = candidate.redshift_source or "catalogue"
    return replace(origin, redshift=candidate.redshift, redshift_source=source)


def _with_position(origin: Origin, candidate: Candidate) -> Origin:
    if origin.ra is not None or candidate.ra is None:
        return origin
    return replace(origin, ra=candidate.ra, dec=candidate.dec)
