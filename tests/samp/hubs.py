"""A real hub with its lockfile where no other program looks, and a second program at it."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from specreview.samp.library import samp

SENT = ("table.load.votable", "coord.pointAt.sky", "spectrum.load.ssa-generic")


class Program:
    """Another program at the hub: takes messages, and sends what it is told to."""

    def __init__(self, name: str = "TOPCAT") -> None:
        self.heard: list[tuple[str, dict[str, Any]]] = []
        self.client = samp().SAMPIntegratedClient(name=name, addr="127.0.0.1")
        self.client.connect(pool_size=2)
        for mtype in SENT:
            self.client.bind_receive_notification(mtype, self.hear)

    def hear(self, key: str, sender: str, mtype: str, params: dict[str, Any], extra: Any) -> None:
        self.heard.append((mtype, params))

    def point(self, **params: Any) -> None:
        self.client.notify_all({"samp.mtype": "table.highlight.row", "samp.params": params})

    def select(self, **params: Any) -> None:
        self.client.notify_all({"samp.mtype": "table.select.rowList", "samp.params": params})


@contextmanager
def only_hub_at(lockfile: Path) -> Iterator[None]:
    """Programs look for a hub there and nowhere near this user's own."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SAMP_HUB", f"std-lockurl:{lockfile.as_uri()}")
        patch.setenv("HOME", str(lockfile.parent))
        yield


@contextmanager
def running_hub(lockfile: Path) -> Iterator[Any]:
    """A hub for standard programs, on this machine alone."""
    server = samp().SAMPHubServer(
        web_profile=False, lockfile=str(lockfile), addr="127.0.0.1", mode="single"
    )
    server.start()
    try:
        yield server
    finally:
        server.stop()
