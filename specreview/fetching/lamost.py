"""LAMOST: spectra by obsid, at the address that the settings say, with a token where one is needed.

https://www.lamost.org: each release answers `spectrum/fits/OBSID?token=TOKEN`; public releases take
an empty token.
"""

import os
import re
from pathlib import Path
from urllib.parse import parse_qsl, urlsplit

from specreview.errors import FetchError
from specreview.fetching.service import Arrived, Target, Wanted, ending
from specreview.fetching.transport import Transport
from specreview.fetching.trouble import LoginWanted, Trouble
from specreview.spectra.file_names import LAMOST_NAME

_GIVEN_NAME = re.compile(r"filename\*?=(?:UTF-8'')?\"?([^\";]+)")
_TOKEN, _OBSID = "{token}", "{obsid}"
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


class Lamost:
    """One release's spectra, low or medium resolution, as the address says."""

    survey = "LAMOST"

    def __init__(self, template: str, token: str) -> None:
        check_template(template)
        self._template, self._token = template, token

    def targets(self, wanted: Wanted, transport: Transport, radius: float) -> list[Target]:  # noqa: ARG002
        if wanted.id is None:
            raise Trouble(
                f"{wanted.text}: LAMOST is asked by obsid; look the position up in its catalogue"
            )
        obsid = wanted.id.strip()
        if not (obsid.isascii() and obsid.isdigit()):
            raise Trouble(f"{wanted.text}: no obsid, which is a whole number such as 27904160")
        shown = self._template.replace(_OBSID, obsid).replace(_TOKEN, "")
        return [Target(obsid, wanted.stem or obsid, self._release, (shown,))]

    def download(self, target: Target, transport: Transport, part: Path) -> Arrived:
        address = self._template.replace(_OBSID, target.id).replace(_TOKEN, self._token)
        try:
            told = transport.file(address, part)
        except LoginWanted as trouble:
            trouble.args = (f"{trouble}{self._cure}",)
            raise
        return Arrived(_name(told, target, part), target.places[0])

    def is_it(self, target: Target, object_id: str) -> bool:
        """The obsid agrees; files of DR1 state none."""
        return object_id == target.id or not object_id.isdigit()

    @property
    def _cure(self) -> str:
        if self._token:
            return "; is the token right, and not too old?"
        return "; set a token: name its environment variable in fetch.lamost_token_env"

    @property
    def _release(self) -> str:
        found = _RELEASE.search(self._template)
        return "" if found is None else (found.group(1) or found.group(2)).upper()


def _name(told: str, target: Target, part: Path) -> str:
    """The survey's own name where the catalogue or the service gives it, else the obsid."""
    given = _GIVEN_NAME.search(told)
    if target.stem == target.id and given and LAMOST_NAME.fullmatch(given.group(1).strip()):
        return given.group(1).strip().partition(".fits")[0] + ending(part)
    return target.stem + ending(part)
