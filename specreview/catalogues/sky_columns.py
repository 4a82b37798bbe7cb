"""Positions that astropy keeps as a SkyCoord of another frame, turned into ICRS.

Such a column lies in a file as two ("sky.ra" and "sky.dec", "gal.l" and "gal.b"); that they are
FK4 or Galactic stands in the table's YAML alone.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from specreview.catalogues.cells import exact_text, number

_OF_FRAME = ("frame", "equinox", "obstime", "location")


@dataclass(frozen=True)
class SkyColumn:
    """A position's name, its frame with what belongs to it, and its two columns and units."""

    name: str
    frame: Mapping[str, Any]
    columns: tuple[str, str]
    units: tuple[str, str]

    def icrs(self, first: Sequence[str], second: Sequence[str]) -> tuple[list[str], list[str]]:
        """Right ascension and declination in degrees as text, "" where there is no position."""
        from astropy import units as u
        from astropy.coordinates import SkyCoord

        angles = [
            [np.nan if (value := number(text)) is None else value for text in texts] * u.Unit(unit)
            for texts, unit in zip((first, second), self.units, strict=True)
        ]
        there = SkyCoord(*angles, **self.frame).icrs
        return [exact_text(one) for one in there.ra.deg], [exact_text(one) for one in there.dec.deg]

    @property
    def note(self) -> str:
        """The sentence that says what was done."""
        return f"positions {self.name} are {self.frame['frame']}: turned into ICRS"


def sky_column(stated: Mapping[str, Any], names: Sequence[str]) -> SkyColumn | None:
    """The first SkyCoord of another frame than ICRS, None where `ra` or `dec` stand beside it."""
    if {"ra", "dec"} & {name.lower() for name in names}:
        return None
    for name, one in _serialized(stated).items():
        if str(one.get("__class__", "")).endswith(".SkyCoord") and one.get("frame") != "icrs":
            angles = _angles(one)
            if angles and all(column in names for column, _ in angles):
                frame = {key: one[key] for key in _OF_FRAME if key in one}
                columns, units = zip(*angles, strict=True)
                return SkyColumn(name, frame, columns, units)
    return None


def _serialized(stated: Mapping[str, Any]) -> dict[str, Mapping[str, Any]]:
    found = dict(stated.get("meta") or {}).get("__serialized_columns__", {})
    return {str(name): one for name, one in dict(found).items() if isinstance(one, Mapping)}


def _angles(one: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Column and unit of its longitude and latitude, whatever their frame calls them."""
    by_kind = {
        str(part.get("__class__", "")).rpartition(".")[2]: (
            str(part["value"]["name"]),
            str(part["unit"]),
        )
        for part in one.values()
        if isinstance(part, Mapping) and "unit" in part and isinstance(part.get("value"), Mapping)
    }
    kinds = ("Longitude", "Latitude")
    return [by_kind[kind] for kind in kinds] if all(kind in by_kind for kind in kinds) else []
