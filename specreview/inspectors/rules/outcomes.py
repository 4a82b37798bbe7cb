"""What is still open in an inspection, how likely each part of it is, and the score it makes.

A unit is one diagnostic that no window has shown, or one rule that what was seen leaves open.
Its chances are those of a task's positives and of everything else. They are set by hand, the same
for all tasks: only the order of looking and the moment to stop rest on them, never the verdict.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from specreview.measure.bounds import raises
from specreview.measure.conditions import Truth, holds, names_in
from specreview.measure.measurement import Measurement
from specreview.measure.scoring import trust
from specreview.tasks.diagnostics import Diagnostic, RuleDiagnostic
from specreview.tasks.task import ScoreGroup, VettingTask

Bools = npt.NDArray[np.bool_]
Floats = npt.NDArray[np.float64]

Chance = tuple[float, float]
"""(among positives, among others) that a unit is present."""

_FOR, _AGAINST = (0.8, 0.15), (0.1, 0.4)
_RAISING, _LOWERING, _WITHHOLDING = (0.3, 0.05), (0.03, 0.25), (0.08, 0.08)


@dataclass(frozen=True)
class Unit:
    """An open diagnostic or rule; `names` are the unseen diagnostics that would settle it."""

    name: str
    chance: Chance
    names: frozenset[str]


def rule_truths(task: VettingTask, seen: Mapping[str, Measurement]) -> dict[str, Truth]:
    """Whether each rule holds by what was seen, by its name."""
    return {rule.name: holds(rule.when, seen) for rule in task.rules}


def open_units(
    task: VettingTask, truths: Mapping[str, Truth], unseen: Collection[str]
) -> tuple[Unit, ...]:
    """The unseen diagnostics that count by themselves, and the rules that read unseen ones."""
    names = frozenset(unseen)
    units = [
        Unit(d.name, _chance(d), frozenset({d.name}))
        for d in task.diagnostics
        if d.name in names and not isinstance(d, RuleDiagnostic) and d.weight
    ]
    for rule in task.rules:
        reads = names & names_in(rule.when)
        if reads and truths[rule.name] is None:
            units.append(Unit(rule.name, _rule_chance(rule), reads))
    return tuple(units)


def belief(
    task: VettingTask, seen: Mapping[str, Measurement], truths: Mapping[str, Truth]
) -> float:
    """The chance in [0.02, 0.98] that it is a positive, by what was seen; half before that.

    Each measurement counts for itself (naive Bayes), between its two chances by its presence.
    """
    odds = 0.0
    for diagnostic in task.diagnostics:
        if isinstance(diagnostic, RuleDiagnostic):
            if truths[diagnostic.name] is True:
                ours, others = _rule_chance(diagnostic)
                odds += float(np.log(ours / others))
            continue
        measurement = seen.get(diagnostic.name)
        if diagnostic.weight and measurement is not None and measurement.presence is not None:
            odds += _log_ratio(_chance(diagnostic), measurement.presence)
    return float(np.clip(1.0 / (1.0 + np.exp(-odds)), 0.02, 0.98))


def fired_rules(truths: Mapping[str, Truth]) -> frozenset[str]:
    """Names of the rules that hold by what was seen, however the rest comes out."""
    return frozenset(name for name, truth in truths.items() if truth is True)


def verdicts(
    task: VettingTask,
    seen: Mapping[str, Measurement],
    fired: frozenset[str],
    present: Mapping[str, Bools],
) -> npt.NDArray[np.int8]:
    """(n,) 0 for YES, 1 for NO, 2 for no verdict: one for each drawn outcome of the open units."""
    score = scores(task, seen, fired, present)
    found = np.where(score >= task.scoring.yes_at, 0, 2)
    found = np.where(score < task.scoring.no_below, 1, found)
    for rule in task.rules:
        if rule.effect == "no_verdict":
            found = np.where(present.get(rule.name, rule.name in fired), 2, found)
    return found.astype(np.int8)


def scores(
    task: VettingTask,
    seen: Mapping[str, Measurement],
    fired: frozenset[str],
    present: Mapping[str, Bools],
) -> Floats:
    """(n,) scores as `measure.scoring` makes them, for all drawn outcomes at once."""
    terms = [
        value
        for group in task.scoring.groups
        if (value := _group(group, task, seen, present)) is not None
    ]
    loose = [d for d in task.diagnostics if d.kind != "rule" and not d.group and d.weight]
    if loose:
        terms.append(_sum(loose, seen, present))
    size = next((drawn.size for drawn in present.values()), 1)
    product = bool(terms) and task.scoring.combine == "product"
    score = np.full(size, 1.0 if product else 0.0)
    for term in terms:
        score = score * term if product else score + term
    score = _cut(score)
    for rule in task.rules:
        acts = present.get(rule.name, rule.name in fired)
        if acts is not False:
            score = np.where(acts, _cut(_changed(rule, score)), score)
    return score


def _cut(score: Floats) -> Floats:
    return np.minimum(1.0, np.maximum(0.0, score))


def _changed(rule: RuleDiagnostic, score: Floats) -> Floats:
    match rule.effect:
        case "add":
            return score + rule.amount
        case "multiply":
            return score * rule.amount
        case "cap":
            return np.minimum(score, rule.amount)
        case "floor":
            return np.maximum(score, rule.amount)
        case _:
            return score


def _group(
    group: ScoreGroup,
    task: VettingTask,
    seen: Mapping[str, Measurement],
    present: Mapping[str, Bools],
) -> Floats | None:
    members = [d for d in task.diagnostics if d.kind != "rule" and d.group == group.name]
    pairs = _weighted(members, seen, present)
    if not pairs and group.prior_weight == 0:
        return None
    products: list[Floats] = [np.asarray(w * p) for w, p in pairs]
    if group.combine == "mean":
        total = sum(abs(w) for w, _ in pairs) + group.prior_weight
        added = sum(products, np.asarray(group.prior * group.prior_weight))
        value = added / total if total > 0 else np.zeros(1)
    elif group.combine == "max":
        value = np.maximum.reduce(np.broadcast_arrays(*products)) if products else np.zeros(1)
    else:
        value = sum(products, np.zeros(1))
    return np.clip(value * group.scale, 0.0, group.cap)


def _sum(
    members: Collection[Diagnostic],
    seen: Mapping[str, Measurement],
    present: Mapping[str, Bools],
) -> Floats:
    return sum((np.asarray(w * p) for w, p in _weighted(members, seen, present)), np.zeros(1))


def _weighted(
    members: Collection[Diagnostic],
    seen: Mapping[str, Measurement],
    present: Mapping[str, Bools],
) -> list[tuple[float, Floats]]:
    """(signed weight, presence) of what was measured and of what is drawn."""
    pairs = []
    for diagnostic in members:
        weight = diagnostic.weight if diagnostic.argues == "for" else -diagnostic.weight
        measurement, drawn = seen.get(diagnostic.name), present.get(diagnostic.name)
        if drawn is not None:
            pairs.append((weight, drawn.astype(np.float64)))
        elif measurement is not None and measurement.presence is not None:
            weight *= trust(diagnostic, measurement)
            pairs.append((weight, np.asarray([measurement.presence])))
    return pairs


def _chance(diagnostic: Diagnostic) -> Chance:
    return _FOR if diagnostic.argues == "for" else _AGAINST


def _rule_chance(rule: RuleDiagnostic) -> Chance:
    if rule.effect == "no_verdict":
        return _WITHHOLDING
    return _RAISING if raises(rule) else _LOWERING


def _log_ratio(chance: Chance, presence: float) -> float:
    ours, others = (presence * p + (1.0 - presence) * (1.0 - p) for p in chance)
    return float(np.log(ours / others))
