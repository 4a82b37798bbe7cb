"""Numbers that a program tore apart or wrote in Fortran's way, put right where one way fits."""

import re
from collections.abc import Sequence

_TORN = re.compile(r"([-+]?\d+\.?\d*)\s+([-+]?\d+)")
_WHOLE_PART = re.compile(r"[-+]?\d*")
_FORTRAN_D = re.compile(r"([-+]?\d*\.?\d+|[-+]?\d+\.)[dD]([-+]?\d+)")
_FORTRAN_BARE = re.compile(r"([-+]?(?:\d+\.\d*|\.\d+))([-+]\d{3})")
_OVERFLOW = re.compile(r"\*+")


def fortran_number(cell: str) -> str:
    """A cell that float() takes: 1.2D-15 and 1.2-101 with an E; a row of stars is NaN.

    Fortran writes stars where a number needs more places than its format has, and leaves out the
    letter where an exponent needs three.
    """
    if _OVERFLOW.fullmatch(cell):
        return "nan"
    for form in (_FORTRAN_D, _FORTRAN_BARE):
        match = form.fullmatch(cell)
        if match:
            return f"{match[1]}E{match[2]}"
    return cell


def join_torn(rows: Sequence[list[str]]) -> int:
    """Rejoin digits that a split at fixed places left on the cell before; returns how many lines.

    A converter that cuts lines of a fixed format at fixed places leaves the first digit of a
    number that outgrew its place with the column before: "8814.991 1", "0.236" was 8814.991 and
    10.236.  Only this is mended: the digits follow a blank, the next cell goes on with digits, and
    the number that comes of it has more places before its point than any whole number of its
    column, which is why it was cut.  Otherwise nothing is changed and 0 is returned.
    """
    torn = [
        (i, j, m)
        for i, row in enumerate(rows)
        for j, c in enumerate(row[:-1])
        if (m := _TORN.fullmatch(c)) and row[j + 1][:1].isdigit()
    ]
    columns = {j + 1 for _, j, _ in torn}
    if not torn or len(columns) > 1:
        return 0
    (column,) = columns
    lines = {i for i, _, _ in torn}
    widest = max((_places(r[column]) for i, r in enumerate(rows) if i not in lines), default=0)
    if min(_places(m[2] + rows[i][j + 1]) for i, j, m in torn) <= widest:
        return 0
    for i, j, match in torn:
        rows[i][j], rows[i][j + 1] = match[1], match[2] + rows[i][j + 1]
    return len(torn)


def _places(number: str) -> int:
    """Characters before the point, sign and all."""
    found = _WHOLE_PART.match(number)
    return len(found[0]) if found else 0
