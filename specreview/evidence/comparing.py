"""Two inspections of one candidate, step beside step: who looked where, and what differs."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from specreview.agent.traces import Trace, TraceStep
from specreview.measure.measurement import number

SAME_SHARE = 0.2
"""Two windows are about the same when what they share is this much of what both cover: a window
on Hα and one on its core are, one on Hα and the whole range are not."""

Interval = tuple[float, float]


@dataclass(frozen=True)
class Pair:
    """The steps of both inspections that are about the same window; None where one has none."""

    left: TraceStep | None
    right: TraceStep | None

    @property
    def label(self) -> str:
        """What the window is called; "Overview" for the whole range."""
        named = [step.view for step in (self.left, self.right) if step and step.view]
        windowed = [view.label for view in named if view.window is not None]
        return windowed[0] if windowed else "Overview" if named else "Words only"


@dataclass(frozen=True)
class Difference:
    """One thing in which they differ, in words."""

    what: str
    left: str
    right: str


@dataclass(frozen=True)
class Comparison:
    """Steps in pairs, in the order in which the left one looked, the right one's own last."""

    pairs: tuple[Pair, ...]
    differences: tuple[Difference, ...]


def compare(left: Trace, right: Trace) -> Comparison:
    """Set two traces beside each other; windows are matched where they were observed."""
    pairs = _paired(left, right)
    differences = [*_made_otherwise(left, right), *_looked_otherwise(pairs)]
    return Comparison(pairs, tuple(differences))


def _paired(left: Trace, right: Trace) -> tuple[Pair, ...]:
    """The best match first; every step once."""
    partner: dict[int, TraceStep] = {}
    taken: set[int] = set()
    matches = [
        (_likeness(_observed(left, one), _observed(right, other)), one, other)
        for one in left.steps
        for other in right.steps
    ]
    for likeness, one, other in sorted(matches, key=lambda match: -match[0]):
        if likeness >= SAME_SHARE and one.number not in partner and other.number not in taken:
            partner[one.number] = other
            taken.add(other.number)
    mine = [Pair(step, partner.get(step.number)) for step in left.steps]
    own = [Pair(None, step) for step in right.steps if step.number not in taken]
    return (*mine, *own)


def _observed(trace: Trace, step: TraceStep) -> Interval | str:
    """The step's window in observed vacuum Å, or what it is instead of one."""
    if step.view is None:
        return "words"
    if step.view.window is None:
        return "overview"
    stretch = 1.0 + (trace.started.redshift or 0.0)
    lower, upper = step.view.window
    return lower * stretch, upper * stretch


def _likeness(one: Interval | str, other: Interval | str) -> float:
    """Share of the range that both cover in what either covers; 1 for two overviews."""
    if isinstance(one, str) or isinstance(other, str):
        return float(one == other)
    common = min(one[1], other[1]) - max(one[0], other[0])
    return max(0.0, common) / (max(one[1], other[1]) - min(one[0], other[0]))


_MADE: tuple[tuple[str, Callable[[Trace], str]], ...] = (
    ("verdict", lambda trace: _verdict(trace)),
    ("score", lambda trace: _or_none(trace.verdict.score if trace.verdict else None, 2)),
    ("inspector", lambda trace: trace.started.inspector),
    ("model", lambda trace: trace.started.model or "none"),
    ("revision", lambda trace: (trace.started.revision or "none")[:10]),
    ("prompt", lambda trace: trace.started.prompt_hash[:10]),
    ("task version", lambda trace: trace.started.task_hash[:10]),
    ("decoding", lambda trace: trace.started.decoding),
    ("seed", lambda trace: str(trace.started.seed)),
    ("rollout", lambda trace: str(trace.started.rollout)),
    ("z of the views", lambda trace: _or_none(trace.started.redshift, 6)),
    ("flux", lambda trace: trace.started.spectrum_hash[:10]),
)


def _made_otherwise(left: Trace, right: Trace) -> list[Difference]:
    """The verdict first, then how each was made."""
    told = [Difference(what, say(left), say(right)) for what, say in _MADE]
    return [one for one in told if one.left != one.right]


def _verdict(trace: Trace) -> str:
    if trace.verdict is None:
        return "not reached"
    return trace.verdict.verdict or "no verdict"


def _or_none(value: float | None, digits: int) -> str:
    return "none" if value is None else number(value, digits)


def _looked_otherwise(pairs: Sequence[Pair]) -> list[Difference]:
    left = [pair.label for pair in pairs if pair.right is None]
    right = [pair.label for pair in pairs if pair.left is None]
    if not left and not right:
        return []
    return [Difference("looked only here", ", ".join(left) or "none", ", ".join(right) or "none")]
