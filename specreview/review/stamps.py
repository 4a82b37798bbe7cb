"""Ids and times of records: ULIDs, and UTC as ISO 8601 text."""

import secrets
import time
from datetime import UTC, datetime

_CROCKFORD = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"


def new_ulid() -> str:
    """A ULID (https://github.com/ulid/spec): 48 bits of Unix milliseconds, 80 random bits."""
    number = (time.time_ns() // 1_000_000) << 80 | secrets.randbits(80)
    return "".join(_CROCKFORD[number >> shift & 31] for shift in range(125, -1, -5))


def utc_text(moment: datetime | str) -> str:
    """`moment` as UTC ISO 8601 with `+00:00`; such texts sort as the moments do.

    Raises
    ------
    ValueError
        When `moment` is no ISO 8601 time, or names no offset from UTC.
    """
    parsed = datetime.fromisoformat(moment) if isinstance(moment, str) else moment
    if parsed.tzinfo is None:
        raise ValueError(f"{moment} has no offset from UTC; write it as 2026-01-31T20:00:00+00:00")
    return parsed.astimezone(UTC).isoformat()


def utc_now() -> str:
    """The time now, as `utc_text`."""
    return utc_text(datetime.now(UTC))
