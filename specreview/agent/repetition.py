"""Whether a text has run into repetition without end."""

import re

_TAIL = 6000
_LEAST_LENGTH = 300
_LEAST_TIMES = 15
_DIGITS = re.compile(r"\d+")


def is_degenerate(text: str) -> bool:
    """Whether `text` ends in one phrase repeated 15 times or more over at least 300 characters.

    Runs of digits count as equal, so that "band at 6501, band at 6502, …" is repetition too.
    """
    tail = _DIGITS.sub("0", text[-_TAIL:]).strip()
    backwards = tail[::-1]
    if len(backwards) < _LEAST_LENGTH:
        return False
    border = _borders(backwards)
    return any(
        length >= _LEAST_LENGTH and length >= _LEAST_TIMES * (length - border[length - 1])
        for length in range(_LEAST_LENGTH, len(backwards) + 1)
    )


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
