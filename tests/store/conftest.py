"""A store in a file, with one queue; and scripts that run in processes of their own."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from specreview.review.candidates import NewCandidate
from specreview.store import Store, open_store


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "specreview.db"


@pytest.fixture
def fill(database: Path) -> Callable[[int], str]:
    """Make the database with a queue of so many candidates; returns its URL."""

    def make(size: int) -> str:
        url = f"sqlite:///{database}"
        store = open_store(url)
        queue = store.queues.create("q", "cv", "list.csv")
        new = [NewCandidate(str(n), str(n), "cv", f"/spectra/{n}.fits") for n in range(size)]
        store.queues.upsert(queue.id, new)
        store.close()
        return url

    return make


@pytest.fixture
def filled(fill: Callable[[int], str]) -> Iterator[Store]:
    """An open store with a queue of three candidates."""
    store = open_store(fill(3))
    yield store
    store.close()


@pytest.fixture
def script(tmp_path: Path) -> Iterator[Callable[..., subprocess.Popen[str]]]:
    """Start Python code in a process of its own; what still runs at the end is killed."""
    started: list[subprocess.Popen[str]] = []

    def start(code: str, *arguments: object) -> subprocess.Popen[str]:
        path = tmp_path / f"script{len(started)}.py"
        path.write_text(code)
        process = subprocess.Popen(
            [sys.executable, str(path), *map(str, arguments)],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            stdin=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONUNBUFFERED": "1"},
        )
        started.append(process)
        return process

    yield start
    for process in started:
        if process.poll() is None:
            process.kill()
        process.communicate()
