"""The machine: clock, room on the disk, port."""

import shutil
import socket
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path

from specreview.doctor.check import Check, failure, warning, well

PICTURE_BYTES = 45_000
"""A view as PNG, on average."""
PICTURES = 5
"""Views of one inspection, about: the overview and four windows."""
RESERVE = 200_000_000
"""Bytes that should stay free whatever the queue: log, temporary files, others."""

_WATCHED = 0.2
"""Seconds over which the two clocks are compared."""
_DRIFT = 0.1
_BEHIND = 5.0
"""Seconds behind the newest record that two machines' clocks may well differ."""
_YEARS = (2025, 2100)

FreeBytes = Callable[[Path], int]


def free_bytes(folder: Path) -> int:
    """Bytes that this user may still write where `folder` lies."""
    return shutil.disk_usage(folder).free


def check_disk(
    folder: Path, uninspected: int, free: FreeBytes = free_bytes, reserve: int = RESERVE
) -> Iterator[Check]:
    """Room for the pictures of all candidates that are left."""
    left = free(folder)
    wanted = uninspected * PICTURES * PICTURE_BYTES + reserve
    found = f"{_size(left)} free"
    if uninspected:
        found += f", {_size(wanted - reserve)} for the pictures of {uninspected} candidates left"
    if left < wanted:
        cure = f"free {_size(wanted - left)} in {folder}, or keep the database elsewhere (--db)"
        state = failure if left < reserve else warning
        yield state("disk", found, cure)
    else:
        yield well("disk", found)


def check_clock(
    newest: str | None = None,
    now: Callable[[], datetime] = lambda: datetime.now(UTC),
    monotonic: Callable[[], float] = time.monotonic,
) -> Iterator[Check]:
    """The time of day: sane, steady, and not behind what is recorded already."""
    begun, begun_at = monotonic(), now()
    time.sleep(_WATCHED)
    ended_at = now()
    drift = (ended_at - begun_at).total_seconds() - (monotonic() - begun)
    zone = time.strftime("%Z (UTC%z)")
    shown = ended_at.astimezone(UTC).strftime("%Y-%m-%d %H:%M:%S")
    cure = "set the clock (timedatectl set-ntp true)"
    if not _YEARS[0] <= ended_at.year < _YEARS[1]:
        yield failure("clock", f"{shown} UTC: no year to work in", cure)
    elif abs(drift) > _DRIFT:
        found = f"{shown} UTC, jumped by {drift:+.1f} s within {_WATCHED} s"
        yield warning("clock", found, "let the time service settle, then look again")
    elif newest is not None and (behind := _behind(newest, ended_at)) > _BEHIND:
        found = f"{shown} UTC, {_span(behind)} behind the newest record ({newest})"
        yield warning("clock", found, f"{cure}: decisions would be dated before earlier ones")
    else:
        yield well("clock", f"{shown} UTC, steady; zone {zone}")


def _behind(newest: str, now: datetime) -> float:
    try:
        return (datetime.fromisoformat(newest) - now).total_seconds()
    except (ValueError, TypeError):
        return 0.0


def why_no_listening(address: str, port: int) -> str | None:
    """Why nobody can listen there, in the system's words; None where one can."""
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((address, port))
        except OSError as error:
            return error.strerror or str(error)
    return None


def check_port(port: int, address: str = "127.0.0.1") -> Iterator[Check]:
    """Whether `specreview serve` could listen there."""
    reason = why_no_listening(address, port)
    if reason is None:
        yield well("port", f"{address}:{port} is free")
        return
    yield warning(
        "port",
        f"{address}:{port} cannot be listened on ({reason})",
        "serve on another --port, unless it is specreview itself that runs there",
    )


def _span(seconds: float) -> str:
    for unit, length in (("days", 86_400), ("h", 3_600), ("min", 60)):
        if seconds >= 2 * length:
            return f"{seconds / length:.0f} {unit}"
    return f"{seconds:.0f} s"


def _size(count: float) -> str:
    for unit, size in (("GB", 1e9), ("MB", 1e6)):
        if count >= size:
            return f"{count / size:.1f} {unit}"
    return f"{max(0.0, count) / 1e3:.0f} kB"
