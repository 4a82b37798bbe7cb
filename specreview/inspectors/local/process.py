"""The model's process as the inspector uses it: started when needed, asked by many threads."""

import itertools
import logging
import queue
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager

from specreview.agent.chat import Message
from specreview.agent.inspector import OnText
from specreview.errors import InspectorError, InspectorUnusable
from specreview.inspectors.local.asking import Ask, Done, Failed, Piece
from specreview.inspectors.local.child import Child, Ended, Told
from specreview.settings import LocalSettings

ENGINE = "specreview.inspectors.local.engine:Engine.load"
_LOOK = 0.05
"""Seconds between two looks at whether a reply is still wanted."""
_CRASHES = 4
"""Ends of the process without a reply between them, after which it is asked nothing more."""

logger = logging.getLogger("specreview.inspectors.local")
logger.addHandler(logging.NullHandler())

Cancelled = Callable[[], bool]
CANCELLED = Done(0, "", "cancelled")


class ModelProcess:
    """One process with one model for all that ask; safe for threads.

    It is started by the first ask, and again after a crash. Asks that a crash took down are
    asked once more, one at a time, so that one which brings the process down again takes no
    other with it. The process keeps nothing but caches: history is in what is asked.

    Parameters
    ----------
    settings
        What the process loads.
    engine
        "module:callable" that makes the engine from the settings, within the process.
    """

    def __init__(self, settings: LocalSettings, engine: str = ENGINE) -> None:
        self._settings = settings
        self._engine = engine
        self._lock = threading.Lock()
        self._again = threading.Lock()
        self._numbers = itertools.count(1)
        self._child: Child | None = None
        self._since = 0.0
        self._crashes = 0
        self._closed = False

    @property
    def preparing(self) -> str:
        """What the process does before it can answer; "" when it can, or was not asked yet."""
        child = self._child
        if child is None or child.opened.is_set():
            return ""
        return f"loading {self._settings.model} ({time.monotonic() - self._since:.0f} s)"

    def facts(self, cancelled: Cancelled = lambda: False) -> Mapping[str, str]:
        """What the engine says of itself, and its process id; loads the model where it is not.

        Raises
        ------
        InspectorUnusable
            When the model cannot be loaded.
        """
        child = self._opened(cancelled)
        if child is not None and child.ended is not None:
            raise self._given_up(child.ended)
        return dict(child.facts) if child is not None else {}

    def reply(
        self,
        messages: tuple[Message, ...],
        images: Mapping[str, bytes],
        on_text: OnText,
        cancelled: Cancelled,
        labels: tuple[str, ...] = (),
    ) -> Done | Failed:
        """The whole reply, its pieces given to `on_text` as they are written.

        Raises
        ------
        InspectorUnusable
            When the model cannot be loaded, or its process ends over whatever it is asked.
        InspectorError
            When the process ended over this twice.
        """
        told = self._attempt(messages, images, on_text, cancelled, labels)
        if not isinstance(told, Ended):
            return told
        with _turn(self._again, cancelled) as mine:
            if not mine:
                return CANCELLED
            on_text(None)
            told = self._attempt(messages, images, on_text, cancelled, labels)
        if isinstance(told, Ended):
            raise self._given_up(told)
        return told

    def close(self) -> None:
        """End the process; what is being asked ends with an error."""
        with self._lock:
            self._closed = True
            child = self._child
        if child is not None:
            child.close()

    def _attempt(
        self,
        messages: tuple[Message, ...],
        images: Mapping[str, bytes],
        on_text: OnText,
        cancelled: Cancelled,
        labels: tuple[str, ...],
    ) -> Done | Failed | Ended:
        child = self._opened(cancelled)
        if child is None:
            return CANCELLED
        if child.ended is not None:
            return child.ended
        ask = Ask(next(self._numbers), messages, images, labels)
        told = child.ask(ask)
        try:
            return self._listen(told, on_text, cancelled)
        finally:
            child.drop(ask.number)

    def _listen(
        self, told: "queue.SimpleQueue[Told]", on_text: OnText, cancelled: Cancelled
    ) -> Done | Failed | Ended:
        while not cancelled():
            try:
                one = told.get(timeout=_LOOK)
            except queue.Empty:
                continue
            if isinstance(one, Piece):
                on_text(one.text)
                continue
            if not isinstance(one, Ended):
                self._crashes = 0
            return one
        return CANCELLED

    def _opened(self, cancelled: Cancelled) -> Child | None:
        """The process when it has loaded, or ended over it; None when nobody waits for it."""
        child = self._running()
        while not child.opened.wait(_LOOK):
            if cancelled():
                return None
        if child.unloadable:
            raise InspectorUnusable(child.unloadable)
        return child

    def _running(self) -> Child:
        """The process that lives or is being started; where there is none, a new one."""
        with self._lock:
            if self._closed:
                raise InspectorError("local model: its process was ended; start the run again")
            if self._child is None or self._child.ended is not None:
                if self._child is not None and not self._child.unloadable:
                    self._crashes += 1
                    logger.warning("the model's process %s", self._child.ended)
                self._since = time.monotonic()
                self._child = Child(self._settings, self._engine)
            return self._child

    def _given_up(self, ended: Ended) -> InspectorError:
        """What to say of a process that ended again over the same ask."""
        model, cure = self._settings.model, "the cause is in the line above or the system's log"
        if ended.for_memory:
            cure = "give it less to do at a time (--batch 1), --dtype bfloat16, or more memory"
        if ended.loading:
            return InspectorUnusable(
                f"local model {model}: its process {ended.cause} while it loaded the model; {cure}"
            )
        message = f"local model {model}: its process {ended.cause} in the middle of a reply, twice"
        if self._crashes + 1 >= _CRASHES:
            return InspectorUnusable(f"{message}, and over other candidates too; {cure}")
        return InspectorError(f"{message}; {cure}")


@contextmanager
def _turn(lock: threading.Lock, cancelled: Cancelled) -> Iterator[bool]:
    """Holds the lock for the block; False where it was not had before nobody wanted it."""
    mine = False
    while not mine and not cancelled():
        mine = lock.acquire(timeout=_LOOK)
    try:
        yield mine
    finally:
        if mine:
            lock.release()
