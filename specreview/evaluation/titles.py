"""A picture's title must not tell the answer: such inspections are not scored."""

import re
from collections.abc import Iterable

_LAMOST = re.compile(r"(spec|med)-\d{5}-\w+_sp\d\d-\d{3}\.fits(\.gz)?", re.IGNORECASE)
_PREFIX = "Spectrum"
_WORD = re.compile(r"[^\W\d_]+")
_SHORTEST = 2


def told_by(title: str, words: Iterable[str]) -> str | None:
    """The first of `words` that stands in `title`; None where the title tells nothing.

    `Spectrum` and `Spectrum: <LAMOST file name>`, the titles of Spec-o3's training, tell
    nothing. In any other, a word of two or three letters counts as a word of its own, a longer
    one also as a part: "carbonstar1" tells "carbon", "novae" does not tell "NO".
    """
    named = title.removeprefix(_PREFIX).lstrip(": ")
    if not named or _LAMOST.fullmatch(named):
        return None
    letters, standing = named.casefold(), set(_WORD.findall(named.casefold()))
    for word in words:
        wanted = word.casefold()
        if len(wanted) < _SHORTEST:
            continue
        if wanted in standing or (len(wanted) > 3 and wanted in letters):
            return word
    return None
