"""One line to a SAMP hub: looks for it, tells what was asked, hears what is pointed at.

All talk with the hub is done by one thread of its own, so that no page waits for a hub that hangs;
whoever asks waits a few seconds at most.
"""

import queue
import threading
from collections.abc import Callable
from concurrent.futures import Future
from concurrent.futures import TimeoutError as NotYet
from dataclasses import dataclass
from typing import Any, Literal

from specreview.errors import SampError
from specreview.samp.hub import AtHub
from specreview.samp.messages import HIGHLIGHT, SELECT, Message, row_of
from specreview.samp.sent import SentTables

State = Literal["looking", "no hub", "connected", "unusable"]

_LOOK_EVERY = 2.0
"""Seconds between two looks at the hub."""
_ANSWER_WITHIN = 4.0
"""Seconds that somebody waits for a message to be handed over."""
_NO_HUB = "no SAMP hub runs on this machine; start TOPCAT or Aladin, which bring one"


@dataclass(frozen=True)
class Pointed:
    """A row of a table that was sent from here, pointed at in another program."""

    number: int
    queue_id: int
    candidate_id: int
    program: str


class SampLink:
    """The app's line to the hub; `wake()` begins to look for one, `close()` ends its threads."""

    def __init__(self, look_every: float = _LOOK_EVERY) -> None:
        self.tables = SentTables()
        self._look_every = look_every
        self._jobs: queue.SimpleQueue[Callable[[], None] | None] = queue.SimpleQueue()
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None
        self._state: State = "looking"
        self._reason = ""
        self._pointed: Pointed | None = None
        self._at: AtHub | None = None

    @property
    def state(self) -> State:
        return self._state

    @property
    def reason(self) -> str:
        """Why nothing can be sent, "" while a hub is there."""
        return {"looking": "looking for a SAMP hub", "no hub": _NO_HUB, "connected": ""}.get(
            self._state, self._reason
        )

    @property
    def programs(self) -> tuple[str, ...]:
        """Names of the other programs at the hub."""
        at = self._at
        return () if at is None else at.names

    @property
    def pointed(self) -> Pointed | None:
        """The row that another program pointed at last."""
        with self._lock:
            return self._pointed

    def wake(self) -> None:
        """Begin to look for a hub, once."""
        with self._lock:
            if self._thread is None:
                self._thread = threading.Thread(
                    target=self._work, name="specreview-samp", daemon=True
                )
                self._thread.start()

    def send(self, message: Message) -> tuple[str, ...]:
        """Tell all programs that take such a message; returns their names.

        Raises
        ------
        SampError
            When no hub runs, nobody listens, or the hub does not answer in time.
        """
        self.wake()
        done: Future[tuple[str, ...]] = Future()

        def act() -> None:
            try:
                done.set_result(self._told(message))
            except SampError as error:
                done.set_exception(error)
            except Exception as error:  # noqa: BLE001 - handed to whoever waits
                done.set_exception(
                    SampError(f"the SAMP hub did not take {message.what} ({_words(error)})")
                )

        self._jobs.put(act)
        try:
            return done.result(_ANSWER_WITHIN)
        except NotYet:
            raise SampError(
                f"the SAMP hub did not answer within {_ANSWER_WITHIN:g} s; {message.what} may not "
                "have arrived"
            ) from None

    def close(self) -> None:
        """Leave the hub and end the threads; one that hangs at a hub is left to the process."""
        with self._lock:
            thread = self._thread
        if thread is not None:
            self._jobs.put(None)
            thread.join(_ANSWER_WITHIN / 2)
        self.tables.close()

    def _work(self) -> None:
        """Look for the hub now and then, and do what is asked in between."""
        self._look()
        while True:
            try:
                job = self._jobs.get(timeout=self._look_every)
            except queue.Empty:
                self._look()
                continue
            if job is None:
                self._leave()
                return
            job()

    def _look(self) -> None:
        """Keep the place at the hub, or look for a hub."""
        try:
            if self._at is None:
                self._at = AtHub((HIGHLIGHT, SELECT), self._heard)
            self._at.look()
            self._state = "connected"
        except SampError as error:
            self._state, self._reason = "unusable", str(error)
        except Exception:  # noqa: BLE001 - whatever a hub does: it is not there
            self._leave()
            self._state = "no hub"

    def _leave(self) -> None:
        at, self._at = self._at, None
        if at is not None:
            at.leave()

    def _told(self, message: Message) -> tuple[str, ...]:
        """Names of those who were told; where the hub was started anew, by the new one."""
        names = self._tried(message)
        if names is None:
            self._look()
            if self._at is None:
                raise SampError(self.reason)
            names = self._at.tell(message)
        if not names:
            raise SampError(
                f"no program at the SAMP hub takes {message.mtype}; start one that does, such as "
                "TOPCAT (tables), Aladin (positions), SPLAT (spectra)"
            )
        return names

    def _tried(self, message: Message) -> tuple[str, ...] | None:
        """As `_told`; None where there is no hub, or another one than before."""
        if self._at is None:
            return None
        try:
            return self._at.tell(message)
        except Exception:  # noqa: BLE001 - the hub is gone
            self._leave()
            return None

    def _heard(self, mtype: str, params: dict[str, Any], sender_id: str) -> None:
        """A message from another program, in a thread of the library; it is untrusted."""
        row = row_of(mtype, params)
        table_id, url = str(params.get("table-id", "")), str(params.get("url", ""))
        found = None if row is None else self.tables.candidate(table_id, url, row)
        if found is None:
            return
        at = self._at
        program = sender_id if at is None else at.name_of(sender_id)
        with self._lock:
            number = 1 if self._pointed is None else self._pointed.number + 1
            self._pointed = Pointed(number, *found, program)


def _words(error: Exception) -> str:
    return " ".join(str(error).split())[:200] or type(error).__name__
