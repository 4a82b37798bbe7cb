"""From measurements to score and verdict, by the weights and rules of the task file."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from specreview.measure.conditions import holds
from specreview.measure.measurement import Measurement
from specreview.tasks.diagnostics import Diagnostic, RuleDiagnostic
from specreview.tasks.task import ScoreGroup, VettingTask


@dataclass(frozen=True)
class Assessment:
    """The score in [0, 1] towards the positive label, and what it rests on.

    `verdict` is a label of the task, or None with the `reason`. `supports` and `against` are
    in the order of their weight. `rules_fired` are names in the order of the file.
    """

    score: float
    verdict: str | None
    reason: str
    supports: tuple[Measurement, ...]
    against: tuple[Measurement, ...]
    measurable: tuple[str, ...]
    not_measurable: tuple[str, ...]
    rules_fired: tuple[str, ...]


def assess(task: VettingTask, measurements: Mapping[str, Measurement]) -> Assessment:
    """Score and verdict; a diagnostic missing from `measurements` counts as not measurable."""
    score, fired = _apply_rules(task, measurements, base_score(task, measurements))
    known = [
        d for d in task.diagnostics if d.kind != "rule" and _measured(measurements, d) is not None
    ]
    supports, against = _sides(known, measurements)
    verdict, reason = _verdict(task, measurements, score, fired)
    return Assessment(
        score=score,
        verdict=verdict,
        reason=reason,
        supports=supports,
        against=against,
        measurable=tuple(d.name for d in known),
        not_measurable=tuple(
            d.name for d in task.diagnostics if d.kind != "rule" and d not in known
        ),
        rules_fired=tuple(rule.name for rule in fired),
    )


def _measured(measurements: Mapping[str, Measurement], diagnostic: Diagnostic) -> float | None:
    measurement = measurements.get(diagnostic.name)
    return None if measurement is None else measurement.presence


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
        if diagnostic.error_scale is not None and measurement.error is not None:
            s2 = diagnostic.error_scale**2
            weight *= s2 / (s2 + measurement.error**2)
        pairs.append((weight, measurement.presence))
    return pairs


def _cut(score: float) -> float:
    return min(1.0, max(0.0, score))


def _apply_rules(
    task: VettingTask, measurements: Mapping[str, Measurement], score: float
) -> tuple[float, tuple[RuleDiagnostic, ...]]:
    fired = []
    for rule in task.diagnostics:
        if isinstance(rule, RuleDiagnostic) and holds(rule.when, measurements) is True:
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


def _sides(
    known: Sequence[Diagnostic], measurements: Mapping[str, Measurement]
) -> tuple[tuple[Measurement, ...], tuple[Measurement, ...]]:
    """What was found and speaks for or against, and what was looked for and is absent."""
    supports: list[Measurement] = []
    against: list[Measurement] = []
    for diagnostic in sorted(known, key=lambda d: -abs(d.weight)):
        measurement = measurements[diagnostic.name]
        if measurement.present and diagnostic.argues == "against":
            against.append(measurement)
        elif measurement.present and diagnostic.weight:
            supports.append(measurement)
        elif diagnostic.argues == "for" and diagnostic.weight and not measurement.presence:
            against.append(measurement)
    return tuple(supports), tuple(against)


def _verdict(
    task: VettingTask,
    measurements: Mapping[str, Measurement],
    score: float,
    fired: tuple[RuleDiagnostic, ...],
) -> tuple[str | None, str]:
    reason = _cannot_tell(task, measurements)
    if reason:
        return None, reason
    for rule in fired:
        if rule.effect == "no_verdict":
            return None, rule.label
    if score >= task.scoring.yes_at:
        return task.positive, ""
    if score >= task.scoring.no_below:
        return None, f"the evidence is divided: score {score:.2f}"
    if len(task.labels) > 2:
        return None, f"not {task.positive}; the rules know no other label of this task"
    return task.labels[1], ""


def _cannot_tell(task: VettingTask, measurements: Mapping[str, Measurement]) -> str:
    """Why the spectrum cannot answer: too few deciding diagnostics, or too little signal."""
    scoring = task.scoring
    names = scoring.deciding
    if not names:
        return "" if any(m.measurable for m in measurements.values()) else "nothing is measurable"
    deciding = [measurements[name] for name in names if name in measurements]
    measured = [m for m in deciding if m.measurable]
    if len(measured) < scoring.deciding_least:
        missing = [f"{m.label}: {m.reason}" for m in deciding if not m.measurable]
        seen = len(measured)
        cause = "; ".join(missing[:2])
        return f"{seen} of {len(names)} deciding diagnostics measurable ({cause})"
    best = max((m.snr for m in measured if m.snr is not None), default=None)
    detected = any(m.present and (m.significance or 0.0) >= 5.0 for m in measured)
    if best is not None and best < scoring.min_snr and not detected:
        return f"S/N {best:.1f} a pixel is below {scoring.min_snr:g} where it matters"
    return ""
