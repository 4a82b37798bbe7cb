"""The score: weights of what was measured, in groups, then the rules in the order of the file."""

from collections.abc import Mapping, Sequence

from specreview.measure.conditions import holds
from specreview.measure.measurement import Measurement
from specreview.tasks.diagnostics import Diagnostic, RuleDiagnostic
from specreview.tasks.task import ScoreGroup, VettingTask


def base_score(task: VettingTask, measurements: Mapping[str, Measurement]) -> float:
    """Groups and the ungrouped sum, combined and cut to [0, 1], before any rule."""
    terms: list[float] = []
    for group in task.scoring.groups:
        value = _group_score(group, task, measurements)
        if value is not None:
            terms.append(value)
    loose = [d for d in task.diagnostics if d.kind != "rule" and not d.group and d.weight]
    if loose:
        terms.append(sum(w * p for w, p in _weighted(loose, measurements)))
    if not terms:
        return 0.0
    if task.scoring.combine == "product":
        score = 1.0
        for term in terms:
            score *= term
        return _cut(score)
    return _cut(sum(terms))


def _group_score(
    group: ScoreGroup, task: VettingTask, measurements: Mapping[str, Measurement]
) -> float | None:
    members = [d for d in task.diagnostics if d.kind != "rule" and d.group == group.name]
    pairs = _weighted(members, measurements)
    if not pairs and group.prior_weight == 0:
        return None
    if group.combine == "mean":
        total = sum(abs(w) for w, _ in pairs) + group.prior_weight
        value = sum(w * p for w, p in pairs) + group.prior * group.prior_weight
        value = value / total if total > 0 else 0.0
    elif group.combine == "max":
        value = max((w * p for w, p in pairs), default=0.0)
    else:
        value = sum(w * p for w, p in pairs)
    return min(group.cap, max(0.0, value * group.scale))


def _weighted(
    diagnostics: Sequence[Diagnostic], measurements: Mapping[str, Measurement]
) -> list[tuple[float, float]]:
    """(signed weight, presence) of each measurable diagnostic."""
    pairs = []
    for diagnostic in diagnostics:
        measurement = measurements.get(diagnostic.name)
        if measurement is None or measurement.presence is None:
            continue
        weight = diagnostic.weight if diagnostic.argues == "for" else -diagnostic.weight
        pairs.append((weight * trust(diagnostic, measurement), measurement.presence))
    return pairs


def trust(diagnostic: Diagnostic, measurement: Measurement) -> float:
    """The share of the weight that the measured error leaves (see `error_scale`)."""
    if diagnostic.error_scale is None or measurement.error is None:
        return 1.0
    s2 = diagnostic.error_scale**2
    return s2 / (s2 + measurement.error**2)


def _cut(score: float) -> float:
    return min(1.0, max(0.0, score))


def apply_rules(
    task: VettingTask, measurements: Mapping[str, Measurement], score: float
) -> tuple[float, tuple[RuleDiagnostic, ...]]:
    """The score after all rules whose condition holds, and which these are."""
    fired = []
    for rule in task.rules:
        if holds(rule.when, measurements) is True:
            fired.append(rule)
            score = apply_rule(rule, score)
    return score, tuple(fired)


def apply_rule(rule: RuleDiagnostic, score: float) -> float:
    """The score after a rule that fires, cut to [0, 1]."""
    match rule.effect:
        case "add":
            return _cut(score + rule.amount)
        case "multiply":
            return _cut(score * rule.amount)
        case "cap":
            return min(score, _cut(rule.amount))
        case "floor":
            return max(score, _cut(rule.amount))
        case "no_verdict":
            return score
