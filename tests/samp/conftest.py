"""A real hub with its lockfile in a folder of its own, and a second program at it."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from specreview.samp.library import samp
from specreview.samp.link import SampLink


class Program:
    """Another program at the hub: takes messages, and sends what it is told to."""

    def __init__(self, name: str = "TOPCAT") -> None:
        self.heard: list[tuple[str, dict[str, Any]]] = []
        self.client = samp().SAMPIntegratedClient(name=name, addr="127.0.0.1")
        self.client.connect(pool_size=2)
        for mtype in ("table.load.votable", "coord.pointAt.sky", "spectrum.load.ssa-generic"):
            self.client.bind_receive_notification(mtype, self._hear)

    def _hear(self, key: str, sender: str, mtype: str, params: dict[str, Any], extra: Any) -> None:
        self.heard.append((mtype, params))

    def point(self, **params: Any) -> None:
        self.client.notify_all({"samp.mtype": "table.highlight.row", "samp.params": params})

    def select(self, **params: Any) -> None:
        self.client.notify_all({"samp.mtype": "table.select.rowList", "samp.params": params})


@pytest.fixture(scope="module")
def lockfile(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Where SAMP programs look for a hub: nowhere near this user's own."""
    path = tmp_path_factory.mktemp("samp") / "hub"
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SAMP_HUB", f"std-lockurl:{path.as_uri()}")
        patch.setenv("HOME", str(path.parent))
        yield path


@pytest.fixture(scope="module")
def hub(lockfile: Path) -> Iterator[Any]:
    server = samp().SAMPHubServer(
        web_profile=False, lockfile=str(lockfile), addr="127.0.0.1", mode="single"
    )
    server.start()
    yield server
    server.stop()


@pytest.fixture(scope="module")
def topcat(hub: Any) -> Iterator[Program]:
    program = Program()
    yield program
    program.client.disconnect()


@pytest.fixture
def link() -> Iterator[SampLink]:
    opened = SampLink(look_every=0.05)
    yield opened
    opened.close()
