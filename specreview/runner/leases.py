"""Holding a candidate while it is inspected, so that two processes never do one thing twice."""

import logging
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

from specreview.store import Lease
from specreview.store.work import Work

logger = logging.getLogger("specreview.runner")


class Hold:
    """One lease as long as it lasts; `lost` once another owner may have taken over."""

    def __init__(self, lease: Lease) -> None:
        self.lease = lease
        self.lost = False
        self.renewed = time.monotonic()


class LeaseKeeper:
    """Claims leases and keeps them alive from one thread, however long a reply takes.

    A process that dies stops renewing: after `seconds` its candidates are free again.
    """

    def __init__(self, work: Work, owner: str, seconds: float) -> None:
        self._work = work
        self._owner = owner
        self._seconds = seconds
        self._holds: set[Hold] = set()
        self._lock = threading.Lock()
        self._closed = threading.Event()
        self._thread: threading.Thread | None = None

    @contextmanager
    def holding(
        self, candidate_id: int, task_hash: str, fingerprint: str, rollout: int = 0
    ) -> Iterator[Hold | None]:
        """The candidate's lease for the length of the block; None while it is held elsewhere."""
        lease = self._work.claim(
            candidate_id, task_hash, fingerprint, rollout, self._owner, self._seconds
        )
        if lease is None:
            yield None
            return
        hold = Hold(lease)
        with self._lock:
            self._holds.add(hold)
            self._start()
        try:
            yield hold
        finally:
            with self._lock:
                self._holds.discard(hold)
                self._let_go(hold)

    def close(self) -> None:
        """End the thread and give all leases back.

        Work that is still under way (a reply that cannot be broken off) has lost its hold and
        records nothing more, so whoever claims the candidate next goes on from the same trace.
        """
        self._closed.set()
        if self._thread is not None:
            self._thread.join(timeout=2.0)
        with self._lock:
            for hold in self._holds:
                self._let_go_at_close(hold)

    def _let_go(self, hold: Hold) -> None:
        if not hold.lost:
            hold.lost = True
            self._work.release(hold.lease)

    def _let_go_at_close(self, hold: Hold) -> None:
        """A lease that cannot be given back runs out by itself."""
        try:
            self._let_go(hold)
        except Exception:
            logger.exception("a lease could not be given back")

    def _start(self) -> None:
        if self._thread is None:
            self._thread = threading.Thread(
                target=self._keep, name="specreview-leases", daemon=True
            )
            self._thread.start()

    def _keep(self) -> None:
        while not self._closed.wait(self._seconds / 3):
            with self._lock:
                for hold in self._holds:
                    self._renew(hold)

    def _renew(self, hold: Hold) -> None:
        """Prolong one lease; a store that is busy is asked again until the lease has run out."""
        try:
            renewed = self._work.renew(hold.lease, self._seconds)
        except Exception:
            logger.exception("a lease could not be renewed")
            hold.lost = time.monotonic() - hold.renewed > self._seconds
            return
        if renewed is None:
            hold.lost = True
            return
        hold.lease, hold.renewed = renewed, time.monotonic()
