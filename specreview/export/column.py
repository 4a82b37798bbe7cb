"""A column of a list: its stable name, kind, unit, UCD, meaning, and where its value comes from."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Literal

from specreview.errors import SettingsError

Kind = Literal["text", "real", "whole", "flag"]
Value = str | float | int | bool | None


@dataclass(frozen=True)
class Column:
    """One column. None as a value means "not known", and so does empty text.

    `unit` is a FITS unit, "" for none; `ucd` a UCD1+ word or several, "" where none fits
    (https://www.ivoa.net/documents/UCD1+/). A flag is never None.
    """

    name: str
    kind: Kind
    description: str
    get: Callable[[Any], Value]
    unit: str = ""
    ucd: str = ""


def chosen(columns: Iterable[Column], names: Iterable[str] | None) -> tuple[Column, ...]:
    """The columns of these names in their order, each once; all of them for None.

    Raises
    ------
    SettingsError
        When one is not there, or none is chosen; the message names those there are.
    """
    there = {column.name: column for column in columns}
    if names is None:
        return tuple(there.values())
    wanted = list(dict.fromkeys(name.strip() for name in names if name.strip()))
    missing = [name for name in wanted if name not in there]
    if missing or not wanted:
        which = f"no column {', '.join(missing)}" if missing else "no column is chosen"
        raise SettingsError(f"{which} in this list; there are: {', '.join(there)}")
    return tuple(there[name] for name in wanted)
