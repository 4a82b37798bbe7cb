"""Look here, branch and the list of inspections on the page, without a browser."""

import time
from html import escape

import pytest

from specreview.runner.steering import Branch, Suggestion
from specreview.ui.acts import handle
from specreview.ui.presses import Press
from specreview.ui.steering import branch_steps
from tests.builders import SOON


@pytest.fixture
def looked(workspace):
    """The first candidate, inspected by the rules."""
    queue = workspace.store.queues.all()[-1]
    candidate = workspace.store.rows(queue.id, "ann")[0].candidate.id
    return workspace.runner.inspect_now(candidate, "rules"), candidate


def rest(workspace, candidate: int) -> None:
    deadline = time.monotonic() + SOON
    while workspace.runner.live(candidate).state == "running":
        assert time.monotonic() < deadline
        time.sleep(0.02)


def test_look_here_goes_on_in_the_same_inspection_and_says_who_asked(
    app, press, find, workspace, looked, html
) -> None:
    trace, candidate = looked
    at = press(app(), "k")
    window = next(one for one in at.text_input if one.key == f"ask_window_{candidate}")
    window.input("5600–5700").run()
    assert "observed 5600.0–5700.0 Å" in html(at)
    find(at, "look_here_send").click().run()
    rest(workspace, candidate)
    after = workspace.store.traces.load(trace.inspection_id)
    asked = [event for event in after.events if event.kind == "window_suggested"]
    assert [(one.reviewer, one.window) for one in asked] == [("ann", (5600.0, 5700.0))]
    assert "ann asked to look at 5600–5700 Å" in html(at.run())


def test_a_window_that_cannot_be_used_is_said_and_cannot_be_sent(
    app, press, find, looked, html, store
):
    _, candidate = looked
    at = press(app(), "k")
    box = next(one for one in at.text_input if one.key == f"ask_window_{candidate}")
    for text, said in (("650–660", "outside the data"), ("Hβ", "not read"), ("", "note only")):
        box.input(text).run()
        assert said in html(at)
        assert find(at, "look_here_send").disabled
    note = next(one for one in at.text_area if one.key == f"ask_note_{candidate}")
    note.input("x" * 5000).run()
    assert "5000 characters, at most 1000" in html(at)
    assert find(at, "look_here_send").disabled
    assert store.work.draft("ann", candidate)["ask_note"] == "x" * 5000, "kept until it is shorter"
    note = next(one for one in at.text_area if one.key == f"ask_note_{candidate}")
    note.input("is it double-peaked?").run()
    assert not find(at, "look_here_send").disabled


def test_what_was_typed_outlives_the_session(app, press, looked, store) -> None:
    _, candidate = looked
    at = press(app(), "k")
    next(one for one in at.text_area if one.key == f"ask_note_{candidate}").input("odd wing").run()
    assert store.work.draft("ann", candidate)["ask_note"] == "odd wing"
    again = app(queue="stars", id=store.queues.candidate(candidate).object_id, ask="look")
    note = next(one for one in again.text_area if one.key == f"ask_note_{candidate}")
    assert note.value == "odd wing"


def test_what_was_chosen_for_a_branch_outlives_a_refresh_but_not_the_dialog(
    app, press, looked, store
) -> None:
    trace, candidate = looked
    first, *_, last = branch_steps(trace)
    where = {"queue": "stars", "id": store.queues.candidate(candidate).object_id}

    def chosen(at) -> list[object]:
        lists = ("branch_from", "branch_by")
        return [at.selectbox(key=f"{one}_{candidate}").value for one in lists]

    at = press(app(**where), "b")
    assert chosen(at) == [last, "rules"]
    at.selectbox(key=f"branch_from_{candidate}").set_value(first).run()
    at.selectbox(key=f"branch_by_{candidate}").set_value("local").run()
    assert chosen(app(**where, ask="branch")) == [first, "local"]
    assert chosen(press(app(**where), "b")) == [last, "rules"]


def test_both_branches_stay_and_the_one_shown_goes_into_the_decision(
    app, press, workspace, looked, html, store
) -> None:
    trace, candidate = looked
    hint = Suggestion("ann", (5600.0, 5700.0))
    workspace.runner.branch(candidate, "rules", Branch(trace.inspection_id, 1), hint)
    rest(workspace, candidate)
    branch = store.traces.counting(candidate)
    assert branch.started.parent_inspection == trace.inspection_id
    object_id = store.queues.candidate(candidate).object_id
    at = app(queue="stars", id=object_id)
    assert "of inspection 1, from overview" in html(at)
    older = app(queue="stars", id=object_id, inspection=trace.inspection_id)
    assert "number 2 (" in html(older), "it is said that another one counts in the table"
    press(older, "y")
    made = store.decisions.of_candidate(candidate)[-1]
    assert made.inspection_id == trace.inspection_id
    press(at, "n")
    assert store.decisions.of_candidate(candidate)[-1].inspection_id == branch.inspection_id


def test_a_url_with_anothers_inspection_shows_what_counts(app, looked, store, html) -> None:
    trace, candidate = looked
    object_id = store.queues.candidate(candidate).object_id
    at = app(queue="stars", id=object_id, inspection="01NOTHERE", ask="rubbish")
    assert at.session_state["desk"].inspection is None
    assert escape(trace.verdict.justification) in html(at)


def test_without_an_inspection_one_can_look_but_not_branch(app) -> None:
    at = app()
    assert next(one for one in at.button if "press_b__" in one.key).disabled
    assert not next(one for one in at.button if "press_k__" in one.key).disabled


def test_what_a_suggestion_came_to_nothing_for_is_said_beside_the_verdict(
    app, press, find, workspace, looked, html
) -> None:
    trace, candidate = looked
    workspace.store.queues.set_redshift(candidate, 0.05, "bob")
    at = press(app(), "k")
    next(one for one in at.text_input if one.key == f"ask_window_{candidate}").input(
        "5600–5700"
    ).run()
    find(at, "look_here_send").click().run()
    rest(workspace, candidate)
    said = html(at.run())
    assert "another redshift than the candidate has now" in said
    assert escape(trace.verdict.justification) in said
    again = press(at, "k")
    window = next(one for one in again.text_input if one.key == f"ask_window_{candidate}")
    assert window.value == "5600–5700", "what was not taken in is still there"


def test_a_press_on_a_card_that_has_changed_since_is_about_the_card_of_then(
    app, workspace, looked, store
) -> None:
    trace, candidate = looked
    at = app()
    desk = at.session_state["desk"]
    old = list(desk.views)[-1]
    workspace.runner.branch(candidate, "rules", Branch(trace.inspection_id, 1))
    rest(workspace, candidate)
    at.run()
    assert list(desk.views)[-1] != old
    version = store.queues.candidate(candidate).version
    handle(store, desk, Press(1, "a", candidate, version, old))
    made = store.decisions.of_candidate(candidate)
    assert [one.inspection_id for one in made] == [trace.inspection_id]
