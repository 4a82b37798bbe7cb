"""Which spectra are of one object: the same survey id, or within 3 arcsec on the sky."""

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

MATCH_ARCSEC = 3.0
_CELL = MATCH_ARCSEC / 3600.0
"""Degrees of declination a grid cell; neighbours are searched, so no pair is missed."""


@dataclass(frozen=True)
class KnownSource:
    """A source that a queue has already: the id it goes by, and one of its spectra."""

    source_id: str
    survey: str
    object_id: str
    ra: float | None
    dec: float | None


def separation_arcsec(ra1: float, dec1: float, ra2: float, dec2: float) -> float:
    """Angle between two positions in degrees (haversine), in arcsec."""
    a, b = math.radians(dec1), math.radians(dec2)
    half_ra, half_dec = math.radians(ra2 - ra1) / 2.0, (b - a) / 2.0
    root = math.sin(half_dec) ** 2 + math.cos(a) * math.cos(b) * math.sin(half_ra) ** 2
    return math.degrees(2.0 * math.asin(min(1.0, math.sqrt(root)))) * 3600.0


class SourceMatcher:
    """Gives each spectrum the id of its source, in the order in which they come.

    The first spectrum of a source names it, "LAMOST 990000117"; a later one joins it by its
    survey id or by position, the nearest source within 3 arcsec.
    """

    def __init__(self, known: Iterable[KnownSource] = ()) -> None:
        self._by_id: dict[tuple[str, str], str] = {}
        self._grid: dict[tuple[int, int], dict[tuple[float, float, str], None]] = {}
        for source in known:
            self.add(source)

    def source_id(self, survey: str, object_id: str, ra: float | None, dec: float | None) -> str:
        """The source of this spectrum; positions are ICRS degrees or None."""
        named = self._by_id.get((survey, object_id))
        found = named or self._nearest(ra, dec) or f"{survey or 'unknown'} {object_id}"
        self.add(KnownSource(found, survey, object_id, ra, dec))
        return found

    def add(self, source: KnownSource) -> None:
        """Know this spectrum's source from now on."""
        self._by_id.setdefault((source.survey, source.object_id), source.source_id)
        if source.ra is not None and source.dec is not None:
            cell = self._grid.setdefault(_cell(source.ra, source.dec), {})
            cell[source.ra, source.dec, source.source_id] = None

    def _nearest(self, ra: float | None, dec: float | None) -> str | None:
        if ra is None or dec is None:
            return None
        within = self.within(ra, dec)
        return within[0][1] if within else None

    def within(self, ra: float, dec: float) -> list[tuple[float, str]]:
        """Distance in arcsec and source id of what lies within 3 arcsec, the nearest first."""
        return sorted(
            (distance, name)
            for cell in _around(ra, dec)
            for other_ra, other_dec, name in self._grid.get(cell, ())
            if (distance := separation_arcsec(ra, dec, other_ra, other_dec)) <= MATCH_ARCSEC
        )


def _columns(row: int) -> int:
    """Cells around the circle of declination `row`, each at least 3 arcsec wide."""
    edge = min(90.0, (abs(row) + 1) * _CELL)
    return max(1, int(360.0 * math.cos(math.radians(edge)) / _CELL))


def _cell(ra: float, dec: float) -> tuple[int, int]:
    row = math.floor(dec / _CELL)
    count = _columns(row)
    return row, int((ra % 360.0) / 360.0 * count) % count


def _around(ra: float, dec: float) -> Iterator[tuple[int, int]]:
    middle = math.floor(dec / _CELL)
    for row in (middle - 1, middle, middle + 1):
        count = _columns(row)
        column = int((ra % 360.0) / 360.0 * count) % count
        yield from {(row, (column + step) % count) for step in (-1, 0, 1)}
