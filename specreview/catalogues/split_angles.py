"""Positions in several columns, as CDS publishes them: RAh, RAm, RAs and DE-, DEd, DEm, DEs."""

import re
from collections.abc import Mapping, Sequence

_SIGNS = ("-", "_sign", "sign")
_FIRST = {
    "ra": re.compile(r"(.*ra.*?)(h|_h|hr|_hr|_hour|hours?)"),
    "dec": re.compile(r"(.*de.*?)(d|_d|_deg|deg|_dd)"),
}
_THEN = (("m", "_m", "min", "_min", "_mm"), ("s", "_s", "sec", "_sec", "_ss"))


def split_angle(role: str, names: Sequence[str], first: str | None = None) -> tuple[str, ...]:
    """Columns of hours (or a sign and degrees), minutes and seconds; () where there are none.

    `first` is the one to begin with, hours or degrees; else the first that has minutes beside it.
    """
    lowered: dict[str, str] = {}
    for name in names:
        lowered.setdefault(name.strip().lower(), name)
    wanted = lowered if first is None else [first.strip().lower()]
    for one in wanted:
        found = _FIRST[role].fullmatch(one)
        if found and (rest := _rest(found.group(1), lowered)):
            return (*_sign(role, found.group(1), lowered), lowered[one], *rest)
    return ()


def _rest(stem: str, lowered: Mapping[str, str]) -> list[str]:
    """Minutes, and seconds where there are some."""
    found = []
    for endings in _THEN:
        beside = [lowered[stem + ending] for ending in endings if stem + ending in lowered]
        if not beside:
            break
        found.append(beside[0])
    return found


def _sign(role: str, stem: str, lowered: Mapping[str, str]) -> list[str]:
    beside = [lowered[stem + sign] for sign in _SIGNS if stem + sign in lowered]
    return beside[:1] if role == "dec" else []


def is_sign(name: str) -> bool:
    """Whether a column holds the sign of a declination."""
    return name.strip().lower().endswith(_SIGNS)


def joined(names: Sequence[str], cells: Sequence[str]) -> str:
    """One angle such as "-00:30:12.5"; "" where hours, degrees or minutes are missing."""
    bare = [cell.strip() for cell in cells]
    sign = ""
    if is_sign(names[0]):
        sign = "-" if bare.pop(0).startswith(("-", "−")) else "+"
        bare[0] = bare[0].lstrip("+-−")
    while bare and not bare[-1]:
        bare.pop()
    if len(bare) < 2 or not all(bare):
        return ""
    return sign + ":".join(part.removesuffix(".0") for part in bare)
