"""One polite connection: a request at a time, with pauses, patience and our name on it.

What comes is judged by what it is: a web page in place of a file, a redirect to a login page or
half a body are troubles, never a spectrum.
"""

import json
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urljoin, urlsplit

from specreview import __version__
from specreview.fetching.judging import chunks, judge, no_file, refuse_others, write
from specreview.fetching.patience import Patience, span
from specreview.fetching.reaching import barrier, cause
from specreview.fetching.secrecy import Unspoken
from specreview.fetching.trouble import LaterPlease, LoginWanted, NoWay, Passing, Trouble

if TYPE_CHECKING:
    import requests

AGENT = f"specreview/{__version__} (spectrum vetting; one request at a time)"
_CONNECT, _READ = 10.0, 60.0
"""Seconds to connect, and of the longest silence."""
_REDIRECTS = 5
_OPENED = ("https", "http")
_LOGIN = ("login", "signin", "sign-in", "/sso", "/cas/", "oauth", "auth?")


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
        self._unspoken = Unspoken(secret)
        self._last: float | None = None
        self._reached: set[str] = set()

    def close(self) -> None:
        self._session.close()
        self._unspoken.close()

    def redacted(self, text: str) -> str:
        """`text` without the secret."""
        return self._unspoken.redacted(text)

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
            write(response, part)
            refuse_others(part)
            return response.headers.get("Content-Disposition", "")

        return str(self._patiently("GET", url, save))

    def answer(self, url: str, body: Any = None) -> Any:
        """The JSON that the service answers; with a `body`, which is posted as JSON."""

        def read(response: "requests.Response") -> Any:
            content = b"".join(chunks(response))
            try:
                return json.loads(content)
            except ValueError:
                raise no_file(content, "no JSON") from None

        return self._patiently("GET" if body is None else "POST", url, read, body)

    def text(self, url: str) -> str:
        """The text that the service answers; a web page or nothing is none."""

        def read(response: "requests.Response") -> str:
            content = b"".join(chunks(response))
            if not content.strip() or content.lstrip()[:1] == b"<":
                raise no_file(content, "no table")
            return content.decode("utf-8-sig", "replace")

        return str(self._patiently("GET", url, read))

    def _patiently(
        self, method: str, url: str, use: Callable[["requests.Response"], Any], body: Any = None
    ) -> Any:
        tried = 0
        while True:
            tried += 1
            try:
                with self._asked(method, url, body) as response:
                    return use(response)
            except Passing as failure:
                self._wait(failure, tried, url)

    def _wait(self, failure: Passing, tried: int, url: str) -> None:
        """Wait for the next try, or raise what the failure comes to."""
        host = urlsplit(url).netloc
        reason = self.redacted(failure.reason)
        pause = self._patience.pause(tried, failure.asked_for)
        if failure.asked_for is not None and pause > self._patience.longest:
            raise LaterPlease(f"{host} asks to wait {span(pause)} ({reason}); run it again then")
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
                judge(response)
                yield response
        except requests.Timeout:
            raise Passing("no answer in time", reached=False) from None
        except requests.RequestException as error:
            reached = not isinstance(error, requests.ConnectionError)
            raise Passing(cause(error), reached=reached) from None

    def _followed(self, method: str, url: str, body: Any) -> "requests.Response":
        for _ in range(_REDIRECTS):
            self._breathe()
            response = self._response(method, url, body)
            if not response.is_redirect or method != "GET":
                return response
            response.close()
            url = self._onward(url, response.headers["Location"])
        raise Trouble(f"{urlsplit(url).netloc}: redirects without an end")

    def _response(self, method: str, url: str, body: Any) -> "requests.Response":
        """What the address itself answers: proxies and certificates are those of the environment.

        Raises
        ------
        NoWay
            Where another try would meet the same.
        """
        try:
            return self._session.request(
                method,
                url,
                json=body,
                stream=True,
                allow_redirects=False,
                timeout=(_CONNECT, _READ),
                auth=_nobody,
            )
        except OSError as error:  # requests' own errors are such, too
            if bars := barrier(error):
                raise NoWay(f"{urlsplit(url).netloc} cannot be asked: {bars}") from None
            raise
        except ValueError:  # requests looks at a redirect's address before we do
            raise Trouble(f"{urlsplit(url).netloc} redirects to what is no address") from None

    def _onward(self, url: str, location: str) -> str:
        """Where a redirect leads, unless to a login page, to an open line, or away with a token."""
        target = urljoin(url, location)
        here, there = urlsplit(url), urlsplit(target)
        if any(word in target.lower() for word in _LOGIN):
            raise LoginWanted(f"{here.netloc} sends to a login page at {there.netloc}")
        if there.scheme not in ("http", "https") or (here.scheme, there.scheme) == _OPENED:
            raise Trouble(
                f"{here.netloc} redirects from {here.scheme} to {there.scheme}; not followed"
            )
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
