"""A model's text without its markup: one spelling for each sign, and where each one came from."""

import re
from dataclasses import dataclass

LONGEST = 20_000
"""Characters of a text that are read. A turn holds some 2000 tokens; what is longer is a loop."""

_SIGNS = {
    "\\alpha": "α", "\\beta": "β", "\\gamma": "γ", "\\delta": "δ", "\\epsilon": "ε",
    "\\lambda": "λ", "\\sigma": "σ", "\\AA": "Å", "\\pm": "±", "\\sim": "~", "\\approx": "~",
    "\\lesssim": "<", "\\gtrsim": ">", "\\leq": "<", "\\geq": ">", "\\le": "<", "\\ge": ">",
    "\\ll": "<", "\\gg": ">", "\\times": "x", "\\rightarrow": ",", "\\to": ",",
    "\u212b": "Å", "A\u030a": "Å", "\u2212": "-", "\u2010": "-", "\u2011": "-", "\u2012": "-",
    "\u2013": "-", "\u2014": ";", "≈": "~", "≃": "~", "∼": "~", "≲": "<", "≳": ">", "≤": "<",
    "≥": ">", "\u00a0": " ", "\u2009": " ", "\u202f": " ", "\u2019": "'", "\u2018": "'",
    "“": '"', "”": '"', "₂": "2", "𝛼": "α", "𝜶": "α", "ɑ": "α", "ß": "β", "µ": "μ",
}  # fmt: skip

_COMMAND = r"\\(?:text|mathrm|mathring|mathbf|mathit|rm|bf|it|left|right|operatorname)(?![a-zA-Z])"
_MARKS = r"\\[,;:! ]|[$*`_{}^]|\\[()\[\]]"
_TAGS = r"</?[a-z]{1,12}>|\\boxed\{(?:YES|NO|yes|no)\}"
_BULLET = r"(?:^|\n)[ \t]{0,8}[*•#]+[ \t]"
_MARKUP = re.compile(
    f"{_BULLET}|{_TAGS}|"
    + "|".join([*(re.escape(s) + ("(?![a-zA-Z])" if s[0] == "\\" else "") for s in _SIGNS)])
    + f"|{_COMMAND}|{_MARKS}"
)


@dataclass(frozen=True)
class Plain:
    """`text` without markup; its i-th character stood at `origin[i]` of the original.

    `origin` has one entry more than `text`: the length of what was read.
    """

    text: str
    origin: tuple[int, ...]


def plain(text: str) -> Plain:
    """The first `LONGEST` characters without LaTeX and Markdown; linear in their number."""
    read = text[:LONGEST]
    pieces: list[str] = []
    origin: list[int] = []
    last = 0
    for match in _MARKUP.finditer(read):
        _keep(read[last : match.start()], last, pieces, origin)
        sign = _SIGNS.get(match.group(), "")
        if match.group()[-1] in " \t>}" and match.group()[:2] != "\\ " and len(match.group()) > 1:
            sign = ";"
        if match.group() in ("\\ ", "\\,", "\\;", "\\:"):
            sign = " "
        pieces.append(sign)
        origin.extend([match.start()] * len(sign))
        last = match.end()
    _keep(read[last:], last, pieces, origin)
    origin.append(len(read))
    return Plain("".join(pieces), tuple(origin))


def _keep(part: str, start: int, pieces: list[str], origin: list[int]) -> None:
    pieces.append(part)
    origin.extend(range(start, start + len(part)))
