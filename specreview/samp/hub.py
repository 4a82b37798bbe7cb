"""Being at a hub: registered there, hearing what is pointed at, telling others, knowing names."""

from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any

from specreview.samp.library import LOOPBACK, close_mouth, hub_address, samp
from specreview.samp.messages import Message
from specreview.version import __version__

Heard = Callable[[str, dict[str, Any], str], None]
"""Is told the MType, the parameters and the sender's id of each message; they are untrusted."""

_LONGEST_NAME = 60


class AtHub:
    """A place at the hub that runs on this machine, from now until `leave`.

    Parameters
    ----------
    mtypes
        Messages to hear, notified or called.
    heard
        Called with each, in a thread of the library.

    Raises
    ------
    SampError
        When the hub is on another machine, or no SAMP library is there.
    Exception
        Whatever the library raises where no hub answers.
    """

    def __init__(self, mtypes: Iterable[str], heard: Heard) -> None:
        library = samp()
        self._heard = heard
        self._names: dict[str, str] = {}
        self._hub = library.SAMPHubProxy()
        self._client: Any = None
        try:
            self._hub.connect(pool_size=3)
            hub_address(self._hub.lockfile)
            self._client = library.SAMPClient(
                self._hub,
                name="specreview",
                description="Vetting of survey spectra; a person decides",
                metadata={"author.name": "specreview", "specreview.version": __version__},
                addr=LOOPBACK,
            )
            close_mouth(self._client)
            self._client.start()
            self._client.register()
            for mtype in mtypes:
                self._client.bind_receive_message(mtype, self._hear)
        except BaseException:
            self.leave()
            raise

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the other programs, as they were at the last look."""
        return tuple(sorted(self._names.values(), key=str.lower))

    def look(self) -> None:
        """See whether the hub is there and who else; raises what the library does if not."""
        self._hub.ping()
        hub_id = getattr(self._client, "_hub_id", None)  # the library offers no other way
        ids = [one for one in self._hub.get_registered_clients(self._key) if one != hub_id]
        self._names = {one: self._asked_name(one) for one in ids}

    def tell(self, message: Message) -> tuple[str, ...]:
        """Tell all who take such a message; returns their names."""
        sent = {"samp.mtype": message.mtype, "samp.params": dict(message.params)}
        ids = list(self._hub.notify_all(self._key, sent))
        return tuple(self.name_of(one) for one in ids)

    def name_of(self, client_id: str) -> str:
        """A program's name, or its id where it is gone already."""
        with suppress(Exception):
            return self._asked_name(client_id)
        return client_id

    def leave(self) -> None:
        """Off the hub, and the listening thread ended; a hub that is gone cannot be told."""
        client = self._client
        steps = [self._hub.disconnect]
        if client is not None:
            steps = [client.unregister, client.stop, *steps]
        for step in steps:
            with suppress(Exception):
                step()

    @property
    def _key(self) -> Any:
        return self._client.get_private_key()

    def _asked_name(self, client_id: str) -> str:
        """A program's name; its id until it has told its name, a moment after it came."""
        known = self._names.get(client_id, client_id)
        if known != client_id:
            return known
        told = self._hub.get_metadata(self._key, client_id).get("samp.name", "")
        return " ".join(str(told).split())[:_LONGEST_NAME] or client_id

    def _hear(
        self,
        key: str,
        sender_id: str,
        msg_id: str | None,
        mtype: str,
        params: dict[str, Any],
        extra: dict[str, Any],  # noqa: ARG002
    ) -> None:
        self._heard(mtype, params, sender_id)
        if msg_id is not None:
            self._hub.reply(key, msg_id, {"samp.status": "samp.ok", "samp.result": {}})
