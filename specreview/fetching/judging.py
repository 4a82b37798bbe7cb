"""What an answer is worth: a file, a failure that passes, or a trouble with its reason."""

import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from specreview.errors import FetchError
from specreview.fetching.patience import PASSING, retry_after
from specreview.fetching.trouble import LoginWanted, NotThere, Passing, Trouble
from specreview.fetching.wholeness import cut_short, fits_or_packed

if TYPE_CHECKING:
    import requests

_LARGEST = 256 * 2**20
"""Bytes of one answer, at most: no spectrum is larger."""
_LONGEST = 600.0
"""Seconds of one answer, at most: a spectrum of some MB comes in that time on any line."""
_CHUNK = 2**16
_WHOLE = 200
_MISSING = frozenset({404, 410})
_FORBIDDEN = frozenset({401, 403})


def judge(response: "requests.Response") -> None:
    """Raise what an HTTP state other than success comes to."""
    state, host = response.status_code, urlsplit(response.url).netloc
    if state in _MISSING:
        raise NotThere(f"{host} has no such spectrum (HTTP {state})")
    if state in _FORBIDDEN:
        raise LoginWanted(f"{host} refuses (HTTP {state})")
    if state in PASSING:
        raise Passing(f"HTTP {state} {response.reason}", retry_after(response.headers))
    if state != _WHOLE:
        words = " ".join(b"".join(chunks(response))[:300].decode("utf-8", "replace").split())
        raise Trouble(f"{host}: HTTP {state} {response.reason}: {words}")


def chunks(response: "requests.Response") -> Iterator[bytes]:
    """The body piece by piece; a body that ends early is a failure that passes."""
    promised, got = response.headers.get("Content-Length", ""), 0
    packed = "Content-Encoding" in response.headers
    begun = time.monotonic()
    for chunk in _pieces(response):
        got += len(chunk)
        if got > _LARGEST:
            raise Trouble(f"the answer is larger than {_LARGEST >> 20} MiB; not kept")
        if time.monotonic() - begun > _LONGEST:
            raise Passing(f"the answer drips: {got} bytes in {_LONGEST:.0f} s")
        yield chunk
    if promised.isdigit() and not packed and got < int(promised):
        raise Passing(f"the answer ended after {got} of {promised} bytes")


def _pieces(response: "requests.Response") -> Iterator[bytes]:
    """What has come so far, again and again: a body that drips is not waited for by the chunk."""
    from requests.exceptions import ChunkedEncodingError, ConnectionError
    from urllib3.exceptions import HTTPError, ReadTimeoutError

    try:
        while piece := response.raw.read1(_CHUNK, decode_content=True):
            yield piece
    except ReadTimeoutError as error:
        raise ConnectionError(error) from None
    except HTTPError as error:
        raise ChunkedEncodingError(error) from None


def write(response: "requests.Response", part: Path) -> None:
    """The whole body into a file; FetchError when that cannot be written."""
    import requests

    try:
        with part.open("wb") as file:
            file.writelines(chunks(response))
    except requests.RequestException:
        raise  # of the connection; requests counts it among the OSErrors
    except OSError as error:
        raise FetchError(
            f"{part.parent}: cannot be written: {error.strerror}; mend that and run it again"
        ) from None


def refuse_others(part: Path) -> None:
    """A spectrum's file is FITS, packed or not, and whole: all else is told by what it is."""
    if not fits_or_packed(part):
        with part.open("rb") as file:
            raise no_file(file.read(4096), "no FITS file")
    if cut_short(part):
        raise Passing("the file came without its end")


def no_file(head: bytes, wanted: str) -> Trouble:
    """What came in place of what was wanted."""
    start = head[:4096].strip()
    if not start:
        return Trouble("the service sent nothing at all")
    lowered = start.lower()
    if any(word in lowered for word in (b"password", b"login", b"sign in", b"token")):
        return LoginWanted("the service answered with a login page or wants a token")
    words = " ".join(start[:200].decode("utf-8", "replace").split())
    if start[:1] == b"<":
        return Trouble(f"the service answered with a web page, {wanted}")
    if start[:1] == b"{":  # LAMOST says so with HTTP 200
        return NotThere(f"the service has no such spectrum; it says {words}")
    return Trouble(f"the service answered with something else, {wanted}: {words}")
