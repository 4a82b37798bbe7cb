"""Who is on a list: answers that count, reasons of the others, counts that sum up."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from specreview.errors import SettingsError
from specreview.export import period, select_rows
from specreview.review.rows import CandidateRow

from .conftest import ROW

ANSWERED = ("new", "inspecting", "inspected", "answered", "deferred", "conflict", "adjudicated")

OTHER = "not answered, another verdict or none"


def test_current_has_one_row_a_decided_candidate(make_row) -> None:  # type: ignore[no-untyped-def]
    # 10 candidates, 4 answered once, 1 answered twice, 1 deferred: 5 rows, the page says 5 of 10.
    rows = [make_row(n) for n in range(1, 6)]
    rows.append(make_row(6, state="deferred", answer=None, confidence=None))
    rows += [
        make_row(n, state="new", answer=None, has_verdict=False, verdict=None) for n in range(7, 11)
    ]
    chosen = select_rows(rows, "current", 3)
    assert [row.candidate.id for row in chosen.rows] == [1, 2, 3, 4, 5]
    assert {one.reason: one.count for one in chosen.left_out} == {
        "deferred": 1, OTHER: 4,
    }  # fmt: skip
    assert chosen.total == 10


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({}, None),
        ({"answer": "NO"}, "answer NO"),
        ({"answer": "UNSURE"}, "answer UNSURE"),
        ({"confidence": 2}, "YES with confidence below 3"),
        ({"confidence": None}, "YES with confidence below 3"),
        ({"state": "conflict"}, "open conflict"),
        ({"state": "deferred", "answer": None}, "deferred"),
        ({"state": "inspected", "answer": None}, "not answered, inspector's verdict YES"),
        ({"state": "inspected", "answer": None, "verdict": None}, OTHER),
        ({"state": "new", "answer": None, "has_verdict": False}, OTHER),
        ({"role": "volunteer"}, "a volunteer's answer"),
        ({"state": "adjudicated", "answer": "NO", "adjudicated_answer": "YES",
          "adjudicated_confidence": 4}, None),
        ({"state": "adjudicated", "adjudicated_answer": "NO", "adjudicated_confidence": 4},
         "answer NO"),
    ],
)  # fmt: skip
def test_each_reason_has_its_name(make_row, fields, reason) -> None:  # type: ignore[no-untyped-def]
    chosen = select_rows([make_row(**fields)], "approved", 3)
    assert [one.reason for one in chosen.left_out] == ([] if reason is None else [reason])


def test_the_positive_label_is_the_tasks_own(make_row) -> None:  # type: ignore[no-untyped-def]
    rows = [make_row(1, task_key="type", answer="DA"), make_row(2, task_key="type", answer="DB")]
    chosen = select_rows(rows, "approved", 3, {"type": "DA"})
    assert [row.candidate.id for row in chosen.rows] == [1]


@pytest.mark.parametrize(
    ("since", "until", "kept"),
    [
        ("2026-01-02T05:00:00+08:00", None, True),  # 21:00 UTC
        ("2026-01-02T06:00:00+08:00", None, False),  # 22:00 UTC
        (None, "2026-01-01T16:31:00-05:00", True),
        (None, "2026-01-01T21:30:45+00:00", False),
        ("2026-01-01T21:30:45Z", "2026-01-01T21:30:46Z", True),
        ("2026-01-01T21:30:45.5Z", None, False),
    ],
)
def test_times_are_compared_as_moments(make_row, since, until, kept) -> None:  # type: ignore[no-untyped-def]
    row = make_row(decided_at="2026-01-01T21:30:45+00:00")
    chosen = select_rows([row], "current", 3, within=period(since, until))
    assert bool(chosen.rows) is kept
    assert len(chosen.rows) + sum(one.count for one in chosen.left_out) == 1


@pytest.mark.parametrize("moment", ["yesterday", "2026-01-01T21:30:45"])
def test_a_time_without_offset_is_refused(moment: str) -> None:
    with pytest.raises(SettingsError, match="no time with an offset"):
        period(moment, None)


_ROWS = st.builds(
    lambda state, answer, confidence, verdict: replace(
        ROW, state=state, answer=answer, confidence=confidence, verdict=verdict,
        has_verdict=state != "new",
    ),
    st.sampled_from(ANSWERED),
    st.sampled_from(["YES", "NO", "UNSURE", None]),
    st.sampled_from([0, 2, 3, 4, None]),
    st.sampled_from(["YES", "NO", None]),
)  # fmt: skip


@given(st.lists(_ROWS, max_size=30), st.sampled_from(["approved", "current"]))
def test_kept_and_left_out_are_the_whole_queue(rows: list[CandidateRow], kind) -> None:  # type: ignore[no-untyped-def]
    chosen = select_rows(rows, kind, 3)
    assert len(chosen.rows) + sum(one.count for one in chosen.left_out) == len(rows)


@given(st.lists(_ROWS, max_size=30))
def test_the_approved_list_is_part_of_the_current_one(rows: list[CandidateRow]) -> None:
    approved = {id(row) for row in select_rows(rows, "approved", 3).rows}
    current = {id(row) for row in select_rows(rows, "current", 3).rows}
    assert approved <= current


def test_a_period_that_ends_before_it_begins_is_refused() -> None:
    with pytest.raises(SettingsError, match="is not before"):
        period("2026-01-01T00:00:00+08:00", "2025-12-31T16:00:00Z")
