"""The trace of one inspection: its events in order, and what they add up to."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property

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


@dataclass(frozen=True)
class TraceStep:
    """One turn as the page shows it: what the inspector was given, and what it said.

    What it was given before an astronomer's suggestion came in, and did not answer, is a step
    without a reply.

    `view` is the picture it got, None where it got words only (a rejected call, a note);
    `rejected` is why its reply could not be used.
    """

    number: int
    view: ViewRendered | None = None
    suggestion: WindowSuggested | None = None
    reply: InspectorReplied | None = None
    rejected: CallRejected | None = None


@dataclass(frozen=True)
class Trace:
    """One inspection: what comes next depends on these events alone.

    Raises
    ------
    ValueError
        When the first event, and only it, is not `InspectionStarted`.
    """

    inspection_id: str
    events: tuple[Event, ...]

    def __post_init__(self) -> None:
        starts = [isinstance(event, InspectionStarted) for event in self.events]
        if not starts or not starts[0] or any(starts[1:]):
            raise ValueError("a trace begins with InspectionStarted, and holds it once")

    def plus(self, event: Event) -> "Trace":
        """A longer trace: one more event."""
        return replace(self, events=(*self.events, event))

    @property
    def started(self) -> InspectionStarted:
        first = self.events[0]
        assert isinstance(first, InspectionStarted)
        return first

    @cached_property
    def verdict(self) -> VerdictReached | None:
        """The last verdict, which counts; None before the first one."""
        for event in reversed(self.events):
            if isinstance(event, VerdictReached):
                return event
        return None

    @cached_property
    def windowed(self) -> tuple[TraceStep, ...]:
        """The steps whose picture was of a window, in order: the chart numbers them from 1."""
        return tuple(step for step in self.steps if step.view is not None and step.view.window)

    @property
    def stopped(self) -> InspectionStopped | None:
        """How the inspection ended, when it did so without a (further) verdict."""
        last = self.events[-1]
        return last if isinstance(last, InspectionStopped) else None

    @cached_property
    def turns(self) -> int:
        """Replies so far."""
        return sum(isinstance(event, InspectorReplied) for event in self.events)

    @cached_property
    def turns_allowed(self) -> int:
        """Replies in all, with what each suggestion granted."""
        limits = self.started.limits
        suggestions = sum(isinstance(event, WindowSuggested) for event in self.events)
        return limits.turns + limits.turns_per_suggestion * suggestions

    @property
    def resumable(self) -> bool:
        """Whether it may go on: under way, or cancelled."""
        return not isinstance(self.events[-1], VerdictReached) and (
            self.stopped is None or self.stopped.reason == "cancelled"
        )

    @property
    def finished(self) -> bool:
        """Whether nothing comes next, unless an astronomer suggests something."""
        return not self.resumable

    @cached_property
    def recent(self) -> tuple[Event, ...]:
        """The events since the last suggestion, else all: what the limits look at."""
        suggestions = [i for i, e in enumerate(self.events) if isinstance(e, WindowSuggested)]
        return self.events[suggestions[-1] :] if suggestions else self.events

    @cached_property
    def steps(self) -> tuple[TraceStep, ...]:
        """One step a turn, numbered from 1; the last may wait for its reply."""
        return tuple(_steps(self.events))

    def called(self, step: TraceStep) -> str:
        """A step as people are told of it: by the number that its window has on the chart."""
        if step.view is None:
            return f"step {step.number}, words only"
        if step.view.window is None:
            return "overview"
        return f"window {self.windowed.index(step) + 1}"


def _steps(events: tuple[Event, ...]) -> Iterator[TraceStep]:
    step = TraceStep(1)
    for event in events:
        if isinstance(event, CallRejected):
            step = replace(step, rejected=event)
        elif isinstance(event, ViewRendered | WindowSuggested | InspectorReplied):
            overtaken = isinstance(event, WindowSuggested) and step != TraceStep(step.number)
            if step.reply is not None or overtaken:
                yield step
                step = TraceStep(step.number + 1)
            step = _with(step, event)
    if step != TraceStep(step.number):
        yield step


def step_count(kinds: Iterable[str]) -> int:
    """How many steps a trace has, by the kinds of its events alone."""
    count, begun, replied = 0, False, False
    for kind in kinds:
        if kind == "call_rejected":
            begun = True
        elif kind in ("view_rendered", "window_suggested", "inspector_replied"):
            if replied or (begun and kind == "window_suggested"):
                count, replied = count + 1, False
            begun, replied = True, replied or kind == "inspector_replied"
    return count + begun


def _with(step: TraceStep, event: ViewRendered | WindowSuggested | InspectorReplied) -> TraceStep:
    if isinstance(event, ViewRendered):
        return replace(step, view=event)
    if isinstance(event, WindowSuggested):
        return replace(step, suggestion=event)
    return replace(step, reply=event)
