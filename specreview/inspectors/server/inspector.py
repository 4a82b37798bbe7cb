"""The inspector that asks a model behind an OpenAI-compatible server."""

import math
import threading
import time
from collections.abc import Callable, Coroutine, Mapping, Sequence
from concurrent.futures import CancelledError, Future
from typing import Any, TypeVar

from specreview.agent.chat import Message, conversation, picture_hashes
from specreview.agent.inspector import InspectorIdentity, OnText, Reply, Turn
from specreview.errors import InspectorError, InspectorUnusable
from specreview.inspectors.server.address import server_address
from specreview.inspectors.server.asking import Desk
from specreview.inspectors.server.draft import Draft
from specreview.inspectors.server.keys import read_key
from specreview.inspectors.server.loop import LoopThread
from specreview.inspectors.server.retry import RetryPolicy
from specreview.settings import ServerSettings

SERVER_VERSION = "1"
"""Raised when the same settings would ask a server otherwise than before."""

_LOOK = 0.1
"""Seconds between two looks at whether to stop, and at what was written."""

_T = TypeVar("_T")


class ServerInspector:
    """Asks a server, many conversations at a time; safe for threads.

    Nothing is sent, and no key read, before the first question. Requests run on one event loop,
    `concurrency` at most; the threads that wait for them sleep.

    Parameters
    ----------
    settings
        Address, model, profile, name of the key's variable, decoding, limits.
    policy
        When a failed request is asked again.

    Raises
    ------
    InspectorUnusable
        When the address is none.
    """

    def __init__(self, settings: ServerSettings, policy: RetryPolicy | None = None) -> None:
        self._settings = settings
        self._address = server_address(settings.base_url)
        self._policy = policy or RetryPolicy()
        self._loop = LoopThread()
        self._lock = threading.Lock()
        self._desk: Desk | None = None

    @property
    def identity(self) -> InspectorIdentity:
        settings = self._settings
        return InspectorIdentity(
            "server",
            f"server: {settings.model} at {self._address.host}",
            SERVER_VERSION,
            model=settings.model,
            decoding=f"{_decoding(settings)}, {settings.max_new_tokens} tokens at most, "
            f"profile {settings.profile}",
        )

    @property
    def concurrency(self) -> int:
        """How many inspections it gains from at a time: a quarter more than are asked at once.

        While those are answered the others are drawn and stored, so that the server need not
        wait for us.
        """
        return self._settings.concurrency + math.ceil(self._settings.concurrency / 4)

    @property
    def preparing(self) -> str:
        """What is waited for while there is no text yet; empty when nothing is."""
        retries = self._desk.retries if self._desk else 0
        return f"waiting for {self._address.host}, try {retries}" if retries else ""

    def facts(self) -> Mapping[str, str]:
        """What the server says of the model, in words by name.

        Raises
        ------
        InspectorError
            When it does not answer, or has no such model.
        """
        return self._told(self._opened().facts())

    def models(self) -> tuple[str, ...]:
        """Ids of the models that the server offers.

        Raises
        ------
        InspectorError
            When it does not say; the message names cause and cure.
        """
        return self._told(self._opened().models())

    def reply(self, turn: Turn, on_text: OnText, cancelled: Callable[[], bool]) -> Reply:
        """The model's next reply in Spec-o3's text; a broken stream is asked again from its start.

        Raises
        ------
        ContextFull
            When the conversation exceeds what the server takes.
        InspectorUnusable
            When the server can answer nobody: key, model, address.
        InspectorError
            When this reply cannot be had.
        """
        begun = time.monotonic()
        if cancelled():
            return Reply("", finish_reason="cancelled")
        draft, messages = Draft(), conversation(turn.events)
        _check_pictures(messages, turn.images)
        future = self._submit(self._opened().ask(messages, turn.images, draft))
        try:
            stopped = _wait(future, draft, on_text, cancelled)
        finally:
            future.cancel()
        if stopped:
            seconds = time.monotonic() - begun
            return Reply(draft.handed, seconds=seconds, finish_reason="cancelled")
        answer = future.result()
        if isinstance(answer, InspectorError):
            raise answer
        return Reply(answer.text, answer.tokens, answer.seconds, answer.finish_reason)

    def close(self) -> None:
        """End all requests, the client and the loop; replies under way come back cancelled."""
        with self._lock:
            desk = self._desk
        self._loop.close(desk.close() if desk else None)

    def _opened(self) -> Desk:
        with self._lock:
            if self._desk is None:
                key = read_key(self._settings.api_key_env, self._address)
                self._desk = Desk(self._settings, self._address, key, self._policy)
            return self._desk

    def _told(self, work: Coroutine[Any, Any, _T | InspectorError]) -> _T:
        try:
            found = self._submit(work).result()
        except CancelledError:
            raise InspectorUnusable("the inspector was closed; start anew") from None
        if isinstance(found, InspectorError):
            raise found
        return found

    def _submit(self, work: Coroutine[Any, Any, _T]) -> "Future[_T]":
        return self._loop.submit(work)


def _check_pictures(messages: Sequence[Message], images: Mapping[str, bytes]) -> None:
    for sha256 in picture_hashes(messages):
        if sha256 not in images:
            raise InspectorError(
                f"picture {sha256[:12]} of this trace is missing in the database; restart the "
                "inspection"
            )


def _wait(
    future: "Future[Any]", draft: Draft, on_text: OnText, cancelled: Callable[[], bool]
) -> bool:
    """Wait for the end, handing on what is written; whether it was stopped before."""
    while True:
        try:
            future.exception(timeout=_LOOK)
        except TimeoutError:
            draft.hand_on(on_text)
            if cancelled():
                return True
            continue
        except CancelledError:
            return True
        draft.hand_on(on_text)
        return False


def _decoding(settings: ServerSettings) -> str:
    if settings.temperature == 0:
        return "greedy"
    return f"temperature {settings.temperature:g}, top-p 0.95, seed {settings.seed}"
