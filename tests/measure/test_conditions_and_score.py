"""Three-valued conditions, and scores in which the unknown decides nothing."""

import itertools
from dataclasses import replace

import pytest

from specreview.measure.assessment import assess
from specreview.measure.bounds import score_bounds
from specreview.measure.conditions import holds
from specreview.measure.measurement import Measurement
from specreview.tasks.diagnostics import Condition, ContinuumDiagnostic, Ramp, RuleDiagnostic
from specreview.tasks.task import Indicators, Look, Panel, ScoreGroup, Scoring, VettingTask


def measured(name, presence, value=None, **more):
    return Measurement(name, name, "continuum", presence, value=value, **more)


def diagnostic(name, weight=0.0, **more):
    return ContinuumDiagnostic(
        name=name,
        label=name,
        kind="continuum",
        windows=((4000, 4100), (5000, 5100)),
        slope=Ramp(none=0, full=1),
        weight=weight,
        source="test",
        **more,
    )


def rule(name, when, effect, amount=0.0):
    return RuleDiagnostic(
        name=name, label=name, kind="rule", when=when, effect=effect, amount=amount, source="t"
    )


def task(*diagnostics, **scoring):
    panel = Panel(label="p", axis="wavelength", window=(4000, 4100))
    return VettingTask(
        key="t",
        name="t",
        version=1,
        question="?",
        labels=("YES", "NO"),
        indicators=Indicators(primary=("x",)),
        diagnostics=diagnostics,
        looks=(Look(label="l", window=(4000, 4100)),),
        panels=(panel,) * 4,
        scoring=Scoring(**scoring),
    )


TRUE = measured("true", 1.0, 1.0)
FALSE = measured("false", 0.0, 0.0)
UNKNOWN = measured("unknown", None, 9.0, reason="noise", covered=1.0)
ALL = {m.name: m for m in (TRUE, FALSE, UNKNOWN)}


def leaf(name):
    return Condition(diagnostic=name, quantity="value", above=0.5)


@pytest.mark.parametrize(
    ("first", "second", "both", "either"),
    [
        ("true", "true", True, True),
        ("true", "false", False, True),
        ("true", "unknown", None, True),
        ("false", "false", False, False),
        ("false", "unknown", False, None),
        ("unknown", "unknown", None, None),
    ],
)
def test_kleene_tables(first, second, both, either):
    for one, two in itertools.permutations((leaf(first), leaf(second))):
        assert holds(Condition(all=(one, two)), ALL) is both
        assert holds(Condition(any=(one, two)), ALL) is either
        opposite = None if either is None else not either
        assert holds(Condition(none=(one, two)), ALL) is opposite


def test_value_of_an_unmeasurable_diagnostic_is_unknown_even_if_it_has_a_number():
    assert UNKNOWN.value == 9.0
    assert holds(leaf("unknown"), ALL) is None


def test_at_least_counts_the_unknown_as_open():
    three = tuple(leaf(name) for name in ("true", "false", "unknown"))
    assert holds(Condition(any=three, at_least=1), ALL) is True
    assert holds(Condition(any=three, at_least=2), ALL) is None
    assert holds(Condition(any=three, at_least=3), ALL) is False


def test_measured_is_known_for_the_unmeasurable_but_not_for_the_unlooked():
    assert holds(Condition(diagnostic="unknown", measured=False), ALL) is True
    assert holds(Condition(diagnostic="true", measured=False), ALL) is False
    assert holds(Condition(diagnostic="absent", measured=False), ALL) is None


def test_relative_to_divides_and_is_infinite_over_nothing():
    pair = {"a": measured("a", 1.0, 3.0), "b": measured("b", 1.0, 2.0)}
    ratio = Condition(diagnostic="a", quantity="value", relative_to="b", above=1.4)
    assert holds(ratio, pair) is True
    assert holds(ratio, {**pair, "b": measured("b", 1.0, 3.0)}) is False
    assert holds(ratio, {**pair, "b": measured("b", 1.0, -1.0)}) is True
    assert holds(ratio, {**pair, "b": measured("b", None, 1.0)}) is None


@pytest.mark.parametrize(
    ("limit", "sigmas", "expected"),
    [
        ({"above": 0.82}, 0.0, True),
        ({"above": 0.82}, 1.0, True),
        ({"above": 0.82}, 2.0, False),
        ({"below": 0.82}, 0.0, False),
        ({"below": 0.82}, -1.0, False),
        ({"below": 0.82}, -2.0, True),
    ],
)
def test_sigmas_ask_for_a_margin_in_errors(limit, sigmas, expected):
    """0.90 ± 0.05 stands 1.6 errors above 0.82."""
    h9 = {"a": replace(measured("a", 1.0, 0.90), error=0.05)}
    asked = Condition(diagnostic="a", quantity="value", sigmas=sigmas, **limit)
    assert holds(asked, h9) is expected
    assert holds(asked, {"a": replace(h9["a"], error=None)}) is (expected if sigmas == 0 else None)


def test_limits_are_open():
    assert holds(Condition(diagnostic="true", quantity="value", above=1.0), ALL) is False
    assert holds(Condition(diagnostic="true", quantity="value", below=1.0), ALL) is False


@pytest.mark.parametrize("effect", ["add", "multiply", "cap", "floor", "no_verdict"])
def test_unknown_never_fires_a_rule(effect):
    lone = task(diagnostic("true", 0.7), rule("r", leaf("unknown"), effect, -1.0))
    found = assess(lone, ALL)
    assert found.rules_fired == ()
    assert found.verdict == "YES"
    assert found.score == pytest.approx(0.7)


def test_rules_act_in_order_and_the_score_is_cut_after_each():
    up = rule("up", leaf("true"), "add", 5.0)
    half = rule("half", leaf("true"), "multiply", 0.5)
    cap = rule("cap", leaf("true"), "cap", 0.4)
    floor = rule("floor", leaf("true"), "floor", 0.45)
    assert assess(task(diagnostic("true", 0.2), up, half), ALL).score == pytest.approx(0.5)
    assert assess(task(diagnostic("true", 0.2), half, up), ALL).score == pytest.approx(1.0)
    assert assess(task(diagnostic("true", 0.2), up, cap, floor), ALL).score == pytest.approx(0.45)


def test_no_verdict_rule_withholds_with_its_label_as_reason():
    found = assess(task(diagnostic("true", 0.9), rule("polar", leaf("true"), "no_verdict")), ALL)
    assert found.verdict is None
    assert found.reason == "polar"
    assert found.score == pytest.approx(0.9)


def test_between_the_limits_there_is_no_verdict():
    for weight, verdict in ((0.34, "NO"), (0.35, None), (0.64, None), (0.65, "YES")):
        assert assess(task(diagnostic("true", weight)), ALL).verdict == verdict


def test_deciding_diagnostics_must_be_measurable():
    free = diagnostic("true", 0.9), diagnostic("unknown", 0.9)
    found = assess(task(*free, deciding=("unknown",)), ALL)
    assert found.verdict is None
    assert "noise" in found.reason
    assert assess(task(*free, deciding=("true", "unknown")), ALL).verdict == "YES"
    unlooked = {"true": TRUE}
    assert "not looked at" in assess(task(*free, deciding=("unknown",)), unlooked).reason


def test_no_stands_where_the_unmeasurable_could_not_turn_it():
    weak = diagnostic("false", 0.5), diagnostic("unknown", 0.2)
    assert assess(task(*weak, deciding=("unknown",)), ALL).verdict == "NO"
    unobserved = ALL | {"unknown": replace(UNKNOWN, covered=0.0)}
    assert assess(task(*weak, deciding=("unknown",)), unobserved).verdict is None
    strong = diagnostic("false", 0.5), diagnostic("unknown", 0.5)
    assert assess(task(*strong, deciding=("unknown",)), ALL).verdict is None


def test_low_signal_in_the_deciding_windows_gives_no_verdict():
    noisy = {"true": measured("true", 0.0, 0.0, snr=1.2)}
    found = assess(task(diagnostic("true", 0.9), deciding=("true",), min_snr=2.0), noisy)
    assert found.verdict is None
    assert "S/N 1.2" in found.reason


def test_weight_shrinks_with_the_error():
    sharp = {"a": measured("a", 1.0, 1.0, error=0.0)}
    vague = {"a": measured("a", 1.0, 1.0, error=0.1)}
    one = task(diagnostic("a", 0.8, error_scale=0.1))
    assert assess(one, sharp).score == pytest.approx(0.8)
    assert assess(one, vague).score == pytest.approx(0.4)


def test_groups_multiply_and_an_unmeasured_group_is_left_out():
    grouped = task(
        diagnostic("true", 0.5, group="m"),
        diagnostic("false", 0.5, group="m"),
        diagnostic("unknown", 1.0, group="red"),
        groups=(ScoreGroup(name="m", combine="mean", scale=1.2), ScoreGroup(name="red")),
        combine="product",
    )
    assert assess(grouped, ALL).score == pytest.approx(0.6)


def test_prior_speaks_where_nothing_is_measured():
    group = ScoreGroup(name="g", combine="mean", prior=0.3, prior_weight=0.15)
    one = task(diagnostic("unknown", 1.0, group="g"), groups=(group,))
    assert assess(one, ALL).score == pytest.approx(0.3)


def test_bounds_hold_every_outcome():
    names = ("a", "b", "c")
    free = (
        diagnostic("a", 0.4),
        diagnostic("b", 0.4),
        diagnostic("c", 0.3, argues="against"),
        rule("veto", Condition(diagnostic="b", above=0.5), "add", -0.2),
        rule("lift", Condition(diagnostic="c", above=0.5), "floor", 0.5),
    )
    one = task(*free)
    for seen_count in range(4):
        seen = {n: measured(n, 1.0, 1.0) for n in names[:seen_count]}
        bounds = score_bounds(one, seen, names[seen_count:])
        for outcome in itertools.product((0.0, 1.0), repeat=3 - seen_count):
            rest = dict(zip(names[seen_count:], outcome, strict=True))
            full = seen | {n: measured(n, p, p) for n, p in rest.items()}
            assert bounds.lower - 1e-9 <= assess(one, full).score <= bounds.upper + 1e-9
    shut = score_bounds(one, {n: measured(n, 1.0, 1.0) for n in names}, ())
    assert shut.upper - shut.lower == 0


def test_supports_and_against_follow_the_weights():
    several = task(
        diagnostic("true", 0.2),
        diagnostic("false", 0.5),
        diagnostic("also", 0.6),
        diagnostic("tio", 0.0, argues="against"),
    )
    seen = ALL | {"also": measured("also", 0.8), "tio": measured("tio", 1.0)}
    found = assess(several, seen)
    assert [m.name for m in found.supports] == ["also", "true"]
    assert {m.name for m in found.against} == {"false", "tio"}
    assert found.not_measurable == ()
