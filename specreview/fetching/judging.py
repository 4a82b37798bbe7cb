"""What an answer is worth: a file, a failure that passes, or a trouble with its reason."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from specreview.errors import FetchError
from specreview.fetching.patience import PASSING, retry_after
from specreview.fetching.trouble import LoginWanted, NotThere, Passing, Trouble

if TYPE_CHECKING:
    import requests

_LARGEST = 256 * 2**20
"""Bytes of one answer, at most: no spectrum is larger."""
_CHUNK = 2**16
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
    if not response.ok or response.is_redirect:
        words = " ".join(b"".join(chunks(response))[:300].decode("utf-8", "replace").split())
        raise Trouble(f"{host}: HTTP {state} {response.reason}: {words}")


def chunks(response: "requests.Response") -> Iterator[bytes]:
    """The body piece by piece; a body that ends early is a failure that passes."""
    promised, got = response.headers.get("Content-Length", ""), 0
    packed = "Content-Encoding" in response.headers
    for chunk in response.iter_content(_CHUNK):
        got += len(chunk)
        if got > _LARGEST:
            raise Trouble(f"the answer is larger than {_LARGEST >> 20} MiB; not kept")
        yield chunk
    if promised.isdigit() and not packed and got < int(promised):
        raise Passing(f"the answer ended after {got} of {promised} bytes")


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


def refuse_page(part: Path) -> None:
    """A file is no web page and not empty."""
    with part.open("rb") as file:
        head = file.read(4096)
    if not head.strip() or head.lstrip()[:1] == b"<":
        raise no_file(head, "no file")


def no_file(head: bytes, wanted: str) -> Trouble:
    """What came in place of what was wanted."""
    if not head.strip():
        return Trouble("the service sent nothing at all")
    lowered = head[:4096].lower()
    if b"password" in lowered or b"login" in lowered or b"sign in" in lowered:
        return LoginWanted("the service answered with a login page")
    what = "a web page" if head.lstrip()[:1] == b"<" else "something else"
    return Trouble(f"the service answered with {what}, {wanted}")


def cause(error: Exception) -> str:
    """The innermost reason of a failed connection, in a few words."""
    text = str(error)
    for marker, words in (
        ("NameResolution", "its name is not known here"),
        ("Name or service not known", "its name is not known here"),
        ("refused", "connection refused"),
        ("unreachable", "network unreachable"),
        ("IncompleteRead", "the answer ended early"),
        ("Connection broken", "the connection broke off"),
        ("aborted", "the connection broke off"),
        ("reset by peer", "the connection broke off"),
        ("certificate", "its certificate is not trusted here"),
        ("timed out", "no answer in time"),
        ("roxy", "the proxy does not let it through"),
    ):
        if marker in text:
            return words
    return type(error).__name__
