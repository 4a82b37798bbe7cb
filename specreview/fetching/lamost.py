"""LAMOST: spectra by obsid or position, at the addresses that the settings say.

Public releases need no token (DR11 v2.0 and older, as of 2026); later ones do.

Sources, read and not tried: pylamost 2025 (github.com/fandongwei/pylamost) and the module
astroquery.nadc.lamost in preparation (github.com/china-vo/astroquery) for the addresses below
https://www.lamost.org/openapi, `obsid`, `token`, `ra`, `dec`, `sr` in degrees and `output.fmt`.
That a spectrum that is not there is answered by JSON with HTTP 200, that public ones are given
without a token, and that files come packed, stands in programs and reports of others.
"""

import csv
import io
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from urllib.parse import parse_qsl, urlsplit

from specreview.catalogues.sources import separation_arcsec
from specreview.errors import FetchError
from specreview.fetching.service import Arrived, Target, Wanted, ending, nearest_first
from specreview.fetching.transport import Transport
from specreview.fetching.trouble import LoginWanted, Trouble
from specreview.spectra.file_names import LAMOST_NAME

_GIVEN_NAME = re.compile(r"filename\*?=(?:UTF-8'')?\"?([^\";]+)")
_TOKEN = "{token}"
_KEYS = ("token", "key", "password")
_RELEASE = re.compile(r"[/.](dr\d+)[/.]|//(dr\d+)\.")


def read_token(variable: str | None) -> str:
    """The token in the environment variable `variable`, "" where none is named.

    Raises
    ------
    FetchError
        When the variable is not set, or holds what no address can.
    """
    if variable is None:
        return ""
    token = os.environ.get(variable, "").strip()
    if not token:
        raise FetchError(
            f"LAMOST's token is not set: the environment variable {variable} is missing or empty; "
            "set it, or take fetch.lamost_token_env out of settings.json"
        )
    if not re.fullmatch(r"[\w.~-]+", token, re.ASCII):
        raise FetchError(
            f"the environment variable {variable} holds blanks or other characters that no token "
            "has; set it to the token alone"
        )
    return token


def check_template(template: str) -> None:
    """Refuse an address that holds a token itself, which would be kept and shown.

    Raises
    ------
    FetchError
        Without repeating the address.
    """
    for name, value in parse_qsl(urlsplit(template).query, keep_blank_values=True):
        if any(word in name.lower() for word in _KEYS) and value not in ("", _TOKEN):
            raise FetchError(
                f"LAMOST's address holds the {name} itself, which others could read; write "
                f"{name}={_TOKEN} and name an environment variable in fetch.lamost_token_env"
            )


@dataclass(frozen=True)
class LamostAddresses:
    """Addresses with {obsid}, or with {ra}, {dec} and {degrees}; with {token} in them."""

    spectrum: str
    search: str


class Lamost:
    """One release's spectra, low or medium resolution, as the addresses say."""

    survey = "LAMOST"

    def __init__(self, addresses: LamostAddresses, token: str) -> None:
        for address in (addresses.spectrum, addresses.search):
            check_template(address)
        self._at, self._token = addresses, token

    @property
    def release(self) -> str:
        found = _RELEASE.search(self._at.spectrum)
        return "" if found is None else (found.group(1) or found.group(2)).upper()

    def targets(self, wanted: Wanted, transport: Transport, radius: float) -> list[Target]:
        if wanted.id is None:
            return self._near(wanted, transport, radius)
        obsid = wanted.id.strip()
        if not (obsid.isascii() and obsid.isdigit()):
            raise Trouble(f"{wanted.text}: no obsid, which is a whole number such as 27904160")
        return [self._target(obsid, wanted.stem)]

    def download(self, target: Target, transport: Transport, part: Path) -> Arrived:
        with self._told_of_tokens():
            told = transport.file(self._filled(self._at.spectrum, obsid=target.id), part)
        return Arrived(_name(told, target, part), target.places[0])

    def is_it(self, target: Target, object_id: str) -> bool:
        """The obsid agrees; files of DR1 state none."""
        return object_id == target.id or not object_id.isdigit()

    def _near(self, wanted: Wanted, transport: Transport, radius: float) -> list[Target]:
        """The spectra within `radius` arcsec, the nearest first."""
        assert wanted.ra is not None
        assert wanted.dec is not None
        place = {"ra": f"{wanted.ra:.7f}", "dec": f"{wanted.dec:.7f}"}
        address = self._filled(self._at.search, **place, degrees=f"{radius / 3600.0:.7f}")
        with self._told_of_tokens():
            rows = _rows(transport.text(address))
        found = []
        for obsid, ra, dec in rows:
            away = separation_arcsec(wanted.ra, wanted.dec, ra, dec)
            if away <= radius:
                found.append((away, replace(self._target(obsid), ra=ra, dec=dec)))
        return nearest_first(found)

    def _target(self, obsid: str, stem: str = "") -> Target:
        shown = _without_token(self._at.spectrum).replace("{obsid}", obsid)
        return Target(obsid, stem or obsid, self.release, (shown,))

    def _filled(self, address: str, **values: str) -> str:
        """An address to ask: without a token nothing is said of one."""
        filled = address.replace(_TOKEN, self._token) if self._token else _without_token(address)
        for name, value in values.items():
            filled = filled.replace(f"{{{name}}}", value)
        return filled

    @contextmanager
    def _told_of_tokens(self) -> Iterator[None]:
        """What is refused for want of a right token is told with its cure."""
        try:
            yield
        except LoginWanted as trouble:
            cure = (
                "; is the token right, and not too old?"
                if self._token
                else "; set a token: name its environment variable in fetch.lamost_token_env"
            )
            raise LoginWanted(f"{trouble}{cure}") from None


def _name(told: str, target: Target, part: Path) -> str:
    """The survey's own name where the catalogue or the service gives it, else the obsid."""
    given = _GIVEN_NAME.search(told)
    if target.stem == target.id and given and LAMOST_NAME.fullmatch(given.group(1).strip()):
        return given.group(1).strip().partition(".fits")[0] + ending(part)
    return target.stem + ending(part)


def _without_token(address: str) -> str:
    """An address without the part that a token belongs into."""
    path, _, query = address.partition("?")
    asked = "&".join(part for part in query.split("&") if _TOKEN not in part)
    return path.replace(_TOKEN, "") + (f"?{asked}" if asked else "")


def _rows(text: str) -> list[tuple[str, float, float]]:
    """obsid, RA and Dec of each row of a table in CSV, older releases with bars for commas."""
    first = text.lstrip().partition("\n")[0]
    table = csv.DictReader(io.StringIO(text.lstrip()), delimiter="|" if "|" in first else ",")
    names = {name.strip().lower(): name for name in table.fieldnames or ()}
    if not names.keys() >= {"obsid", "ra", "dec"}:
        raise Trouble(f"LAMOST answered something else than a table: {first[:200]}")
    try:
        return [
            (row[names["obsid"]].strip(), float(row[names["ra"]]), float(row[names["dec"]]))
            for row in table
        ]
    except (TypeError, ValueError, AttributeError):
        raise Trouble("LAMOST answered a table with rows that break off") from None
