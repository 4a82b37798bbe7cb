"""Finds spectra again after their folder was moved or renamed."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from specreview.catalogues.walking import walk
from specreview.errors import SpecreviewError
from specreview.review.rows import Candidate
from specreview.spectra.readers.registry import read_spectrum


@dataclass(frozen=True)
class Moved:
    """What relinking found for one candidate: a new `path`, or a `reason` why none."""

    candidate: Candidate
    path: Path | None
    reason: str = ""


def find_again(candidates: Iterable[Candidate], folder: Path) -> list[Moved]:
    """For each candidate whose file is gone, a file below `folder` with the same spectrum.

    A file of the same name counts when its content hash is the one stored at import; of
    several, the one with that hash.  Candidates whose file is still there are left out.

    Raises
    ------
    CatalogueError
        When `folder` is no folder.
    """
    by_name: dict[str, list[Path]] = {}
    for found in walk(folder):
        if not found.reason:
            by_name.setdefault(found.path.name, []).append(found.path)
    gone = [candidate for candidate in candidates if not Path(candidate.path).is_file()]
    return [_look(candidate, by_name.get(Path(candidate.path).name, [])) for candidate in gone]


def _look(candidate: Candidate, paths: list[Path]) -> Moved:
    if not paths:
        name = Path(candidate.path).name
        return Moved(candidate, None, f"no file {name} in that folder")
    hashes = {path: _hash(path, candidate.file_object) for path in paths}
    for path, found in hashes.items():
        if found is not None and found == candidate.content_hash:
            return Moved(candidate, path.resolve())
    reason = f"{paths[0]}: holds another spectrum than the one imported; import it again"
    return Moved(candidate, None, reason)


def _hash(path: Path, file_object: str | None) -> str | None:
    try:
        return read_spectrum(path, file_object).content_hash
    except SpecreviewError:
        return None
