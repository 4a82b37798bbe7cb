"""What an import keeps of a spectrum: header facts, S/N, content hash, thumbnail."""

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from pathlib import Path

from specreview.errors import SpectrumReadError
from specreview.spectra.quality import snr_or_estimate
from specreview.spectra.readers.registry import list_objects, read_all, read_spectrum
from specreview.spectra.spectrum import Spectrum

Thumbnail = Callable[[Spectrum], str]


@dataclass(frozen=True)
class SpectrumFacts:
    """A spectrum without its flux, small enough to keep thousands of them.

    `several` says whether its file holds other objects too.
    """

    object_id: str
    several: bool
    survey: str
    release: str | None
    ra: float | None
    dec: float | None
    snr: float | None
    content_hash: str
    sparkline: str | None


class SpectrumLibrary:
    """Reads files for an import: one with many rows once, all others when their row comes.

    `shared` are the files of several rows.  No flux is kept, so that an import of thousands of
    spectra needs the memory of one.
    """

    def __init__(self, shared: Collection[Path] = (), thumbnail: Thumbnail | None = None) -> None:
        self._shared = shared
        self._thumbnail = thumbnail
        self._whole: dict[Path, dict[str, SpectrumFacts] | SpectrumReadError] = {}

    def only_or(self, path: Path, object_id: str | None) -> SpectrumFacts:
        """The only spectrum of a file, whatever its id; of several, that of `object_id`.

        Raises
        ------
        SpectrumReadError
            The file cannot be read, or holds several and none of this id.
        """
        if path in self._shared:
            return self._from_whole(path, object_id)
        ids = list_objects(path).object_ids
        chosen = None if len(ids) == 1 else object_id
        return self._facts(read_spectrum(path, chosen), len(ids) > 1)

    def each(self, path: Path) -> Iterator[SpectrumFacts]:
        """All spectra of a file, one after the other.

        Raises
        ------
        SpectrumReadError
            The file cannot be read.
        """
        several = len(list_objects(path).object_ids) > 1
        for spectrum in read_all(path):
            yield self._facts(spectrum, several)

    def _from_whole(self, path: Path, object_id: str | None) -> SpectrumFacts:
        if path not in self._whole:
            try:
                self._whole[path] = {facts.object_id: facts for facts in self.each(path)}
            except SpectrumReadError as error:
                self._whole[path] = error
        found = self._whole[path]
        if isinstance(found, SpectrumReadError):
            raise found
        if len(found) == 1:
            return next(iter(found.values()))
        if object_id not in found:
            shown = ", ".join(list(found)[:5]) + (", ..." if len(found) > 5 else "")
            named = f"has no object {object_id}" if object_id else "holds several objects"
            raise SpectrumReadError(f"{path}: {named}; it holds {shown}")
        return found[object_id]

    def _facts(self, spectrum: Spectrum, several: bool) -> SpectrumFacts:
        origin = spectrum.origin
        return SpectrumFacts(
            object_id=origin.object_id,
            several=several,
            survey=origin.survey,
            release=origin.release,
            ra=origin.ra,
            dec=origin.dec,
            snr=snr_or_estimate(spectrum),
            content_hash=spectrum.content_hash,
            sparkline=self._thumbnail(spectrum) if self._thumbnail else None,
        )
