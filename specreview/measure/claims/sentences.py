"""Sentences made ready for reading: figures gathered, wavelengths told from other numbers."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from specreview.measure.claims.pieces import Piece
from specreview.measure.claims.quantities import figures, turned
from specreview.measure.claims.ranges import named
from specreview.measure.claims.wavelengths import joined
from specreview.measure.claims.words import Token

_OPTICAL = (3000.0, 10_500.0)


def sentences(tokens: Sequence[Token]) -> Iterator[tuple[list[Piece], bool]]:
    """Each sentence as pieces, and whether it is a question."""
    run: list[Token] = []
    for token in tokens:
        if token.kind not in ("end", "ask"):
            run.append(token)
            continue
        if run:
            yield _pieces(run), token.kind == "ask"
        run = []
    if run:
        yield _pieces(run), False


def _pieces(said: Sequence[Token]) -> list[Piece]:
    run = turned(said)
    pieces: list[Piece] = []
    depth = index = 0
    while index < len(run):
        piece, index = _next(run, index, depth)
        depth = max(0, depth + {"open": 1, "close": -1}.get(piece.kind, 0))
        pieces.append(piece)
    return named(joined(pieces))


def _next(run: Sequence[Token], index: int, depth: int) -> tuple[Piece, int]:
    token = run[index]
    if token.kind.startswith("key_") or (token.feature is not None and token.feature.key == "snr"):
        given, after = figures(run, index)
        if given:
            kind = "name" if token.feature is not None else "fig"
            last = run[after - 1].end
            return Piece(kind, token, token.feature, given, depth, last), after
    if token.kind == "num" and _nanometres(run, index):
        token = replace(token, value=10.0 * token.value)
        return Piece("wave", token, None, (), depth, run[index + 1].end), index + 2
    if token.kind == "num":
        after = _range(run, index)
        if after > index:
            ending = run[after - 1]
            upto = abs(ending.value)
            return Piece("word", token, None, (), depth, ending.end, upto), after
        wave = _OPTICAL[0] < token.value < _OPTICAL[1] and not _other_unit(run, index)
        return Piece("wave" if wave else "word", token, None, (), depth, token.end), index + 1
    return Piece(token.kind, token, token.feature, (), depth, token.end), index + 1


def _nanometres(run: Sequence[Token], index: int) -> bool:
    """Whether a number is a wavelength in nm."""
    after = run[index + 1].text if index + 1 < len(run) else ""
    return after == "nm" and _OPTICAL[0] < 10.0 * run[index].value < _OPTICAL[1]


def _other_unit(run: Sequence[Token], index: int) -> bool:
    after = run[index + 1].kind if index + 1 < len(run) else ""
    return after in ("unit_v", "unit_x") or (index > 0 and run[index - 1].text in ("Teff", "T"))


def _range(run: Sequence[Token], index: int) -> int:
    """The index behind a range of wavelengths that begins here, else `index`."""
    low = run[index].value
    here = index + 1
    while here < len(run) and run[here].kind == "unit_a":
        here += 1
    joint = run[here] if here < len(run) else None
    before = run[index - 1].text.lower() if index else ""
    if joint is None or not (
        joint.text in ("-", "to")
        or (before in ("between", "[", "from") and joint.text in ("and", ","))
    ):
        if not (here < len(run) and run[here].text.startswith("-") and run[here].kind == "num"):
            return index
        here -= 1
    here += 1
    if here >= len(run) or run[here].kind != "num" or not run[here].value > low > _OPTICAL[0]:
        return index
    return here + 1
