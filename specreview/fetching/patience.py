"""When a failed request is made again, and after how long."""

import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

PASSING = frozenset({408, 425, 429, 500, 502, 503, 504})
"""HTTP states that may be another one a little later (RFC 9110, RFC 6585)."""


@dataclass(frozen=True)
class Patience:
    """Pauses that double, with jitter; never less than the service asks for.

    Attributes
    ----------
    tries
        Requests for one thing, the first included.
    first
        Seconds of the first pause.
    longest
        Seconds of the longest pause; a service that asks for more is asked again in a later run.
    """

    tries: int = 4
    first: float = 2.0
    longest: float = 120.0
    dice: random.Random = field(default_factory=random.Random, compare=False)

    def pause(self, tried: int, asked_for: float | None) -> float:
        """Seconds until the next try, after `tried` ones; may be over `longest` if asked for."""
        doubled = self.first * 2.0 ** (tried - 1)
        own = min(self.longest, doubled) * self.dice.uniform(0.5, 1.0)
        return own if asked_for is None else max(own, asked_for)


def retry_after(headers: Mapping[str, str], now: datetime | None = None) -> float | None:
    """Seconds that a service asks to wait, by number or by date (RFC 9110, 10.2.3)."""
    text = headers.get("Retry-After", "").strip()
    if text.isascii() and text.isdigit():
        return float(text)
    try:
        until = parsedate_to_datetime(text)
    except ValueError:
        return None
    if until.tzinfo is None:
        until = until.replace(tzinfo=UTC)
    return max(0.0, (until - (now or datetime.now(UTC))).total_seconds())


def span(seconds: float) -> str:
    """Seconds in the unit in which a person waits."""
    for unit, size in (("days", 86400.0), ("h", 3600.0), ("min", 60.0)):
        if seconds >= 2 * size:
            return f"{seconds / size:.0f} {unit}"
    return f"{seconds:.0f} s"
