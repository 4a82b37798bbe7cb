"""A reply put together from the chunks of a stream, whatever the server makes of the API."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from specreview.agent.inspector import FinishReason
from specreview.inspectors.server.text import NativeCall, reply_text

LONGEST_REPLY = 1_000_000
"""Characters after which a reply is cut: far above 32,768 tokens."""

_FINISH: dict[str, FinishReason] = {
    "length": "length",
    "max_tokens": "length",
    "content_filter": "content_filter",
}
_BROKEN_OFF = ("abort", "error")
"""Finish reasons by which a server says that it gave the reply up."""


class Assembly:
    """Takes chunks in order; each gives the text that it adds.

    Calls are kept apart by index and id: two ids on one index are two calls, and a piece
    without an id goes on with the last call of its index.
    """

    def __init__(self) -> None:
        self.reasoning: list[str] = []
        self.content: list[str] = []
        self.calls: list[NativeCall] = []
        self.ended: str | None = None
        self.chosen = False
        self._places: list[tuple[int | None, str]] = []
        self._counted: int | None = None
        self._pieces = 0
        self._length = 0

    def feed(self, chunk: Mapping[str, Any]) -> str:
        """The text that `chunk`, a chunk or a whole completion, adds to what was streamed."""
        self._count(chunk.get("usage"))
        text = ""
        for choice in _mappings(chunk.get("choices"))[:1]:
            self.chosen = True
            delta = choice.get("delta") or choice.get("message") or {}
            text += self._said(delta) if isinstance(delta, Mapping) else ""
            self.ended = _text(choice.get("finish_reason")) or self.ended
        self._length += len(text)
        return text

    @property
    def overlong(self) -> bool:
        return self._length > LONGEST_REPLY

    @property
    def broken_off(self) -> bool:
        """Whether the server says that it did not finish."""
        return self.ended in _BROKEN_OFF

    @property
    def text(self) -> str:
        """The reply in Spec-o3's form."""
        return reply_text("".join(self.reasoning), "".join(self.content), self.calls)

    @property
    def finish_reason(self) -> FinishReason:
        if self.overlong:
            return "length"
        return _FINISH.get(self.ended or "", "stop")

    @property
    def tokens(self) -> int:
        """As the server counted them; else the pieces, which are a token each with most."""
        return self._pieces if self._counted is None else self._counted

    def _count(self, usage: Any) -> None:
        if isinstance(usage, Mapping) and isinstance(usage.get("completion_tokens"), int):
            self._counted = usage["completion_tokens"]

    def _said(self, delta: Mapping[str, Any]) -> str:
        thought = _text(delta.get("reasoning_content")) or _text(delta.get("reasoning"))
        words = _words(delta.get("content"))
        text = ""
        if thought:
            text += thought if self.reasoning else f"<think>{thought}"
            self.reasoning.append(thought)
        if words:
            text += words if self.content or not self.reasoning else f"</think>\n{words}"
            self.content.append(words)
        self._pieces += bool(text)
        self._called(delta)
        return text

    def _called(self, delta: Mapping[str, Any]) -> None:
        for piece in _mappings(delta.get("tool_calls")):
            index = piece.get("index")
            call = self._place(index if isinstance(index, int) else None, _text(piece.get("id")))
            self._extend(call, piece.get("function"))
        if single := delta.get("function_call"):
            self._extend(self._place(0, ""), single)

    def _extend(self, call: NativeCall, function: Any) -> None:
        self._pieces += 1
        if isinstance(function, Mapping):
            call.name = call.name or _text(function.get("name"))
            call.arguments = _joined(call.arguments, function.get("arguments"))
            self._length += len(str(function.get("arguments") or ""))

    def _place(self, index: int | None, call_id: str) -> NativeCall:
        """The call that a piece with this index and id belongs to; a new one where there is none.

        A server that leaves the index out means the last call, or by a new id the next one.
        """
        for at in reversed(range(len(self._places))):
            known_index, known_id = self._places[at]
            if index is not None and known_index != index:
                continue
            if not call_id or not known_id or known_id == call_id:
                self._places[at] = (known_index, known_id or call_id)
                return self.calls[at]
        self._places.append((index, call_id))
        self.calls.append(NativeCall())
        return self.calls[-1]


def _joined(before: str | dict[str, Any] | None, piece: Any) -> str | dict[str, Any] | None:
    """Arguments so far with the next piece, which is text, or a whole object, or nothing."""
    if piece is None:
        return before
    if isinstance(piece, dict):
        return piece
    so_far = json.dumps(before) if isinstance(before, dict) else before or ""
    return so_far + str(piece)


def _mappings(found: Any) -> Sequence[Mapping[str, Any]]:
    if not isinstance(found, list):
        return ()
    return [each for each in found if isinstance(each, Mapping)]


def _text(found: Any) -> str:
    return found if isinstance(found, str) else ""


def _words(content: Any) -> str:
    """Content as text; some servers send a list of typed parts."""
    if isinstance(content, str):
        return content
    return "".join(_text(part.get("text")) for part in _mappings(content))
