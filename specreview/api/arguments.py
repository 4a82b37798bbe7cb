"""What a caller gives, checked before anything is done with it: Python itself checks no types."""

import os
from collections.abc import Mapping, Sequence
from pathlib import Path

from specreview.errors import SettingsError

Place = str | os.PathLike[str]


def values(given: str | Sequence[str], name: str) -> tuple[str, ...]:
    """Texts of a list; a text alone is a list of one, not of its letters.

    Raises
    ------
    SettingsError
        When anything among them is no text.
    """
    several = (given,) if isinstance(given, str) else given
    if not isinstance(several, Sequence | set | frozenset) or not all(
        isinstance(one, str) for one in several
    ):
        raise SettingsError(f"{name}={given!r}: give a list of texts, such as {name}=['STAR']")
    return tuple(several)


def text(given: str | None, name: str) -> str | None:
    """A text or None.

    Raises
    ------
    SettingsError
        When it is anything else.
    """
    if given is not None and not isinstance(given, str):
        raise SettingsError(f"{name}={given!r}: give a text")
    return given


def word(given: str, name: str) -> str:
    """A text, not blank.

    Raises
    ------
    SettingsError
        When it is anything else.
    """
    if not isinstance(given, str) or not given.strip():
        raise SettingsError(f"{name}={given!r}: give a text")
    return given


def path(given: Place, name: str) -> Path:
    """A path, `~` as the home folder.

    Raises
    ------
    SettingsError
        When it is none, or blank: that would be the current folder.
    """
    plain = os.fspath(given) if isinstance(given, str | os.PathLike) else None
    if not isinstance(plain, str) or not plain.strip():
        raise SettingsError(f"{name}={given!r}: give a path")
    try:
        return Path(plain).expanduser()
    except RuntimeError:
        raise SettingsError(f"{name}={given!r}: there is no such home folder; write it") from None


def path_or_none(given: Place | None, name: str) -> Path | None:
    """As `path`, or None."""
    return None if given is None else path(given, name)


def roles(given: Mapping[str, str] | None) -> Mapping[str, str] | None:
    """Role to column, both texts.

    Raises
    ------
    SettingsError
        When it is no such mapping.
    """
    if given is None:
        return None
    if not isinstance(given, Mapping) or not all(
        isinstance(one, str) for pair in given.items() for one in pair
    ):
        raise SettingsError(
            f"columns={given!r}: give role to column, such as columns={{'id': 'OBSID'}}"
        )
    return given


def whole(given: int | None, name: str, least: int, most: int | None = None) -> int | None:
    """A whole number in its limits, or None.

    Raises
    ------
    SettingsError
        When it is none, or lies beyond.
    """
    there = isinstance(given, int) and not isinstance(given, bool)
    if given is None or (there and least <= given and (most is None or given <= most)):
        return given
    limits = f"from {least}" + ("" if most is None else f" to {most}")
    raise SettingsError(f"{name}={given!r}: give a whole number {limits}, or None")
