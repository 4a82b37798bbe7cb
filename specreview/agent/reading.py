"""From an inspector's reply to the event that records it, and back."""

from collections.abc import Sequence

from specreview.agent.events import InspectorReplied
from specreview.agent.inspector import FinishReason, Reply
from specreview.agent.protocol import parse_reply


def read_reply(reply: Reply, answers: Sequence[str]) -> InspectorReplied:
    """The reply verbatim, with what the parser makes of it; `answers` are those allowed."""
    parsed = parse_reply(reply.text, answers, reply.finish_reason == "length")
    return InspectorReplied(
        text=reply.text.encode("utf-8", "replace").decode(),
        thought=parsed.thought,
        calls=parsed.calls,
        answer=parsed.answer,
        justification=parsed.justification,
        flags=tuple(sorted(parsed.flags)),
        tokens=reply.tokens,
        seconds=reply.seconds,
        finish_reason=reply.finish_reason,
        score=reply.score,
    )


def recorded_reply(event: InspectorReplied) -> Reply:
    """The reply that an event records, to be read or said again."""
    finish: FinishReason = "length" if event.finish_reason == "length" else "stop"
    return Reply(event.text, event.tokens, event.seconds, finish, event.score)
