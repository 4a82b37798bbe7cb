"""Candidates, Export, Settings, the trace on Review, and what they say when something is wrong."""

import re
import time
from html import escape
from urllib.parse import quote

import pytest

from specreview.agent.events import Limits
from specreview.agent.protocol import format_answer, format_call
from specreview.inspectors.scripted import ScriptedInspector
from specreview.review.history import new_decision
from specreview.runner.runner import Runner
from specreview.services import ImportRequest
from specreview.views.rendered import render_view


def queue_of(store):
    return store.queues.get("stars")


def play(workspace, candidate, replies):
    """Have a scripted inspector say these replies about a candidate."""
    runner = Runner(
        workspace.store,
        workspace.spectrum,
        workspace.tasks,
        {"scripted": lambda: ScriptedInspector(replies)},
        render_view,
        Limits(),
    )
    try:
        runner.inspect_now(candidate, "scripted")
    finally:
        runner.close()


def test_case_146_a_verdict_alone_counts_nothing_as_answered(app, workspace, store, html):
    queue = queue_of(store)
    for row in store.rows(queue.id, ""):
        workspace.runner.inspect_now(row.candidate.id, "rules")
    assert store.counts(queue.id, "ann").answered == 0
    at = app("candidates")
    assert "0</b> of 5 answered" in html(at)


def test_case_146_agreeing_and_differing_keep_their_origin(app, press, workspace, store):
    for row in store.rows(queue_of(store).id, ""):
        workspace.runner.inspect_now(row.candidate.id, "rules")
    at = app()
    first = at.session_state["desk"].candidate_id
    press(at, "a")
    second = at.session_state["desk"].candidate_id
    press(at, "n")
    (agreed,) = store.decisions.of_candidate(first)
    (differing,) = store.decisions.of_candidate(second)
    assert (agreed.answer, agreed.verdict, agreed.origin, agreed.agrees) == (
        "YES", "YES", "agreed", True,
    )  # fmt: skip
    assert (differing.answer, differing.verdict, differing.origin, differing.agrees) == (
        "NO", "YES", "manual", False,
    )  # fmt: skip


def test_agree_is_off_until_a_verdict_is_shown(app, find):
    assert find(app(), "press_a__").disabled


def test_the_task_card_stands_in_while_there_is_no_trace(app, html, workspace):
    at = app()
    assert workspace.tasks["cv"].indicators.primary[0].split(",")[0] in html(at)
    assert "CV: what to look for" in html(at)


def test_case_055_a_trace_shows_its_pictures_when_the_file_is_gone(
    app, workspace, store, folder, html
):
    row = store.rows(queue_of(store).id, "")[0]
    trace = workspace.runner.inspect_now(row.candidate.id, "rules")
    (folder / "spectra" / "star0.csv").unlink()
    at = app(queue="stars", id=row.candidate.object_id)
    pictures = [step.view.image_sha256 for step in trace.steps if step.view is not None]
    assert re.findall(r'data-src="/pictures/(\w+)\.png"', html(at)) == pictures
    assert len(pictures) >= 2
    assert "This file is gone" in html(at)


def test_case_049_the_same_window_twice_is_drawn_twice(app, workspace, store, html):
    call = format_call("look", (6500.0, 6600.0), "Hα")
    row = store.rows(queue_of(store).id, "")[0]
    play(workspace, row.candidate.id, [call, call, format_answer("seen", "NO", "nothing")])
    at = app(queue="stars", id=row.candidate.object_id)
    assert html(at).count('<a class="picture"') == 3
    assert not at.exception


def test_case_079_foreign_text_is_shown_literally(app, workspace, store, html):
    nasty = "<img src=x onerror=alert(1)> $a$ **b** [c](http://d)"
    row = store.rows(queue_of(store).id, "")[0]
    play(workspace, row.candidate.id, [format_answer(nasty, "NO", nasty)])
    at = app(queue="stars", id=row.candidate.object_id)
    markup = "\n".join(one.proto.body for one in at.get("html"))
    assert markup.count(escape(nasty)) == 2, "thought and justification, word for word"
    assert "<img src=x" not in markup
    assert not [one for one in at.markdown if "onerror" in one.value]


def test_case_071_two_clicks_on_run_are_one_inspection(app, find, workspace, store):
    at = app()
    candidate = at.session_state["desk"].candidate_id
    find(at, "run_run_").click().run()
    at.run()
    deadline = time.monotonic() + 60
    while workspace.runner.live(candidate).state == "running" and time.monotonic() < deadline:
        time.sleep(0.05)
    at.run()
    assert len(store.traces.of_candidate(candidate)) == 1
    assert store.traces.latest(candidate).verdict is not None


def test_case_070_the_worker_touches_no_session(app, find, workspace, store, caplog):
    at = app()
    candidate = at.session_state["desk"].candidate_id
    caplog.clear()
    find(at, "run_run_").click().run()
    while workspace.runner.live(candidate).state == "running":
        time.sleep(0.05)
    workers = [r for r in caplog.records if "ScriptRunContext" in r.getMessage()]
    assert not [r for r in workers if "MainThread" not in r.getMessage()]


def test_case_064_a_click_opens_the_row_that_was_shown(app, store):
    from specreview.ui.show import candidates

    at = app("candidates", queue="stars", sort="id", down="1")
    assert at.session_state["desk"].filter().descending
    ordered = store.rows(queue_of(store).id, "ann", at.session_state["desk"].filter())
    frame = at.dataframe[0].value
    assert list(frame["Id"]) == [row.candidate.object_id for row in ordered]
    assert len(ordered) <= candidates.PAGE_ROWS


def test_case_065_the_chosen_candidate_stays_when_the_list_changes(app, press, store):
    at = app("review", queue="stars", state="new")
    press(at, "right")
    chosen = at.session_state["desk"].candidate_id
    first = store.rows(queue_of(store).id, "")[0].candidate.id
    store.decisions.append(new_decision(first, "ann", "answer", answer="NO", confidence=3))
    at.run()
    assert at.session_state["desk"].candidate_id == chosen


def test_the_filter_goes_from_the_url_to_the_table(app, store):
    at = app("candidates", queue="stars", state="answered")
    assert not at.dataframe
    at = app("candidates", queue="stars", state="new,bogus", sort="'; drop", snr="nan")
    assert len(at.dataframe[0].value) == 5


def test_case_127_count_list_and_file_agree(app, press, store, html):
    at = app()
    for key in ("y", "n", "u", "d"):
        press(at, key)
    press(at, "y")
    at.switch_page("pages/export.py").run()
    assert not at.exception
    words = html(at)
    assert "2 rows" in words or "1 rows" in words
    counted = store.counts(queue_of(store).id, "ann")
    kind = next(one for one in at.get("button_group") if one.key == "export_kind_approved")
    kind.set_value("current").run()
    assert f"{counted.answered} rows" in html(at)


def test_case_074_the_download_is_made_when_it_is_clicked(workspace, store):
    import csv
    import io

    from specreview.ui.exporting import Wish
    from specreview.ui.show.export_files import fresh

    rows = store.rows(queue_of(store).id, "ann")
    store.decisions.append(
        new_decision(rows[0].candidate.id, "ann", "answer", answer="YES", confidence=3)
    )
    download = fresh(workspace, Wish(queue_of(store), "current", "ann"), ".csv")
    store.decisions.append(
        new_decision(rows[1].candidate.id, "ann", "answer", answer="NO", confidence=3)
    )
    assert len(list(csv.reader(io.StringIO(download().decode())))) == 3


def test_case_128_a_second_import_finds_all_unchanged(workspace, store, folder):
    queue, report = workspace.import_queue(ImportRequest("stars", folder / "spectra", task="cv"))
    assert (report.new, report.changed, report.unchanged) == (0, 0, 5)
    assert store.counts(queue.id, "").total == 5


def test_an_import_by_path_runs_behind_and_reports(app, workspace, store, folder, find, html):
    at = app("candidates")
    at.button(key="import_open").click().run()
    at.text_input(key="import_path").set_value(str(folder / "spectra")).run()
    at.text_input(key="import_name").set_value("again").run()
    at.selectbox(key="import_task").select("cv").run()
    find(at, "import_begin").click().run()
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and not _imported(store, "again"):
        time.sleep(0.1)
    said_in_time(at, html, "unchanged")
    assert not at.exception
    assert store.queues.get("again").task_key == "cv"


def said_in_time(at, html, words):
    """Draw the page until it says so."""
    deadline = time.monotonic() + 60
    while words not in html(at.run()):
        assert time.monotonic() < deadline, html(at)
        time.sleep(0.1)


def _imported(store, name):
    return any(
        queue.name == name and store.counts(queue.id, "").total == 5 for queue in store.queues.all()
    )


def test_an_import_of_nothing_says_why(app, find, html, tmp_path):
    at = app("candidates")
    at.button(key="import_open").click().run()
    at.text_input(key="import_path").set_value(str(tmp_path / "missing")).run()
    assert find(at, "import_begin").disabled
    assert "This cannot be imported" in html(at)
    assert "missing" in html(at)
    at.text_input(key="import_path").set_value(str(tmp_path / "spectra")).run()
    assert find(at, "import_begin").disabled
    assert "Choose a task" in html(at)


def test_settings_are_saved_and_the_reviewer_changes(app, find, workspace):
    at = app("settings")
    at.selectbox(key="settings_confidence").select(4).run()
    find(at, "settings_save").click().run()
    assert workspace.settings.approval_confidence == 4
    assert not at.exception


def test_settings_say_what_is_in_use(app, html, workspace):
    words = html(app("settings"))
    assert "database can be written" in words
    assert str(workspace.folder) in words
    assert "rules: no neural network" in words


@pytest.mark.parametrize("page", ["candidates", "review", "export", "settings"])
def test_a_broken_task_file_is_said_on_every_page(page, tmp_path, monkeypatch):
    from pathlib import Path

    import streamlit as st
    from streamlit.testing.v1 import AppTest

    (tmp_path / "tasks").mkdir()
    (tmp_path / "tasks" / "mine.yaml").write_text("key: mine\nname: [\n")
    monkeypatch.setenv("SPECREVIEW_WORKSPACE", str(tmp_path))
    at = AppTest.from_file(str(Path(__file__).parents[2] / "app.py"), default_timeout=60).run()
    if page != "candidates":
        at.switch_page(f"pages/{page}.py").run()
    words = "\n".join(one.proto.body for one in at.get("html"))
    assert "This workspace cannot be opened" in words
    assert "mine.yaml" in words
    assert not at.exception
    st.cache_resource.clear()


def test_an_empty_workspace_names_the_one_next_act(tmp_path, monkeypatch):
    from pathlib import Path

    import streamlit as st
    from streamlit.testing.v1 import AppTest

    from specreview.ui import room

    monkeypatch.setenv("SPECREVIEW_WORKSPACE", str(tmp_path))
    at = AppTest.from_file(str(Path(__file__).parents[2] / "app.py"), default_timeout=60).run()
    assert "No queue yet" in "\n".join(one.proto.body for one in at.get("html"))
    assert [one.key for one in at.button if one.key] == ["import_begin"]
    room.open_workspace(*room.place()).close()
    st.cache_resource.clear()


def test_names_in_urls_are_data(app, html):
    at = app(queue=quote("<script>alert(1)</script>"))
    assert "<script>" not in "\n".join(one.proto.body for one in at.get("html"))


def test_resume_without_a_name_asks_and_then_opens_the_first(app, find, store):
    at = app("candidates", reviewer=None)
    find(at, "resume").click().run()
    at.switch_page("pages/review.py").run()
    at.session_state["desk"].reviewer = "zoe"
    at.run()
    first = store.rows(queue_of(store).id, "")[0].candidate.id
    assert at.session_state["desk"].candidate_id == first
