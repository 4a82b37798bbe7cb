"""What went wrong with a request, read from whatever exception it came as."""

import json
import re
import socket
import ssl
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from typing import Any, Literal

Kind = Literal[
    "status", "refused", "unresolved", "tls", "unreachable", "silent", "broken", "no_chat", "empty"
]
"""`status`: an HTTP status (or one inside a stream). `silent`: no word within the time-out.
`broken`: a connection that ended in the middle. `no_chat`: an answer of something that is no
such server. `empty`: an answer without a choice."""

_LONGEST = 300
_TITLE = re.compile(r"<title[^>]*>(.{1,200}?)</title>", re.IGNORECASE | re.DOTALL)
_WORDS = (
    (re.compile(r"rate.?limit", re.IGNORECASE), 429),
    (re.compile(r"server.?error|overloaded|unavailable", re.IGNORECASE), 500),
)
_PASSING_STATUS = (408, 409, 425, 429)


@dataclass(frozen=True)
class Trouble:
    """One failed try. `message` is the server's own; `retry_after` its wish in seconds."""

    kind: Kind
    status: int = 0
    message: str = ""
    code: str = ""
    retry_after: float | None = None

    @property
    def passing(self) -> bool:
        """Whether the same request may well succeed later."""
        if self.kind == "status":
            out_of_quota = "insufficient_quota" in f"{self.code} {self.message}"
            again = self.status in _PASSING_STATUS or (self.status >= 500 and self.status != 501)
            return again and not out_of_quota
        return self.kind not in ("tls", "no_chat")

    @property
    def unheard(self) -> bool:
        """Whether the server was not even reached."""
        return self.kind in ("refused", "unresolved", "unreachable")


class Troubled(Exception):
    """Carries a trouble out of a stream that began well."""

    def __init__(self, trouble: Trouble) -> None:
        super().__init__(trouble.kind)
        self.trouble = trouble


def trouble_of(error: BaseException) -> Trouble:
    """The trouble behind an exception of the client, its HTTP library, or a stream."""
    if isinstance(error, Troubled):
        return error.trouble
    status = getattr(error, "status_code", None)
    if isinstance(status, int):
        return _refusal(error, status)
    for cause in _causes(error):
        if kind := _kind(cause):
            return Trouble(kind, message=_first_line(str(cause)))
    return Trouble("broken", message=_first_line(str(error)))


def told(answer: Any, status: int = 0, retry_after: float | None = None) -> Trouble:
    """The trouble that a server tells in a JSON body or in the middle of a stream."""
    error = (answer.get("error") or answer) if isinstance(answer, Mapping) else answer
    if not isinstance(error, Mapping):
        return Trouble("status", status, _first_line(str(error)), "", retry_after)
    code = error.get("code")
    stated = code if isinstance(code, int) and not isinstance(code, bool) else 0
    text = error.get("message") or error.get("detail") or json.dumps(dict(error))
    codes = f"{code} {error.get('type')} {error.get('param')}"
    status = status or stated or _status_in(codes)
    return Trouble("status", status, _first_line(str(text)), codes, retry_after)


def _status_in(codes: str) -> int:
    """The status that the words of an error stand for: within a stream some give no number."""
    return next((status for words, status in _WORDS if words.search(codes)), 0)


def _refusal(error: BaseException, status: int) -> Trouble:
    response = getattr(error, "response", None)
    wait = _seconds(response.headers) if response is not None else None
    body = getattr(error, "body", None)
    if isinstance(body, Mapping | list):
        return told(body if isinstance(body, Mapping) else {"error": str(body)}, status, wait)
    text = response.text if response is not None else ""
    title = _TITLE.search(text)
    is_page = "<html" in text[:2000].lower()
    if is_page and status in (403, 404, 405):
        return Trouble("no_chat", status, _first_line(title.group(1) if title else ""))
    words = title.group(1) if title else "" if is_page else text
    return Trouble("status", status, _first_line(words), "", wait)


def _seconds(headers: Mapping[str, str]) -> float | None:
    """The wait that a Retry-After header asks for: seconds, or a date."""
    value = headers.get("retry-after")
    if value is None:
        return None
    try:
        return max(0.0, float(value))
    except ValueError:
        pass
    try:
        then, now = parsedate_to_datetime(value), parsedate_to_datetime(headers["date"])
    except (ValueError, TypeError, KeyError):
        return None
    return max(0.0, (then - now).total_seconds())


def _causes(error: BaseException) -> Iterator[BaseException]:
    """The innermost causes first: they say most."""
    seen: list[BaseException] = []
    waiting: list[BaseException | None] = [error]
    while waiting and len(seen) < 50:
        cause = waiting.pop()
        if cause is None or cause in seen:
            continue
        seen.append(cause)
        waiting += [cause.__context__, cause.__cause__]
        if isinstance(cause, BaseExceptionGroup):
            waiting += cause.exceptions
    return reversed(seen)


def _kind(cause: BaseException) -> Kind | None:
    name = type(cause).__name__
    if isinstance(cause, ssl.SSLError):
        return "tls"
    if isinstance(cause, socket.gaierror):
        return "unresolved"
    if isinstance(cause, ConnectionRefusedError):
        return "refused"
    if name in ("ConnectTimeout", "ConnectError"):
        return "unreachable"
    return "silent" if name in ("ReadTimeout", "WriteTimeout") else None


def _first_line(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _LONGEST else line[:_LONGEST] + "…"
