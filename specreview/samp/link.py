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

from specreview import __version__
from specreview.errors import SampError
from specreview.samp.library import LOOPBACK, close_mouth, hub_address, samp
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
        self._names: dict[str, str] = {}
        self._pointed: Pointed | None = None
        self._hub: Any = None
        self._client: Any = None

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
        with self._lock:
            return tuple(sorted(self._names.values(), key=str.lower))

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
        """Keep the connection, or look for a hub to connect to."""
        try:
            if self._client is not None:
                self._hub.ping()
            else:
                self._join()
            self._names = self._others()
            self._state = "connected"
        except SampError as error:
            self._state, self._reason = "unusable", str(error)
        except Exception:  # noqa: BLE001 - whatever a hub does: it is not there
            self._leave()
            self._state = "no hub"

    def _join(self) -> None:
        library = samp()
        hub = library.SAMPHubProxy()
        hub.connect(pool_size=3)
        hub_address(hub.lockfile)
        client = library.SAMPClient(
            hub,
            name="specreview",
            description="Vetting of survey spectra; a person decides",
            metadata={"author.name": "specreview", "specreview.version": __version__},
            addr=LOOPBACK,
        )
        close_mouth(client)
        client.start()
        self._hub, self._client = hub, client
        client.register()
        for mtype in (HIGHLIGHT, SELECT):
            client.bind_receive_message(mtype, self._heard)

    def _leave(self) -> None:
        """Off the hub, and the listening thread ended; a hub that is gone cannot be told."""
        client, hub = self._client, self._hub
        self._client = self._hub = None
        with self._lock:
            self._names = {}
        if client is not None:
            for step in (client.unregister, client.stop, hub.disconnect):
                try:
                    step()
                except Exception:  # noqa: BLE001 - nothing more can be done about it
                    continue

    def _others(self) -> dict[str, str]:
        """The other programs at the hub, by their ids."""
        key = self._client.get_private_key()
        hub_id = getattr(self._client, "_hub_id", None)  # the library offers no other way
        ids = [one for one in self._hub.get_registered_clients(key) if one != hub_id]
        return {one: self._name_of(key, one) for one in ids}

    def _name_of(self, key: str, client_id: str) -> str:
        """A program's name; its id until it has told its name, a moment after it came."""
        known = self._names.get(client_id, client_id)
        if known != client_id:
            return known
        told = self._hub.get_metadata(key, client_id).get("samp.name", "")
        return " ".join(str(told).split())[:60] or client_id

    def _told(self, message: Message) -> tuple[str, ...]:
        sent = {"samp.mtype": message.mtype, "samp.params": dict(message.params)}
        ids = self._notified(sent)
        if not ids:
            raise SampError(
                f"no program at the SAMP hub takes {message.mtype}; start one that does, such as "
                "TOPCAT (tables), Aladin (positions), SPLAT (spectra)"
            )
        self._names = self._others()
        return tuple(self._names.get(one, one) for one in ids)

    def _notified(self, sent: dict[str, Any]) -> list[str]:
        """Ids of the programs that were told; where the hub was started anew, by the new one."""
        if self._client is not None:
            try:
                return list(self._hub.notify_all(self._client.get_private_key(), sent))
            except Exception:  # noqa: BLE001 - the hub is gone, or another one than before
                self._leave()
        self._look()
        if self._client is None or self._state != "connected":
            raise SampError(self.reason)
        return list(self._hub.notify_all(self._client.get_private_key(), sent))

    def _heard(
        self,
        private_key: str,
        sender_id: str,
        msg_id: str | None,
        mtype: str,
        params: dict[str, Any],
        extra: dict[str, Any],  # noqa: ARG002
    ) -> None:
        """A message from another program, in a thread of the library; it is untrusted."""
        hub, row = self._hub, row_of(mtype, params)
        table_id, url = str(params.get("table-id", "")), str(params.get("url", ""))
        found = None if row is None else self.tables.candidate(table_id, url, row)
        if found is not None:
            program = self._sender(private_key, sender_id)
            with self._lock:
                number = 1 if self._pointed is None else self._pointed.number + 1
                self._pointed = Pointed(number, *found, program)
        if msg_id is not None and hub is not None:
            hub.reply(private_key, msg_id, {"samp.status": "samp.ok", "samp.result": {}})

    def _sender(self, key: str, client_id: str) -> str:
        try:
            return self._name_of(key, client_id)
        except Exception:  # noqa: BLE001 - gone already; what it pointed at counts all the same
            return "another program"


def _words(error: Exception) -> str:
    return " ".join(str(error).split())[:200] or type(error).__name__
