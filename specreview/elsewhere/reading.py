"""The indices of queues, read in threads of their own, so that no page waits for them.

300 000 spectra take seconds to read. What is there already is used meanwhile; later only those
blocks of a queue are read again in which a spectrum came, went or was indexed anew.
"""

import logging
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from specreview.elsewhere.index import Entry, Part, PeakIndex
from specreview.errors import SpecreviewError, StoreError

logger = logging.getLogger(__name__)

FIRST_WAIT = 0.4
"""Seconds that a page waits where nothing was read before: most queues are read by then."""

AGAIN_WAIT = 0.1
"""The same where there is an index that lacks the latest spectra."""

_REBUILD = 20.0
"""An index that took s seconds to read is used for 20 times s before it is looked at again."""

_CLOSING = 3.0
"""Seconds that closing waits for a block under way."""

_QUEUES = 2
"""Queues whose indices are held, the latest asked for: 160 MB each at 300 000 spectra."""


class Marked(Protocol):
    """A block: how many spectra it has, and a mark that changes when one is indexed anew."""

    @property
    def count(self) -> int: ...

    @property
    def mark(self) -> str: ...


Blocks = Callable[[int], Mapping[int, Marked]]
"""Queue to its blocks, in order."""

Read = Callable[[int, int], Sequence[Entry]]
"""(queue, block) to its entries."""


@dataclass(frozen=True)
class Reading:
    """An index that is read for the first time: `done` of `total` spectra."""

    done: int
    total: int


@dataclass(eq=False)
class _Held:
    """One queue's index, and how far it is."""

    parts: dict[int, tuple[str, Part]] = field(default_factory=dict)
    index: PeakIndex | None = None
    reading: Reading = Reading(0, 0)
    read_at: float = 0.0
    seconds: float = 0.0
    thread: threading.Thread | None = None
    error: SpecreviewError | None = None

    @property
    def due(self) -> bool:
        if self.thread is not None and self.thread.is_alive():
            return False
        return self.index is None or time.monotonic() - self.read_at >= _REBUILD * self.seconds


class QueueIndices:
    """Reads indices and keeps them. Safe for threads; `close` ends them."""

    def __init__(self, blocks: Blocks, read: Read) -> None:
        self._blocks, self._read_block = blocks, read
        self._held: dict[int, _Held] = {}
        self._lock = threading.Lock()
        self._closed = False

    def of(self, queue_id: int, wait: float | None = None) -> PeakIndex | Reading:
        """The queue's index, or how far its first reading is after `wait` seconds.

        Raises
        ------
        SpecreviewError
            When the reading failed; the next call begins it anew.
        """
        with self._lock:
            held = self._held.pop(queue_id, None) or _Held()
            self._held[queue_id] = held
            while len(self._held) > _QUEUES:
                del self._held[next(iter(self._held))]
            if held.due and not self._closed:
                self._begin(queue_id, held)
            thread = held.thread
        if thread is not None:
            first = held.index is None
            thread.join((FIRST_WAIT if first else AGAIN_WAIT) if wait is None else wait)
        error, held.error = held.error, None
        if error is not None:
            raise error
        return held.reading if held.index is None else held.index

    def reading(self, queue_id: int) -> Reading | None:
        """How far the first reading of a queue is; None where none is under way."""
        held = self._held.get(queue_id)
        if held is None or held.index is not None or held.thread is None:
            return None
        return held.reading if held.thread.is_alive() else None

    def close(self) -> None:
        """End the threads, each at its next block."""
        with self._lock:
            self._closed = True
            threads = [held.thread for held in self._held.values() if held.thread is not None]
        for thread in threads:
            thread.join(_CLOSING)

    def _begin(self, queue_id: int, held: _Held) -> None:
        held.thread = threading.Thread(
            target=self._read, args=(queue_id, held), name="specreview-index", daemon=True
        )
        held.thread.start()

    def _read(self, queue_id: int, held: _Held) -> None:
        begun = time.monotonic()
        try:
            changed = self._read_blocks(queue_id, held)
        except SpecreviewError as error:
            held.error = error
            return
        except Exception as error:
            logger.exception("the index of queue %s could not be read", queue_id)
            held.error = StoreError(
                f"the index of spectra cannot be read ({error}); "
                "`specreview catch-up QUEUE` makes it anew"
            )
            return
        if self._closed:
            return
        if changed or held.index is None:
            parts = [part for _, (_, part) in sorted(held.parts.items())]
            held.index = PeakIndex.joined(parts or [Part.of(())])
        held.read_at = time.monotonic()
        held.seconds = held.read_at - begun

    def _read_blocks(self, queue_id: int, held: _Held) -> bool:
        """Read the blocks that have other spectra than before; whether there were any."""
        blocks, changed, done = self._blocks(queue_id), False, 0
        held.reading = Reading(0, sum(block.count for block in blocks.values()))
        for number in held.parts.keys() - blocks.keys():
            del held.parts[number]
            changed = True
        for number, block in blocks.items():
            if self._closed:
                break
            if held.parts.get(number, ("",))[0] != block.mark:
                held.parts[number] = block.mark, Part.of(self._read_block(queue_id, number))
                changed = True
            done += block.count
            held.reading = Reading(done, held.reading.total)
        return changed
