"""SPARCL, NOIRLab's service of spectra: its web interface, asked for JSON.

https://astrosparcl.datalab.noirlab.edu: `find/` gives records of metadata, `spectras/` the arrays;
both answer a list whose first element is a header.  By default `spectras/` answers a Python pickle,
which may run any code where it is opened: it is never asked for.

Sources, read and not tried: sparclclient 1.3.1, client.py (addresses, `outfields`, `search`,
`include`, `format`, `dataset_list`, the header first; older ones ask below /sparc, which is gone)
and its lists of fields; https://astrosparcl.datalab.noirlab.edu/sparc/sfc (names of fields). That
`spectras` answers JSON and takes these names stands in programs of others.
"""

from typing import Any
from urllib.parse import urlencode

from specreview.catalogues.sources import separation_arcsec
from specreview.fetching.boxes import boxes
from specreview.fetching.transport import Transport
from specreview.fetching.trouble import Trouble

Record = dict[str, Any]

_OUT = ["sparcl_id", "specid", "ra", "dec", "data_release", "specprimary"]
_ARRAYS = ("wavelength", "flux", "ivar", "mask")
_FACTS = ("sparcl_id", "specid", "data_release", "ra", "dec", "redshift", "redshift_warning",
          "spectype")  # fmt: skip
_MOST = 500


def find_id(transport: Transport, base: str, number: int, releases: list[str]) -> list[Record]:
    """Records of a survey's 64-bit id, the primary one first."""
    found = _find(transport, base, [["specid", number]], releases)
    mine = [record for record in found if record["specid"] == number]
    return sorted(mine, key=lambda record: not record.get("specprimary"))


def find_near(
    transport: Transport, base: str, ra: float, dec: float, radius: float, releases: list[str]
) -> list[tuple[float, Record]]:
    """(arcsec away, record) within `radius` arcsec of a position in degrees, nearest first."""
    seen: dict[str, tuple[float, Record]] = {}
    for ra_range, dec_range in boxes(ra, dec, radius):
        box = [["ra", *ra_range], ["dec", *dec_range]]
        for record in _find(transport, base, box, releases):
            away = separation_arcsec(ra, dec, record["ra"], record["dec"])
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
    found = _records(transport.answer(f"{base}/api/find/?limit={_MOST}", asked))
    try:
        return [record | _place(record) for record in found]
    except (KeyError, TypeError, ValueError):
        raise Trouble("SPARCL answered records without an id or a position") from None


def _place(record: Record) -> Record:
    """What a record must tell, as numbers."""
    return {
        "specid": int(record["specid"]),
        "sparcl_id": str(record["sparcl_id"]),
        "ra": float(record["ra"]),
        "dec": float(record["dec"]),
    }


def _records(answer: Any) -> list[Record]:
    if not isinstance(answer, list) or not all(isinstance(one, dict) for one in answer):
        raise Trouble(f"SPARCL answered something else than records: {str(answer)[:200]}")
    return answer[1:]
