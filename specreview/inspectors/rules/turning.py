"""What would change the inspector's mind: the smallest other outcome that turns its verdict.

One line (or band, index, slope) at a time is given another value, all else as measured; where
no single one suffices, the two heaviest lines of the task together.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from specreview.inspectors.rules.standing import Standing
from specreview.inspectors.rules.words import short_name
from specreview.measure.evidence import same_line
from specreview.measure.measurement import Measurement, number
from specreview.tasks.diagnostics import (
    BandheadDiagnostic,
    ContinuumDiagnostic,
    Diagnostic,
    IndexDiagnostic,
    LineDiagnostic,
    Ramp,
    RuleDiagnostic,
    UnlistedEmissionDiagnostic,
)
from specreview.tasks.task import VettingTask

_HALVINGS = 6
"""Bisections between a presence that leaves the verdict and one that turns it: good to 2 %."""

Seen = Mapping[str, Measurement]


@dataclass(frozen=True)
class Turn:
    """One change that turns the verdict: of which diagnostic, to which side of which value.

    `effort` is how far its presence has to move; `together` a second change that it needs.
    """

    diagnostic: Diagnostic
    value: float
    rising: bool
    effort: float = 1.0
    together: "Turn | None" = None


def turning(task: VettingTask, seen: Seen) -> Turn | None:
    """The least change that turns the verdict; None where no one or two lines would.

    What carries weight is tried first. Where too little could be measured there is no such line:
    the answer says what is missing.
    """
    state = Standing(task, seen)
    candidates = [d for d in _own_lines(task, seen) if _may_turn(task, d, state.verdict)]
    for weighty in (True, False):
        some = [d for d in candidates if bool(d.weight) is weighty]
        single = [turn for d in some for turn in _turns(state, d)]
        if single:
            return min(single, key=lambda turn: turn.effort)
    heavy = sorted((d for d in candidates if d.weight), key=lambda d: -d.weight)[:3]
    for pair in combinations(heavy, 2):
        found = _pair(state, pair)
        if found is not None:
            return found
    return None


def turning_words(turn: Turn) -> str:
    """As in "Would change with He II 4687 emission EW > 3.0 Å."."""
    parts = [_phrase(turn)] + ([_phrase(turn.together)] if turn.together else [])
    return f"Would change with {' and '.join(parts)}."


def _phrase(turn: Turn) -> str:
    diagnostic, sign = turn.diagnostic, ">" if turn.rising else "<"
    name = short_name(diagnostic.label)
    if isinstance(diagnostic, LineDiagnostic):
        plain = name.removeprefix("broad ").removesuffix(" lines")
        broad = "broad " if diagnostic.fwhm_kms or diagnostic.fwhm_angstrom else ""
        return (
            f"{broad if turn.rising else ''}{plain} {diagnostic.kind} EW {sign} {turn.value:.1f} Å"
        )
    if diagnostic.kind == "unlisted_emission":
        return f"{name} EW {sign} {turn.value:.1f} Å"
    quantity = "ratio" if diagnostic.kind == "bandhead" else "index"
    return f"{name} {quantity} {sign} {number(turn.value, 2)}"


def _own_lines(task: VettingTask, seen: Seen) -> list[Diagnostic]:
    """The diagnostics with a ramp, each line once: the heaviest of those that measure it."""
    kept: list[Diagnostic] = []
    for diagnostic in sorted(task.diagnostics, key=lambda d: -abs(d.weight)):
        if _ramp(diagnostic) is None or diagnostic.name not in seen:
            continue
        mine = seen[diagnostic.name]
        if not any(same_line(mine, seen[other.name]) for other in kept):
            kept.append(diagnostic)
    return kept


def _may_turn(task: VettingTask, diagnostic: Diagnostic, before: str | None) -> bool:
    """Of what argues against, only where it would take a positive answer away."""
    return diagnostic.argues == "for" or before == task.positive


def _turns(state: Standing, diagnostic: Diagnostic) -> Iterator[Turn]:
    """The nearest value on either side of the measured one at which the verdict is another."""
    presence = state.seen[diagnostic.name].presence or 0.0
    for end in (1.0, 0.0):
        if presence == end or not state.turned(_changed(state, diagnostic, end)):
            continue
        aim = _least(lambda aim: state.turned(_changed(state, diagnostic, aim)), presence, end)
        yield replace(_at(diagnostic, aim), effort=abs(aim - presence), rising=_up(diagnostic, end))


def _pair(state: Standing, pair: Sequence[Diagnostic]) -> Turn | None:
    """Both as weak as the verdict allows, alike; None where even both at their full do not."""
    if not state.turned(_both(state, pair, 1.0)):
        return None
    aim = _least(lambda aim: state.turned(_both(state, pair, aim)), 0.0, 1.0)
    first, second = (_at(diagnostic, aim) for diagnostic in pair)
    return replace(first, together=second)


def _least(turned: Callable[[float], bool], same: float, other: float) -> float:
    """The presence nearest to `same` that turns the verdict, as `other` does; by bisection."""
    for _ in range(_HALVINGS):
        middle = 0.5 * (same + other)
        if turned(middle):
            other = middle
        else:
            same = middle
    return other


def _both(state: Standing, pair: Sequence[Diagnostic], aim: float) -> dict[str, Measurement]:
    changed: dict[str, Measurement] = {}
    for diagnostic in pair:
        if (state.seen[diagnostic.name].presence or 0.0) < aim:
            changed |= _changed(state, diagnostic, aim)
    return changed


def _up(diagnostic: Diagnostic, end: float) -> bool:
    ramp = _ramp(diagnostic)
    return ramp is not None and (ramp.full > ramp.none) is (end == 1.0)


def _at(diagnostic: Diagnostic, aim: float) -> Turn:
    return Turn(diagnostic, _value(diagnostic, aim), _up(diagnostic, 1.0))


def _value(diagnostic: Diagnostic, aim: float) -> float:
    ramp = _ramp(diagnostic)
    assert ramp is not None
    return ramp.none + aim * (ramp.full - ramp.none)


def _changed(state: Standing, diagnostic: Diagnostic, aim: float) -> dict[str, Measurement]:
    """The line with the value of a presence, in every diagnostic that measures it."""
    mine, value = state.seen[diagnostic.name], _value(diagnostic, aim)
    return {
        name: _with_value(state.task.diagnostic(name), other, value)
        for name, other in state.seen.items()
        if same_line(mine, other) and other.kind == mine.kind
    }


def _with_value(diagnostic: Diagnostic, measurement: Measurement, value: float) -> Measurement:
    """The measurement had its value been this, as wide as the diagnostic wants and significant."""
    ramp = _ramp(diagnostic)
    presence = ramp.presence(value) if ramp is not None else 0.0
    sense = -1.0 if diagnostic.kind == "absorption" else 1.0
    told = replace(
        measurement,
        presence=presence,
        value=value,
        reason="",
        significance=10.0 if presence > 0 else 0.0,
    )
    if not isinstance(diagnostic, LineDiagnostic):
        return told
    width = diagnostic.fwhm_kms.full if diagnostic.fwhm_kms else measurement.fwhm_kms
    return replace(told, ew=sense * value, velocity_kms=0.0, fwhm_kms=width)


def _ramp(diagnostic: Diagnostic) -> Ramp | None:
    """Of a line, band or index; the continuum is not asked to be another one."""
    match diagnostic:
        case LineDiagnostic() | UnlistedEmissionDiagnostic():
            return diagnostic.ew
        case BandheadDiagnostic():
            return diagnostic.ratio
        case IndexDiagnostic():
            return diagnostic.value
        case ContinuumDiagnostic() | RuleDiagnostic():
            return None
