"""What comes next in an inspection, decided by its trace alone."""

from dataclasses import dataclass

from specreview.agent.events import (
    CallRejected,
    InspectionStarted,
    InspectionStopped,
    InspectorReplied,
    StopReason,
    VerdictReached,
    ViewRendered,
    WindowSuggested,
)
from specreview.agent.nudges import nudge
from specreview.agent.traces import Trace

UNSURE = "UNSURE"
"""The boxed word that gives no verdict, with a reason."""

OVERVIEW_LABEL = "Full range"

SAME_WINDOW = 0.01
"""Windows count as the same when both limits differ by no more than this part of the width."""


@dataclass(frozen=True)
class Draw:
    """Have a view drawn: of a window (rest-frame vacuum Å), or the overview (None).

    `note` goes to the inspector with the picture.
    """

    window: tuple[float, float] | None
    label: str
    note: str = ""


@dataclass(frozen=True)
class Ask:
    """Ask the inspector for its next reply."""


@dataclass(frozen=True)
class Record:
    """Record what follows from the trace; nobody outside is asked."""

    event: CallRejected | VerdictReached | InspectionStopped


NextStep = Draw | Ask | Record


def allowed_answers(labels: tuple[str, ...]) -> tuple[str, ...]:
    """What an inspector may box: a label of the task, or UNSURE."""
    return (*labels, UNSURE)


def next_step(trace: Trace) -> NextStep | None:
    """The next step of an inspection; None when it is over.

    A cancelled inspection goes on where it was; a suggestion revives any.
    """
    event = _last(trace)
    if isinstance(event, InspectorReplied):
        return _after_reply(trace, event)
    if isinstance(event, InspectionStarted):
        return Draw(None, OVERVIEW_LABEL)
    if isinstance(event, WindowSuggested) and event.window is not None:
        return Draw(event.window, "suggested by the astronomer")
    if isinstance(event, VerdictReached | InspectionStopped):
        return None
    return _stop_for_rejections(trace) or _ask(trace)


def _last(
    trace: Trace,
) -> (
    InspectionStarted
    | ViewRendered
    | InspectorReplied
    | CallRejected
    | WindowSuggested
    | VerdictReached
    | InspectionStopped
):
    """The last event but for a cancellation, which changes nothing."""
    for event in reversed(trace.events):
        if not (isinstance(event, InspectionStopped) and event.reason == "cancelled"):
            return event
    return trace.started


def _stop(reason: StopReason, message: str) -> Record:
    return Record(InspectionStopped(reason=reason, message=message))


def _turns_left(trace: Trace) -> bool:
    return trace.turns < trace.turns_allowed


def _turn_limit(trace: Trace) -> Record:
    return _stop("turn_limit", f"no verdict within {trace.turns_allowed} turns")


def _ask(trace: Trace) -> NextStep:
    return Ask() if _turns_left(trace) else _turn_limit(trace)


def _stop_for_rejections(trace: Trace) -> Record | None:
    """The stop for too many unusable replies in a row.

    A well-formed call of a window without data is no format error.
    """
    in_a_row = 0
    for event in trace.recent:
        if isinstance(event, InspectorReplied):
            in_a_row = 0 if _usable(event) else in_a_row + 1
    if in_a_row < trace.started.limits.format_errors:
        return None
    return _stop("format_errors", f"{in_a_row} replies in a row could not be used")


def _usable(reply: InspectorReplied) -> bool:
    called = bool(reply.calls) and reply.calls[0].window is not None
    return called or reply.answer is not None


def _after_reply(trace: Trace, reply: InspectorReplied) -> NextStep:
    if reply.answer is not None:
        return Record(verdict_of(reply))
    if "degenerate" in reply.flags and not _usable(reply):
        return _stop("degenerate", "the reply repeats one phrase without end")
    if not reply.calls:
        return Record(CallRejected(reason=nudge(reply, trace.started.labels)))
    return _after_call(trace, reply)


def _after_call(trace: Trace, reply: InspectorReplied) -> NextStep:
    call = reply.calls[0]
    if call.window is None:
        return Record(CallRejected(reason=call.error or "The tool call names no window."))
    if _times_asked(trace, call.window) >= trace.started.limits.repeated_calls:
        lower, upper = call.window
        return _stop("repeated_call", f"the window {lower:g} to {upper:g} Å was asked for again")
    if not _turns_left(trace):
        return _turn_limit(trace)
    return Draw(call.window, call.label, call.note)


def _times_asked(trace: Trace, window: tuple[float, float]) -> int:
    """How often the window was asked for, this time included."""
    replies = (event for event in trace.recent if isinstance(event, InspectorReplied))
    asked = (reply.calls[0].window for reply in replies if reply.calls)
    return sum(_same(window, other) for other in asked if other is not None)


def _same(window: tuple[float, float], other: tuple[float, float]) -> bool:
    """Whether two windows would show the same: a picture has some 500 pixels across."""
    allowed = SAME_WINDOW * (window[1] - window[0])
    return all(abs(ours - theirs) <= allowed for ours, theirs in zip(window, other, strict=True))


def verdict_of(reply: InspectorReplied) -> VerdictReached:
    """The verdict of a reply that answers; UNSURE is none."""
    verdict = None if reply.answer == UNSURE else reply.answer
    return VerdictReached(verdict=verdict, justification=reply.justification, score=reply.score)
