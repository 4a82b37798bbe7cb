"""An inspector that says what it was given: for tests, demonstrations and replays."""

import time
from collections.abc import Callable, Sequence

from specreview.agent.events import InspectorReplied
from specreview.agent.inspector import InspectorIdentity, Reply, Turn
from specreview.agent.reading import recorded_reply
from specreview.agent.traces import Trace
from specreview.canonical import canonical_json, sha256_hex
from specreview.errors import InspectorError

_PIECE = 24
"""Characters of one streamed piece."""
_NAP = 0.02
"""Seconds between two looks at whether to stop."""


class ScriptedInspector:
    """Plays `replies` in order, one a turn; which one follows from the trace alone.

    Parameters
    ----------
    replies
        Texts, or whole replies where tokens, finish reason or score matter.
    delay
        Seconds that each reply takes, spread over its pieces.
    """

    def __init__(self, replies: Sequence[str | Reply], delay: float = 0.0) -> None:
        self._replies = tuple(Reply(r) if isinstance(r, str) else r for r in replies)
        self._delay = delay

    @classmethod
    def from_trace(cls, trace: Trace, delay: float = 0.0) -> "ScriptedInspector":
        """An inspector that says again what was said in `trace`, word for word."""
        said = (event for event in trace.events if isinstance(event, InspectorReplied))
        return cls([recorded_reply(event) for event in said], delay)

    @property
    def identity(self) -> InspectorIdentity:
        script = sha256_hex(canonical_json([reply.text for reply in self._replies]))
        return InspectorIdentity("scripted", "scripted: given replies", script[:12])

    def reply(
        self, turn: Turn, on_text: Callable[[str], None], cancelled: Callable[[], bool]
    ) -> Reply:
        """The reply after those that the trace holds, streamed in pieces.

        Raises
        ------
        InspectorError
            When the script is at its end.
        """
        said = sum(isinstance(event, InspectorReplied) for event in turn.events)
        if said >= len(self._replies):
            raise InspectorError(
                f"the script has {len(self._replies)} replies and was asked for one more; "
                "give it a longer one"
            )
        return self._play(self._replies[said], on_text, cancelled)

    def _play(
        self, reply: Reply, on_text: Callable[[str], None], cancelled: Callable[[], bool]
    ) -> Reply:
        pieces = [reply.text[i : i + _PIECE] for i in range(0, len(reply.text), _PIECE)]
        written = ""
        for piece in pieces:
            if cancelled():
                return Reply(written, finish_reason="cancelled")
            written += piece
            on_text(piece)
            _nap(self._delay / len(pieces), cancelled)
        return Reply(written, finish_reason="cancelled") if cancelled() else reply


def _nap(seconds: float, cancelled: Callable[[], bool]) -> None:
    """Wait, but no longer than it takes to notice a cancellation."""
    until = time.monotonic() + seconds
    while (left := until - time.monotonic()) > 0 and not cancelled():
        time.sleep(min(left, _NAP))
