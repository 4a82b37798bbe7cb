"""Marks on steps and two inspections side by side: kept in the log and in the URL."""

import pytest

from tests.builders import until


@pytest.fixture
def inspected(workspace, store):
    """The first candidate, inspected by the rules twice; returns (candidate, first, second)."""
    queue = store.queues.get("stars")
    candidate = store.rows(queue.id, "")[0].candidate
    first = workspace.runner.inspect_now(candidate.id, "rules")
    workspace.runner.restart(candidate.id, "rules")
    until(lambda: _both_over(store, candidate.id))
    second = store.traces.latest(candidate.id)
    return candidate, first.inspection_id, second.inspection_id


def _both_over(store, candidate_id: int) -> bool:
    """Counted too: what follows an inspection comes after its last event."""
    known = store.traces.of_candidate(candidate_id)
    if [one.has_verdict for one in known] != [True, True]:
        return False
    counted = store.claims.of_queue(store.queues.candidate(candidate_id).queue_id)
    return all(one.id in counted for one in known)


def test_a_key_marks_the_last_step_a_bounce_does_nothing_and_again_takes_it_back(
    app, send, store, inspected, html
):
    candidate, _, second = inspected
    at = app(queue="stars", id=candidate.object_id)
    send(at, "7", elapsed=10.0)
    (mark,) = store.marks.standing(second)
    trace = store.traces.load(second)
    assert (mark.mark, mark.reviewer) == ("misread", "ann")
    assert trace.events[mark.position] is trace.steps[-1].reply
    send(at, "7", elapsed=10.1)
    assert store.marks.standing(second) == [mark]
    send(at, "7", elapsed=12.0)
    assert store.marks.standing(second) == []
    assert [one.mark for one in store.marks.history(second)] == ["misread", None]


def test_another_reviewers_mark_stands_beside_mine_and_a_new_session_shows_both(
    app, send, store, inspected, html
):
    candidate, _, second = inspected
    send(app(queue="stars", id=candidate.object_id), "8", elapsed=5.0)
    send(app(reviewer="bob", queue="stars", id=candidate.object_id), "5", elapsed=5.0)
    marks = [(one.reviewer, one.mark) for one in store.marks.standing(second)]
    assert marks == [("ann", "hallucinated"), ("bob", "supports")]
    assert "bob: supports" in html(app(queue="stars", id=candidate.object_id))


def test_o_compares_with_the_other_inspection_and_a_refresh_keeps_it(
    app, send, store, inspected, html
):
    candidate, first, second = inspected
    at = app(queue="stars", id=candidate.object_id)
    send(at, "o", elapsed=5.0)
    assert at.session_state["desk"].compare == (second, first)
    assert at.query_params["compare"] == f"{second},{first}"
    again = app(queue="stars", id=candidate.object_id, compare=f"{second},{first}")
    assert again.session_state["desk"].compare == (second, first)
    assert 'class="compare"' in html(again)
    send(again, "o", elapsed=5.0)
    assert again.session_state["desk"].compare is None
    assert 'class="compare"' not in html(again)


def test_a_url_that_compares_what_is_not_there_is_left_out(app, inspected, html):
    candidate, first, _ = inspected
    at = app(queue="stars", id=candidate.object_id, compare=f"{first},<b>x</b>")
    assert at.session_state["desk"].compare is None
    assert 'class="compare"' not in html(at)


def test_the_candidates_table_shows_counts_of_a_new_inspection(store, inspected):
    candidate, _, second = inspected
    counted = store.claims.of_queue(candidate.queue_id).get(second)
    assert counted is not None
    assert counted.total > 0
    assert store.row(candidate.id, "ann").claims == counted


def test_clicks_on_a_card_mark_that_step_zoom_to_it_and_open_its_reply(
    app, send, store, inspected, html
):
    candidate, _, second = inspected
    at = app(queue="stars", id=candidate.object_id)
    trace = store.traces.load(second)
    first = next(n for n, event in enumerate(trace.events) if event is trace.steps[0].reply)
    send(at, f"6+{first}", elapsed=5.0)
    (mark,) = store.marks.standing(second)
    assert (mark.mark, mark.position) == ("irrelevant", first)
    assert "<summary" in html(at)
    assert ">irrelevant</summary>" in html(at)
    send(at, f"6+{first + 500}", elapsed=8.0)
    assert store.marks.standing(second) == [mark], "no such step"
    desk = at.session_state["desk"]
    send(at, "step+1", elapsed=9.0)
    low, high = trace.windowed[0].view.window
    assert desk.active_step == 0
    assert desk.zoom[0] < low < high < desk.zoom[1]
    send(at, "step+0", elapsed=10.0)
    assert (desk.active_step, desk.zoom) == (None, None)
    send(at, "raw+1", elapsed=11.0)
    assert at.code[0].value == trace.steps[0].reply.text
