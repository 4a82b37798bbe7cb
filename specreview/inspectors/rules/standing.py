"""A verdict that can be asked again and again with a few measurements changed, fast."""

from collections.abc import Mapping
from functools import cached_property

from specreview.measure.conditions import holds, names_in
from specreview.measure.measurement import Measurement
from specreview.measure.scoring import apply_rule, base_score
from specreview.tasks.task import VettingTask


class Standing:
    """What was measured, which rules hold by it, and the verdict that follows.

    Only the score and the rules count here: whether enough could be measured does not change
    when a value does.
    """

    def __init__(self, task: VettingTask, seen: Mapping[str, Measurement]) -> None:
        self.task, self.seen = task, seen
        self._rules = [(r, names_in(r.when), holds(r.when, seen) is True) for r in task.rules]

    @cached_property
    def verdict(self) -> str | None:
        """The verdict as measured."""
        return self.changed({})

    def turned(self, changed: Mapping[str, Measurement]) -> bool:
        """Whether the verdict is another one with these measurements in place of those seen."""
        return self.changed(changed) != self.verdict

    def changed(self, changed: Mapping[str, Measurement]) -> str | None:
        """The verdict with these measurements in place of those seen."""
        merged = {**self.seen, **changed}
        score, withheld = base_score(self.task, merged), False
        for rule, names, held in self._rules:
            acts = holds(rule.when, merged) is True if names & changed.keys() else held
            if acts:
                withheld = withheld or rule.effect == "no_verdict"
                score = apply_rule(rule, score)
        if withheld or self.task.scoring.no_below <= score < self.task.scoring.yes_at:
            return None
        return self.task.positive if score >= self.task.scoring.yes_at else self.task.labels[1]
