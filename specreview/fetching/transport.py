"""One polite connection: a request at a time, with pauses, patience and our name on it.

What comes is judged by what it is: a web page in place of a file, a redirect to a login page or
half a body are troubles, never a spectrum.
"""

import json
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urljoin, urlsplit

from specreview import __version__
from specreview.errors import FetchError
from specreview.fetching.patience import PASSING, Patience, retry_after
from specreview.fetching.trouble import LaterPlease, LoginWanted, NotThere, NoWay, Trouble

if TYPE_CHECKING:
    import requests

AGENT = f"specreview/{__version__} (spectrum vetting; one request at a time)"
_CONNECT, _READ = 10.0, 60.0
"""Seconds to connect, and of the longest silence."""
_REDIRECTS = 5
_LARGEST = 256 * 2**20
"""Bytes of one answer, at most: no spectrum is larger."""
_CHUNK = 2**16
_LOGIN = ("login", "signin", "sign-in", "/sso", "/cas/", "oauth", "auth?")
_MISSING = frozenset({404, 410})
_FORBIDDEN = frozenset({401, 403})


@dataclass
class _Passing(Exception):
    """A failure that another try may mend."""

    reason: str
    asked_for: float | None = None
    reached: bool = True


def no_requests() -> str:
    """Why nothing can be asked, "" where all is there."""
    try:
        import requests  # noqa: F401
    except ImportError:
        return "the package requests is not installed: pip install 'specreview[network]'"
    return ""


class Transport:
    """Asks one thing at a time, `pause` seconds apart at least.

    Parameters
    ----------
    pause
        Seconds between two requests.
    patience
        When a failed request is made again.
    secret
        A token that no message may show and that goes to no other host than it was meant for.
    sleep
        Waits; a test need not.
    """

    def __init__(
        self,
        pause: float,
        patience: Patience | None = None,
        secret: str = "",
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        import requests

        self._session = requests.Session()
        self._session.headers["User-Agent"] = AGENT
        self._session.headers["Accept-Encoding"] = "identity"
        self._pause, self._patience = pause, patience or Patience()
        self._secret, self._sleep = secret, sleep
        self._last: float | None = None
        self._reached: set[str] = set()

    def close(self) -> None:
        self._session.close()

    def redacted(self, text: str) -> str:
        """`text` without the secret."""
        return text.replace(self._secret, "[token]") if self._secret else text

    def file(self, url: str, part: Path) -> str:
        """Write what is at `url` to `part`, whole; returns the file name that the service gives.

        Raises
        ------
        Trouble
            When there is nothing, or no file.
        FetchError
            When `part` cannot be written.
        """

        def save(response: "requests.Response") -> str:
            _write(response, part)
            _refuse_page(part)
            return response.headers.get("Content-Disposition", "")

        return str(self._patiently("GET", url, save))

    def answer(self, url: str, body: Any = None) -> Any:
        """The JSON that the service answers; with a `body`, which is posted as JSON."""

        def read(response: "requests.Response") -> Any:
            content = b"".join(_chunks(response))
            try:
                return json.loads(content)
            except ValueError:
                raise _no_file(content, "no JSON") from None

        return self._patiently("GET" if body is None else "POST", url, read, body)

    def _patiently(
        self, method: str, url: str, use: Callable[["requests.Response"], Any], body: Any = None
    ) -> Any:
        tried = 0
        while True:
            tried += 1
            try:
                with self._asked(method, url, body) as response:
                    return use(response)
            except _Passing as failure:
                self._wait(failure, tried, url)

    def _wait(self, failure: _Passing, tried: int, url: str) -> None:
        """Wait for the next try, or raise what the failure comes to."""
        host = urlsplit(url).netloc
        reason = self.redacted(failure.reason)
        pause = self._patience.pause(tried, failure.asked_for)
        if failure.asked_for is not None and pause > self._patience.longest:
            raise LaterPlease(f"{host} asks to wait {pause:.0f} s ({reason}); run it again then")
        if tried < self._patience.tries:
            self._sleep(pause)
            return
        if not failure.reached and host not in self._reached:
            raise NoWay(f"{host} cannot be reached: {reason}; is there a network, and is the "
                        "address right?")  # fmt: skip
        raise Trouble(f"{host}: {reason}, {tried} times")

    @contextmanager
    def _asked(self, method: str, url: str, body: Any) -> Iterator["requests.Response"]:
        import requests

        try:
            response = self._followed(method, url, body)
            self._reached.add(urlsplit(url).netloc)
            with response:
                _judge(response)
                yield response
        except requests.ConnectionError as error:
            raise _Passing(_cause(error), reached=False) from None
        except requests.Timeout:
            raise _Passing("no answer in time", reached=False) from None
        except requests.RequestException as error:
            raise _Passing(_cause(error)) from None

    def _followed(self, method: str, url: str, body: Any) -> "requests.Response":
        for _ in range(_REDIRECTS):
            self._breathe()
            response = self._session.request(
                method,
                url,
                json=body,
                stream=True,
                allow_redirects=False,
                timeout=(_CONNECT, _READ),
                auth=_nobody,
            )
            if not response.is_redirect or method != "GET":
                return response
            response.close()
            url = self._onward(url, response.headers["Location"])
        raise Trouble(f"{urlsplit(url).netloc}: redirects without an end")

    def _onward(self, url: str, location: str) -> str:
        """Where a redirect leads, unless to a login page, to an open line, or away with a token."""
        target = urljoin(url, location)
        here, there = urlsplit(url), urlsplit(target)
        if any(word in target.lower() for word in _LOGIN):
            raise LoginWanted(f"{here.netloc} sends to a login page at {there.netloc}")
        if (here.scheme, there.scheme) == ("https", "http"):
            raise Trouble(f"{here.netloc} redirects from https to http; not followed")
        if self._secret and self._secret in target and here.hostname != there.hostname:
            raise Trouble(f"{here.netloc} would send the token on to {there.netloc}; not followed")
        return target

    def _breathe(self) -> None:
        """Keep the pause between two requests."""
        now = time.monotonic()
        if self._last is not None and (left := self._last + self._pause - now) > 0:
            self._sleep(left)
        self._last = time.monotonic()


def _nobody(request: "requests.PreparedRequest") -> "requests.PreparedRequest":
    """No name and password from ~/.netrc: nothing is sent that was not asked for."""
    return request


def _judge(response: "requests.Response") -> None:
    state, host = response.status_code, urlsplit(response.url).netloc
    if state in _MISSING:
        raise NotThere(f"{host} has no such spectrum (HTTP {state})")
    if state in _FORBIDDEN:
        raise LoginWanted(f"{host} refuses (HTTP {state})")
    if state in PASSING:
        raise _Passing(f"HTTP {state} {response.reason}", retry_after(response.headers))
    if not response.ok or response.is_redirect:
        words = " ".join(b"".join(_chunks(response))[:300].decode("utf-8", "replace").split())
        raise Trouble(f"{host}: HTTP {state} {response.reason}: {words}")


def _chunks(response: "requests.Response") -> Iterator[bytes]:
    """The body piece by piece; a body that ends early is a failure that passes."""
    promised, got = response.headers.get("Content-Length", ""), 0
    packed = "Content-Encoding" in response.headers
    for chunk in response.iter_content(_CHUNK):
        got += len(chunk)
        if got > _LARGEST:
            raise Trouble(f"the answer is larger than {_LARGEST >> 20} MiB; not kept")
        yield chunk
    if promised.isdigit() and not packed and got < int(promised):
        raise _Passing(f"the answer ended after {got} of {promised} bytes")


def _write(response: "requests.Response", part: Path) -> None:
    import requests

    try:
        with part.open("wb") as file:
            file.writelines(_chunks(response))
    except requests.RequestException:
        raise  # of the connection; requests counts it among the OSErrors
    except OSError as error:
        raise FetchError(
            f"{part.parent}: cannot be written: {error.strerror}; mend that and run it again"
        ) from None


def _refuse_page(part: Path) -> None:
    """A file is no web page and not empty."""
    with part.open("rb") as file:
        head = file.read(4096)
    if not head.strip() or head.lstrip()[:1] == b"<":
        raise _no_file(head, "no file")


def _no_file(head: bytes, wanted: str) -> Trouble:
    if not head.strip():
        return Trouble(f"the service sent {wanted}, but nothing at all")
    lowered = head[:4096].lower()
    if b"password" in lowered or b"login" in lowered or b"sign in" in lowered:
        return LoginWanted("the service answered with a login page")
    what = "a web page" if head.lstrip()[:1] == b"<" else "something else"
    return Trouble(f"the service answered with {what}, {wanted}")


def _cause(error: Exception) -> str:
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
