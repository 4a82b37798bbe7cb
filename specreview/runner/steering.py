"""What an astronomer asks of an inspection: to look somewhere, to begin again from a step."""

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from specreview.agent.events import (
    Event,
    InspectionStarted,
    InspectionStopped,
    InspectorReplied,
    VerdictReached,
    WindowSuggested,
)
from specreview.agent.traces import Trace
from specreview.errors import InspectorError

MAX_NOTE = 1000
"""Characters of a note: a model's context is small, and a longer one would crowd out the views."""


@dataclass(frozen=True)
class Suggestion:
    """A window to look at (rest-frame vacuum Å of the inspector's views), a note, or both.

    Control characters and halves of surrogate pairs, which nobody can see or send, reach the trace
    as blanks.

    Raises
    ------
    InspectorError
        When nothing is suggested, the window is none, or the note is longer than `MAX_NOTE`.
    """

    reviewer: str
    window: tuple[float, float] | None
    note: str = ""

    def __post_init__(self) -> None:
        if len(self.note) > MAX_NOTE:
            raise InspectorError(
                f"the note has {len(self.note)} characters, at most {MAX_NOTE} go to the "
                f"inspector: take out {len(self.note) - MAX_NOTE}"
            )
        if self.window is None and not _visible(self.note):
            raise InspectorError("nothing was suggested: name a window, write a note, or both")
        if self.window is not None and not 0 < self.window[0] < self.window[1] < float("inf"):
            lower, upper = self.window
            raise InspectorError(
                f"{lower:g} to {upper:g} Å is no window: give the lower limit first, both above 0"
            )

    @property
    def event(self) -> WindowSuggested:
        return WindowSuggested(reviewer=self.reviewer, window=self.window, note=_visible(self.note))


def _visible(text: str) -> str:
    """The text without what cannot be seen; line breaks and tabs stay."""
    unseen = ("Cc", "Cs")
    return "".join(
        " " if unicodedata.category(sign) in unseen and sign not in "\n\t" else sign
        for sign in text
    ).strip()


@dataclass(frozen=True)
class Branch:
    """A new inspection that shares another one's events up to `position`, that one included."""

    inspection_id: str
    position: int


def waits_already(trace: Trace, suggestion: Suggestion) -> bool:
    """Whether the very same suggestion stands in the trace and has no reply yet: a double press.

    One whose answer came to nothing (the model was out of reach) waits no more: pressed again, it
    is asked again.
    """
    for event in reversed(trace.events):
        if isinstance(event, InspectorReplied):
            return False
        if isinstance(event, InspectionStopped) and event.reason != "cancelled":
            return False
        if event == suggestion.event:
            return True
    return False


def suggested(trace: Trace) -> WindowSuggested | None:
    """The last suggestion."""
    first = trace.recent[0]
    return first if isinstance(first, WindowSuggested) else None


def answered_again(trace: Trace) -> tuple[VerdictReached, VerdictReached] | None:
    """(before, after) of the last suggestion, where both came to a verdict."""
    if suggested(trace) is None:
        return None
    before = _verdict(trace.events[: -len(trace.recent)])
    after = _verdict(trace.recent)
    return None if before is None or after is None else (before, after)


def _verdict(events: Sequence[Event]) -> VerdictReached | None:
    """The last verdict among these."""
    return next((one for one in reversed(events) if isinstance(one, VerdictReached)), None)


def unanswered(trace: Trace) -> WindowSuggested | None:
    """The last suggestion, while no verdict and no other end came after it."""
    answered = trace.finished or _verdict(trace.recent) is not None
    return None if answered else suggested(trace)


def asked_alike(known: InspectionStarted, wanted: InspectionStarted) -> bool:
    """Whether what follows in a trace would be measured by the same task and read the same way."""
    same_task = known.task_hash == wanted.task_hash
    return same_task and known.parser_version == wanted.parser_version


def copied(parent: Trace, branch: Branch, started: InspectionStarted) -> tuple[Event, ...]:
    """The events that a branch takes over, after its own first one.

    Raises
    ------
    InspectorError
        When there is no such step, or its pictures show other data than an inspection would now.
    """
    if not 0 < branch.position < len(parent.events):
        raise InspectorError(
            f"inspection {parent.inspection_id} has no event {branch.position}; choose one of its "
            "steps"
        )
    if (parent.started.spectrum_hash, parent.started.redshift) != (
        started.spectrum_hash,
        started.redshift,
    ):
        raise InspectorError(
            "the pictures of this inspection show another flux or another redshift than the "
            "candidate has now, so nothing can follow them; use Restart"
        )
    return parent.events[1 : branch.position + 1]


def begun_from(
    started: InspectionStarted, branch: Branch, events: Sequence[Event]
) -> InspectionStarted:
    """The first event of a branch: it names its parent, and has all its turns before it."""
    limits = started.limits
    replies = sum(isinstance(event, InspectorReplied) for event in events)
    granted = sum(isinstance(event, WindowSuggested) for event in events)
    turns = limits.turns + replies - granted * limits.turns_per_suggestion
    return started.model_copy(
        update={
            "limits": limits.model_copy(update={"turns": turns}),
            "parent_inspection": branch.inspection_id,
            "parent_position": branch.position,
        }
    )
