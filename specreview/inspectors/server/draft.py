"""A reply as far as it is written: filled in the client's loop, read by who asked for it."""

from collections import deque

from specreview.agent.inspector import OnText


class Draft:
    """Hands text from one thread to another, many pieces at a time.

    One thread writes, one hands on.
    """

    def __init__(self) -> None:
        self._waiting: deque[str | None] = deque()
        self._written: list[str] = []
        self._handed: list[str] = []

    def write(self, piece: str) -> None:
        if piece:
            self._written.append(piece)
            self._waiting.append(piece)

    def begin_anew(self) -> None:
        """What was written is void."""
        if self._written:
            self._written.clear()
            self._waiting.append(None)

    def settle(self, text: str) -> None:
        """The reply is `text`: write what is missing of it, anew where it began otherwise."""
        written = "".join(self._written)
        if not text.startswith(written):
            self.begin_anew()
            written = ""
        self.write(text[len(written) :])

    def hand_on(self, on_text: OnText) -> None:
        """Give `on_text` what came since the last time, as one piece."""
        batch: list[str] = []
        while self._waiting:
            piece = self._waiting.popleft()
            if piece is not None:
                batch.append(piece)
                continue
            batch.clear()
            if self._handed:
                self._handed.clear()
                on_text(None)
        if batch:
            self._handed += batch
            on_text("".join(batch))

    @property
    def handed(self) -> str:
        """The text that was handed on so far."""
        return "".join(self._handed)
