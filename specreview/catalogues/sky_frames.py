"""Positions of other frames than ICRS (FK4, galactic, ecliptic, FK5 of another equinox).

FK5 of equinox J2000 is taken as ICRS: they agree to 0.03 arcsec, a hundredth of the radius within
which spectra are of one object.
"""

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

Vector = tuple[float, float, float]

FRAME_CARDS = ("RADESYS", "RADECSYS", "EQUINOX", "EPOCH")
_LAST_OF_FK4 = 1984.0
"""Equinoxes before it are Besselian (Calabretta & Greisen 2002, A&A 395, 1077, table 2)."""
_EQUINOX = re.compile(r"([BbJj]?)\s*(\d{4}(?:\.\d*)?)")
_IN_NAME = re.compile(r"(?<!\d)(1855|1875|1900|1950)(?!\d)")
_GALACTIC = re.compile(r"_?(glon|glat|gal_?(l|b|lon|lat)|l|b|galactic_(longitude|latitude))")
_ECLIPTIC = re.compile(r"_?(elon|elat|ecl_?(lon|lat)|ecliptic_(longitude|latitude))")


@dataclass(frozen=True)
class SkyFrame:
    """A frame that is not ICRS, as a rotation into it.

    `e_terms` are the elliptic terms of aberration that positions in FK4 hold (Seidelmann 1992,
    Explanatory Supplement, 3.58). `axes` are the frame's axes in ICRS, None where the frame is
    none that can be turned into it.
    """

    name: str
    axes: tuple[Vector, Vector, Vector] | None = None
    e_terms: Vector | None = None

    def icrs(self, longitude: float, latitude: float) -> tuple[float, float] | None:
        """Right ascension in [0, 360) and declination of a place, all in degrees."""
        if self.axes is None:
            return None
        here = _unit_vector(longitude, latitude)
        if self.e_terms is not None:
            here = _without_aberration(here, self.e_terms)
        x, y, z = (_dot(here, tuple(axis[n] for axis in self.axes)) for n in range(3))
        ra = math.degrees(math.atan2(y, x)) % 360.0
        return ra, math.degrees(math.atan2(z, math.hypot(x, y)))

    def note(self, columns: str) -> str:
        """What is done with positions of this frame."""
        if self.axes is None:
            return f"positions {columns} are in {self.name}: not taken; give them in ICRS"
        return f"positions {columns} are in {self.name}: turned into ICRS"


@dataclass(frozen=True)
class StatedFrames:
    """The frames that a list states, None for ICRS: by column, and for all others."""

    by_column: Mapping[str, SkyFrame | None] = field(default_factory=dict)
    default: SkyFrame | None = None

    def of(self, column: str) -> SkyFrame | None:
        """What the list states of the column itself, else its name, else the list as a whole."""
        if column in self.by_column:
            return self.by_column[column]
        named = frame_in_name(column)
        return self.default if named is _SILENT else named


_SILENT = SkyFrame("")


def frame_in_name(column: str) -> SkyFrame | None:
    """The frame that a column's name tells: "RAB1950", "GLON"; no name where it tells none."""
    bare = re.split(r"[\[(]", column.strip().lower())[0].strip()
    if "2000" in bare or "icrs" in bare:
        return None
    if _GALACTIC.fullmatch(bare):
        return frame_of("galactic")
    if _ECLIPTIC.fullmatch(bare):
        return frame_of("ecliptic")
    year = _IN_NAME.search(bare)
    return frame_of("FK4", year.group(1)) if year else _SILENT


def frame_in_header(cards: Mapping[str, Any]) -> SkyFrame | None:
    """The frame by RADESYS and EQUINOX of a FITS header, None for ICRS and where it is silent."""
    told = {str(key).upper(): str(value or "").strip() for key, value in cards.items()}
    epoch = told.get("EPOCH", "")
    old = epoch if _year(epoch) == 1950.0 else ""  # EPOCH was EQUINOX once; now it is a date
    system = told.get("RADESYS") or told.get("RADECSYS") or ""
    return frame_of(system, told.get("EQUINOX") or old)


@lru_cache
def frame_of(system: str, equinox: str = "") -> SkyFrame | None:
    """The frame by the names that VOTables (COOSYS) and FITS headers (RADESYS) give it.

    None for ICRS and FK5 of J2000. Without a system the equinox tells which (FITS 4.0, 8.3).
    """
    year = _year(equinox)
    bare = system.strip().lower().removeprefix("eq_").replace("-", "_")
    if not bare:
        bare = "fk4" if year is not None and year < _LAST_OF_FK4 else "fk5"
    if bare == "icrs" or (bare == "fk5" and year in (None, 2000.0)):
        return None
    if bare in ("unknown", "xy"):
        return SkyFrame(f"a frame that the list calls {system.strip()}")
    there = _astropy_frame(bare, year)
    name = _shown(system.strip() or bare.upper(), bare, year)
    if there is None:
        return SkyFrame(name)
    return SkyFrame(name, _axes(there), _e_terms(there) if bare == "fk4" else None)


def _shown(name: str, bare: str, year: float | None) -> str:
    letter, usual = ("B", 1950.0) if "fk4" in bare else ("J", 2000.0)
    if "fk" not in bare and year is None:
        return name
    return f"{name.removeprefix('eq_')} ({letter}{year or usual:g})"


def _year(equinox: str) -> float | None:
    found = _EQUINOX.fullmatch(equinox.strip())
    return float(found.group(2)) if found else None


def _astropy_frame(bare: str, year: float | None) -> Any:
    """astropy's frame, with FK4 after its elliptic terms are taken out; None for others."""
    from astropy import coordinates as sky

    besselian, julian = f"B{year or 1950.0}", f"J{year or 2000.0}"
    known = {
        "fk4": lambda: sky.FK4NoETerms(equinox=besselian),
        "fk4_no_e": lambda: sky.FK4NoETerms(equinox=besselian),
        "fk5": lambda: sky.FK5(equinox=julian),
        "galactic": sky.Galactic,
        "supergalactic": sky.Supergalactic,
        "super_galactic": sky.Supergalactic,
        "ecliptic": lambda: sky.BarycentricMeanEcliptic(equinox=julian),
        "ecl_fk5": lambda: sky.BarycentricMeanEcliptic(equinox=julian),
    }
    return known[bare]() if bare in known else None


def _axes(there: Any) -> tuple[Vector, Vector, Vector]:
    from astropy.coordinates import ICRS, CartesianRepresentation, SkyCoord

    axes = []
    for place in ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)):
        turned = SkyCoord(there.realize_frame(CartesianRepresentation(*place))).transform_to(ICRS())
        axes.append(tuple(float(one) for one in turned.cartesian.xyz.value))
    first, second, third = axes
    return first, second, third  # type: ignore[return-value]


def _e_terms(there: Any) -> Vector:
    from astropy.coordinates.builtin_frames.fk4 import fk4_e_terms

    x, y, z = (float(one) for one in fk4_e_terms(there.equinox))
    return x, y, z


def _unit_vector(longitude: float, latitude: float) -> Vector:
    across, up = math.radians(longitude), math.radians(latitude)
    return math.cos(up) * math.cos(across), math.cos(up) * math.sin(across), math.sin(up)


def _without_aberration(here: Vector, terms: Vector) -> Vector:
    along = _dot(here, terms)
    x, y, z = (one - term + along * one for one, term in zip(here, terms, strict=True))
    return x, y, z


def _dot(one: Vector, other: tuple[float, ...]) -> float:
    return sum(a * b for a, b in zip(one, other, strict=True))
