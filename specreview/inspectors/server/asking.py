"""Asking one server for a reply: in its dialect, as often as it takes, a bounded number at once.

Everything here runs on one event loop, so what was learnt about the server needs no lock.
"""

import asyncio
import json
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from specreview.agent.chat import Message
from specreview.agent.inspector import FinishReason
from specreview.errors import InspectorError
from specreview.inspectors.server.address import Address
from specreview.inspectors.server.chunks import chunks
from specreview.inspectors.server.client import open_client, transport_errors
from specreview.inspectors.server.dialect import Dialect
from specreview.inspectors.server.draft import Draft
from specreview.inspectors.server.faults import Asked, explained
from specreview.inspectors.server.keys import ApiKey
from specreview.inspectors.server.profiles import has_pictured_tool, request_body
from specreview.inspectors.server.retry import RetryPolicy
from specreview.inspectors.server.stream import Assembly
from specreview.inspectors.server.trouble import Trouble, Troubled, trouble_of
from specreview.settings import ServerSettings

_LISTING = 10.0
"""Seconds for a list of models."""


@dataclass(frozen=True)
class Answer:
    """A whole reply in Spec-o3's text, and the seconds from its request to its end."""

    text: str
    finish_reason: FinishReason
    tokens: int
    seconds: float


class Desk:
    """The requests to one server: its client, its dialect, its waiting line."""

    def __init__(
        self, settings: ServerSettings, address: Address, key: ApiKey, policy: RetryPolicy
    ) -> None:
        import openai

        self._settings = settings
        self._policy = policy
        self._asked = Asked(settings, address.host, address.url, key)
        self._client = open_client(settings, address, key)
        self._errors: tuple[type[Exception], ...] = (
            openai.OpenAIError,
            Troubled,
            OSError,
            *transport_errors(),
        )
        self._line = asyncio.Semaphore(settings.concurrency)
        self._dialect = Dialect()
        self._reached = False
        self._retrying: dict[int, int] = {}

    @property
    def retries(self) -> int:
        """The most tries that a reply under way has needed; 0 when none waits."""
        return max(list(self._retrying.values()), default=0)

    async def close(self) -> None:
        await self._client.close()

    async def ask(
        self, messages: Sequence[Message], images: Mapping[str, bytes], draft: Draft
    ) -> Answer | InspectorError:
        """A reply, or why there is none: an error to be raised where it was asked for.

        Returned, not raised, so that no exception of the client, which knows the key, hangs on it.
        """
        try:
            async with self._line:
                return await self._persistently(messages, images, draft)
        finally:
            self._retrying.pop(id(draft), None)

    async def _persistently(
        self, messages: Sequence[Message], images: Mapping[str, bytes], draft: Draft
    ) -> Answer | InspectorError:
        failed_at, tried = None, 0
        while True:
            dialect = self._dialect
            body = request_body(self._settings, messages, images, dialect)
            try:
                return await self._once(body, draft)
            except self._errors as error:
                trouble = trouble_of(error)
            draft.begin_anew()
            self._reached = self._reached or not trouble.unheard
            if self._learnt(trouble, body, dialect):
                continue
            tried += 1
            failed_at = failed_at or time.monotonic()
            elapsed = time.monotonic() - failed_at
            pause = self._policy.wait(trouble, tried, elapsed, self._reached)
            if pause is None:
                return await self._given_up(trouble, tried)
            self._retrying[id(draft)] = tried + 1
            await asyncio.sleep(pause)

    def _learnt(self, trouble: Trouble, body: Mapping[str, Any], used: Dialect) -> bool:
        """Whether to ask again at once, in another dialect."""
        if trouble.kind != "status" or trouble.status not in (400, 422):
            return False
        refusal = f"{trouble.message} {trouble.code}"
        pictured = has_pictured_tool(body["messages"])
        if used.after(refusal, pictured_tool=pictured) is None:
            return False
        # Another reply under way may have learnt something since this one was asked for.
        known = self._dialect
        self._dialect = known.after(refusal, pictured_tool=pictured) or known
        return True

    async def _once(self, body: dict[str, Any], draft: Draft) -> Answer:
        begun, assembly = time.monotonic(), Assembly()
        create = self._client.chat.completions.with_streaming_response.create
        # As `extra_body` it is sent as it stands; the client's own reading of it costs 5 ms.
        async with create(model="", messages=[], stream=True, extra_body=body) as response:
            self._reached = True
            async for chunk in chunks(response):
                draft.write(assembly.feed(chunk))
                if assembly.overlong:
                    break
        if assembly.broken_off:
            raise Troubled(Trouble("broken"))
        if not assembly.chosen:
            raise Troubled(Trouble("empty"))
        text = assembly.text
        if assembly.finish_reason == "content_filter" and not text.strip():
            raise Troubled(Trouble("status", 400, "content_filter"))
        draft.settle(text)
        seconds = time.monotonic() - begun
        return Answer(text, assembly.finish_reason, assembly.tokens, seconds)

    async def facts(self) -> Mapping[str, str] | InspectorError:
        """What the server lists about the model, in words by name; or why it does not."""
        try:
            listed = await self._listed()
        except self._errors as error:
            return explained(trouble_of(error), self._asked)
        wanted = self._settings.model
        if wanted not in listed:
            lacking = Trouble("status", 404, f"no model {wanted}")
            return explained(lacking, replace(self._asked, offered=tuple(listed)))
        stated = {
            "weights": listed[wanted].get("root"),
            "context": listed[wanted].get("max_model_len"),
        }
        found = {name: str(value) for name, value in stated.items() if value}
        return {"server": self._asked.host, "model": wanted, **found}

    async def models(self) -> tuple[str, ...] | InspectorError:
        """Ids of the models that the server lists; or why it does not."""
        try:
            return tuple(await self._listed())
        except self._errors as error:
            return explained(trouble_of(error), self._asked)

    async def _given_up(self, trouble: Trouble, tries: int) -> InspectorError:
        offered: tuple[str, ...] = ()
        if trouble.status == 404:
            try:
                offered = tuple(await self._listed())
            except self._errors:
                offered = ()
        return explained(trouble, replace(self._asked, offered=offered, tries=tries))

    async def _listed(self) -> dict[str, Mapping[str, Any]]:
        """The models that the server lists, by id."""
        client = self._client.with_options(timeout=_LISTING)
        response = await client.models.with_raw_response.list()
        try:
            found = json.loads(response.text)["data"]
            return {str(model["id"]): model for model in found}
        except (ValueError, KeyError, TypeError, RecursionError):
            raise Troubled(Trouble("no_chat")) from None
