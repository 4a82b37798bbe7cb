"""What stands follows from the log alone, whatever people do in whatever order."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from specreview.errors import StaleView
from specreview.review.decision import Decision
from specreview.review.history import COUNTED, admit, new_decision, replay


def act(log: list[Decision], reviewer: str, action: str, **fields) -> Decision:
    fields.setdefault("base_version", replay(log).version)
    admitted = admit(log, new_decision(1, reviewer, action, **fields))
    log.append(admitted)
    return admitted


def answers(log: list[Decision]) -> dict[str, str | None]:
    return {name: stands.decision.answer for name, stands in replay(log).standing.items()}


def test_undo_takes_back_one_step_at_a_time():
    log: list[Decision] = []
    act(log, "ann", "answer", answer="YES")
    act(log, "ann", "defer")
    act(log, "ann", "answer", answer="NO")
    assert answers(log) == {"ann": "NO"}
    act(log, "ann", "undo")
    assert replay(log).standing["ann"].decision.action == "defer"
    act(log, "ann", "undo")
    assert answers(log) == {"ann": "YES"}
    act(log, "ann", "undo")
    assert answers(log) == {}
    assert replay(log).version == 6


def test_undo_after_another_persons_act_still_takes_back_mine():
    log: list[Decision] = []
    act(log, "ann", "answer", answer="YES")
    act(log, "bob", "answer", answer="NO")
    undone = act(log, "ann", "undo", base_version=1)
    assert not undone.pending
    assert answers(log) == {"bob": "NO"}


def test_a_pending_answer_is_dropped_by_a_newer_one_that_supersedes_it():
    log: list[Decision] = []
    act(log, "ann", "answer", answer="YES")
    first = act(log, "bob", "answer", answer="NO", base_version=0)
    act(log, "ann", "answer", answer="UNSURE")
    second = act(log, "bob", "answer", answer="NO", base_version=1, supersedes=first.id)
    assert second.pending
    assert replay(log).pending == (second,)
    act(log, "bob", "answer", answer="YES", supersedes=second.id)
    assert replay(log).pending == ()
    assert answers(log) == {"ann": "UNSURE", "bob": "YES"}


def test_an_undo_of_a_pending_answer_is_refused():
    log: list[Decision] = []
    act(log, "ann", "answer", answer="YES")
    waiting = act(log, "bob", "answer", answer="NO", base_version=0)
    with pytest.raises(StaleView):
        act(log, "bob", "undo", supersedes=waiting.id)


def test_a_decision_knows_whether_it_agrees_only_with_a_verdict_that_was_shown():
    shown = {"verdict": "YES", "verdict_shown": True}
    assert new_decision(1, "a", "answer", answer="YES", **shown).agrees is True
    assert new_decision(1, "a", "answer", answer="UNSURE", **shown).agrees is False
    assert new_decision(1, "a", "answer", answer="YES", verdict="YES").agrees is None
    assert new_decision(1, "a", "defer", **shown).agrees is None


acts = st.lists(
    st.tuples(
        st.sampled_from(["ann", "bob", "eve"]),
        st.sampled_from(["answer", "defer", "undo", "reason", "note"]),
        st.sampled_from(["YES", "NO", "UNSURE"]),
        st.integers(0, 3),
    ),
    max_size=30,
)


@given(acts)
def test_the_log_keeps_its_invariants_whatever_is_done(done):
    log: list[Decision] = []
    shadow: dict[str, list[str]] = {}
    for reviewer, action, answer, lag in done:
        version = replay(log).version
        fields = {"base_version": max(0, version - lag)}
        if action == "answer":
            fields["answer"] = answer
        try:
            made = act(log, reviewer, action, **fields)
        except StaleView:
            assert action not in ("answer", "defer")
            assert not shadow.get(reviewer)
            continue
        after = replay(log)
        changed = action in COUNTED and not made.pending
        assert made.pending == (action in ("answer", "defer") and fields["base_version"] < version)
        assert after.version == version + changed
        if changed and action == "undo":
            shadow[reviewer].pop()
        elif changed:
            shadow.setdefault(reviewer, []).append(made.id)
        tops = {name: stack[-1] for name, stack in shadow.items() if stack}
        assert {name: s.decision.id for name, s in after.standing.items()} == tops
    assert sum(not made.pending for made in log if made.action in COUNTED) == replay(log).version
