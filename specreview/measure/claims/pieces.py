"""A token of a sentence, or several read as one."""

from dataclasses import dataclass

from specreview.measure.claims.assertion import Figure
from specreview.measure.claims.features import Feature
from specreview.measure.claims.words import Token


@dataclass(frozen=True)
class Piece:
    """A token, or several read as one.

    `kind` is a token's, or `fig` for a figure (`figures` in the order given), or `word` for what
    was read and says nothing, such as a range of wavelengths, which ends `upto` (Å). `depth`
    counts open brackets.
    """

    kind: str
    token: Token
    feature: Feature | None = None
    figures: tuple[Figure, ...] = ()
    depth: int = 0
    end: int = 0
    upto: float = 0.0

    @property
    def text(self) -> str:
        return self.token.text.lower()
