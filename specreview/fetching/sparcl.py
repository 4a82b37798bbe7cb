"""SPARCL, NOIRLab's service of spectra: its web interface, asked for JSON.

https://astrosparcl.datalab.noirlab.edu: `find/` gives records of metadata, `spectras/` the arrays;
both answer a list whose first element is a header.  By default `spectras/` answers a Python pickle,
which may run any code where it is opened: it is never asked for.
"""

import math
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlencode

from specreview.catalogues.sources import separation_arcsec
from specreview.fetching.transport import Transport
from specreview.fetching.trouble import Trouble

Record = dict[str, Any]

_OUT = ["sparcl_id", "specid", "ra", "dec", "data_release", "specprimary"]
_ARRAYS = ("wavelength", "flux", "ivar", "mask")
_FACTS = ("sparcl_id", "specid", "data_release", "ra", "dec", "redshift", "redshift_warning",
          "spectype")  # fmt: skip
_MOST = 500
_NEAR_POLE = 89.9


def find_id(transport: Transport, base: str, number: int, releases: list[str]) -> list[Record]:
    """Records of a survey's 64-bit id, the primary one first."""
    found = _find(transport, base, [["specid", number]], releases)
    mine = [record for record in found if int(record.get("specid", 0)) == number]
    return sorted(mine, key=lambda record: not record.get("specprimary"))


def find_near(
    transport: Transport, base: str, ra: float, dec: float, radius: float, releases: list[str]
) -> list[tuple[float, Record]]:
    """(arcsec away, record) within `radius` arcsec of a position in degrees, nearest first."""
    seen: dict[str, tuple[float, Record]] = {}
    for box in _boxes(ra, dec, radius):
        for record in _find(transport, base, box, releases):
            away = separation_arcsec(ra, dec, float(record["ra"]), float(record["dec"]))
            if away <= radius:
                seen[str(record["sparcl_id"])] = (away, record)
    return sorted(seen.values(), key=lambda one: (one[0], not one[1].get("specprimary")))


def spectrum(transport: Transport, base: str, record: str, release: str) -> Record:
    """The arrays and facts of one record.

    Raises
    ------
    Trouble
        When the answer holds no spectrum.
    """
    include = ",".join((*_FACTS, *_ARRAYS))
    asked = urlencode({"include": include, "format": "json", "dataset_list": release})
    answer = transport.answer(f"{base}/api/spectras/?{asked}", [record])
    (found, *_) = _records(answer) or [{}]
    lengths = {name: len(found[name]) for name in _ARRAYS if isinstance(found.get(name), list)}
    if not lengths.keys() >= {"wavelength", "flux", "ivar"} or len(set(lengths.values())) != 1:
        raise Trouble(f"SPARCL answered without a spectrum for {record}")
    return found


def _find(
    transport: Transport, base: str, search: list[list[Any]], releases: list[str]
) -> list[Record]:
    asked = {"outfields": _OUT, "search": [*search, ["data_release", *releases]]}
    return _records(transport.answer(f"{base}/api/find/?limit={_MOST}", asked))


def _records(answer: Any) -> list[Record]:
    if not isinstance(answer, list) or not all(isinstance(one, dict) for one in answer):
        raise Trouble("SPARCL answered something else than records")
    return answer[1:]


def _boxes(ra: float, dec: float, radius: float) -> Iterator[list[list[Any]]]:
    """Ranges of ra and dec that hold the circle: two where it lies over RA 0."""
    size = radius / 3600.0
    low, high = max(-90.0, dec - size), min(90.0, dec + size)
    if max(abs(low), abs(high)) > _NEAR_POLE:
        ranges = [(0.0, 360.0)]
    else:
        wide = size / math.cos(math.radians(max(abs(low), abs(high))))
        ranges = _turned(ra - wide, ra + wide)
    for start, end in ranges:
        yield [["ra", start, end], ["dec", low, high]]


def _turned(start: float, end: float) -> list[tuple[float, float]]:
    if start < 0.0:
        return [(start + 360.0, 360.0), (0.0, end)]
    if end > 360.0:
        return [(start, 360.0), (0.0, end - 360.0)]
    return [(start, end)]
