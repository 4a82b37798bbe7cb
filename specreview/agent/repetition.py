"""Whether a text has run into repetition without end."""

import re

_TAIL = 6000
_LEAST_LENGTH = 300
_LEAST_TIMES = 15
_LONG_LENGTH = 2000
_LONG_TIMES = 4
_DIGITS = re.compile(r"\d+")


def is_degenerate(text: str) -> bool:
    """Whether `text` ends in one phrase repeated without end, or in white space without end.

    That is 15 times or more over at least 300 characters, or 4 times over at least 2000 (a
    paragraph again and again). Runs of digits count as equal, so that "band at 6501, band at
    6502, …" is repetition too.
    """
    tail = text[-_TAIL:]
    blank = len(tail) - len(tail.rstrip())
    if blank >= _LEAST_LENGTH:
        return blank < len(text)
    backwards = _DIGITS.sub("0", tail).strip()[::-1]
    if len(backwards) < _LEAST_LENGTH:
        return False
    border = _borders(backwards)
    return any(
        length >= _least(length) * (length - edge)
        for length, edge in enumerate(border[_LEAST_LENGTH - 1 :], start=_LEAST_LENGTH)
        if _LONG_TIMES * edge >= (_LONG_TIMES - 1) * length
    )


def _least(length: int) -> int:
    """How often a phrase must fill `length` characters to count."""
    return _LONG_TIMES if length >= _LONG_LENGTH else _LEAST_TIMES


def _borders(text: str) -> list[int]:
    """For each prefix the length of its longest proper border (Knuth, Morris and Pratt 1977)."""
    border = [0] * len(text)
    length = 0
    for i in range(1, len(text)):
        while length and text[i] != text[length]:
            length = border[length - 1]
        length += text[i] == text[length]
        border[i] = length
    return border
