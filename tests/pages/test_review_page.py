"""The Review page: decisions, undo, drafts, history, stale views, links."""

import pickle
from datetime import UTC, datetime, timedelta

import pytest
from streamlit.testing.v1 import AppTest

from specreview.errors import StoreError
from specreview.review.history import new_decision
from specreview.services import ImportRequest
from specreview.ui import room
from specreview.ui.show import bar, choice
from specreview.ui.state import Desk


def answers(store, queue="stars"):
    return [
        (made.candidate_id, made.action, made.answer, made.reviewer)
        for made in store.decisions.history(store.queues.get(queue).id)
    ]


def here(at: AppTest) -> int:
    return at.session_state["desk"].candidate_id


def test_a_decision_is_stored_and_the_next_candidate_comes_up(app, press, store):
    at = app()
    first = here(at)
    press(at, "y")
    assert answers(store) == [(first, "answer", "YES", "ann")]
    assert here(at) != first
    assert "saved" in at.get("html")[0].proto.body


def test_case_140_the_name_is_asked_once_a_session(app, find, store, press):
    at = app(reviewer=None)
    assert [box.key for box in at.text_input] == ["ask_name"]
    at.text_input(key="ask_name").set_value("ann")
    find(at, "ask_begin").click().run()  # the box is left by the click itself
    for _ in range(5):
        assert not [box for box in at.text_input if box.key == "ask_name"]
        if here(at) is not None:
            press(at, "n")
    assert {reviewer for *_, reviewer in answers(store)} == {"ann"}


def test_case_062_a_click_that_comes_twice_is_one_decision(app, find, store, press):
    at = app()
    first = here(at)
    desk = at.session_state["desk"]
    token, view = next((t, v) for t, v in desk.views.items() if v["candidate"] == first)
    presses = [
        {"number": n, "key": "n", "candidate": first, "version": view["version"], "token": token}
        for n in (1, 2, 3)
    ]
    at.session_state["keys"] = {"queue": {"listener": "abc", "keys": presses}}
    at.run()
    assert answers(store) == [(first, "answer", "NO", "ann")]
    at.session_state["keys"] = {"queue": {"listener": "abc", "keys": presses}}
    at.run()
    assert len(answers(store)) == 1
    assert here(at) != first


def test_case_061_the_answer_goes_to_the_candidate_that_was_shown(app, press, store):
    at = app()
    first = here(at)
    press(at, "right")
    second = here(at)
    assert second != first
    press(at, "n")
    assert answers(store) == [(second, "answer", "NO", "ann")]


def test_case_059_the_draft_survives_a_page_switch_and_a_new_session(app, store):
    at = app()
    candidate = here(at)
    note = {"listener": "abc", "number": 1, "candidate": candidate, "text": "abc", "closed": False}
    at.session_state["keys"] = {"note": note}
    at.run()
    at.switch_page("pages/candidates.py").run()
    at.switch_page("pages/review.py").run()
    assert at.session_state["desk"].note == "abc"
    again = app()
    assert here(again) == candidate
    assert again.session_state["desk"].note == "abc"


def test_the_note_goes_into_the_decision_and_its_draft_is_gone(app, press, store):
    at = app()
    candidate = here(at)
    note = {"listener": "x", "number": 1, "candidate": candidate, "text": "odd", "closed": True}
    at.session_state["keys"] = {"note": note}
    at.run()
    press(at, "u")
    (decision,) = store.decisions.of_candidate(candidate)
    assert decision.comment == "odd"
    assert store.work.draft("ann", candidate) is None


def test_case_131_undo_goes_back_one_step_and_is_logged(app, press, store):
    at = app()
    first = here(at)
    press(at, "y")
    press(at, "backspace")
    assert here(at) == first
    press(at, "n")
    press(at, "backspace")
    assert here(at) == first
    assert [action for _, action, *_ in answers(store)] == ["answer", "undo", "answer", "undo"]
    assert store.row(first, "ann").answer is None


def test_case_136_an_answer_changed_from_history_stays_there(app, press, store):
    at = app()
    first = here(at)
    press(at, "y")
    press(at, "y")
    control = next(one for one in at.get("button_group") if one.key.startswith("recent_"))
    control.set_value(first).run()
    assert here(at) == first
    press(at, "n")
    assert here(at) == first
    assert store.row(first, "ann").answer == "NO"


def test_case_125_a_deferred_candidate_comes_back_at_the_end(app, press, store):
    at = app()
    first = here(at)
    press(at, "d")
    queue = store.queues.get("stars")
    assert store.counts(queue.id, "ann").answered == 0
    assert store.counts(queue.id, "ann").deferred == 1
    seen = []
    for _ in range(4):
        seen.append(here(at))
        press(at, "n")
    assert first not in seen
    assert here(at) == first


def test_case_137_the_queue_ends_with_a_card_and_no_repeats(app, press, store, html):
    at = app()
    seen = []
    while here(at) is not None:
        seen.append(here(at))
        press(at, "n")
    assert len(seen) == len(set(seen)) == 5
    assert "End of the queue" in html(at)
    assert "5 decided in" in html(at)
    assert len(answers(store)) == 5


def test_case_134_a_new_session_resumes_at_the_first_open_one(app, press, store):
    at = app()
    for _ in range(3):
        press(at, "n")
    again = app()
    assert store.queues.candidate(here(again)).position == 3


def test_case_122_a_decision_on_an_older_view_asks_and_waits(app, press, find, store, html):
    ann, bob = app(reviewer="ann"), app(reviewer="bob")
    candidate = here(ann)
    assert here(bob) == candidate
    press(bob, "y")
    press(ann, "n")
    assert here(ann) == candidate
    row = store.row(candidate, "ann")
    assert row.answer is None
    assert "your NO was made on an older view" in html(ann)
    find(ann, "stale_confirm").click().run()
    assert store.row(candidate, "ann").answer == "NO"
    assert store.row(candidate, "bob").answer == "YES"


def test_case_142_a_colleague_neither_moves_my_view_nor_takes_my_draft(app, store, html):
    at = app()
    candidate = here(at)
    note = {"listener": "x", "number": 1, "candidate": candidate, "text": "mine", "closed": False}
    at.session_state["keys"] = {"note": note}
    at.run()
    store.decisions.append(new_decision(candidate, "bob", "answer", answer="NO", confidence=3))
    at.run()
    assert here(at) == candidate
    assert at.session_state["desk"].note == "mine"
    assert "changed by bob" in html(at)


def test_viewing_never_writes(app, store):
    for _ in range(3):
        app()
    assert answers(store) == []


def test_case_068_each_session_has_its_own_reviewer(app, press, store):
    ann, bob = app(reviewer="ann"), app(reviewer="bob")
    for at in (ann, bob, ann, bob):
        press(at, "u")
        if at.session_state["desk"].dialog == "stale":
            at.session_state["desk"].dialog = None
    assert {reviewer for *_, reviewer in answers(store)} == {"ann", "bob"}
    assert app(reviewer=None).session_state["desk"].reviewer is None


def test_case_073_a_session_holds_ids_and_small_values_only(app, press):
    at = app()
    press(at, "y")
    state = at.session_state._state.filtered_state
    scripts = ("keys", "name", "told", "pictures")
    ours = {name: value for name, value in state.items() if name not in scripts}
    assert len(pickle.dumps(ours)) < 50_000
    kinds = {type(value).__module__.split(".")[0] for value in ours.values()}
    assert kinds <= {"builtins", "specreview"}, kinds


def test_case_080_a_link_to_nothing_says_not_found(app, html):
    for query in ({"queue": "x", "id": "999999"}, {"queue": "stars", "id": "1' OR '1'='1"}):
        at = app(**query)
        assert "not found" in html(at)
        assert not at.exception


def test_a_link_opens_its_candidate(app, store):
    third = store.rows(store.queues.get("stars").id, "")[2].candidate
    assert here(app(queue="stars", id=third.object_id)) == third.id


def test_case_046_zoom_survives_a_rerun_and_resets_for_the_next(app, press, workspace):
    import json

    def revision(at):
        charts = at.get("plotly_chart")
        return json.loads(charts[0].proto.spec)["layout"]["uirevision"]

    at = app()
    first = revision(at)
    at.run()
    assert revision(at) == first
    press(at, "e")
    assert revision(at) == first
    press(at, "n")
    assert revision(at) != first


def test_case_047_the_next_candidate_starts_at_its_full_range(app, press, workspace):
    at = app()
    at.session_state["desk"].zoom = (6500.0, 6600.0)
    at.session_state["desk"].zoom_number = 1
    at.run()
    press(at, "right")
    assert at.session_state["desk"].zoom is None


def test_an_unreadable_file_leaves_defer_bad_spectrum_and_next(app, press, store, folder, html):
    (folder / "spectra" / "star0.csv").unlink()
    first = next(
        row.candidate
        for row in store.rows(store.queues.get("stars").id, "")
        if row.candidate.path.endswith("star0.csv")
    )
    at = app(queue="stars", id=first.object_id)
    keys = [one.key.split("__")[0] for one in at.button if (one.key or "").startswith("press_")]
    assert keys == ["press_d", "press_bad", "press_right"]
    assert "This file is gone" in html(at)
    press(at, "bad")
    (decision,) = store.decisions.of_candidate(first.id)
    assert (decision.action, decision.issues) == ("defer", ("S",))


def test_a_file_that_changed_since_its_import_is_said_once(app, folder, html):
    replaced = folder / "spectra" / "star0.csv"
    replaced.write_text((folder / "spectra" / "star4.csv").read_text())
    assert html(app()).count("has changed since") == 1


def test_a_choice_that_nobody_touched_undoes_no_key(workspace, monkeypatch):
    """Streamlit calls back with a widget's first value after a run that was cut short."""
    first = workspace.store.rows(1, "ann")[0].candidate.id
    desk = Desk(reviewer="ann", queue_id=1, candidate_id=first, confidence=1, issues=["S", "X"])
    here = room.Room(workspace, desk, *room._shelves(*room.place()))
    widgets = {"conf": 3, "issues": ["S"], "class": "WD*", "recent": first + 1}
    monkeypatch.setattr(choice.st, "session_state", widgets)
    bar._confidence_chosen(desk, "conf", 3)
    bar._issues_chosen(here, "issues", ["S"])
    bar._class_chosen(here, "class", "WD*")
    bar._open_recent(here, "recent", first + 1)
    assert (desk.confidence, desk.issues, desk.other_class) == (1, ["S", "X"], None)
    assert desk.candidate_id == first
    bar._class_chosen(here, "class", None)
    bar._issues_chosen(here, "issues", [])
    assert (desk.issues, desk.other_class) == (["S"], "WD*")


def test_a_choice_in_the_bar_still_counts(app):
    at = app()
    desk = at.session_state["desk"]
    row = next(one for one in at.get("button_group") if "confidence_" in (one.key or ""))
    row.set_value(0).run()
    assert desk.confidence == 0


def test_a_press_that_an_earlier_session_saved_is_said_and_the_page_goes_on(app, store, html):
    at = app()
    first = here(at)
    desk = at.session_state["desk"]
    token, view = next((t, v) for t, v in desk.views.items() if v["candidate"] == first)
    told = {"candidate": first, "version": view["version"], "token": token}
    sent = {"listener": "abc", "keys": [{"number": 1, "key": "n", **told}]}
    at.session_state["keys"] = {"queue": sent}
    at.run()
    again = app(queue="stars", id="star0")  # the server was killed before it could say so
    assert here(again) == first
    again.session_state["keys"] = {"queue": sent}
    again.run()
    assert answers(store) == [(first, "answer", "NO", "ann")]
    assert here(again) != first
    assert "dropped" not in html(again)
    assert "NO was saved before this page was loaded" in html(again)


def test_a_press_that_no_session_saved_is_dropped_in_words(app, store, html):
    at = app()
    press = {"number": 1, "key": "n", "candidate": here(at), "version": 0, "token": "gone.1.0"}
    far = press | {"number": 2, "candidate": 2**70}
    at.session_state["keys"] = {"queue": {"listener": "abc", "keys": [press, far]}}
    at.run()
    assert answers(store) == []
    assert "dropped; press it again" in html(at)


def test_a_choice_that_cannot_be_saved_is_said_not_raised(workspace, press, app, monkeypatch):
    at = app()
    press(at, "y")
    desk = at.session_state["desk"]
    here = room.Room(workspace, desk, *room._shelves(*room.place()))

    def full(made):
        raise StoreError("the disk is full; free some space")

    monkeypatch.setattr(workspace.store.decisions, "append", full)
    monkeypatch.setattr(bar.amending, "last_decision", lambda *_: shown_verdict(workspace, desk))
    monkeypatch.setattr(choice.st, "session_state", {"more": "other"})
    bar._reason_chosen(here, "more")
    assert desk.trouble == "not saved: the disk is full; free some space"


def shown_verdict(workspace, desk):
    log = workspace.store.decisions.of_candidate(desk.last_candidate)
    return log[-1].model_copy(update={"verdict_shown": True, "verdict": "NO"})


def test_a_refresh_finds_the_second_candidate_of_one_id(app, press, workspace, folder):
    rows = "".join(f"star0,spectra/star0.csv,{task}\n" for task in ("cv", "wd"))
    (folder / "two.csv").write_text("id,path,task\n" + rows)
    workspace.import_queue(ImportRequest("two", folder / "two.csv"))
    at = app(queue="two")
    press(at, "right")
    second = here(at)
    told = {
        name: values[0] if isinstance(values, list) else values
        for name, values in at.query_params.items()
    }
    assert here(app(**told)) == second
    assert here(app(**told | {"of": "-7"})) == here(app(queue="two", id="star0")) != second


@pytest.mark.parametrize(("minutes", "said"), [(0.2, True), (5.0, False)])
def test_a_refresh_before_the_page_went_on_says_that_the_answer_is_saved(
    app, press, html, store, minutes, said
):
    """The old page's script stored it, and the new one still has the old address."""
    row = store.rows(store.queues.get("stars").id, "ann")[1]
    made = new_decision(row.candidate.id, "ann", "answer", answer="YES")
    at = datetime.now(UTC) - timedelta(minutes=minutes)
    store.decisions.append(made.model_copy(update={"decided_at": at.isoformat()}))
    page = app(queue="stars", id=row.candidate.object_id)
    words = f"answered YES at {at:%H:%M:%S} UTC; → is the next one"
    assert (words in html(page)) == said
    press(page, "n")
    assert "is the next one" not in html(page)


def test_a_note_that_a_full_disk_refused_is_there_after_moving_on_and_back(
    app, press, store, monkeypatch
):
    at = app()
    first, desk = here(at), at.session_state["desk"]

    def full(*_):
        raise StoreError("the disk is full; free some space")

    with monkeypatch.context() as disk:
        disk.setattr(store.work, "save_draft", full)
        note = {"listener": "abc", "number": 1, "candidate": first, "text": "keep", "closed": True}
        at.session_state["keys"] = {"note": note}
        at.run()
        assert "kept in this tab" in desk.trouble
        press(at, "right")
        assert desk.note == ""
        press(at, "left")
        assert (here(at), desk.note) == (first, "keep")
    press(at, "n")
    assert store.decisions.of_candidate(first)[-1].comment == "keep"
    assert desk.unstored == {}
