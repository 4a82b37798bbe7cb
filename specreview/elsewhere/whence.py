"""Where in the survey a spectrum was taken: plate, spectrograph, fibre and night, if stated.

Stated means: by the reader (header or table), by a column of the candidate list, or by a released
file's own name. Nothing is guessed from an object's id.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import PurePath

from specreview.spectra.spectrum import Origin

_PLATE = ("plate", "plateid", "planid", "plan", "tileid", "tile", "field", "fieldid")
_SPECTROGRAPH = ("spid", "spectrograph", "petal", "petal_loc", "spectrographid")
_FIBRE = ("fiberid", "fibre", "fiber", "fibreid")
_NIGHT = ("lmjd", "mjd", "night", "last_night", "date", "date-obs", "date_obs", "obsdate")

_SDSS = re.compile(r"spec-(?P<plate>\d{4,6}p?)-(?P<night>\d{5})-(?P<fibre>\d{1,5})(?=\D|$)")
_LAMOST = re.compile(
    r"spec-(?P<night>\d{5})-(?P<plate>.+)_sp(?P<spectrograph>\d{1,2})-(?P<fibre>\d{1,3})(?=\D|$)"
)


@dataclass(frozen=True)
class Whence:
    """What the survey states of one spectrum; "" and None where it states nothing.

    `plate` is SDSS's plate, LAMOST's plan, DESI's tile; `night` an MJD or a date, as text.
    """

    plate: str = ""
    spectrograph: str = ""
    fibre: int | None = None
    night: str = ""


def whence(origin: Origin, columns: Mapping[str, str], path: str) -> Whence:
    """From the reader's facts, then the list's columns, then the file's name."""
    parts = origin.details.get("plate-mjd-fibre", "").split("-")
    stated = dict(zip(("plate", "mjd", "fibre"), parts, strict=False)) if len(parts) == 3 else {}
    sources = ({**_lower(origin.details), **stated}, _lower(columns), _name(path))
    fibre = _first(sources, _FIBRE)
    return Whence(
        plate=_trimmed(_first(sources, _PLATE)),
        spectrograph=_trimmed(_first(sources, _SPECTROGRAPH)),
        fibre=int(fibre) if fibre.isascii() and fibre.isdigit() and len(fibre) < 7 else None,
        night=_night(_first(sources, _NIGHT)),
    )


def _name(path: str) -> dict[str, str]:
    name = PurePath(path).name
    found = _LAMOST.search(name) or _SDSS.search(name)
    if found is None:
        return {}
    groups = found.groupdict()
    return {"fibre": groups["fibre"], "plate": groups["plate"], "night": groups["night"]} | (
        {"spectrograph": groups["spectrograph"]} if "spectrograph" in groups else {}
    )


def _lower(columns: Mapping[str, str]) -> dict[str, str]:
    return {name.lower(): value for name, value in columns.items()}


def _first(sources: tuple[Mapping[str, str], ...], names: tuple[str, ...]) -> str:
    for source in sources:
        for name in names:
            value = source.get(name, "").strip()
            if value and value.lower() not in ("nan", "none", "-9999"):
                return value.removesuffix(".0")
    return ""


def _trimmed(text: str) -> str:
    """Numbers without leading zeros, so that 0266 and 266 are one plate."""
    return str(int(text)) if text.isascii() and text.isdigit() else text


def _night(text: str) -> str:
    """A date without its time, an MJD without its fraction."""
    date = re.match(r"\d{4}-\d{2}-\d{2}", text)
    if date is not None:
        return date.group()
    return re.sub(r"\.\d+$", "", text)
