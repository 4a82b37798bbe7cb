"""What every store promises of decisions: appended once, undone by one step, counted right."""

import math
from concurrent.futures import ThreadPoolExecutor

import pytest

from specreview.errors import NotFound, StaleView, StoreError
from specreview.review.decision import Decision
from specreview.review.history import approved, new_decision
from specreview.review.rows import RowFilter
from specreview.store.columns import metadata

EVERYTHING = RowFilter()


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
