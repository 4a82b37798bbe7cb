"""When answers are a conflict, and what goes on the approved list."""

from dataclasses import replace

import pytest

from specreview.review.consensus import ConflictLimits, approved, consensus
from specreview.review.history import new_decision
from specreview.review.rows import Candidate, CandidateRow


def answer(reviewer="ann", label="YES", **fields):
    return new_decision(1, reviewer, "answer", answer=label, **({"confidence": 3} | fields))


ROW = CandidateRow(
    candidate=Candidate(
        1, 1, 0, "1", "1", "cv", "/a.fits", None, None, "SDSS", None, None, None, None, None, None,
        None, {}, 1,
    ),
    state="answered", verdict="NO", has_verdict=True, inspection_id=None, inspector=None,
    score=None, answer="YES", confidence=3, issues=(), other_class=None, comment="",
    decision_id="d", decided_at=None, active_seconds=None, answered_by=("ann",), role="reviewer",
)  # fmt: skip


@pytest.mark.parametrize(
    ("other", "expected"),
    [
        ({}, ""),
        ({"label": "NO"}, "conflict"),
        ({"label": "UNSURE"}, "conflict"),
        ({"confidence": 2}, ""),
        ({"confidence": 1}, "conflict"),
        ({"confidence": None}, ""),
        ({"other_class": "sdB"}, "conflict"),
        ({"other_class": "DA"}, ""),
        ({"redshift": 0.3}, ""),
        ({"redshift": 0.304}, ""),
        ({"redshift": 0.30434}, "conflict"),
        ({"redshift": -9999.0}, "conflict"),
        ({"label": "NO", "role": "volunteer"}, ""),
        ({"label": "NO", "role": "adjudicator"}, "adjudicated"),
    ],
)
def test_two_answers_stand_together_or_not(other, expected):
    one = answer(redshift=0.3, other_class="DA")
    two = answer("bob", **({"redshift": 0.3} | other))
    assert consensus([one, two]) == consensus([two, one]) == expected


def test_the_redshift_limit_is_desis_on_dz_over_one_plus_z():
    near = answer("bob", redshift=1.0 + 2 * 0.0032)
    far = answer("bob", redshift=1.0 + 2 * 0.0034)
    assert consensus([answer(redshift=1.0), near]) == ""
    assert consensus([answer(redshift=1.0), far]) == "conflict"
    assert consensus([answer(redshift=1.0), far], ConflictLimits(relative_redshift=0.01)) == ""


def test_one_answer_is_no_conflict_and_any_pair_is():
    assert consensus([]) == consensus([answer()]) == ""
    three = [answer("a", confidence=4), answer("b", confidence=3), answer("c", confidence=2)]
    assert consensus(three[:2]) == ""
    assert consensus(three) == "conflict"


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({}, ""),
        ({"confidence": 4}, ""),
        ({"confidence": 2}, "confidence 2 is below 3"),
        ({"confidence": None}, "confidence none is below 3"),
        ({"answer": "NO", "verdict": "YES", "confidence": 4}, "answer is NO"),
        ({"answer": "UNSURE"}, "answer is UNSURE"),
        ({"answer": None, "state": "inspected", "verdict": "YES"}, "not answered by a person"),
        ({"answer": None, "state": "deferred"}, "deferred"),
        ({"role": "volunteer"}, "a volunteer's answer"),
        ({"state": "conflict"}, "reviewers disagree"),
        ({"state": "adjudicated", "adjudicated_answer": "NO"}, "answer is NO"),
        (
            {
                "state": "adjudicated", "answer": None, "role": None,
                "adjudicated_answer": "YES", "adjudicated_confidence": 4,
            },
            "",
        ),
    ],
)  # fmt: skip
def test_what_is_approved_and_why_not(changes, reason):
    assert approved(replace(ROW, **changes), 3) == (reason == "", reason)


def test_the_positive_label_is_the_tasks():
    row = replace(ROW, answer="CV")
    assert approved(row, 3, positive="CV") == (True, "")
    assert approved(row, 3) == (False, "answer is CV")
