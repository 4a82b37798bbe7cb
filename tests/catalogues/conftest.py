"""The demo's files, built once, and an in-memory stand-in for the store's upsert."""

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from specreview.catalogues import Import, plan_import
from specreview.demo import build_demo
from specreview.review.candidates import ImportCounts, NewCandidate, Reject

TASKS = ("cv", "cc", "ss", "gm", "wd")


@pytest.fixture(scope="session")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The demo's catalogue."""
    return build_demo(tmp_path_factory.mktemp("demo"), seed=7)


@pytest.fixture(scope="session")
def lamost_file(demo: Path) -> bytes:
    """A readable LAMOST file (gzip)."""
    return min((demo.parent / "spectra").glob("spec-6*.gz"), key=lambda p: p.name).read_bytes()


@pytest.fixture
def planned() -> Callable[..., list[NewCandidate | Reject]]:
    """All that an import of `source` yields."""

    def run(source: Path, **options: object) -> list[NewCandidate | Reject]:
        return list(plan_import(Import(source, TASKS, **options)))  # type: ignore[arg-type]

    return run


class FakeQueue:
    """Upserts by the store's natural key and reports as the store does."""

    def __init__(self) -> None:
        self.kept: dict[tuple[str | None, ...], NewCandidate] = {}
        self.batches: list[int] = []

    def upsert(self, batch: Sequence[NewCandidate]) -> ImportCounts:
        self.batches.append(len(batch))
        new = changed = unchanged = 0
        for one in batch:
            key = (one.object_id, one.task_key, one.path, one.file_object)
            known = self.kept.get(key)
            new += known is None
            changed += known is not None and known != one
            unchanged += known == one
            self.kept[key] = one
        return ImportCounts(new, changed, unchanged)


@pytest.fixture
def queue() -> FakeQueue:
    return FakeQueue()
