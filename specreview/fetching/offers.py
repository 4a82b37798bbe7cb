"""Which surveys can be asked, and whether asking is allowed at all."""

import time
from collections.abc import Callable
from typing import Literal

from specreview.errors import FetchError
from specreview.fetching.desi import Desi
from specreview.fetching.lamost import Lamost, LamostAddresses, read_token
from specreview.fetching.sdss import Sdss, SdssAddresses
from specreview.fetching.service import Service
from specreview.fetching.transport import Transport, no_requests
from specreview.outside import FetchSettings

Survey = Literal["sdss", "desi", "lamost"]


def open_service(
    survey: Survey, settings: FetchSettings, sleep: Callable[[float], None] = time.sleep
) -> tuple[Service, Transport]:
    """A survey's service and the way to it, as the settings say; nothing is asked yet.

    `sleep` waits between requests; what it raises ends the request.

    Raises
    ------
    FetchError
        When fetching is not allowed, a package is missing, or LAMOST's token is not there.
    """
    if not settings.allowed:
        raise FetchError(
            "fetching is off: specreview asks nothing of the network by itself; give --network for "
            'this once, or put "fetch": {"allowed": true} into the workspace\'s settings.json'
        )
    if reason := no_requests():
        raise FetchError(reason)
    token = read_token(settings.lamost_token_env) if survey == "lamost" else ""
    service = _service(survey, settings, token)
    return service, Transport(settings.pause, secret=token, sleep=sleep)


def _service(survey: Survey, settings: FetchSettings, token: str) -> Service:
    if survey == "desi":
        return Desi(settings.sparcl_url, settings.desi_release)
    if survey == "lamost":
        return Lamost(LamostAddresses(settings.lamost_url, settings.lamost_search_url), token)
    addresses = SdssAddresses(
        settings.sdss_url, settings.sparcl_url.rstrip("/"), settings.skyserver_url.rstrip("/")
    )
    return Sdss(addresses, settings.sdss_release)
