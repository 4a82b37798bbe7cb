r"""The boxed label of an answer block, read without its typography.

One box must hold one allowed label and nothing else. LaTeX that only styles, quotation marks,
case and white space are taken off; whatever could change the sense (`\not`, a leading "!", a
second word) is not, so that such a box holds no label.
"""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

_OPEN = re.compile(r"(?:(?<![A-Za-z\\])(\\*|\x08)boxed|\x08oxed)\s{0,4}([{｛])")
_BRACE = re.compile(r"[{}｛｝]")
_LONGEST = 300
_MOST_BRACES = 20
"""Characters and braces of a box; a whole one has some 10 and 2."""
_STYLE = re.compile(
    r"\\(?:text(?:bf|it|rm|sf|tt|normal)?|math(?:bf|it|rm|sf|tt|normal)|operatorname|[mh]box"
    r"|boldsymbol|emph|bf|it|rm|sf|tt|[Ll]arge|LARGE|huge|displaystyle|q?quad)(?![A-Za-z])"
    r"|\\[,;:! ]"
)
_TYPOGRAPHY = re.compile(r"[\\${}*_`\"'“”‘’.\s]|[,;:!]+\Z")
_WRAP_BEFORE = re.compile(r"(?:\$\$?|\*\*?|\\\(|\\\[|\\|`)\s{0,4}\Z")
_WRAP_AFTER = re.compile(r"\A\s{0,4}(?:\$\$?|\*\*?|\\\)|\\\]|\\(?=\s|\Z)|`)")


@dataclass(frozen=True)
class Box:
    """A box within a text: what it holds, and what stands before and after it."""

    held: str
    before: str
    after: str
    exact: bool
    """Whether it is written as asked for, to the letter."""


def only_box(text: str) -> Box | None:
    """The one box of `text`; None where there is none, or more than one, or one without end."""
    opened = _OPEN.finditer(text)
    first = next(opened, None)
    if first is None or next(opened, None) is not None:
        return None
    end = _end(text, first.end())
    if end is None:
        return None
    exact = first.group() == "\\boxed{" and text[end] == "}"
    return Box(text[first.end() : end], text[: first.start()], text[end + 1 :], exact)


def boxed_label(box: Box, answers: Sequence[str]) -> str | None:
    """The allowed answer that a box holds."""
    if box.held in answers:
        return box.held
    wanted = _bare(box.held)
    matching = [answer for answer in answers if _bare(answer) == wanted]
    return matching[0] if len(matching) == 1 else None


def reason_beside(box: Box) -> str:
    """The words around a box, without the signs that set it in mathematics or bold."""
    before = _WRAP_BEFORE.sub("", box.before[-8:])
    wrapped = len(before) < len(box.before[-8:])
    after = _WRAP_AFTER.sub("", box.after, count=1) if wrapped else box.after
    return (box.before[:-8] + before + after).strip()


def _end(text: str, start: int) -> int | None:
    """Where the brace closes that was opened before `start`."""
    depth = 1
    braces = _BRACE.finditer(text, start, start + _LONGEST)
    for brace, _ in zip(braces, range(_MOST_BRACES), strict=False):
        depth += 1 if brace.group() in "{｛" else -1
        if depth == 0:
            return brace.start()
    return None


def _bare(label: str) -> str:
    """A label without LaTeX styling, case, spaces, quotation marks and full stops."""
    shown = "".join(c for c in label if unicodedata.category(c) not in ("Cc", "Cf") or c.isspace())
    return _TYPOGRAPHY.sub("", _STYLE.sub("", unicodedata.normalize("NFKC", shown))).casefold()
