"""ALLSPEC, SDSS's own table of all its spectra from DR19 on: what lies near a position.

Asked by SQL from SkyServer, which answers CSV with a "#Table1" line before the header.
Sources, read and not tried: https://www.sdss.org/dr19/data_access/allspec (what the table holds);
its columns and the form of answers as programs of others ask for and read them.
"""

import csv
from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import urlencode

from specreview.catalogues.sources import separation_arcsec
from specreview.fetching.boxes import boxes
from specreview.fetching.transport import Transport
from specreview.fetching.trouble import Trouble

_COLUMNS = ("sas_file", "specobjid", "ra", "dec")
_MOST = 200


@dataclass(frozen=True)
class Row:
    """A file of one spectrum: its name, the survey's id, and the position in degrees."""

    file: str
    specobjid: str
    ra: float
    dec: float


def find_near(
    transport: Transport, base: str, release: str, ra: float, dec: float, radius: float
) -> list[tuple[float, Row]]:
    """(arcsec away, row) of the single-object files within `radius` arcsec, nearest first."""
    found: dict[str, tuple[float, Row]] = {}
    for low_high in boxes(ra, dec, radius):
        for row in _asked(transport, base, release, low_high):
            away = separation_arcsec(ra, dec, row.ra, row.dec)
            if away <= radius:
                found[row.file] = (away, row)
    return sorted(found.values(), key=lambda one: (one[0], one[1].file))


def _asked(
    transport: Transport, base: str, release: str, box: tuple[tuple[float, float], ...]
) -> Iterator[Row]:
    ra, dec = box
    sql = (
        f"SELECT TOP {_MOST} {', '.join(_COLUMNS)} FROM allspec "
        f"WHERE sas_file LIKE 'spec-[0-9]%' AND ra BETWEEN {ra[0]:.8f} AND {ra[1]:.8f} "
        f"AND dec BETWEEN {dec[0]:.8f} AND {dec[1]:.8f}"
    )
    asked = urlencode({"cmd": sql, "format": "csv"})
    url = f"{base}/{release}/SkyServerWS/SearchTools/SqlSearch?{asked}"
    yield from _rows(transport.text(url))


def _rows(text: str) -> Iterator[Row]:
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith("#")]
    rows = csv.reader(lines)
    if [name.strip().lower() for name in next(rows, [])] != list(_COLUMNS):
        raise Trouble(f"SkyServer answered something else than a table: {' '.join(lines)[:200]}")
    for row in rows:
        try:
            file, specobjid, ra, dec = row
            yield Row(file.strip(), specobjid.strip(), float(ra), float(dec))
        except ValueError:
            raise Trouble(f"SkyServer answered a broken row: {','.join(row)[:200]}") from None
