"""What a share of true objects means, and track records, by examples worked by hand."""

import pytest

from specreview.evaluation.counts import Counts
from specreview.evaluation.expected import (
    expectation,
    measured_rates,
    published_rates,
    share_wrong,
)
from specreview.evaluation.people import answered, as_labels
from specreview.evaluation.published import TABLE, applies, published_model
from specreview.evaluation.track import track_record
from specreview.review.rows import StandingAnswer


def test_the_share_of_wrong_answers_by_counting_a_thousand_candidates():
    """At 1 %: 10 real, 8 found; of 990 others 5.4 % called YES: 53.5 of 61.5 are wrong."""
    assert share_wrong(0.01, 0.8, 0.054) == pytest.approx(53.46 / 61.46, abs=1e-4)
    assert round(100 * share_wrong(0.01, 0.8, 0.054)) == 87


def test_a_coin_is_wrong_as_often_as_there_are_false_candidates():
    assert share_wrong(0.01, 0.5, 0.5) == pytest.approx(0.99)
    assert share_wrong(0.3, 1.0, 0.0) == 0.0
    assert share_wrong(0.3, 0.0, 0.0) is None, "no YES, nothing to be wrong"


def test_published_rates_give_back_the_published_precision_and_recall():
    """At one in eight of 800: 100 real, F1 80 %: 80 found, so 20 false alarms of 700."""
    rates = published_rates(0.80, share=1 / 8)
    assert rates.true_positive * 100 == pytest.approx(80)
    assert rates.false_positive * 700 == pytest.approx(20)
    assert share_wrong(1 / 8, rates.true_positive, rates.false_positive) == pytest.approx(0.2)
    at_one_percent = expectation(0.01, rates)
    assert at_one_percent is not None
    # 10 real of 1000: 8 found; 990 * 20 / 700 = 28.3 false alarms.
    assert at_one_percent.wrong == pytest.approx(28.286 / 36.286, abs=1e-3)
    assert at_one_percent.range is None


def test_measured_rates_need_ten_on_each_side_and_a_yes():
    enough = Counts(true_positive=8, false_negative=1, silent_positive=1,
                    false_positive=2, true_negative=37, silent_negative=1)  # fmt: skip
    rates = measured_rates(enough)
    assert rates is not None
    assert (rates.true_positive, rates.false_positive, rates.n) == (0.8, 0.05, 50)
    assert measured_rates(Counts(true_positive=9, true_negative=90)) is None
    assert measured_rates(Counts(true_positive=90, true_negative=9)) is None
    assert measured_rates(Counts(false_negative=20, true_negative=50)) is None
    only_yes_looked_at = Counts(true_positive=40, false_positive=30, true_negative=9)
    assert measured_rates(only_yes_looked_at) is None, "it would say 100 % and 77 %"


def test_answers_on_mostly_yes_verdicts_are_weighted_back():
    """Of 1000: 100 true (90 get YES), 900 false (45 get YES). All 135 YES are answered, and
    every tenth of the 865 others; counted as they are, 45 of 131 false ones would get YES."""
    others = Counts(true_positive=90, false_positive=45, false_negative=1, true_negative=86)
    raw, weighted = measured_rates(others), measured_rates(others, 135 / 1000)
    assert raw is not None
    assert weighted is not None
    assert raw.false_positive == pytest.approx(45 / 131)
    assert weighted.true_positive == pytest.approx(90 / (90 + 865 / 87), abs=1e-3)
    assert weighted.false_positive == pytest.approx(45 / (45 + 865 * 86 / 87), abs=1e-4)
    assert weighted.false_positive == pytest.approx(0.05, abs=0.001)
    assert weighted.true_positive_range is not None
    assert weighted.true_positive_range[0] < 0.9 < weighted.true_positive_range[1]


def test_weights_of_a_whole_sample_change_nothing():
    whole = Counts(true_positive=80, false_negative=20, false_positive=45, true_negative=855)
    raw, weighted = measured_rates(whole), measured_rates(whole, 125 / 1000)
    assert raw is not None
    assert weighted is not None
    assert weighted.true_positive == pytest.approx(raw.true_positive)
    assert weighted.false_positive == pytest.approx(raw.false_positive)


def test_the_range_spans_the_worst_and_the_best_of_both_rates():
    counts = Counts(true_positive=40, false_negative=10, false_positive=5, true_negative=95)
    rates = measured_rates(counts)
    assert rates is not None
    found = expectation(0.01, rates)
    assert found is not None
    assert found.range is not None
    low, high = found.range
    # Wilson: 40 of 50 is 66.96 to 88.76 %, 5 of 100 is 2.15 to 11.18 %.
    assert low == pytest.approx(99 * 2.1543 / (99 * 2.1543 + 88.7564), abs=1e-3)
    assert high == pytest.approx(99 * 11.1754 / (99 * 11.1754 + 66.9629), abs=1e-3)
    assert low < found.wrong < high


def test_no_false_alarm_seen_does_not_mean_that_none_will_come():
    rates = measured_rates(Counts(true_positive=20, true_negative=30))
    assert rates is not None
    found = expectation(0.01, rates)
    assert found is not None
    assert found.wrong == 0.0
    assert found.range is not None
    assert found.range[1] > 0.9, "of 30 without alarm, up to 11 % alarms are possible"


def test_the_papers_table():
    """Each published mean is the plain mean of its five F1s, as far as one decimal says."""
    for line in TABLE:
        assert len(line.f1) == 5
        if line.name != "best specialist net":
            assert sum(line.f1.values()) / 5 == pytest.approx(line.mean, abs=0.11), line.name


def test_published_figures_hold_for_the_released_model_with_the_rows_own_prompt_alone():
    model = "Maxwell-Jia/spec-o3-3b"
    line = applies(model, "greedy", "specvi", own_prompt=True)
    assert line is not None
    assert line.f1["cv"] == 80.7
    assert applies(model, "greedy", "specvi", own_prompt=False) is None
    assert applies(model, "greedy", "lamost", own_prompt=True) is None
    assert applies(model, "temperature 0.6, top-p 0.95", "specvi", own_prompt=True) is None
    assert applies("Qwen/Qwen2.5-VL-3B-Instruct", "greedy", "specvi", own_prompt=True) is None
    folder = published_model("/models/Spec-o3-7B/")
    assert folder is not None
    assert folder.name == "Spec-o3-7B"
    assert published_model("rules") is None
    assert published_model("") is None


def decided(candidate, answer, reviewer="ann", *, role="reviewer", shown=None):
    return StandingAnswer(
        candidate, reviewer, role, answer, shown, f"2026-01-01T00:00:{candidate:02d}+00:00", None
    )


def test_what_people_agree_on_is_the_answer():
    people = answered(
        [
            decided(1, "YES"),
            decided(2, "YES"), decided(2, "NO", "bob"),
            decided(3, "UNSURE"),
            decided(4, "NO", "kid", role="volunteer"),
            decided(5, "YES"), decided(5, "NO", "bob"), decided(5, "NO", "eve", role="adjudicator"),
            decided(6, "YES", shown="YES"), decided(6, "YES", "bob"),
        ]
    )  # fmt: skip
    assert as_labels(people) == {1: "YES", 5: "NO", 6: "YES"}
    assert as_labels(people, blind_only=True) == {1: "YES", 5: "NO"}


def test_a_track_record_counts_all_and_says_which_were_blind():
    standing = [decided(n, "YES", shown="YES") for n in range(40)]
    standing += [decided(40, "YES")]
    standing += [decided(n, "NO", shown="YES") for n in range(41, 52)]
    record = track_record("YES", answered(standing).values())
    assert (record.right, record.given) == (41, 52)
    assert (record.blind_right, record.blind_given) == (1, 1)
    assert record.range == pytest.approx((0.6597, 0.8776), abs=1e-4)  # scipy
    assert track_record("YES", []).range is None
