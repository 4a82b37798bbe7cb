"""The official client, set up so that we alone decide when to ask again."""

from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING

from specreview.inspectors.server.address import Address
from specreview.inspectors.server.keys import ApiKey
from specreview.settings import ServerSettings

if TYPE_CHECKING:
    from openai import AsyncOpenAI

_CONNECTING = 10.0
"""Seconds for a connection to be made."""


def open_client(settings: ServerSettings, address: Address, key: ApiKey) -> "AsyncOpenAI":
    """The client; it never tries again by itself, so that there is one policy."""
    from openai import AsyncOpenAI, DefaultAsyncHttpxClient, Timeout

    limit = Timeout(settings.timeout, connect=min(_CONNECTING, settings.timeout), pool=None)
    return AsyncOpenAI(
        api_key=key.reveal(),
        base_url=address.url,
        max_retries=0,
        timeout=limit,
        http_client=DefaultAsyncHttpxClient(timeout=limit),
    )


def transport_errors() -> tuple[type[Exception], ...]:
    """What the client's HTTP library raises; which one it is depends on the client's version."""
    found = [import_module(name) for name in ("httpx2", "httpx") if find_spec(name)]
    return tuple(library.HTTPError for library in found)
