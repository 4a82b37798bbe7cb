"""Messages call a setting what the command calls it: --positive VALUE, --map id=COLUMN.

So one text says what to change, whoever asked. Where there is no command, on a page or in a
notebook, `reworded` has each such name said in that place's own words.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass

_NAMED = re.compile(
    r"`[^`]*`"  # a command line to be typed stays one
    r"|--map (?P<role>\w+)=(?:(?P<column>COLUMN)|(?P<given>.+?)(?=: no such))"
    r"|--(?P<name>[a-z]+(?:-[a-z]+)*)(?: (?P<value>[A-Z]{2,})\b)?"
)


@dataclass(frozen=True)
class Option:
    """One name in a message.

    `value` is the word in capitals behind it, such as FOLDER, else "". Of --map with its value,
    `role` is the role; `value` is then the column that was given, or COLUMN, and `given` tells
    which of the two.
    """

    name: str
    value: str = ""
    role: str = ""
    given: bool = False


def reworded(message: str, words: Callable[[Option], str | None]) -> str:
    """`message` with each option in other words; None leaves one as it stands."""

    def said(found: re.Match[str]) -> str:
        option = _option(found)
        return (None if option is None else words(option)) or found[0]

    return _NAMED.sub(said, message)


def _option(found: re.Match[str]) -> Option | None:
    if role := found["role"]:
        return Option("map", found["given"] or "COLUMN", role, found["given"] is not None)
    return Option(found["name"], found["value"] or "") if found["name"] else None
