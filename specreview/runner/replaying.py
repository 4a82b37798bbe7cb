"""Playing a stored trace again: the same replies through today's parser and rules of the loop.

Nothing is drawn and no model is asked: replies and pictures are the stored ones.
"""

from collections.abc import Collection
from dataclasses import dataclass

from specreview.agent.events import (
    CallRejected,
    Event,
    InspectionStarted,
    InspectionStopped,
    InspectorReplied,
    VerdictReached,
    ViewRendered,
    WindowSuggested,
)
from specreview.agent.next_step import Ask, Draw, Record, allowed_answers, next_step
from specreview.agent.reading import read_reply, recorded_reply
from specreview.agent.traces import Trace

_FROM_OUTSIDE = ("backend_error", "context_full", "cancelled")
"""Stops that no replay can come to: the machine's, or a person's."""


@dataclass(frozen=True)
class Difference:
    """Where a replay first leaves the trace: in which turn, and what was and what is now."""

    turn: int
    was: str
    now: str

    def sentence(self) -> str:
        return f"turn {self.turn}: was {self.was}, now {self.now}"


def replay(trace: Trace, pictures: Collection[str]) -> Difference | None:
    """The first difference; None where all calls, answers and the end come out the same.

    Words that the loop says to the inspector may change between versions and are not compared.

    Parameters
    ----------
    trace
        A stored trace, whoever inspected.
    pictures
        SHA-256 of the pictures in the store: a view whose picture is gone is a difference.
    """
    again = Trace(trace.inspection_id, trace.events[:1])
    copied = trace.started.parent_position or 0
    for position, event in enumerate(trace.events[1:], start=1):
        known = again if position > copied else _without_turn_limit(again)
        ended = position <= copied and _at_turn_limit(event)
        expected = _words(event) if ended else _expected(known, event, pictures)
        if expected != (was := _words(event)):
            return Difference(max(again.turns, 1), was, expected)
        again = again.plus(_read_again(again.started, event))
    return None


def _at_turn_limit(event: Event) -> bool:
    return isinstance(event, InspectionStopped) and event.reason == "turn_limit"


def _without_turn_limit(branch: Trace) -> Trace:
    """As what a branch took over was made: under its parent's limit, which it does not know."""
    limits = branch.started.limits.model_copy(update={"turns": branch.turns + 1})
    started = branch.started.model_copy(update={"limits": limits})
    return Trace(branch.inspection_id, (started, *branch.events[1:]))


def _read_again(started: InspectionStarted, event: Event) -> Event:
    """The event as it is now: a reply read by today's parser, all else as it stands."""
    if not isinstance(event, InspectorReplied):
        return event
    return read_reply(recorded_reply(event), allowed_answers(started.labels))


def _expected(again: Trace, event: Event, pictures: Collection[str]) -> str:
    """What comes at this place now, in words."""
    if isinstance(event, WindowSuggested):
        return _words(event)
    if isinstance(event, InspectionStopped) and event.reason in _FROM_OUTSIDE:
        return _words(event)
    step = next_step(again)
    if isinstance(step, Ask) and isinstance(event, InspectorReplied):
        return _words(_read_again(again.started, event))
    if isinstance(step, Draw):
        return _drawn(step, event, pictures)
    if isinstance(step, Record):
        return _words(step.event)
    return "the end" if step is None else "another reply"


def _drawn(step: Draw, event: Event, pictures: Collection[str]) -> str:
    """A window is drawn, or refused where it holds no data: both are as the trace says."""
    if isinstance(event, CallRejected) and step.window is not None:
        return _words(event)
    if not isinstance(event, ViewRendered):
        return f"a view of {_span(step.window)}"
    if event.image_sha256 not in pictures:
        return f"{_words(event)} without its picture"
    return _words(event) if _within(event.window, step) else f"a view of {_span(step.window)}"


def _within(drawn: tuple[float, float] | None, step: Draw) -> bool:
    """Whether the window that was drawn is the one asked for, or its part with data."""
    if drawn is None or step.window is None:
        return drawn == step.window
    return step.window[0] <= drawn[0] and drawn[1] <= step.window[1]


def _words(event: Event) -> str:
    """What an event does, for comparison and for people."""
    if isinstance(event, InspectorReplied):
        return _reply(event)
    if isinstance(event, ViewRendered):
        return f"a view of {_span(event.window)}"
    if isinstance(event, VerdictReached):
        return f"verdict {event.verdict or 'none'}"
    if isinstance(event, InspectionStopped):
        return f"stop {event.reason}"
    return "a refusal" if isinstance(event, CallRejected) else "a suggestion"


def _reply(reply: InspectorReplied) -> str:
    windows = [
        _span(call.window) if call.window else "none that can be read" for call in reply.calls
    ]
    if windows:
        return f"a call of {', '.join(windows)}"
    return f"answer {reply.answer}" if reply.answer else "neither call nor answer"


def _span(window: tuple[float, float] | None) -> str:
    return "the full range" if window is None else f"{window[0]:.10g} to {window[1]:.10g} Å"
