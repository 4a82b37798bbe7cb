"""The log: writers in a crowd, a queue of 300,000 candidates, opening; figures with limits.

Run as `python benchmarks/bench_log.py [candidates]`; exits 1 when a limit is missed. The limits
are those of a 2-core machine with a local disk, with a margin of two.
"""

import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

from specreview.review.candidates import NewCandidate
from specreview.review.history import new_decision
from specreview.review.rows import RowFilter
from specreview.store import Store, open_store
from specreview.store.verify import verify

THREADS, PROCESSES, APPENDS = 8, 2, 100
missed: list[str] = []


def report(name: str, value: float, unit: str, limit: float, *, least: bool = False) -> None:
    good = value >= limit if least else value <= limit
    if not good:
        missed.append(name)
    bound = "at least" if least else "at most"
    print(f"{name:<52} {value:10.3f} {unit:<6} ({bound} {limit:g}){'' if good else '  MISSED'}")


@contextmanager
def timed(name: str, limit: float) -> Iterator[None]:
    begun = time.perf_counter()
    yield
    report(name, time.perf_counter() - begun, "s", limit)


def candidates(count: int) -> list[NewCandidate]:
    return [
        NewCandidate(
            object_id=str(39627772183000000 + n),
            source_id=str(39627772183000000 + n),
            task_key="cv",
            path=f"/spectra/{n % 4000:04d}/spec-{n}.fits",
            survey=("SDSS", "LAMOST", "DESI")[n % 3],
            ra=n * 360 / count,
            dec=n * 120 / count - 60,
            snr=float(n * 7919 % 1000) / 10,
            catalogue={"mag_g": f"{15 + n % 50 / 10:.1f}", "note": "bulk"},
        )
        for n in range(count)
    ]


def write(url: str, process: str, appends: int) -> None:
    """One process of the crowd: eight threads that decide."""
    store = open_store(url)

    def decide(thread: int) -> None:
        for number in range(appends):
            candidate = (number * THREADS + thread) % 500 + 1
            made = new_decision(
                candidate, f"{process}.{thread}", "answer", answer="YES", base_version=10**6
            )
            store.decisions.append(made)

    with ThreadPoolExecutor(THREADS) as pool:
        list(pool.map(decide, range(THREADS)))
    store.close()


def bench_crowd(folder: Path) -> None:
    url = f"sqlite:///{folder / 'crowd.db'}"
    store = open_store(url)
    store.queues.upsert(store.queues.create("q", "cv", "list.csv").id, candidates(500))
    begun = time.perf_counter()
    for number in range(300):
        store.decisions.append(new_decision(number + 1, "alone", "answer", answer="YES"))
    report("one writer", 300 / (time.perf_counter() - begun), "acts/s", 100, least=True)
    begun = time.perf_counter()
    command = [sys.executable, __file__, "--crowd", url]
    crowd = [subprocess.Popen([*command, name, str(APPENDS)]) for name in "ab"[:PROCESSES]]
    failed = sum(process.wait() for process in crowd)
    total = PROCESSES * THREADS * APPENDS
    rate = total / (time.perf_counter() - begun)
    report("2 processes x 8 threads, starts included", rate, "acts/s", 75, least=True)
    logged = len(store.decisions.history(1)) - 300
    report("decisions lost in the crowd", total - logged + failed, "", 0)
    report("problems found by verify", len(verify(store).problems), "", 0)
    store.close()


def bench_bulk(folder: Path, count: int) -> None:
    url = f"sqlite:///{folder / 'bulk.db'}"
    store = open_store(url)
    queue = store.queues.create("bulk", "cv", "list.csv")
    new = candidates(count)
    with timed(f"import {count} candidates", 60):
        store.queues.upsert(queue.id, new)
    with timed("import them again, unchanged", 60):
        counts = store.queues.upsert(queue.id, new)
    assert counts.unchanged == count
    for n in range(200):
        store.decisions.append(new_decision(n * (count // 200) + 1, "ann", "answer", answer="YES"))
    bench_queries(store, queue.id, count)
    store.close()
    with timed("open", 0.3):
        store = open_store(url)
    store.close()


def bench_queries(store: Store, queue_id: int, count: int) -> None:
    bright = RowFilter(states=("new",), surveys=("DESI",), snr_min=20, sort="snr", descending=True)
    with timed("a page of 100 rows, queue order", 0.1):
        assert len(store.rows(queue_id, "ann", limit=100)) == 100
    with timed("a page of 100 rows, filtered and sorted by S/N", 2):
        assert len(store.rows(queue_id, "ann", bright, limit=100)) == 100
    with timed("all answered rows", 1):
        assert len(store.rows(queue_id, "ann", RowFilter(states=("answered",)))) == 200
    with timed("counts", 1):
        assert store.counts(queue_id, "ann").answered == 200
    with timed("next open one, queue order", 0.05):
        store.neighbour(queue_id, "ann", RowFilter(), count // 2, +1, open_only=True)
    with timed("next one, filtered and sorted by S/N", 2):
        store.neighbour(queue_id, "ann", bright, count // 2, +1)
    with timed("one decision", 0.1):
        store.decisions.append(new_decision(3, "ann", "answer", answer="NO"))


def main() -> int:
    if sys.argv[1:2] == ["--crowd"]:
        write(sys.argv[2], sys.argv[3], int(sys.argv[4]))
        return 0
    with tempfile.TemporaryDirectory() as folder:
        bench_crowd(Path(folder))
        bench_bulk(Path(folder), int(sys.argv[1]) if sys.argv[1:] else 300_000)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
