"""Reading what a server sends: a stream of chunks, or one completion."""

import asyncio
import json
from collections.abc import AsyncIterator, Mapping
from contextlib import suppress
from typing import Any

from specreview.inspectors.server.client import transport_errors
from specreview.inspectors.server.trouble import Trouble, Troubled, told

_AFTER_END = 0.5
"""Seconds that a server has to end its response after the last chunk, so that the connection
can be used again."""


async def chunks(response: Any) -> AsyncIterator[Mapping[str, Any]]:
    """The chunks of a stream, or the one completion of a server that does not stream.

    Raises
    ------
    Troubled
        When the answer is none of both, tells an error, or ends before it is whole.
    """
    kind = response.headers.get("content-type", "")
    if "json" in kind:
        yield _object(await response.text())
        return
    if "event-stream" not in kind:
        raise Troubled(Trouble("no_chat", message=kind.partition(";")[0]))
    whole = False
    lines = response.iter_lines()
    async for line in lines:
        if not line.startswith("data:"):
            continue
        payload = line[5:].strip()
        if payload == "[DONE]":
            await _read_out(lines)
            return
        if payload:
            chunk = _object(payload)
            whole = whole or _is_last(chunk)
            yield chunk
    if not whole:
        raise Troubled(Trouble("broken"))


async def _read_out(lines: AsyncIterator[str]) -> None:
    """Read what follows the end; the reply is whole, so nothing here can fail it."""
    with suppress(TimeoutError, OSError, *transport_errors()):
        async with asyncio.timeout(_AFTER_END):
            async for _ in lines:
                pass


def _object(payload: str) -> Mapping[str, Any]:
    try:
        chunk = json.loads(payload)
    except (ValueError, RecursionError):
        raise Troubled(Trouble("broken", message="a piece that is no JSON")) from None
    if not isinstance(chunk, Mapping):
        raise Troubled(Trouble("broken", message="a piece that is no JSON object"))
    if chunk.get("error") or chunk.get("object") == "error":
        raise Troubled(told(chunk))
    return chunk


def _is_last(chunk: Mapping[str, Any]) -> bool:
    choices = chunk.get("choices")
    if not isinstance(choices, list):
        return False
    return any(isinstance(each, Mapping) and each.get("finish_reason") for each in choices)
