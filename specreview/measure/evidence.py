"""What argues for and against the positive label, by how much, and on which measurements."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from specreview.measure.assessment import Assessment
from specreview.measure.conditions import holds
from specreview.measure.measurement import Measurement
from specreview.measure.scoring import apply_rule, base_score, trust
from specreview.tasks.diagnostics import Condition, Diagnostic, RuleDiagnostic
from specreview.tasks.task import VettingTask

_SAME_ANGSTROM = 1.0
"""Windows whose centres lie closer belong to one line."""

_LINE_KINDS = ("emission", "absorption")


@dataclass(frozen=True)
class Argument:
    """One measurement that counts, or one rule that acted, and what it rests on.

    Attributes
    ----------
    favours
        Whether it speaks for the positive label.
    size
        By how much: the weight times the presence (or what the absence costs), the amount of a
        rule, or what a cap or floor changed; 0 for what is seen but does not count.
    measured
        The measurements it rests on, in the order in which the condition reads them.
    lacking
        For a rule, what it asks to be absent.
    """

    favours: bool
    size: float
    measured: tuple[Measurement, ...]
    rule: RuleDiagnostic | None = None
    lacking: tuple[Measurement, ...] = ()


def weigh(
    task: VettingTask, measurements: Mapping[str, Measurement], assessment: Assessment
) -> tuple[Argument, ...]:
    """All arguments, the largest first; ties in the order of the file."""
    found = [
        argument
        for diagnostic in task.diagnostics
        if (argument := _counted(diagnostic, measurements)) is not None
    ]
    found += _ruled(task, measurements, assessment)
    return tuple(sorted(found, key=lambda argument: -argument.size))


def same_line(one: Measurement, other: Measurement) -> bool:
    """Whether two measurements are of one line (or one band), so that saying both repeats."""
    if one.name == other.name:
        return True
    if one.kind not in _LINE_KINDS or other.kind not in _LINE_KINDS:
        return False
    if one.window is None or other.window is None:
        return False
    return abs(sum(one.window) - sum(other.window)) < 2.0 * _SAME_ANGSTROM


def shown_by_another(measurement: Measurement, others: Iterable[Measurement]) -> Measurement | None:
    """One of `others` that shows the line which is absent here, as a core within a trough."""
    if measurement.present:
        return None
    return next(
        (
            o
            for o in others
            if o.present and o.kind == measurement.kind and same_line(o, measurement)
        ),
        None,
    )


def grounds(
    condition: Condition, measurements: Mapping[str, Measurement]
) -> tuple[tuple[Measurement, ...], tuple[Measurement, ...]]:
    """The measurements by which a condition holds: of what is measured, and of what is lacking.

    A line is in neither twice; parts of `any` that do not hold, and `none`, are left out.
    """
    there: list[Measurement] = []
    lacking: list[Measurement] = []
    for leaf in _leaves(condition, measurements):
        measurement = measurements.get(leaf.diagnostic or "")
        if measurement is not None and measurement.measurable:
            absence = leaf.quantity in ("presence", "lines") and leaf.above is None
            (lacking if absence else there).append(measurement)
    both = distinct([*there, *lacking])
    return tuple(distinct(there)), tuple(both[len(distinct(there)) :])


def _leaves(condition: Condition, measurements: Mapping[str, Measurement]) -> Iterator[Condition]:
    if condition.diagnostic is not None:
        yield condition
    for part in condition.all:
        yield from _leaves(part, measurements)
    for part in condition.any:
        if holds(part, measurements) is True:
            yield from _leaves(part, measurements)


def distinct(measurements: Iterable[Measurement]) -> list[Measurement]:
    """Each line once: the first of those that are the same."""
    kept: list[Measurement] = []
    for measurement in measurements:
        if not any(same_line(measurement, other) for other in kept):
            kept.append(measurement)
    return kept


def _counted(diagnostic: Diagnostic, measurements: Mapping[str, Measurement]) -> Argument | None:
    measurement = measurements.get(diagnostic.name)
    if measurement is None or measurement.presence is None:
        return None
    presence = measurement.presence
    weight = abs(diagnostic.weight) * trust(diagnostic, measurement)
    if diagnostic.argues == "against":
        return Argument(False, weight * presence, (measurement,)) if presence >= 0.5 else None
    if not weight:
        return None
    if presence >= 0.5:
        return Argument(True, weight * presence, (measurement,))
    return Argument(False, weight * (1.0 - presence), (measurement,))


def _ruled(
    task: VettingTask, measurements: Mapping[str, Measurement], assessment: Assessment
) -> list[Argument]:
    found = []
    score = base_score(task, measurements)
    for rule in task.rules:
        if rule.name not in assessment.rules_fired:
            continue
        after = apply_rule(rule, score)
        if rule.effect != "no_verdict":
            size = _size(rule, abs(after - score))
            there, lacking = grounds(rule.when, measurements)
            found.append(Argument(rule.argues == "for", size, there, rule, lacking))
        score = after
    return found


def _size(rule: RuleDiagnostic, change: float) -> float:
    match rule.effect:
        case "add":
            return abs(rule.amount)
        case "multiply":
            return abs(1.0 - rule.amount)
        case _:
            return change
