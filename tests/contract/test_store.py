"""What every store promises: queues, rows, decisions, traces, work under way."""

import math
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from specreview.agent.events import (
    InspectionStopped,
    InspectorReplied,
    VerdictReached,
    ViewRendered,
    WindowSuggested,
)
from specreview.canonical import sha256_hex
from specreview.errors import NotFound, SequenceConflict, StaleView, StoreError
from specreview.review.candidates import ImportCounts, NewCandidate, Reject
from specreview.review.decision import Decision
from specreview.review.history import approved, new_decision
from specreview.review.rows import RowFilter
from specreview.store.schema import metadata
from specreview.store.verify import verify

EVERYTHING = RowFilter()
BIG = "39627772183708817"
"""A DESI TARGETID that a float, and JavaScript, cannot hold."""


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


@pytest.fixture(autouse=True)
def _verified(store):
    """Whatever a test does through the store, verify finds nothing wrong with it."""
    yield
    assert verify(store).problems == []


# --- queues -----------------------------------------------------------------------------------


def test_a_queue_is_found_by_name_and_id(store):
    made = store.queues.create("winter", None, "list.csv")
    assert store.queues.get("winter") == made == store.queues.by_id(made.id)
    assert store.queues.all() == [made]
    with pytest.raises(StoreError, match="winter"):
        store.queues.create("winter", "cv", "other.csv")
    with pytest.raises(NotFound, match="summer"):
        store.queues.get("summer")
    with pytest.raises(NotFound):
        store.queues.upsert(made.id + 1, [NewCandidate("1", "1", "cv", "/a.fits")])


def test_case_128_importing_twice_doubles_nothing_and_keeps_answers(desk, store):
    d = desk(3)
    d.answer(d.ids[0], "YES")
    again = [NewCandidate(chr(65 + n), f"source {n}", "cv", f"/spectra/{n}.fits") for n in range(3)]
    assert store.queues.upsert(d.queue_id, again) == ImportCounts(0, 0, 3)
    mended = [again[0], replace(again[1], snr=12.5), again[2], replace(again[2], task_key="wd")]
    assert store.queues.upsert(d.queue_id, mended) == ImportCounts(1, 1, 2)
    rows = store.rows(d.queue_id, "ann")
    assert [row.candidate.id for row in rows][:3] == d.ids
    assert [row.candidate.position for row in rows] == [0, 1, 2, 3]
    assert rows[0].answer == "YES"
    assert rows[1].candidate.snr == 12.5
    assert store.queues.upsert(d.queue_id, mended) == ImportCounts(0, 0, 4)


def test_a_file_that_moved_keeps_its_decisions(tmp_path, store):
    here, there = tmp_path / "a", tmp_path / "b"
    here.mkdir()
    there.mkdir()
    (here / "s.fits").write_bytes(b"x")
    queue = store.queues.create("q", "cv", str(here))
    first = NewCandidate("1", "1", "cv", str(here / "s.fits"))
    store.queues.upsert(queue.id, [first])
    store.decisions.append(new_decision(1, "ann", "answer", answer="YES"))
    copy = replace(first, path=str(there / "s.fits"))
    (there / "s.fits").write_bytes(b"x")
    assert store.queues.upsert(queue.id, [copy]) == ImportCounts(new=1)
    (here / "s.fits").unlink()
    (there / "s.fits").rename(tmp_path / "s.fits")
    moved = replace(first, path=str(tmp_path / "s.fits"))
    assert store.queues.upsert(queue.id, [moved]) == ImportCounts(changed=1)
    answers = {row.candidate.path: row.answer for row in store.rows(queue.id, "ann")}
    assert sorted(answers.values(), key=str) == [None, "YES"]
    assert answers[str(tmp_path / "s.fits")] == "YES"


def test_one_object_twice_in_an_import_is_two_spectra_only_where_files_differ(store):
    queue = store.queues.create("q", "cv", "list.csv")
    one = NewCandidate(BIG, BIG, "cv", "/a/coadd.fits", file_object=BIG)
    other = replace(one, path="/b/coadd.fits")
    assert store.queues.upsert(queue.id, [one, other, one]) == ImportCounts(2, 0, 1)
    assert [c.object_id for c in store.queues.find(queue.id, BIG)] == [BIG, BIG]
    assert [c.path for c in store.queues.find(queue.id, BIG)] == ["/a/coadd.fits", "/b/coadd.fits"]


def test_case_115_numpy_numbers_come_back_as_plain_ones(store):
    queue = store.queues.create("q", "cv", "list.csv")
    new = NewCandidate(
        BIG, BIG, "cv", "/a.fits", snr=np.float32(0.5), ra=np.float64(12.25), redshift=np.nan
    )
    store.queues.upsert(np.int64(queue.id), [new])
    found = store.queues.candidate(np.int64(1))
    assert (found.object_id, found.snr, found.ra, found.redshift) == (BIG, 0.5, 12.25, None)
    store.decisions.append(
        new_decision(np.int64(1), "ann", "answer", answer="YES", confidence=int(np.int64(3)))
    )
    assert store.row(1, "ann").answer == "YES"
    store.queues.set_redshift(np.int64(1), np.float32(0.25), "ann")
    assert store.queues.candidate(1).redshift == 0.25
    assert store.neighbour(np.int64(1), "ann", EVERYTHING, np.int64(1), -1) is None


def test_a_reviewers_redshift_outranks_the_catalogues_and_survives_import(store):
    queue = store.queues.create("q", "cv", "list.csv")
    new = NewCandidate("1", "1", "cv", "/a.fits", redshift=0.308, redshift_source="pipeline QSO")
    store.queues.upsert(queue.id, [new])
    store.queues.set_redshift(1, 0.0, "ann")
    store.queues.upsert(queue.id, [replace(new, snr=4.0)])
    found = store.queues.candidate(1)
    assert (found.redshift, found.redshift_source) == (0.0, "set by ann")
    store.queues.set_redshift(1, None, "ann")
    found = store.queues.candidate(1)
    assert (found.redshift, found.redshift_source) == (0.308, "pipeline QSO")


def test_truth_reaches_neither_candidate_nor_row(store):
    queue = store.queues.create("q", "cv", "list.csv")
    new = NewCandidate(
        "1", "1", "cv", "/a.fits", catalogue={"b": "2", "a": "1"}, hidden={"y": "CV"}
    )
    store.queues.upsert(queue.id, [new, replace(new, object_id="2", hidden={})])
    assert store.queues.truth(queue.id) == {1: {"y": "CV"}}
    assert "CV" not in repr(store.row(1, "ann")) + repr(store.queues.candidate(1))
    assert list(store.queues.candidate(1).catalogue) == ["b", "a"]


def test_rejected_rows_are_those_of_the_last_import(store):
    queue = store.queues.create("q", "cv", "list.csv")
    store.queues.set_rejects(queue.id, [Reject(3, "x.fits", "no spectrum"), Reject(1, "", "no id")])
    assert [r.row for r in store.queues.rejects(queue.id)] == [3, 1]
    store.queues.set_rejects(queue.id, [])
    assert store.queues.rejects(queue.id) == []


def test_the_epochs_of_a_source_stand_together(store):
    queue = store.queues.create("q", "cv", "list.csv")
    new = [
        NewCandidate(f"epoch {n}", source, "cv", f"/{n}.fits")
        for n, source in enumerate(["V1", "V2", "V1"])
    ]
    store.queues.upsert(queue.id, new)
    other = store.queues.create("other", "cv", "list.csv")
    store.queues.upsert(other.id, new)
    store.decisions.append(new_decision(3, "ann", "answer", answer="YES"))
    rows = store.family(store.queues.candidate(1), "ann")
    assert [(row.candidate.id, row.answer) for row in rows] == [(1, None), (3, "YES")]


# --- order, filter, next ----------------------------------------------------------------------


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


# --- decisions --------------------------------------------------------------------------------


def test_case_131_undo_goes_back_one_step_and_is_logged(desk):
    d = desk(1)
    (a,) = d.ids
    d.answer(a, "YES")
    d.answer(a, "NO")
    assert d.row(a).answer == "NO"
    d.undo(a)
    assert d.row(a).answer == "YES"
    d.undo(a)
    assert (d.row(a).answer, d.row(a).state) == (None, "new")
    log = d.store.decisions.of_candidate(a)
    assert [made.action for made in log] == ["answer", "answer", "undo", "undo"]
    assert [made.supersedes for made in log] == [None, log[0].id, log[1].id, log[0].id]
    with pytest.raises(StaleView, match="nothing to undo"):
        d.undo(a)
    assert len(d.store.decisions.of_candidate(a)) == 4


def test_undo_from_the_queue_takes_the_latest_standing_decision(desk):
    d = desk(3)
    d.answer(d.ids[2], "YES")
    d.answer(d.ids[0], "NO")
    d.answer(d.ids[1], "YES", "bob")
    latest = d.store.decisions.latest_standing(d.queue_id, "ann")
    assert latest.candidate_id == d.ids[0]
    d.decide(latest.candidate_id, "ann", "undo", supersedes=latest.id)
    assert d.store.decisions.latest_standing(d.queue_id, "ann").candidate_id == d.ids[2]
    with pytest.raises(StaleView):
        d.decide(latest.candidate_id, "ann", "undo", supersedes=latest.id)


def test_nobody_undoes_another_persons_decision(desk):
    d = desk(1)
    bobs = d.answer(d.ids[0], "YES", "bob")
    with pytest.raises(StaleView, match="bob"):
        d.decide(d.ids[0], "ann", "undo", supersedes=bobs.id)
    assert d.row(d.ids[0], "bob").answer == "YES"


def test_a_repeated_submission_is_one_decision(desk):
    d = desk(2)
    made = new_decision(d.ids[0], "ann", "answer", answer="YES", submit_token="t1")
    with ThreadPoolExecutor(4) as pool:
        logged = list(pool.map(lambda _: d.store.decisions.append(made), range(8)))
    again = new_decision(d.ids[0], "ann", "answer", answer="NO", submit_token="t1")
    assert {one.id for one in [*logged, d.store.decisions.append(again)]} == {made.id}
    assert d.row(d.ids[0]).answer == "YES"
    assert d.version(d.ids[0]) == 1
    elsewhere = new_decision(d.ids[1], "ann", "answer", answer="NO", submit_token="t1")
    with pytest.raises(StoreError, match="nothing was saved"):
        d.store.decisions.append(elsewhere)


def test_case_122_an_answer_on_an_older_view_waits_for_a_confirmation(desk):
    d = desk(1)
    (x,) = d.ids
    d.answer(x, "YES", "ann", base_version=0)
    stale = d.answer(x, "NO", "bob", base_version=0)
    assert stale.pending
    assert d.row(x, "ann").answer == "YES"
    assert d.row(x, "bob").answer is None
    assert d.row(x, "bob").state != "conflict"
    assert d.version(x) == 1
    assert d.store.decisions.pending(x, "bob") == stale
    assert d.store.decisions.pending(x, "ann") is None
    confirmed = d.answer(x, "NO", "bob", base_version=1, supersedes=stale.id)
    assert not confirmed.pending
    assert d.store.decisions.pending(x, "bob") is None
    assert (d.row(x, "bob").answer, d.row(x, "bob").state) == ("NO", "conflict")
    assert [made.pending for made in d.store.decisions.of_candidate(x)] == [False, True, False]


def test_reasons_and_notes_hang_on_a_decision_and_make_no_version(desk):
    d = desk(1)
    (a,) = d.ids
    with pytest.raises(StaleView, match="answer or defer first"):
        d.decide(a, "ann", "reason", reason="noise_as_line")
    first = d.answer(a, "NO", comment="faint")
    d.decide(a, "ann", "reason", reason="noise_as_line", base_version=0)
    d.decide(a, "ann", "note", comment="see 5577 Å; ünïcode, =1+1", supersedes=first.id)
    row = d.row(a)
    assert (row.reason, row.comment) == ("noise_as_line", "see 5577 Å; ünïcode, =1+1")
    assert (row.decision_id, d.version(a)) == (first.id, 1)
    d.answer(a, "YES")
    assert (d.row(a).reason, d.row(a).comment) == (None, "")
    d.undo(a)
    assert d.row(a).reason == "noise_as_line"


def test_case_127_current_rows_history_and_counts_are_of_one_kind(desk):
    d = desk(10)
    for candidate_id in d.ids[:4]:
        d.answer(candidate_id, "YES")
    d.answer(d.ids[4], "NO")
    d.answer(d.ids[4], "YES")
    d.defer(d.ids[5])
    current = [row for row in d.store.rows(d.queue_id, "ann") if row.answer is not None]
    counts = d.store.counts(d.queue_id, "ann")
    assert len(current) == counts.answered == 5
    assert counts.total == 10
    assert len(d.store.decisions.history(d.queue_id)) == 7
    assert len(d.store.decisions.recent(d.queue_id, "ann")) == 6


def test_case_116_times_are_kept_as_utc(desk):
    d = desk(1)
    made = new_decision(d.ids[0], "ann", "answer", answer="YES").model_dump()
    made |= {"decided_at": "2026-01-01T13:30:45-08:00", "shown_at": "2026-01-01T13:30:05-08:00"}
    d.store.decisions.append(Decision(**made))
    (found,) = d.store.decisions.of_candidate(d.ids[0])
    assert found.decided_at == "2026-01-01T21:30:45+00:00" == d.row(d.ids[0]).decided_at
    assert found.shown_at == "2026-01-01T21:30:05+00:00"


def test_case_124_time_bounds_are_compared_as_moments(desk):
    d = desk(1)
    made = new_decision(d.ids[0], "ann", "answer", answer="YES").model_dump()
    d.store.decisions.append(Decision(**made | {"decided_at": "2026-01-01T21:30:45Z"}))
    history = d.store.decisions.history
    assert len(history(d.queue_id, since="2026-01-02T05:00+08:00")) == 1
    assert history(d.queue_id, since="2026-01-02T06:00+08:00") == []
    assert history(d.queue_id, until="2026-01-02T05:00+08:00") == []
    assert len(history(d.queue_id, until="2026-01-01T16:00-08:00")) == 1
    with pytest.raises(ValueError, match="offset"):
        history(d.queue_id, since="2026-01-02T05:00")


def test_case_146_a_verdict_is_no_answer(desk):
    d = desk(3)
    seen = {"verdict": "YES", "verdict_shown": True}
    for candidate_id in d.ids:
        d.inspect(candidate_id, "YES", 0.97)
    assert d.store.counts(d.queue_id, "ann").answered == 0
    assert [approved(row, 0)[0] for row in d.store.rows(d.queue_id, "ann")] == [False] * 3
    d.answer(d.ids[0], "YES", origin="agreed", **seen)
    d.answer(d.ids[1], "NO", **seen)
    d.answer(d.ids[2], "YES", verdict="YES", verdict_shown=False)
    rows = d.store.rows(d.queue_id, "ann")
    assert [row.answer for row in rows] == ["YES", "NO", "YES"]
    assert [row.verdict for row in rows] == ["YES"] * 3
    assert [row.origin for row in rows] == ["agreed", "manual", "manual"]
    assert [row.shown_verdict for row in rows] == ["YES", "YES", None]
    agrees = [d.store.decisions.of_candidate(c)[0].agrees for c in d.ids]
    assert agrees == [True, False, None]


def test_conflicts_and_their_end_are_the_states_of_the_row(desk):
    d = desk(3)
    for reviewer, label in {"ann": "YES", "bob": "NO"}.items():
        d.answer(d.ids[0], label, reviewer)
    d.answer(d.ids[1], "YES", "ann", confidence=4)
    d.answer(d.ids[1], "YES", "bob", confidence=2)
    d.answer(d.ids[2], "YES", "ann")
    d.answer(d.ids[2], "NO", "vera", role="volunteer")
    states = [row.state for row in d.store.rows(d.queue_id, "ann")]
    assert states == ["conflict", "conflict", "answered"]
    assert d.store.counts(d.queue_id, "ann").conflicts == 2
    assert d.row(d.ids[0]).answered_by == ("ann", "bob")
    d.answer(d.ids[0], "YES", "chris", role="adjudicator", confidence=4)
    row = d.row(d.ids[0], "bob")
    assert (row.state, row.answer, row.adjudicated_answer) == ("adjudicated", "NO", "YES")
    assert approved(row, 3) == (True, "")
    d.undo(d.ids[0], "chris")
    assert d.row(d.ids[0], "bob").state == "conflict"


def test_a_decision_about_nothing_known_is_refused(desk):
    d = desk(1)
    with pytest.raises(NotFound, match="999"):
        d.store.decisions.append(new_decision(999, "ann", "answer", answer="YES"))
    with pytest.raises(NotFound, match="01NONE"):
        d.answer(d.ids[0], "YES", inspection_id="01NONE")
    with pytest.raises(StoreError, match="not finite"):
        d.answer(d.ids[0], "YES", redshift=math.nan)
    assert d.store.decisions.history(d.queue_id) == []


def test_case_142_anothers_save_leaves_my_draft_and_looking_writes_nothing(desk):
    d = desk(2)
    (x, _) = d.ids
    shown = d.version(x)
    typed = {"comment": "He II 4686 broad?", "confidence": 2, "selection": [3, 7]}
    d.store.work.save_draft("ann", x, typed)
    bobs = d.answer(x, "NO", "bob")
    assert d.store.work.draft("ann", x) == typed
    assert d.store.work.draft("bob", x) is None
    assert d.version(x) > shown
    assert d.store.decisions.of_candidate(x)[-1].reviewer == "bob"
    here = d.store.neighbour(d.queue_id, "ann", EVERYTHING, None, +1, open_only=True)
    log = _everything(d)
    for _ in range(10):
        d.row(x)
        d.store.rows(d.queue_id, "ann")
        d.store.decisions.recent(d.queue_id, "ann")
        d.store.facts()
    assert _everything(d) == log
    assert d.row(x, "bob").decided_at == bobs.decided_at
    assert d.store.neighbour(d.queue_id, "ann", EVERYTHING, None, +1, open_only=True) == here
    d.store.work.clear_draft("ann", x)
    assert d.store.work.draft("ann", x) is None


def _everything(d):
    with d.store.database.read() as connection:
        return [connection.execute(table.select()).all() for table in metadata.sorted_tables]


def test_reviewers_are_all_who_decided(desk):
    d = desk(2)
    d.answer(d.ids[0], "YES", "zoe")
    d.answer(d.ids[1], "YES", "ann")
    d.undo(d.ids[0], "zoe")
    assert d.store.reviewers() == ["ann", "zoe"]


def test_counts_give_the_median_time_of_what_stands(desk):
    d = desk(4)
    assert d.store.counts(d.queue_id, "ann").median_seconds is None
    for candidate_id, seconds in zip(d.ids, (2.0, 8.0, 5.0, 400.0), strict=True):
        d.answer(candidate_id, "NO", active_seconds=seconds)
    d.undo(d.ids[3])
    assert d.store.counts(d.queue_id, "ann").median_seconds == 5.0


# --- traces -----------------------------------------------------------------------------------


def test_a_trace_comes_back_event_by_event_with_its_pictures(desk, start_event):
    d = desk(1)
    traces = d.store.traces
    assert traces.latest(d.ids[0]) is None
    inspection = traces.start(d.ids[0], start_event(), "f")
    png = bytes(range(256)) * 40
    view = ViewRendered(window=(6500.25, 6600.0), label="Hα", image_sha256=sha256_hex(png))
    reply = InspectorReplied(
        text="<think>\u0007 …</think>",
        thought="…",
        calls=(),
        answer=None,
        justification="",
        flags=(),
    )
    traces.append(inspection, 1, view, png)
    traces.append(inspection, 2, reply)
    traces.append(inspection, 3, view)
    trace = traces.load(inspection)
    assert trace.events == (start_event(), view, reply, view)
    assert traces.latest(d.ids[0]) == trace
    assert traces.images(trace) == {view.image_sha256: png}
    assert traces.image(view.image_sha256) == png
    assert traces.image("0" * 64) is None
    with pytest.raises(NotFound):
        traces.load("01NONE")


def test_two_writers_of_one_position_get_one_event_and_one_conflict(desk, start_event):
    d = desk(1)
    inspection = d.store.traces.start(d.ids[0], start_event(), "f")

    def append(n):
        try:
            d.store.traces.append(
                inspection, 1, WindowSuggested(reviewer=f"r{n}", window=None, note="look")
            )
        except SequenceConflict:
            return "conflict"
        return "kept"

    with ThreadPoolExecutor(8) as pool:
        outcomes = list(pool.map(append, range(8)))
    assert sorted(outcomes) == ["conflict"] * 7 + ["kept"]
    assert len(d.store.traces.load(inspection).events) == 2
    with pytest.raises(SequenceConflict, match="not 5"):
        d.store.traces.append(inspection, 5, VerdictReached(verdict="NO", justification=""))


def test_an_event_without_its_picture_is_not_recorded(desk, start_event):
    d = desk(1)
    inspection = d.store.traces.start(d.ids[0], start_event(), "f")
    view = ViewRendered(window=None, label="", image_sha256=sha256_hex(b"one"))
    for png in (b"another", None):
        with pytest.raises(StoreError, match="again"):
            d.store.traces.append(inspection, 1, view, png)
    assert len(d.store.traces.load(inspection).events) == 1
    assert d.store.traces.image(view.image_sha256) is None


@pytest.mark.parametrize(
    ("reason", "state", "has_verdict"),
    [
        ("cancelled", "inspecting", False),
        ("backend_error", "new", False),
        ("turn_limit", "inspected", True),
        ("format_errors", "inspected", True),
    ],
)
def test_how_an_inspection_stopped_is_the_state_of_the_row(
    desk, start_event, reason, state, has_verdict
):
    d = desk(1)
    inspection = d.store.traces.start(d.ids[0], start_event(), "f")
    assert d.row(d.ids[0]).state == "inspecting"
    d.store.traces.append(inspection, 1, InspectionStopped(reason=reason))
    row = d.row(d.ids[0])
    assert (row.state, row.has_verdict, row.verdict) == (state, has_verdict, None)


def test_the_last_verdict_of_the_latest_inspection_counts(desk, start_event):
    d = desk(1)
    (a,) = d.ids
    first = d.inspect(a, "YES", 0.8)
    traces = d.store.traces
    traces.append(first, 3, WindowSuggested(reviewer="ann", window=(4600.0, 4750.0)))
    assert (d.row(a).state, d.row(a).verdict) == ("inspected", "YES")
    traces.append(first, 4, VerdictReached(verdict="NO", justification="", score=0.2))
    assert (d.row(a).verdict, d.row(a).score) == ("NO", 0.2)
    second = traces.start(a, start_event(inspector="other", rollout=1), "g")
    assert (d.row(a).state, d.row(a).has_verdict) == ("inspecting", False)
    traces.append(first, 5, VerdictReached(verdict="YES", justification=""))
    assert (d.row(a).inspection_id, d.row(a).has_verdict) == (second, False)
    listed = traces.of_candidate(a)
    assert [(one.id, one.verdict, one.events) for one in listed] == [
        (second, None, 1),
        (first, "YES", 6),
    ]
    assert (listed[0].inspector, listed[0].rollout, listed[0].fingerprint) == ("other", 1, "g")


# --- work under way ---------------------------------------------------------------------------


def test_case_143_two_claims_at_once_give_one_lease_and_an_expired_one_is_free(desk):
    d = desk(1)
    clock = ["2026-01-01T00:00:00+00:00"]
    d.store.database.now = lambda: clock[0]

    def claim(owner):
        return d.store.work.claim(d.ids[0], "task", "rules", 0, owner, 1800)

    with ThreadPoolExecutor(8) as pool:
        leases = [one for one in pool.map(claim, "abcdefgh") if one is not None]
    assert len(leases) == 1
    assert d.store.work.claim(d.ids[0], "task", "rules", 1, "z", 60) is not None
    clock[0] = "2026-01-01T00:29:59+00:00"
    assert claim("late") is None
    clock[0] = "2026-01-01T00:30:01+00:00"
    taken = claim("late")
    assert taken is not None
    assert d.store.work.renew(leases[0], 60) is None
    d.store.work.release(leases[0])
    renewed = d.store.work.renew(taken, 3600)
    assert renewed.expires_at == "2026-01-01T01:30:01+00:00"
    d.store.work.release(renewed)
    assert claim("next") is not None


def test_requests_are_kept_until_taken_back(desk):
    d = desk(1)
    (a,) = d.ids
    assert d.store.work.requested(a) is None
    d.store.work.request(a, "run")
    d.store.work.request(a, "pause")
    assert d.store.work.requested(a) == "pause"
    d.store.work.request(a, None)
    assert d.store.work.requested(a) is None


def test_facts_say_what_is_in_use(desk):
    d = desk(2)
    d.inspect(d.ids[0], "YES")
    facts = d.store.facts()
    assert facts["counts"] == {
        "queues": 1, "candidates": 2, "inspections": 1, "events": 3, "images": 1, "decisions": 0
    }  # fmt: skip
    assert facts["schema"] == "0001"
    assert facts["warnings"] == []
    assert d.store.size_bytes() == facts["bytes"] > 0
