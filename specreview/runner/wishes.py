"""What other processes ask of the inspections here, looked up for all of them at once."""

import threading
import time
from typing import Literal

from specreview.store.work import Wish, Work

_LISTEN = 0.3
"""Seconds between two looks; however many inspections there are, each look is one query."""


class Wishes:
    """Requests to pause or stop, each taken once; safe for threads."""

    def __init__(self, work: Work, every: float = _LISTEN) -> None:
        self._work = work
        self._every = every
        self._lock = threading.Lock()
        self._looked = -every
        self._open: dict[int, Wish] = {}

    def take(self, candidate_id: int) -> Literal["run", "pause", "stop"] | None:
        """What is asked for, as of the last look; from now on it is asked for no more.

        Raises
        ------
        StoreError
            When the store is busy; the next look is after the usual time.
        """
        with self._lock:
            now = time.monotonic()
            if now - self._looked >= self._every:
                self._looked = now
                self._open = self._work.requests()
            wish = self._open.pop(candidate_id, None)
        if wish is not None:
            self._work.request(candidate_id, None)
        return wish

    def forget(self, candidate_id: int) -> None:
        """Let be what was asked for before an inspection began."""
        with self._lock:
            self._open.pop(candidate_id, None)
            if self._work.requested(candidate_id) is not None:
                self._work.request(candidate_id, None)
