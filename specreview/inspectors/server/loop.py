"""An event loop in a thread of its own, where all requests to one server are made."""

import asyncio
import threading
from collections.abc import Coroutine
from concurrent.futures import Future
from typing import Any, TypeVar

_T = TypeVar("_T")
_ENDING = 3.0
"""Seconds that closing waits for the loop."""


class LoopThread:
    """Starts at its first use; `close()` cancels what is under way and ends the thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread: threading.Thread | None = None
        self._closed = False

    def submit(self, work: Coroutine[Any, Any, _T]) -> "Future[_T]":
        """Run `work` on the loop; its future is cancelled at once after `close()`."""
        with self._lock:
            if self._closed:
                work.close()
                ended: Future[_T] = Future()
                ended.cancel()
                return ended
            return asyncio.run_coroutine_threadsafe(work, self._started())

    def close(self, last: "Coroutine[Any, Any, None] | None" = None) -> None:
        """Cancel all work, run `last`, end the thread; the second time nothing."""
        with self._lock:
            self._closed = True
            loop, thread = self._loop, self._thread
            self._loop = self._thread = None
        if loop is None or thread is None:
            if last is not None:
                last.close()
            return
        ending = asyncio.run_coroutine_threadsafe(_end(last), loop)
        ending.add_done_callback(lambda _: loop.call_soon_threadsafe(loop.stop))
        thread.join(_ENDING)

    def _started(self) -> asyncio.AbstractEventLoop:
        if self._loop is None:
            self._loop = asyncio.new_event_loop()
            self._thread = threading.Thread(
                target=_run, args=(self._loop,), name="specreview-server", daemon=True
            )
            self._thread.start()
        return self._loop


def _run(loop: asyncio.AbstractEventLoop) -> None:
    asyncio.set_event_loop(loop)
    try:
        loop.run_forever()
    finally:
        loop.run_until_complete(loop.shutdown_asyncgens())
        loop.close()


async def _end(last: "Coroutine[Any, Any, None] | None") -> None:
    others = [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]
    for task in others:
        task.cancel()
    await asyncio.gather(*others, return_exceptions=True)
    if last is not None:
        await last
