"""Text as it is written, token by token, without half characters."""

import codecs
from collections.abc import Callable


class StableText:
    """Collects tokens' bytes and gives text out once its characters are whole."""

    def __init__(self, spelled: Callable[[int], bytes]) -> None:
        self._spelled = spelled
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._pieces: list[str] = []

    @property
    def text(self) -> str:
        """All that was given out."""
        return "".join(self._pieces)

    def add(self, token: int) -> str:
        """The text that one more token makes certain; often its own, sometimes none."""
        return self._keep(self._decoder.decode(self._spelled(token)))

    def end(self) -> str:
        """What was held back: a character that never became whole is "\ufffd"."""
        return self._keep(self._decoder.decode(b"", final=True))

    def _keep(self, piece: str) -> str:
        if piece:
            self._pieces.append(piece)
        return piece
