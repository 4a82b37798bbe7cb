"""Which spectrum of a queue a file means: by id, by file name, by place on the sky."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from pathlib import PurePath

import numpy as np

from specreview.answers.foreign import Named
from specreview.catalogues.files import stem
from specreview.catalogues.sources import MATCH_ARCSEC
from specreview.review.rows import Candidate

_IMAGES = (".png", ".jpg", ".jpeg", ".gif", ".svg", ".pdf")


class QueueIndex:
    """The candidates of a queue, ready to be looked up."""

    def __init__(self, candidates: Sequence[Candidate]) -> None:
        self._by_id: defaultdict[str, list[Candidate]] = defaultdict(list)
        self._by_file: defaultdict[str, list[Candidate]] = defaultdict(list)
        for one in candidates:
            for name in {one.object_id, one.file_object or one.object_id}:
                self._by_id[name].append(one)
            self._by_file[_bare(one.path)].append(one)
        self._placed = [one for one in candidates if one.ra is not None and one.dec is not None]
        self._sky = _unit([(one.ra or 0.0, one.dec or 0.0) for one in self._placed])

    def find(self, named: Named) -> Candidate | str:
        """The one candidate, or why there is none."""
        for found in (self._with_ids(named), self._with_files(named)):
            if found:
                return self._only(found, named)
        for position in named.positions:
            if near := self._near(position):
                return self._only(near, named)
        return "not in the queue"

    def _with_ids(self, named: Named) -> list[Candidate]:
        return [one for name in named.ids for one in self._by_id.get(name, ())]

    def _with_files(self, named: Named) -> list[Candidate]:
        return [one for name in named.files for one in self._by_file.get(_bare(name), ())]

    def _near(self, position: tuple[float, float]) -> list[Candidate]:
        """All within 3 arcsec, the nearest first."""
        if not self._placed:
            return []
        # Chords: 2 sin(angle / 2) keeps its digits where a cosine would lose them.
        chords = np.linalg.norm(self._sky - _unit([position]), axis=1)
        limit = 2 * np.sin(np.radians(MATCH_ARCSEC / 3600.0) / 2)
        return [self._placed[i] for i in np.argsort(chords) if chords[i] <= limit]

    def _only(self, found: Iterable[Candidate], named: Named) -> Candidate | str:
        """The one among several that the file's name or place picks out."""
        unique = list({one.id: one for one in found}.values())
        for narrower in (self._with_files(named), self._closest(named)):
            ids = {one.id for one in narrower}
            kept = [one for one in unique if one.id in ids]
            unique = kept or unique
        if len(unique) == 1:
            return unique[0]
        tasks = {one.task_key for one in unique}
        told = f"tasks {', '.join(sorted(tasks))}" if len(tasks) > 1 else "spectra of one name"
        return f"fits {len(unique)} candidates ({told}); which one is not said"

    def _closest(self, named: Named) -> list[Candidate]:
        return next((near for place in named.positions if (near := self._near(place))), [])


def _bare(name: str) -> str:
    """A file's name without folders and endings, a picture's too."""
    last = PurePath(name).name
    for ending in _IMAGES:
        last = last.removesuffix(ending)
    return stem(last)


def _unit(
    places: Sequence[tuple[float, float]],
) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
    """(n, 3) unit vectors of (ra, dec) in degrees."""
    angles = np.radians(np.array(places, dtype=np.float64).reshape(-1, 2))
    ra, dec = angles[:, 0], angles[:, 1]
    return np.stack([np.cos(dec) * np.cos(ra), np.cos(dec) * np.sin(ra), np.sin(dec)], axis=1)
