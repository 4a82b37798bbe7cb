"""One hub and one other program for the tests in here."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from specreview.samp.link import SampLink
from tests.samp.hubs import Program, only_hub_at, running_hub


@pytest.fixture(scope="module")
def hub(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    lockfile: Path = tmp_path_factory.mktemp("samp") / "hub"
    with only_hub_at(lockfile), running_hub(lockfile) as server:
        yield server


@pytest.fixture(scope="module")
def topcat(hub: Any) -> Iterator[Program]:
    program = Program()
    yield program
    program.client.disconnect()


@pytest.fixture
def link(hub: Any) -> Iterator[SampLink]:
    opened = SampLink(look_every=0.05)
    yield opened
    opened.close()
