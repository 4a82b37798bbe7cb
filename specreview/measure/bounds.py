"""How far the score can still move when some diagnostics have not been looked at."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from specreview.measure.conditions import holds, names_in
from specreview.measure.measurement import Measurement
from specreview.measure.scoring import apply_rule, base_score
from specreview.tasks.diagnostics import Diagnostic, RuleDiagnostic
from specreview.tasks.task import VettingTask


@dataclass(frozen=True)
class Bounds:
    """The least and the greatest score that the open diagnostics allow.

    `withheld` says that a rule which withholds the verdict may still fire.
    """

    lower: float
    upper: float
    withheld: bool


def score_bounds(
    task: VettingTask, seen: Mapping[str, Measurement], unseen: Collection[str]
) -> Bounds:
    """Bounds of the score when each diagnostic in `unseen` may turn out present or absent.

    A rule is open when `seen` leaves it unknown and it reads an unseen diagnostic; the bounds
    take open rules that lower the score, or those that raise it.
    """
    names = frozenset(unseen)
    rules = [(rule, holds(rule.when, seen)) for rule in task.rules]
    open_rules = [r for r, truth in rules if truth is None and names & names_in(r.when)]
    ends = []
    for favourable in (False, True):
        assumed = {**seen, **_assumed(task, names, favourable)}
        score = base_score(task, assumed)
        for rule, truth in rules:
            if truth or (rule in open_rules and raises(rule) is favourable):
                score = apply_rule(rule, score)
        ends.append(score)
    withheld = any(rule.effect == "no_verdict" for rule in open_rules)
    return Bounds(min(ends), max(ends), withheld)


def raises(rule: RuleDiagnostic) -> bool:
    """Whether the rule can only raise the score."""
    match rule.effect:
        case "add":
            return rule.amount > 0
        case "multiply":
            return rule.amount > 1
        case "floor":
            return True
        case _:
            return False


def _assumed(task: VettingTask, unseen: frozenset[str], favourable: bool) -> dict[str, Measurement]:
    return {
        d.name: _assume(d, 1.0 if (d.argues == "for") is favourable else 0.0)
        for d in task.diagnostics
        if d.name in unseen
    }


def _assume(diagnostic: Diagnostic, presence: float) -> Measurement:
    return Measurement(diagnostic.name, diagnostic.label, diagnostic.kind, presence)
