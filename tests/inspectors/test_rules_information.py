"""Where the rules inspector looks next: bits about the verdict, and the score behind them."""

from dataclasses import replace

import numpy as np
import pytest

from specreview.inspectors.rules.information import expected_bits
from specreview.inspectors.rules.outcomes import (
    belief,
    fired_rules,
    open_units,
    rule_truths,
    scores,
)
from specreview.measure.diagnose import measure_task
from specreview.measure.scoring import apply_rules, base_score
from specreview.tasks.load import load_tasks
from tests.inspectors.test_rules import a_star, cataclysmic, m_star, spectrum, white_dwarf

TASKS = load_tasks()


@pytest.fixture(scope="module")
def measured():
    """Measurements of four kinds of object under every task."""
    shapes = (cataclysmic(), a_star(), white_dwarf(), m_star(giant=True))
    return [
        (task, measure_task(spectrum(shape), task, None))
        for task in TASKS.values()
        for shape in shapes
    ]


def test_with_nothing_open_the_score_is_that_of_the_assessment(measured):
    for task, seen in measured:
        score, _ = apply_rules(task, seen, base_score(task, seen))
        fired = fired_rules(rule_truths(task, seen))
        assert scores(task, seen, fired, {})[0] == pytest.approx(score)


def test_a_drawn_outcome_scores_as_if_it_had_been_measured(measured):
    """Without rules: each unseen diagnostic set to present or absent, as `base_score` has it."""
    draws = np.random.default_rng(4)
    for task, seen in measured:
        free = [d.name for d in task.diagnostics if d.kind != "rule" and d.weight][::2]
        known = {name: m for name, m in seen.items() if name not in free}
        present = {name: draws.random(5) < 0.5 for name in free}
        rules = {rule.name: np.zeros(5, bool) for rule in task.rules}
        found = scores(task, known, frozenset(), present | rules)
        for row in range(5):
            # A drawn outcome carries no error, so the weights that shrink with it stay whole.
            told = {n: known_as(seen[n], float(present[n][row])) for n in free}
            assert found[row] == pytest.approx(base_score(task, known | told))


def known_as(measurement, presence):

    return replace(measurement, presence=presence, error=None)


def test_bits_are_never_negative_and_the_same_each_time(measured):
    for task, seen in measured:
        looks = [set(look.diagnostics) for look in task.looks]
        unseen = set().union(*looks)
        known = {name: m for name, m in seen.items() if name not in unseen}
        bits = expected_bits(task, known, unseen, looks)
        assert min(bits) >= -1e-12
        assert max(bits) <= np.log2(3)
        assert bits == expected_bits(task, known, unseen, looks)


def test_what_decides_tells_more_than_what_counts_nothing():
    task = TASKS["cv"]
    seen = {}
    unseen = {"ha_em", "broad", "ca_triplet_em"}
    bits = expected_bits(task, seen, unseen, [{"ha_em", "broad"}, {"ca_triplet_em"}])
    assert bits[0] > 0.1
    assert bits[1] == 0.0


def test_a_rule_that_may_still_withhold_the_verdict_is_worth_a_look(measured):
    """Nothing else is open, and it is unlikely: H(8 %) is 0.40 bit, whatever the draws."""
    task, seen = next(pair for pair in measured if pair[0].key == "cv")
    rule = next(rule for rule in task.rules if rule.name == "cyclotron_humps")
    only = task.model_copy(update={"diagnostics": [*_unruled(task), rule]})
    blind = {name: m for name, m in seen.items() if name not in ("tio5", "tio6159")}
    blind |= {n: replace(blind[n], presence=0.0, value=0.0) for n in ("ha_em", "c_iv")}
    humps = ("hump_4500", "hump_5050", "hump_6120")
    blind |= {n: replace(blind[n], presence=1.0, value=2.5, significance=9.0) for n in humps}
    names = {"tio5", "tio6159"}
    (bits,) = expected_bits(only, blind, names, [names])
    assert bits == pytest.approx(0.40, abs=0.02)


def _unruled(task):
    return [d for d in task.diagnostics if d.kind != "rule"]


def believed(task, seen):
    return belief(task, seen, rule_truths(task, seen))


def test_belief_starts_at_a_half_and_follows_what_was_seen(measured):
    assert believed(TASKS["cv"], {}) == pytest.approx(0.5)
    by_task = {
        (task.key, place % 4): believed(task, seen) for place, (task, seen) in enumerate(measured)
    }
    assert by_task["cv", 0] > 0.9
    assert by_task["cv", 1] < 0.1
    assert by_task["wd", 2] > by_task["wd", 0]


def test_a_rule_is_open_only_while_what_it_reads_is_unseen(measured):
    task, seen = next(pair for pair in measured if pair[0].key == "cv")
    assert open_units(task, rule_truths(task, seen), ()) == ()
    part = {name: m for name, m in seen.items() if name != "ha_em"}
    names = {unit.name for unit in open_units(task, rule_truths(task, part), ("ha_em",))}
    assert "ha_em" in names
