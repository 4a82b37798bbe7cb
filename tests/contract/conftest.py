"""Every store that ships, opened empty: the contract holds for each of them.

Another database joins by a line in `STORES`: a function from a test's folder to a URL.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from specreview.agent.events import InspectionStarted, VerdictReached, ViewRendered
from specreview.canonical import sha256_hex
from specreview.review.candidates import NewCandidate
from specreview.review.decision import Decision
from specreview.review.history import new_decision
from specreview.store import Store, open_store
from specreview.store.verify import verify

STORES: dict[str, Callable[[Path], str]] = {
    "sqlite-memory": lambda folder: "sqlite://",
    "sqlite-file": lambda folder: f"sqlite:///{folder / 'specreview.db'}",
}


@pytest.fixture(params=STORES)
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    """An empty store. Whatever a test does through it, verify finds nothing wrong after."""
    opened = open_store(STORES[request.param](tmp_path))
    yield opened
    problems = verify(opened).problems
    opened.close()
    assert problems == []


@dataclass
class Desk:
    """A queue in a store, and short words for what people do at it."""

    store: Store
    queue_id: int
    ids: list[int]

    def decide(self, candidate_id: int, reviewer: str, action: str, **fields) -> Decision:
        fields.setdefault("base_version", self.version(candidate_id))
        made = new_decision(candidate_id, reviewer, action, **fields)
        return self.store.decisions.append(made)

    def answer(self, candidate_id: int, label: str, reviewer: str = "ann", **fields) -> Decision:
        fields.setdefault("confidence", 3)
        return self.decide(candidate_id, reviewer, "answer", answer=label, **fields)

    def defer(self, candidate_id: int, reviewer: str = "ann") -> Decision:
        return self.decide(candidate_id, reviewer, "defer")

    def undo(self, candidate_id: int, reviewer: str = "ann") -> Decision:
        return self.decide(candidate_id, reviewer, "undo")

    def version(self, candidate_id: int) -> int:
        return self.store.queues.candidate(candidate_id).version

    def row(self, candidate_id: int, reviewer: str = "ann"):
        return self.store.row(candidate_id, reviewer)

    def inspect(self, candidate_id: int, verdict: str | None, score: float | None = None) -> str:
        """A whole inspection: started, a view, a verdict."""
        inspection = self.store.traces.start(candidate_id, started(), "fingerprint")
        png = b"\x89PNG of " + str(candidate_id).encode()
        view = ViewRendered(window=None, label="overview", image_sha256=sha256_hex(png))
        self.store.traces.append(inspection, 1, view, png)
        reached = VerdictReached(verdict=verdict, justification="as seen", score=score)
        self.store.traces.append(inspection, 2, reached)
        return inspection


def started(**changes) -> InspectionStarted:
    fields = {
        "spectrum_hash": "0" * 64,
        "object_id": "1",
        "title": "Spectrum",
        "reader": "sdss",
        "reader_version": 1,
        "redshift": None,
        "redshift_source": None,
        "task_key": "cv",
        "task_hash": "t" * 64,
        "task_text": "Is this a cataclysmic variable?",
        "labels": ("YES", "NO"),
        "inspector": "rules",
        "model": None,
        "revision": None,
        "prompt_hash": "p" * 64,
        "parser_version": 1,
        "renderer_version": "1",
        "app_version": "0.1.0",
    }
    return InspectionStarted(**(fields | changes))


@pytest.fixture
def start_event():
    return started


@pytest.fixture
def desk(store: Store) -> Callable[[int], Desk]:
    """A queue of so many candidates: A, B, C, ..."""

    def open_queue(size: int) -> Desk:
        queue = store.queues.create("q", "cv", "list.csv")
        new = [
            NewCandidate(chr(65 + n), f"source {n}", "cv", f"/spectra/{n}.fits")
            for n in range(size)
        ]
        store.queues.upsert(queue.id, new)
        return Desk(store, queue.id, [row.candidate.id for row in store.rows(queue.id, "ann")])

    return open_queue
