"""Ranges of RA and Dec that hold a circle, for services that know no circles."""

import math
from collections.abc import Iterator

_NEAR_POLE = 89.9
Range = tuple[float, float]


def boxes(ra: float, dec: float, radius: float) -> Iterator[tuple[Range, Range]]:
    """(RA, Dec) ranges in degrees around a circle of `radius` arcsec: two where it is over RA 0."""
    size = radius / 3600.0
    low, high = max(-90.0, dec - size), min(90.0, dec + size)
    if max(abs(low), abs(high)) > _NEAR_POLE:
        ranges = [(0.0, 360.0)]
    else:
        wide = size / math.cos(math.radians(max(abs(low), abs(high))))
        ranges = _turned(ra - wide, ra + wide)
    for one in ranges:
        yield one, (low, high)


def _turned(start: float, end: float) -> list[Range]:
    if start < 0.0:
        return [(start + 360.0, 360.0), (0.0, end)]
    if end > 360.0:
        return [(start, 360.0), (0.0, end - 360.0)]
    return [(start, end)]
