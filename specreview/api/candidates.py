"""The candidates of a queue: in order, and by their ids."""

from collections.abc import Iterator

from specreview.api import arguments
from specreview.api.candidate import Candidate
from specreview.api.opened import Opened
from specreview.api.wording import in_python
from specreview.errors import NotFound, SettingsError
from specreview.review.rows import Queue as StoredQueue


class Candidates:
    """What of a queue is a collection. An id may stand in it twice, under two tasks."""

    def __init__(self, opened: Opened, stored: StoredQueue) -> None:
        self._opened = opened
        self._stored = stored

    @property
    def ids(self) -> tuple[str, ...]:
        """The candidates' ids, in queue order; one that is here under two tasks stands twice."""
        return tuple(candidate.id for candidate in self)

    @in_python()
    def __len__(self) -> int:
        return self._opened.workspace.store.row_count(self._stored.id, "")

    def __iter__(self) -> Iterator[Candidate]:
        """The candidates, in queue order."""
        with in_python():
            rows = self._opened.workspace.store.rows(self._stored.id, "")
        return (Candidate(self._opened, row.candidate) for row in rows)

    def __contains__(self, candidate_id: object) -> bool:
        """Whether there is one with this id; what can be no id is none."""
        return (isinstance(candidate_id, str) or hasattr(candidate_id, "__index__")) and bool(
            self.find(candidate_id)  # type: ignore[arg-type]
        )

    @in_python()
    def find(self, candidate_id: str | int) -> list[Candidate]:
        """All candidates with this id, in queue order.

        Raises
        ------
        SettingsError
            For a float, which has lost digits of a survey's id.
        """
        store, wanted = self._opened.workspace.store, _exact(candidate_id)
        if not arguments.can_be_kept(wanted):
            return []
        found = store.queues.find(self._stored.id, wanted)
        return [Candidate(self._opened, stored) for stored in found]

    def __getitem__(self, candidate_id: str | int) -> Candidate:
        """The candidate with this id.

        Raises
        ------
        NotFound
            When there is none.
        SettingsError
            When several have it: `find` gives them all.
        """
        found = self.find(candidate_id)
        if not found:
            raise NotFound(
                f"no candidate {candidate_id} in queue {self._stored.name}; `queue.ids` has those "
                "there are"
            )
        if len(found) > 1:
            told = ", ".join(f"{one.task} {one.file.name}" for one in found)
            raise SettingsError(
                f"{len(found)} candidates have the id {candidate_id} ({told}); "
                f"queue.find({candidate_id!r}) gives them all"
            )
        return found[0]


def _exact(candidate_id: object) -> str:
    """An id as text; whole numbers of any size are exact, others are not."""
    if isinstance(candidate_id, str):
        return candidate_id
    try:
        return str(candidate_id.__index__())  # type: ignore[attr-defined]
    except AttributeError:
        raise SettingsError(
            f"id {candidate_id!r}: give it as text or as a whole number; a float loses digits"
        ) from None
