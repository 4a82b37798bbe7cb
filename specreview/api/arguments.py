"""What a caller gives, checked before anything is done with it: Python itself checks no types."""

from collections.abc import Mapping, Sequence

from specreview.errors import SettingsError


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
