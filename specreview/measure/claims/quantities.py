"""Figures of a text: "EW 40 ± 2 Å", "FWHM below 150 km/s", "the EW of Hα is 1 to 3 Å"."""

import math
from collections.abc import Sequence

from specreview.measure.claims.assertion import Figure
from specreview.measure.claims.words import Token

_WITHIN = ("link", "pm", "sign", "comma", "colon")
"""What may stand between a keyword and its numbers, and between these."""

_BETWEEN = (
    "only", "just", "merely", "mere", "barely", "nearly", "some", "and", "range", "order", "lies",
    "between", "than", "reaches", "measured",
)  # fmt: skip
_BELOW = ("below", "under", "less", "smaller", "<", "most")
_ABOVE = ("above", "over", "more", "larger", "greater", "exceeding", "exceeds", ">", "least")
_BOUNDED = ("EW", "FWHM")
"""Quantities of which a limit or a range is read; of others it is none."""

_KNOWN = (*_BOUNDED, "ratio", "slope", "S/N")
_QUANTITY = {"key_ew": "EW", "key_fwhm": "FWHM", "name": "S/N"}
_OTHERS = {"ratio": "ratio", "index": "ratio", "slope": "slope"}
_REACH = 5
"""Tokens between a keyword and its number."""

_TURNED = ("key_ew", "key_fwhm")
_BESIDE = ("open", "sep", "comma", "num", "unit_a")
_LEADING = ("of", "for", "the", "both", "line", "lines", "emission", "absorption", "at", "λ", "in")
"""What may stand between a keyword and the names whose quantity it gives."""


def figures(run: Sequence[Token], index: int) -> tuple[tuple[Figure, ...], int]:
    """The numbers behind the keyword at `index`, and the index behind them."""
    quantity = _quantity(run[index])
    found: list[tuple[float, float | None]] = []
    here, unit, after, bound = index + 1, "", index + 1, ""
    while here < len(run) and here < after + _REACH:
        token = run[here]
        bound = _bound(run, here) or bound
        if token.kind == "num":
            _add(found, run, here, bound)
            after = here + 1
        elif token.kind in ("unit_a", "unit_v"):
            unit, after = ("Å" if token.kind == "unit_a" else "km/s"), here + 1
            break
        elif token.kind not in _WITHIN and token.text.lower() not in (*_BETWEEN, *_BELOW, *_ABOVE):
            break
        here += 1
    limited = any(upto is not None for _, upto in found)
    if quantity not in _KNOWN or (limited and quantity not in _BOUNDED):
        return (), index
    return tuple(Figure(quantity, value, unit, upto) for value, upto in found), after  # type: ignore[arg-type]


def _add(
    found: list[tuple[float, float | None]], run: Sequence[Token], here: int, bound: str
) -> None:
    """One more number: an error bar adds nothing, the second of a range ends the first."""
    token, before = run[here], run[here - 1]
    if before.kind == "pm":
        return
    if bound:
        found.append((0.0, token.value) if bound == "<" else (token.value, math.inf))
    elif found and _ranges(run, here):
        found[-1] = (found[-1][0], token.value)
    else:
        sign = -1.0 if token.text.lstrip("~").startswith("-") else 1.0
        found.append((sign * token.value, None))


def _ranges(run: Sequence[Token], here: int) -> bool:
    """Whether a number ends a range: "5-10", "5 to 10", "between 5 and 10"."""
    before = run[here - 1]
    if before.kind == "num":
        return run[here].text.startswith("-")
    first = run[here - 3].text.lower() if here > 2 else ""
    return before.text in ("-", "to") or (before.text == "and" and first == "between")


def _bound(run: Sequence[Token], here: int) -> str:
    """Which way a word or sign limits the number that follows: "<", ">" or ""."""
    text = run[here].text.lower()
    if text in _BELOW or (run[here].kind == "num" and text[0] == "<"):
        return "<"
    return ">" if text in _ABOVE or (run[here].kind == "num" and text[0] == ">") else ""


def _quantity(token: Token) -> str:
    if token.kind != "key_other":
        return _QUANTITY[token.kind]
    return _OTHERS.get(token.text.lower().rstrip("s"), "")


def turned(run: Sequence[Token]) -> list[Token]:
    """The tokens with "the EW of Hα is 40 Å" and "EW(Hα) = 40 Å" as "Hα the EW is 40 Å"."""
    kept: list[Token] = []
    index = 0
    while index < len(run):
        stop = index
        if run[index].kind in _TURNED:
            given = _given_before(kept)
            if given:
                del kept[-len(given) :]
                kept += [run[index], *(token for token in given if token.kind != "link")]
                index += 1
                continue
            stop = _names_behind(run, index)
        if stop > index:
            kept += [
                token for token in run[index + 1 : stop] if token.kind not in ("open", "close")
            ]
        kept.append(run[index])
        index = max(stop, index + 1)
    return kept


def _given_before(kept: Sequence[Token]) -> Sequence[Token]:
    """The figure that stands before its keyword, as in "60 Å equivalent width", "1 Å of EW"."""
    count = 3 if kept and kept[-1].text in ("of", "in") else 2
    last = kept[-count:]
    fits = len(last) == count and last[0].kind == "num" and last[1].kind in ("unit_a", "unit_v")
    figure = fits and not (len(kept) > count and kept[-count - 1].kind in ("name", "pm"))
    return last if figure and (last[0].value < 1000.0 or last[1].kind == "unit_v") else ()


def _names_behind(run: Sequence[Token], index: int) -> int:
    """The index behind the names whose quantity a keyword gives, else `index`."""
    here, stop = index + 1, index
    while here < len(run) and here < index + 12:
        token = run[here]
        if token.feature is not None or (token.kind == "close" and stop > index):
            stop = here + 1
        elif token.kind not in _BESIDE and token.text not in _LEADING:
            break
        if token.kind == "num" and stop == index:
            break
        here += 1
    return stop
