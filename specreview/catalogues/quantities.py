"""Numbers of a row in the units that candidates have: ICRS degrees, and redshift.

A column's unit is the list's own, or stands in brackets behind its name. Where none is stated,
angles are degrees and a redshift is z.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from specreview.catalogues.cells import (
    declination,
    is_blank,
    number,
    parsed_unit,
    redshift,
    right_ascension,
)
from specreview.catalogues.columns import Columns

LIGHT_KM_S = 299_792.458
_SHOWN = 5


def position_of(columns: Columns, cells: Mapping[str, str]) -> tuple[float, float] | None:
    """ICRS degrees of a row, None where either coordinate is missing or none that there is.

    Positions of another frame are turned into ICRS; None too where their frame is not known.
    """
    ra = right_ascension(columns.value(cells, "ra"), columns.unit("ra"))
    dec = declination(columns.value(cells, "dec"), columns.unit("dec"))
    if ra is None or dec is None:
        return None
    return (ra, dec) if columns.frame is None else columns.frame.icrs(ra, dec)


def impossible_position(columns: Columns, cells: Mapping[str, str]) -> str:
    """What a row states as its position where that is none ("ra 25:00:00 dec +10"), else ""."""
    ra, dec = (columns.value(cells, role) for role in ("ra", "dec"))
    unknown = columns.frame is not None and columns.frame.axes is None
    if unknown or position_of(columns, cells) or _says_nothing(ra) or _says_nothing(dec):
        return ""
    return f"ra {ra} dec {dec}"


def redshift_of(columns: Columns, cells: Mapping[str, str]) -> float | None:
    """z of a row: a speed is divided by that of light; None where it is in any other unit."""
    speed = _km_s_in(columns.unit("redshift"))
    text = columns.value(cells, "redshift")
    if speed is None:
        return redshift(text) if _is_plain(columns.unit("redshift")) else None
    value = number(text)
    return None if value is None else redshift(repr(value * speed / LIGHT_KM_S))


def reading_notes(columns: Columns) -> tuple[str, ...]:
    """What a person should know of how positions and redshift are read."""
    return (*_position_notes(columns), *_redshift_notes(columns))


def _position_notes(columns: Columns) -> tuple[str, ...]:
    ra, dec = (columns.by_role.get(role, ()) for role in ("ra", "dec"))
    shown = ", ".join((*ra, *dec))
    parts = f"columns {shown} are read as one position" if len(ra) > 1 or len(dec) > 1 else ""
    framed = "" if columns.frame is None else columns.frame.note(shown)
    return tuple(filter(None, (parts, framed)))


def _redshift_notes(columns: Columns) -> tuple[str, ...]:
    name, unit = columns.name("redshift"), columns.unit("redshift")
    if _km_s_in(unit) is not None:
        return (f"column {name} is in {unit}: redshift is v/c",)
    if not _is_plain(unit):
        return (f"column {name} is in {unit}: not taken as redshift; map the column that is",)
    return ()


@dataclass
class Misplaced:
    """Rows whose stated position is none; the spectrum's own counts instead."""

    first: list[str] = field(default_factory=list)
    count: int = 0

    def add(self, row: int, stated: str) -> None:
        """Keep the row's number, and what it states of the first few."""
        self.count += 1
        if self.count <= _SHOWN:
            self.first.append(f"row {row} {stated}")

    def note(self) -> str:
        """The sentence about all of them, "" where there is none."""
        if not self.count:
            return ""
        more = f", and {self.count - _SHOWN} more" if self.count > _SHOWN else ""
        return (
            f"no position that there is: {', '.join(self.first)}{more}; the spectrum's own is "
            "taken; correct the list"
        )


def _says_nothing(text: str) -> bool:
    """Whether a cell is blank, or holds a sentinel for no number."""
    try:
        float(text)
    except ValueError:
        return is_blank(text)
    return number(text) is None


@lru_cache
def _km_s_in(unit: str) -> float | None:
    """km/s in one of `unit`, None where it is no speed."""
    from astropy import units as u

    parsed = parsed_unit(unit)
    speed = parsed is not None and parsed.is_equivalent(u.km / u.s)
    return float(parsed.to(u.km / u.s)) if speed else None


@lru_cache
def _is_plain(unit: str) -> bool:
    """Whether numbers of this unit can be z: none, "1", or a word that is no unit."""
    from astropy import units as u

    parsed = parsed_unit(unit)
    return parsed is None or parsed == u.dimensionless_unscaled
