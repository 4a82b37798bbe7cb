"""From plain text to tokens: names of features, numbers, and words that say what is asserted."""

import re
from dataclasses import dataclass
from functools import cache

from specreview.measure.claims.features import Feature, features
from specreview.measure.claims.plain import Plain
from specreview.measure.claims.vocabulary import ANY_CASE, CLASSES, NAMES, WORDS, joined


@dataclass(frozen=True)
class Token:
    """One word, number or sign of a text.

    `kind` says what it does in a sentence (see `WORDS`); `feature` is what a name names;
    `value` a number; `start`, `end` its place in the plain text.
    """

    kind: str
    text: str
    start: int
    end: int
    feature: Feature | None = None
    value: float = 0.0


@cache
def _lexer() -> tuple[re.Pattern[str], tuple[str, ...]]:
    parts: list[str] = []
    kinds: list[str] = []

    def add(kind: str, pattern: str) -> None:
        parts.append(f"(?P<g{len(kinds)}>{pattern})")
        kinds.append(kind)

    # What begins no name comes first: most places of a text are spaces and signs.
    for kind, sign in (("space", r"[ \t\r]+"), ("comma", ","), ("colon", ":"), ("ask", r"\?")):
        add(kind, sign)
    add("close", r"[)\]]")
    add("link", r"λ{1,2}(?=\s?\d)")
    add("class", rf"(?<!\w)(?:{joined(CLASSES)})(?!-like)")
    for key, pattern in NAMES:
        flag = "i" if key in ANY_CASE else ""
        add(f"name:{key}", rf"(?<![\w\[])(?{flag}:{pattern})")
    for kind, pattern in WORDS:
        add(kind, rf"(?<![\w])(?i:{joined(pattern)})(?!\w)")
    add("unit_a", r"(?:Å|[Aa]ngstr[oö]ms?|AA|A)(?![\w])")
    add("unit_v", r"km\s?/\s?s(?!\w)|km s\^?-1|kms-1|km\.s-1")
    add("unit_x", r"(?:K|kK|σ|sigma|%|per ?cent|mag|nm|eV|kpc|pc|times|pixels?)(?!\w)")
    add(
        "num",
        r"(?:(?<![\w.])|(?<=λ))[-+~<>]{0,2}(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?=[Åσ%AK]?(?![\w])|km|-|\.)",
    )
    add("pm", r"±|\+/-|\+-")
    add("end", r"[.](?=\s|$)|[!;]|\n(?=[ \t]{0,12}(?:[-\d\n]|$))|[.](?=[A-Z])")
    add("open", r"[(\[]")
    add("slash", r"/")
    add("word", r"[A-Za-zα-ωΑ-Ω]+(?:['-][A-Za-z]+){0,4}")
    add("sign", r"[<>~=-]")
    return re.compile("|".join(parts)), tuple(kinds)


def tokens(plain: Plain) -> list[Token]:
    """The tokens of a text in order; linear in its length."""
    lexer, kinds = _lexer()
    blank = f"g{kinds.index('space')}"
    found = (match for match in lexer.finditer(plain.text) if match.lastgroup != blank)
    return [_token(match, kinds) for match in found]


def _token(match: re.Match[str], kinds: tuple[str, ...]) -> Token:
    kind, text = kinds[int((match.lastgroup or "g0")[1:])], match.group()
    start, end = match.span()
    if kind == "num":
        value = float(text.lstrip("+~<>-").replace(",", ""))
        return Token(kind, text, start, end, None, value)
    if kind.startswith("name:"):
        return Token("name", text, start, end, features()[kind.removeprefix("name:")])
    return Token(kind, text, start, end)
