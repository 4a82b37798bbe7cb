"""What an inspector came to by itself: what is measured of it, wherever it is measured.

A branch took over what was seen before, perhaps by another inspector; what follows an
astronomer's suggestion was found with help. Neither says how good the inspector is.
"""

from collections.abc import Sequence
from typing import Literal

from specreview.agent.events import (
    Event,
    InspectionStarted,
    InspectionStopped,
    StopReason,
    VerdictReached,
    WindowSuggested,
)

Unaided = Literal["open", "ended", "helped"]
"""`open`: on its own so far. `ended`: it came to its end by itself. `helped`: before an end."""

UNFINISHED: tuple[StopReason, ...] = ("cancelled", "backend_error")
"""Stops that say nothing about the inspector's judgement."""


def ends(event: Event) -> bool:
    """Whether `event` ends its inspection, with a verdict or without one."""
    if isinstance(event, InspectionStopped):
        return event.reason not in UNFINISHED
    return isinstance(event, VerdictReached)


def unaided_after(before: Unaided, event: Event) -> Unaided:
    """How an inspection stands after one more event; "open" before its first."""
    if before != "open":
        return before
    if isinstance(event, WindowSuggested):
        return "helped"
    if isinstance(event, InspectionStarted):
        return "open" if event.parent_inspection is None else "helped"
    return "ended" if ends(event) else "open"


def by_itself(events: Sequence[Event]) -> Sequence[Event] | None:
    """The events up to the end that an inspector came to by itself; None where it did not."""
    stands: Unaided = "open"
    for place, event in enumerate(events, start=1):
        stands = unaided_after(stands, event)
        if stands != "open":
            return events[:place] if stands == "ended" else None
    return None
