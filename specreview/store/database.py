"""One open database: transactions that read, transactions that write, and who writes."""

import os
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from sqlalchemy import Connection, Engine

from specreview.errors import StoreError
from specreview.review.consensus import ConflictLimits
from specreview.review.stamps import new_ulid, utc_now
from specreview.store.faults import translated
from specreview.store.sqlite import BUSY_SECONDS


@dataclass
class Database:
    """What the facets of a store share.

    `place` is how the database may be shown to people, without a password; `path` is None
    for one in memory. `warnings` are sentences for a banner. `now` is a clock that tests can
    turn: UTC ISO 8601 text.
    """

    engine: Engine
    place: str
    path: Path | None
    revision: str
    journal: str
    read_only: bool = False
    warnings: tuple[str, ...] = ()
    upgrade_copy: Path | None = None
    limits: ConflictLimits = field(default_factory=ConflictLimits)
    now: Callable[[], str] = utc_now
    busy_seconds: float = BUSY_SECONDS
    _turn: threading.Lock = field(default_factory=threading.Lock)
    _writers: dict[int, str] = field(default_factory=dict)

    @property
    def writer(self) -> str:
        """Id of this process start: each has a hash chain of its own, also after a fork."""
        return self._writers.setdefault(os.getpid(), new_ulid())

    @contextmanager
    def read(self) -> Iterator[Connection]:
        """A transaction that sees one state of the database and changes nothing."""
        with translated(self.place), self.engine.connect() as connection, connection.begin():
            yield connection

    @contextmanager
    def write(self) -> Iterator[Connection]:
        """A transaction that holds the write lock from its first statement on.

        What it changed is on disk when the block ends, or not at all when it raises.
        """
        if self.read_only:
            raise StoreError(
                f"{self.place}: open for reading only; nothing was saved; give yourself write "
                "permission on the file and its folder, or use another one with --db"
            )
        with (
            self._my_turn(),
            translated(self.place),
            self.engine.connect().execution_options(immediate=True) as connection,
            connection.begin(),
        ):
            yield connection

    @contextmanager
    def _my_turn(self) -> Iterator[None]:
        # Threads queue up here rather than in SQLite, whose waiting sleeps and is not fair.
        if not self._turn.acquire(timeout=self.busy_seconds):
            raise StoreError(
                f"{self.place}: another change takes too long; nothing was saved; try again"
            )
        try:
            yield
        finally:
            self._turn.release()
