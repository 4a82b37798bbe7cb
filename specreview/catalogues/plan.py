"""What an import is asked to do, and what it yields."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from specreview.catalogues.labels import Wording
from specreview.catalogues.reading import Thumbnail
from specreview.catalogues.sources import KnownSource
from specreview.review.candidates import NewCandidate, Reject

Planned = NewCandidate | Reject


def unwatched(done: int, total: int) -> None:
    """Nobody watches."""


def unheard(note: str) -> None:
    """Nobody listens."""


def never() -> bool:
    """Nobody cancels."""
    return False


@dataclass(frozen=True)
class Import:
    """What to import and how.

    `source` is a catalogue, a SpecVI-Bench file or a folder; `task` goes to every row unless
    `mapping` names a task column; `tasks` are the known keys; `labels` are each task's labels,
    positive first, and `wording` says which values of the label column mean what; `known` are
    sources that the queue has already; `thumbnail` draws the small picture of a row;
    `progress(done, total)` is called after each row, `cancelled` before. `secret` are columns
    that an earlier import into the queue kept back, and `labelled` says that it brought labels:
    neither is undone by an import that forgets to say so. `note(sentence)` is told what a person
    should look at, before the first row or after the last.
    """

    source: Path
    tasks: Collection[str]
    task: str | None = None
    spectra: Path | None = None
    mapping: Mapping[str, str] = field(default_factory=dict)
    labels: Mapping[str, Sequence[str]] = field(default_factory=dict)
    wording: Wording = field(default_factory=Wording)
    known: Iterable[KnownSource] = ()
    secret: Collection[str] = ()
    labelled: bool = False
    thumbnail: Thumbnail | None = None
    note: Callable[[str], None] = unheard
    progress: Callable[[int, int], None] = unwatched
    cancelled: Callable[[], bool] = never
