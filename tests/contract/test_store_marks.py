"""What every store promises of step marks and claim counts: marks are appended and apart from
the trace, counts replace each other and show in the rows.
"""

from dataclasses import replace

import pytest

from specreview.errors import NotFound, StoreError
from specreview.review.marks import new_mark
from specreview.review.rows import ClaimTally, RowFilter, with_marks
from specreview.store.rebuild import rebuild
from specreview.store.verify import verify


@pytest.fixture
def inspected(desk):
    """A desk with one inspected candidate, and its inspection."""
    d = desk(1)
    return d, d.inspect(d.ids[0], "YES")


def standing(store, inspection):
    return [(one.position, one.reviewer, one.mark) for one in store.marks.standing(inspection)]


def test_a_mark_leaves_the_trace_and_the_answers_as_they_are(inspected):
    d, inspection = inspected
    before = d.store.traces.load(inspection), d.row(d.ids[0])
    d.store.marks.append(new_mark(inspection, 1, "ann", "hallucinated"))
    (marked,) = with_marks([d.row(d.ids[0])], d.store.marks.of_queue(d.queue_id))
    assert marked.marks == ("hallucinated",)
    assert (d.store.traces.load(inspection), replace(marked, marks=())) == before
    assert standing(d.store, inspection) == [(1, "ann", "hallucinated")]


def test_another_mark_replaces_mine_and_none_takes_it_back_but_the_log_keeps_all(inspected):
    d, inspection = inspected
    for mark in ("supports", "misread", None, "wrong_window"):
        d.store.marks.append(new_mark(inspection, 1, "ann", mark))
    assert standing(d.store, inspection) == [(1, "ann", "wrong_window")]
    log = [made.mark for made in d.store.marks.history(inspection)]
    assert log == ["supports", "misread", None, "wrong_window"]


def test_two_reviewers_marks_of_one_step_stand_beside_each_other(inspected):
    d, inspection = inspected
    d.store.marks.append(new_mark(inspection, 1, "ann", "supports"))
    d.store.marks.append(new_mark(inspection, 1, "bob", "irrelevant"))
    d.store.marks.append(new_mark(inspection, 1, "ann", None))
    assert standing(d.store, inspection) == [(1, "bob", "irrelevant")]
    assert d.store.marks.of_queue(d.queue_id) == d.store.marks.standing(inspection)


def test_a_repeated_submission_is_one_mark_and_another_with_its_token_none(inspected):
    d, inspection = inspected
    made = new_mark(inspection, 1, "ann", "misread", submit_token="t")
    again = new_mark(inspection, 1, "ann", "misread", submit_token="t")
    assert d.store.marks.append(made) == d.store.marks.append(again) == made
    with pytest.raises(StoreError, match="came back for another one"):
        d.store.marks.append(new_mark(inspection, 1, "ann", "supports", submit_token="t"))
    assert d.store.marks.history(inspection) == [made]


def test_a_mark_needs_an_inspection_and_an_event_of_it(inspected):
    d, inspection = inspected
    with pytest.raises(NotFound, match="no inspection x; open the candidate again"):
        d.store.marks.append(new_mark("x", 1, "ann", "misread"))
    with pytest.raises(NotFound, match="has 3 events, none at 3"):
        d.store.marks.append(new_mark(inspection, 3, "ann", "misread"))


def test_counts_show_in_the_row_of_the_inspection_that_counts(inspected):
    d, inspection = inspected
    assert d.row(d.ids[0]).claims is None
    tally = ClaimTally(inspection, 1, "task", supported=3, contradicted=2, not_checked=4)
    d.store.claims.put([ClaimTally(inspection, 0, "old", supported=9), tally][:1])
    d.store.claims.put([tally])
    assert d.row(d.ids[0]).claims == tally
    assert tally.total == 9
    assert d.store.claims.of_queue(d.queue_id) == {inspection: tally}
    d.inspect(d.ids[0], "NO")
    assert d.row(d.ids[0]).claims is None


def test_counts_of_what_was_never_inspected_are_refused_whole(inspected):
    d, inspection = inspected
    with pytest.raises(NotFound, match="no inspection x"):
        d.store.claims.put([ClaimTally(inspection, 1, "t"), ClaimTally("x", 1, "t")])
    assert inspection not in d.store.claims.of_queue(d.queue_id)


def test_the_filter_and_order_by_contradicted_claims(desk):
    d = desk(4)
    for candidate_id, contradicted in zip(d.ids, (0, 2, 1), strict=False):
        inspection = d.inspect(candidate_id, "YES")
        d.store.claims.put([ClaimTally(inspection, 1, "t", contradicted=contradicted)])
    uncounted = d.ids[3]
    d.inspect(uncounted, None)

    def shown(**wanted):
        rows = d.store.rows(d.queue_id, "ann", RowFilter(**wanted))
        assert len(rows) == d.store.row_count(d.queue_id, "ann", RowFilter(**wanted))
        return [row.candidate.id for row in rows]

    a, b, c = d.ids[:3]
    assert shown(claims="contradicted") == [b, c]
    assert shown(claims="none") == [a]
    assert shown(claims="uncounted") == [uncounted]
    worst_first = RowFilter(sort="contradicted", descending=True)
    assert shown(sort="contradicted", descending=True) == [b, c, a, uncounted]
    walked = [d.store.neighbour(d.queue_id, "ann", worst_first, here, +1) for here in (None, b, c)]
    assert walked == [b, c, a]


def test_what_is_due_is_what_other_rules_or_another_task_counted(desk):
    d = desk(4)
    first, second, third = (d.inspect(known, "YES") for known in d.ids[:3])
    d.store.claims.put(
        [ClaimTally(first, 2, "now"), ClaimTally(second, 1, "now"), ClaimTally(third, 2, "before")]
    )
    assert d.store.claims.due(d.queue_id, 2, ["now"]) == [(d.ids[1], second), (d.ids[2], third)]
    assert d.store.claims.due(d.queue_id, 2, ["now", "before"]) == [(d.ids[1], second)]


def test_making_the_derived_tables_anew_leaves_marks_and_counts(inspected):
    d, inspection = inspected
    d.store.marks.append(new_mark(inspection, 1, "ann", "supports"))
    d.store.claims.put([ClaimTally(inspection, 1, "t", supported=1)])
    rebuild(d.store.database)
    assert standing(d.store, inspection) == [(1, "ann", "supports")]
    assert d.row(d.ids[0]).claims == ClaimTally(inspection, 1, "t", supported=1)
    assert verify(d.store).problems == []
