"""What a caller gives, checked before anything is done with it: Python itself checks no types."""

import os
import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from specreview.errors import SettingsError

_NO_LETTER = re.compile("[\0\ud800-\udfff]")

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
        _is_text(one) for one in several
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
    if given is not None and not _is_text(given):
        raise SettingsError(f"{name}={given!r}: give a text")
    return given


def word(given: str, name: str) -> str:
    """A text, not blank.

    Raises
    ------
    SettingsError
        When it is anything else.
    """
    if text(given, name) is None or not given.strip():
        raise SettingsError(f"{name}={given!r}: give a text")
    return given


def can_be_kept(given: str) -> bool:
    """Whether the database and files can hold a text: no NUL, no half of a surrogate pair."""
    return not _NO_LETTER.search(given)


def _is_text(given: object) -> bool:
    return isinstance(given, str) and can_be_kept(given)


def path(given: Place, name: str) -> Path:
    """A path, `~` as the home folder.

    Raises
    ------
    SettingsError
        When it is none, is blank (that would be the current folder), or no disk can hold it.
    """
    plain = os.fspath(given) if isinstance(given, str | os.PathLike) else None
    if not isinstance(plain, str) or not plain.strip() or "\0" in plain:
        raise SettingsError(f"{name}={given!r}: give a path")
    try:
        place = Path(plain).expanduser()
        place.exists()
    except RuntimeError:
        raise SettingsError(f"{name}={given!r}: there is no such home folder; write it") from None
    except OSError as error:
        raise SettingsError(f"{name}={plain[:60]!r}: {error.strerror}; give another path") from None
    return place


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
        _is_text(one) for pair in given.items() for one in pair
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
