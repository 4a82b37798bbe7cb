"""A workspace's store with a small queue, and runners over it that draw for nothing."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import pytest

from specreview.agent.inspector import Inspector
from specreview.agent.protocol import format_answer, format_call
from specreview.errors import SpectrumReadError
from specreview.inspectors.scripted import ScriptedInspector
from specreview.review.candidates import NewCandidate
from specreview.review.rows import Candidate
from specreview.runner.runner import Runner
from specreview.spectra.spectrum import Origin, Spectrum
from specreview.store import Store, open_store
from specreview.tasks.load import load_tasks
from tests import builders
from tests.runner.drawing_nothing import draw

LOOK = format_call("Is Hα broad?", (6480.0, 6650.0), "Hα")
YES = format_answer("Broad Hα.", "YES", "EW 75 Å.")


def flat(seed: int) -> Spectrum:
    wavelength = np.arange(3700.0, 9100.0, 2.0)
    flux = np.random.default_rng(seed).normal(10.0, 1.0, wavelength.size)
    good = np.ones(wavelength.size, dtype=bool)
    return Spectrum(wavelength, flux, None, good, ~good, Origin(f"{seed}.csv", "text", 1))


def load(candidate: Candidate) -> Spectrum:
    """A spectrum for any candidate, but for those whose file is gone."""
    if candidate.path.startswith("gone"):
        raise SpectrumReadError(f"{candidate.path}: no such file; run queue relink")
    return flat(candidate.position)


@dataclass
class Bench:
    """A store, its one queue, and makers of runners that are closed at the end."""

    url: str
    store: Store
    queue_id: int
    ids: list[int]
    opened: list[Runner] = field(default_factory=list)
    stores: list[Store] = field(default_factory=list)

    def runner(
        self, inspector: Inspector | Callable[[], Inspector] | None = None, **options: object
    ) -> Runner:
        """A runner with an inspector called "scripted", by default one look and a YES."""
        chosen = inspector or ScriptedInspector([LOOK, YES])
        factory = chosen if not hasattr(chosen, "reply") else lambda: chosen
        defaults = {"load": load, "draw": draw, "lease_seconds": 1.0}
        made = Runner(
            options.pop("store", self.store),
            tasks=load_tasks(),
            inspectors={"scripted": factory},
            **(defaults | options),
        )
        self.opened.append(made)
        return made

    def second_store(self) -> Store:
        """The same database, opened as another process would."""
        self.stores.append(open_store(self.url))
        return self.stores[-1]

    def kinds(self, candidate_id: int) -> list[str]:
        trace = self.store.traces.latest(candidate_id)
        return [event.kind for event in trace.events] if trace else []


@pytest.fixture
def bench(tmp_path: Path, new_database: Callable[[Path], str]) -> Iterator[Bench]:
    url = new_database(tmp_path)
    store = open_store(url)
    queue = store.queues.create("night", "cv", "made up")
    store.queues.upsert(
        queue.id,
        [NewCandidate(str(i), str(i), "cv", f"{i}.csv", redshift=0.3) for i in range(6)],
    )
    ids = [row.candidate.id for row in store.rows(queue.id, "")]
    made = Bench(url, store, queue.id, ids)
    yield made
    for runner in made.opened:
        runner.close()
    for each in (*made.stores, store):
        each.close()


@pytest.fixture
def until() -> Callable[..., float]:
    """Waits until a condition holds; fails after a minute."""
    return builders.until


@pytest.fixture
def script() -> Callable[..., ScriptedInspector]:
    """A slow scripted inspector: one look, then YES."""
    return lambda delay=0.0, replies=(LOOK, YES): ScriptedInspector(replies, delay)
