"""Lines, band heads, and what the sky and the instrument put into a spectrum.

Both lists are data files: `lines.ecsv` (rest frame) and `sky.ecsv` (observed frame), vacuum Å.
"""

import csv
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Literal, cast

from specreview.errors import SettingsError
from specreview.resources import data

BandKind = Literal["telluric", "sky", "join"]


@dataclass(frozen=True, slots=True)
class Line:
    """A spectral line or the head of a molecular band; `wavelength` is rest-frame vacuum Å."""

    name: str
    label: str
    wavelength: float
    species: str
    source: str


@dataclass(frozen=True, slots=True)
class SkyBand:
    """A stretch of the observed spectrum, vacuum Å, that is not the object's alone.

    `telluric`: absorbed by the atmosphere; `sky`: residuals of night-sky emission; `join`: where
    the arms of the `survey`'s spectrograph meet. `survey` is empty for bands of all surveys.
    """

    name: str
    label: str
    lower: float
    upper: float
    kind: BandKind
    survey: str = ""

    def overlaps(self, lower: float, upper: float) -> bool:
        """Whether it shares more than an edge with the range, observed vacuum Å."""
        return self.lower < upper and lower < self.upper


def all_lines() -> tuple[Line, ...]:
    """Every line and band head, by rising wavelength."""
    return _lines()


def line(name: str) -> Line:
    """The line called `name` in the list; KeyError when there is none."""
    return _by_name()[name]


def sky_bands(survey: str | None) -> tuple[SkyBand, ...]:
    """Telluric bands, sky lines and the `survey`'s arm joins, in the observed frame.

    "SDSS", "LAMOST", "DESI", in any case and with anything after it ("LAMOST LRS"); another
    survey, or None, has no joins.
    """
    wanted = (survey or "").upper()
    return tuple(b for b in all_sky_bands() if not b.survey or wanted.startswith(b.survey.upper()))


def all_sky_bands() -> tuple[SkyBand, ...]:
    """Every band of the sky list, with the joins of all surveys."""
    return _sky()


@cache
def _lines() -> tuple[Line, ...]:
    return tuple(
        Line(row["name"], row["label"], float(row["wavelength"]), row["species"], row["source"])
        for row in _rows("lines.ecsv")
    )


@cache
def _by_name() -> dict[str, Line]:
    return {each.name: each for each in _lines()}


@cache
def _sky() -> tuple[SkyBand, ...]:
    return tuple(
        SkyBand(
            row["name"],
            row["label"],
            float(row["lower"]),
            float(row["upper"]),
            cast(BandKind, row["kind"]),
            "" if row["survey"] == "*" else row["survey"],
        )
        for row in _rows("sky.ecsv")
    )


def _rows(file: str) -> Iterator[dict[str, str]]:
    # ECSV is comment lines above a table; csv reads it without astropy's half second of imports.
    path = data(file)
    try:
        text = path.read_text(encoding="utf-8")
    except OSError:
        raise SettingsError(f"{path} is missing; install specreview again") from None
    body = [each for each in text.splitlines() if not each.startswith("#")]
    return iter(csv.DictReader(body, delimiter=" "))
