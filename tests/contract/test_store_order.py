"""What every store promises of order: filters, pages, next and the end of the queue."""

import math
from itertools import pairwise

from specreview.review.candidates import NewCandidate
from specreview.review.rows import RowFilter

EVERYTHING = RowFilter()


def walk(desk, reviewer="ann", row_filter=EVERYTHING, limit=20):
    """The candidates that "next open" shows, when each is answered NO as it comes."""
    seen, here = [], None
    while len(seen) < limit:
        here = desk.store.neighbour(desk.queue_id, reviewer, row_filter, here, +1, open_only=True)
        if here is None:
            return seen
        seen.append(here)
        desk.answer(here, "NO", reviewer)
    return seen


def test_case_125_a_deferred_candidate_comes_back_at_the_end(desk):
    d = desk(3)
    a, b, c = d.ids
    assert d.store.neighbour(d.queue_id, "ann", EVERYTHING, None, +1, open_only=True) == a
    d.defer(a)
    counts = d.store.counts(d.queue_id, "ann")
    assert (counts.answered, counts.deferred, counts.total) == (0, 1, 3)
    listed = d.store.rows(d.queue_id, "ann", RowFilter(states=("deferred",)))
    assert [row.candidate.id for row in listed] == [a]
    assert d.store.neighbour(d.queue_id, "ann", EVERYTHING, a, +1, open_only=True) == b
    assert walk(d) == [b, c, a]
    assert d.store.counts(d.queue_id, "ann").answered == 3


def test_deferred_ones_come_back_in_the_order_of_their_deferral(desk):
    d = desk(4)
    for candidate_id in (d.ids[2], d.ids[0], d.ids[3]):
        d.defer(candidate_id)
    d.defer(d.ids[2])
    assert walk(d) == [d.ids[1], d.ids[0], d.ids[3], d.ids[2]]


def test_after_the_end_those_that_were_jumped_over_come_next(desk):
    d = desk(5)
    d.answer(d.ids[3], "NO")
    following = d.store.neighbour(d.queue_id, "ann", EVERYTHING, d.ids[3], +1, open_only=True)
    d.answer(following, "NO")
    assert following == d.ids[4]
    assert (
        d.store.neighbour(d.queue_id, "ann", EVERYTHING, d.ids[4], +1, open_only=True) == d.ids[0]
    )


def test_case_134_a_new_session_resumes_at_the_first_open_one(desk):
    d = desk(5)
    for candidate_id in d.ids[:3]:
        d.answer(candidate_id, "YES")
    assert d.store.neighbour(d.queue_id, "ann", EVERYTHING, None, +1, open_only=True) == d.ids[3]
    assert d.store.neighbour(d.queue_id, "bob", EVERYTHING, None, +1, open_only=True) == d.ids[0]


def test_case_136_a_changed_old_answer_leaves_position_and_the_others_alone(desk):
    d = desk(5)
    for candidate_id in d.ids[:3]:
        d.answer(candidate_id, "YES")
    before = d.store.rows(d.queue_id, "ann")
    d.answer(d.ids[1], "NO")
    after = d.store.rows(d.queue_id, "ann")
    assert [row.candidate.id for row in after] == d.ids
    assert after[1].answer == "NO"
    assert before[:1] + before[2:] == after[:1] + after[2:]
    assert d.store.neighbour(d.queue_id, "ann", EVERYTHING, d.ids[1], +1) == d.ids[2]
    assert d.store.neighbour(d.queue_id, "ann", EVERYTHING, d.ids[1], -1) == d.ids[0]
    assert d.store.neighbour(d.queue_id, "ann", EVERYTHING, None, +1, open_only=True) == d.ids[3]


def test_case_137_saving_twice_counts_once_and_the_end_is_none(desk):
    d = desk(2)
    d.answer(d.ids[0], "YES")
    d.answer(d.ids[0], "NO")
    assert d.store.counts(d.queue_id, "ann").answered == 1
    assert walk(d) == [d.ids[1]]
    for here in (None, *d.ids):
        assert d.store.neighbour(d.queue_id, "ann", EVERYTHING, here, +1, open_only=True) is None


def test_next_is_next_after_this_one_though_it_left_the_filter(desk):
    d = desk(5)
    new_only = RowFilter(states=("new",))
    d.answer(d.ids[2], "YES")
    assert d.store.neighbour(d.queue_id, "ann", new_only, d.ids[2], +1) == d.ids[3]
    assert d.store.neighbour(d.queue_id, "ann", new_only, d.ids[2], -1) == d.ids[1]


def test_going_along_any_order_meets_each_row_once(store):
    queue = store.queues.create("q", "cv", "list.csv")
    snrs = [3.0, None, 7.5, 3.0, math.nan, 0.0]
    store.queues.upsert(
        queue.id,
        [
            NewCandidate(name, name, "cv", f"/{name}.fits", snr=snr, survey=survey)
            for name, snr, survey in zip("ecadbf", snrs, ["SDSS", "DESI"] * 3, strict=True)
        ],
    )
    for sort in ("queue", "id", "survey", "snr", "score", "verdict", "answer", "state"):
        for descending in (False, True):
            order = RowFilter(sort=sort, descending=descending)
            shown = [row.candidate.id for row in store.rows(queue.id, "ann", order)]
            assert sorted(shown) == [1, 2, 3, 4, 5, 6]
            assert store.neighbour(queue.id, "ann", order, None, +1) == shown[0]
            assert store.neighbour(queue.id, "ann", order, None, -1) == shown[-1]
            for here, there in pairwise(shown):
                assert store.neighbour(queue.id, "ann", order, here, +1) == there
                assert store.neighbour(queue.id, "ann", order, there, -1) == here
            assert store.neighbour(queue.id, "ann", order, shown[-1], +1) is None
    brightest = [
        row.candidate.snr
        for row in store.rows(queue.id, "ann", RowFilter(sort="snr", descending=True))
    ]
    assert brightest == [7.5, 3.0, 3.0, 0.0, None, None]


def test_filters_and_pages_agree_with_their_count(desk):
    d = desk(6)
    d.inspect(d.ids[0], "YES", 0.9)
    d.inspect(d.ids[1], None)
    d.inspect(d.ids[2], "NO", 0.1)
    for verdicts, expected in {
        ("YES",): [0],
        ("none",): [1],
        ("NO", "none"): [1, 2],
    }.items():
        only = RowFilter(verdicts=verdicts)
        rows = d.store.rows(d.queue_id, "ann", only)
        assert [row.candidate.id for row in rows] == [d.ids[n] for n in expected]
        assert d.store.row_count(d.queue_id, "ann", only) == len(expected)
    whole = d.store.rows(d.queue_id, "ann")
    paged = [d.store.rows(d.queue_id, "ann", limit=4, offset=start) for start in (0, 4)]
    assert paged[0] + paged[1] == whole
