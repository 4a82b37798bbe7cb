"""Inspectors with a scripted process, ended at the end of the test."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from specreview.inspectors.local.inspector import LocalInspector
from tests.local import process_room


@pytest.fixture
def scripted(tmp_path: Path) -> Iterator[Callable[..., LocalInspector]]:
    """Makes local inspectors that play a script: `scripted(replies, **script)`."""
    made: list[LocalInspector] = []

    def make(replies=(process_room.LOOK, process_room.YES), **script) -> LocalInspector:
        folder = tmp_path / f"model{len(made)}"
        made.append(process_room.inspector(folder, replies, **script))
        return made[-1]

    yield make
    for local in made:
        local.close()


@pytest.fixture(scope="session")
def loaded(random_checkpoint):
    """`loaded(seed=0)`: a random checkpoint in memory, for engines of the test's own."""
    from specreview.inspectors.local.checkpoint import load_checkpoint
    from specreview.settings import LocalSettings

    found = {}

    def load(seed: int = 0):
        if seed not in found:
            folder = str(random_checkpoint(seed))
            found[seed] = load_checkpoint(LocalSettings(model=folder, device="cpu"))
        return found[seed]

    return load
