"""What the rules inspector has looked at, and where it looks next: a function of the trace."""

from collections.abc import Mapping
from dataclasses import dataclass

from specreview.agent.events import (
    InspectionStarted,
    InspectorReplied,
    Limits,
    ViewRendered,
    WindowSuggested,
)
from specreview.agent.inspector import Turn
from specreview.inspectors.rules.information import expected_bits
from specreview.measure.assessment import assess
from specreview.measure.bounds import score_bounds
from specreview.measure.diagnose import extent
from specreview.measure.measurement import Measurement
from specreview.tasks.task import Look, VettingTask

Range = tuple[float, float]

_LEAST_BITS = 0.01
"""A look that is expected to tell less about the verdict is not worth a turn."""

_FOR_DECIDING = 0.05
"""Bits added for each deciding diagnostic: without enough of them there is no verdict at all."""

_LEAST_COVERED = 0.1
"""A look with a smaller share of good pixels is skipped."""

_WHOLE_SPECTRUM = ("continuum", "unlisted_emission")


@dataclass(frozen=True)
class Looked:
    """What the trace shows so far.

    Attributes
    ----------
    asked
        Windows asked for, drawn or not.
    drawn
        Windows that were drawn, as asked for where they were.
    last
        The window whose picture came last, None for the overview.
    turns_left
        Replies that remain, this one included.
    """

    asked: tuple[Range, ...]
    drawn: tuple[Range, ...]
    last: Range | None
    turns_left: int


def looked(turn: Turn) -> Looked:
    """What has been looked at, read from the events alone."""
    asked: list[Range] = []
    drawn: list[Range] = []
    pending: Range | None = None
    limits, replies, suggestions = Limits(), 0, 0
    for event in turn.events:
        if isinstance(event, InspectionStarted):
            limits = event.limits
        elif isinstance(event, InspectorReplied):
            replies += 1
            pending = event.calls[0].window if event.calls else None
            if pending is not None:
                asked.append(pending)
        elif isinstance(event, WindowSuggested):
            suggestions += 1
            pending = event.window
        elif isinstance(event, ViewRendered) and event.window is not None:
            drawn.append(pending or event.window)
    allowed = limits.turns + suggestions * limits.turns_per_suggestion
    last = drawn[-1] if drawn and not _overview_is_last(turn) else None
    return Looked(tuple(asked), tuple(drawn), last, allowed - replies)


def _overview_is_last(turn: Turn) -> bool:
    views = [event for event in turn.events if isinstance(event, ViewRendered)]
    return not views or views[-1].window is None


def overview_names(task: VettingTask) -> tuple[str, ...]:
    """Diagnostics read from the overview: of the whole spectrum, or in no look of the task."""
    in_looks = {name for look in task.looks for name in look.diagnostics}
    return tuple(
        d.name
        for d in task.diagnostics
        if d.kind != "rule" and (d.kind in _WHOLE_SPECTRUM or d.name not in in_looks)
    )


def names_in_window(task: VettingTask, window: Range) -> tuple[str, ...]:
    """Diagnostics that a look at `window` (rest Å) shows: the look's own, or what fits in."""
    for look in task.looks:
        if look.window == window:
            return look.diagnostics
    lower, upper = window
    names = []
    for diagnostic in task.diagnostics:
        if diagnostic.kind == "rule" or diagnostic.kind in _WHOLE_SPECTRUM:
            continue
        low, high = extent(diagnostic)
        if lower <= low and high <= upper:
            names.append(diagnostic.name)
    return tuple(names)


def seen_names(task: VettingTask, drawn: tuple[Range, ...]) -> frozenset[str]:
    """Diagnostics that the overview and the windows drawn so far show."""
    seen = set(overview_names(task))
    for window in drawn:
        seen.update(names_in_window(task, window))
    return frozenset(seen)


def never_shown(
    task: VettingTask, measured: Mapping[str, Measurement], covered: Mapping[Range, float]
) -> frozenset[str]:
    """What no look can show, as the overview already tells: its pixels are not there."""
    within = {
        name
        for look in task.looks
        if covered[look.window] >= _LEAST_COVERED
        for name in look.diagnostics
    }
    return frozenset(n for n, m in measured.items() if n not in within and not m.measurable)


def next_look(
    task: VettingTask,
    seen: Mapping[str, Measurement],
    asked: tuple[Range, ...],
    covered: Mapping[Range, float],
) -> Look | None:
    """The look that is expected to tell most about the verdict.

    None when the answer stands; while too little could be measured for one, it never does. Only
    looks that were not asked for and that the spectrum covers; ties go to the file's order.
    """
    open_looks = [
        look
        for look in task.looks
        if look.window not in asked and covered[look.window] >= _LEAST_COVERED
    ]
    unseen = {name for look in open_looks for name in look.diagnostics} - set(seen)
    if not unseen or _settled(task, seen, unseen):
        return None
    shows = [unseen & set(look.diagnostics) for look in open_looks]
    deciding = set(task.scoring.deciding)
    told = zip(shows, expected_bits(task, seen, unseen, shows), strict=True)
    bits = [gain + _FOR_DECIDING * len(names & deciding) for names, gain in told]
    place = max(range(len(bits)), key=lambda i: (bits[i], -i))
    worth = bits[place] >= _LEAST_BITS or not assess(task, seen).weighed
    return open_looks[place] if worth else None


def _settled(task: VettingTask, seen: Mapping[str, Measurement], unseen: set[str]) -> bool:
    """Whether no outcome of what is unseen changes the verdict."""
    scoring = task.scoring
    unknown = unseen | {name for name, m in seen.items() if not m.measurable}
    bounds = score_bounds(task, seen, unknown)
    if bounds.withheld:
        return False
    if bounds.upper < scoring.no_below:
        return assess(task, seen).verdict is not None
    known = sum(1 for name in scoring.deciding if name in seen and seen[name].measurable)
    enough = not scoring.deciding or known >= scoring.deciding_least
    return enough and score_bounds(task, seen, unseen).lower >= scoring.yes_at
