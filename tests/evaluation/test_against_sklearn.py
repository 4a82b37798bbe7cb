"""The figures are those of scikit-learn and scipy."""

import numpy as np
import pytest
from scipy.stats import binomtest
from sklearn import metrics

from specreview.evaluation.counts import count_answers
from specreview.evaluation.curve import average_precision, precision_recall, rank_area
from specreview.evaluation.groups import grouped
from specreview.evaluation.intervals import bootstrap_f1, f1_of, wilson
from specreview.evaluation.scores import macro, rates, scores
from tests.evaluation.judging import judged_as

BENCH = {"cc": 1321, "cv": 1458, "gm": 1321, "ss": 1442, "wd": 1212}
"""Rows of SpecVI-Bench's test set by task."""


@pytest.mark.parametrize("seed", range(12))
def test_binary_figures_are_those_of_sklearn(seed):
    rng = np.random.default_rng(seed)
    n = int(rng.integers(20, 900))
    truth = np.where(rng.random(n) < rng.uniform(0.05, 0.9), "YES", "NO")
    truth[:2] = "YES", "NO"
    flipped = np.where(truth == "YES", "NO", "YES")
    answer = np.where(rng.random(n) < rng.uniform(0.02, 0.6), flipped, truth)
    answer[0] = "YES"
    counts = count_answers((t, a, "YES") for t, a in zip(truth, answer, strict=True))
    found = rates(counts)
    assert found.accuracy.value == pytest.approx(metrics.accuracy_score(truth, answer))
    for name in ("precision", "recall", "f1"):
        theirs = getattr(metrics, f"{name}_score")(truth, answer, pos_label="YES")
        assert getattr(found, name).value == pytest.approx(theirs), name
    matrix = metrics.confusion_matrix(truth, answer, labels=["YES", "NO"])
    ours = [
        [counts.true_positive, counts.false_negative],
        [counts.false_positive, counts.true_negative],
    ]
    assert matrix.tolist() == ours


@pytest.mark.parametrize("seed", range(8))
def test_without_an_answer_is_a_miss_or_no_false_alarm(seed):
    """sklearn is told NO for the silent ones (F1), and a label of its own (accuracy)."""
    rng = np.random.default_rng(seed)
    truth = rng.choice(["YES", "NO"], 300)
    answer = [None if u < 0.2 else str(a) for u, a in zip(rng.random(300), truth, strict=True)]
    answer = [("NO" if a == "YES" else "YES") if a and rng.random() < 0.1 else a for a in answer]
    found = rates(count_answers((t, a, "YES") for t, a in zip(truth, answer, strict=True)))
    as_no = [a or "NO" for a in answer]
    assert found.f1.value == pytest.approx(metrics.f1_score(truth, as_no, pos_label="YES"))
    assert found.recall.value == pytest.approx(metrics.recall_score(truth, as_no, pos_label="YES"))
    as_wrong = [a or "-" for a in answer]
    assert found.accuracy.value == pytest.approx(metrics.accuracy_score(truth, as_wrong))


def test_classes_count_as_right_by_name_and_as_positive_by_the_first_label():
    labels = ["CV", "QSO", "star"]
    rng = np.random.default_rng(5)
    truth = rng.choice(labels, 400)
    answer = np.where(rng.random(400) < 0.3, rng.choice(labels, 400), truth)
    found = rates(count_answers((t, a, "CV") for t, a in zip(truth, answer, strict=True)))
    assert found.accuracy.value == pytest.approx(metrics.accuracy_score(truth, answer))
    theirs = metrics.f1_score(truth == "CV", answer == "CV")
    assert found.f1.value == pytest.approx(theirs)
    assert found.counts.right < found.counts.true_positive + found.counts.true_negative


@pytest.mark.parametrize("digits", [1, 2, 8])
@pytest.mark.parametrize("seed", range(5))
def test_average_precision_also_with_equal_scores(seed, digits):
    rng = np.random.default_rng(seed)
    truth = rng.random(250) < 0.2
    truth[0] = True
    score = np.round(rng.beta(2 + 2 * truth, 3), digits)
    assert average_precision(score, truth) == pytest.approx(
        metrics.average_precision_score(truth, score)
    )
    curve = precision_recall(score, truth)
    assert curve is not None
    precision, recall, limit = metrics.precision_recall_curve(truth, score)
    np.testing.assert_allclose(curve.precision, precision[-2::-1])
    np.testing.assert_allclose(curve.recall, recall[-2::-1])
    np.testing.assert_allclose(curve.limit, limit[::-1])


@pytest.mark.parametrize(("k", "n"), [(0, 1), (1, 1), (0, 7), (7, 7), (41, 52), (3, 1000)])
def test_wilson_is_scipys(k, n):
    theirs = binomtest(k, n).proportion_ci(method="wilson")
    assert wilson(k, n) == pytest.approx((theirs.low, theirs.high), abs=1e-12)


def test_wilson_of_the_house_example():
    """41 of 52: 66 to 88 %."""
    lower, upper = wilson(41, 52) or (0, 0)
    assert (round(100 * lower), round(100 * upper)) == (66, 88)


def test_bootstrap_is_that_of_drawing_candidates_one_by_one():
    truth = np.array([True] * 60 + [False] * 400)
    said = np.concatenate([np.arange(60) < 45, np.arange(400) < 20])
    counts = count_answers(
        ("Y" if t else "N", "Y" if s else "N", "Y") for t, s in zip(truth, said, strict=True)
    )
    rng = np.random.default_rng(1)
    drawn = []
    for _ in range(3000):
        take = np.concatenate([rng.integers(0, 60, 60), 60 + rng.integers(0, 400, 400)])
        right = np.sum(truth[take] & said[take])
        drawn.append(2 * right / (np.sum(truth[take]) + np.sum(said[take])))
    assert bootstrap_f1(counts) == pytest.approx(np.percentile(drawn, [2.5, 97.5]), abs=0.012)


def test_bootstrap_is_the_same_each_time():
    triples = [("Y", "Y", "Y")] * 301 + [("Y", "N", "Y")] * 102 + [("N", "Y", "Y")] * 97
    counts = count_answers([*triples, *[("N", "N", "Y")] * 911])
    assert bootstrap_f1(counts) == bootstrap_f1(counts)
    assert bootstrap_f1(counts) != bootstrap_f1(counts, seed=3), "the draws do depend on the seed"


def test_a_whole_bench_of_6754_rows():
    """Every figure of the table, by task, with the macro-average."""
    rng = np.random.default_rng(17)
    table, number = [], 0
    for task, size in BENCH.items():
        truth = rng.random(size) < 1 / 8
        for true in truth:
            number += 1
            right = rng.random() < 0.9
            answer = None if rng.random() < 0.03 else "YES" if true == right else "NO"
            label = "YES" if true else "NO"
            score = float(np.round(rng.beta(4, 2) if true else rng.beta(2, 4), 2))
            table.append(judged_as(label, answer, number, task=task, score=score))
    cells = {group[0]: scores(cell) for group, cell in grouped(table, ["task"]).items()}
    mean = macro(one.strict.counts for one in cells.values())
    assert {task: one.n for task, one in cells.items()} == BENCH
    theirs = {}
    for task in BENCH:
        mine = [one for one in table if one.task == task]
        truth, said = [one.label for one in mine], [one.answer() or "NO" for one in mine]
        theirs[task] = metrics.f1_score(truth, said, pos_label="YES")
        assert cells[task].strict.f1.value == pytest.approx(theirs[task])
        precision = metrics.precision_score(truth, said, pos_label="YES")
        assert cells[task].strict.precision.value == pytest.approx(precision)
        ap = metrics.average_precision_score(
            np.array(truth) == "YES", [one.inspected.score for one in mine]
        )
        assert cells[task].average_precision.value == pytest.approx(ap)
    assert mean.value == pytest.approx(sum(theirs.values()) / 5)
    assert mean.range is not None
    assert mean.range[0] < mean.value < mean.range[1]


def test_f1_needs_a_positive_label_and_nothing_else():
    none = count_answers([("NO", "NO", "YES")] * 3)
    assert f1_of(none) is None
    found = rates(none)
    assert (found.f1.value, found.f1.reason) == (None, "no positive label")
    assert (found.recall.value, found.recall.reason) == (None, "no positive label")
    assert found.precision.value is None
    assert "never given" in found.precision.reason
    missed = rates(count_answers([("YES", "NO", "YES")]))
    assert missed.f1.value == 0.0, "a miss is a measured zero"


def test_all_right_has_no_range_rather_than_a_point():
    found = rates(count_answers([("YES", "YES", "YES")] * 4 + [("NO", "NO", "YES")] * 9))
    assert found.f1.value == 1.0
    assert found.f1.range is None
    assert "resample" in found.f1.reason
    assert found.recall.range is not None
    assert found.recall.range[0] == pytest.approx(4 / (4 + 1.959964**2), abs=1e-4)


@pytest.mark.parametrize("seed", range(6))
def test_area_under_the_roc_curve_is_that_of_sklearn(seed):
    rng = np.random.default_rng(seed)
    truth = rng.random(200) < 0.3
    score = np.round(rng.random(200) + 0.3 * truth, 1)
    assert rank_area(score, truth) == pytest.approx(metrics.roc_auc_score(truth, score))


def test_without_both_kinds_there_is_no_area():
    assert rank_area([0.1, 0.9], [True, True]) is None
