"""Settings of the model inspectors, saved for what begins next, and the check-up."""

import json
import time
from pathlib import Path

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from specreview.agent.protocol import format_answer
from specreview.inspectors.server.scripted_server import ScriptedServer, said
from specreview.settings import GIVEN, Settings, load_settings
from specreview.ui import room


def keys(at) -> set[str]:
    widgets = (*at.text_input, *at.selectbox, *at.number_input)
    return {one.key for one in widgets if (one.key or "").startswith("settings_")}


def test_only_the_chosen_inspectors_block_is_shown(app) -> None:
    at = app("settings")
    assert not [key for key in keys(at) if key.startswith(("settings_local", "settings_server"))]
    at.selectbox(key="settings_inspector").select("local").run()
    assert {"settings_local_model", "settings_local_device", "settings_local_batch"} <= keys(at)
    assert not [key for key in keys(at) if key.startswith("settings_server")]
    at.selectbox(key="settings_inspector").select("server").run()
    shown = keys(at)
    assert {"settings_server_base_url", "settings_server_api_key_env"} <= shown
    assert not [key for key in shown if key.startswith("settings_local")]
    assert not at.exception


def test_every_setting_of_both_can_be_set(app) -> None:
    from specreview.settings import LocalSettings, ServerSettings

    at = app("settings")
    for name, block in (("local", LocalSettings), ("server", ServerSettings)):
        at.selectbox(key="settings_inspector").select(name).run()
        wanted = {f"settings_{name}_{field}" for field in block.model_fields}
        assert wanted <= keys(at)


def test_saving_holds_for_the_next_run_without_a_restart(
    app, find, workspace, folder: Path
) -> None:
    rules = workspace.runner.inspector("rules")
    at = app("settings")
    at.selectbox(key="settings_inspector").select("server").run()
    at.text_input(key="settings_server_base_url").set_value("http://localhost:8000/v1").run()
    at.text_input(key="settings_server_model").set_value("night").run()
    at.text_input(key="settings_server_api_key_env").set_value("NIGHT_KEY").run()
    at.number_input(key="settings_server_concurrency").set_value(32).run()
    find(at, "settings_save").click().run()
    assert not at.exception
    kept = load_settings(folder)
    assert kept == workspace.settings
    assert (kept.inspector, kept.server.model, kept.server.api_key_env) == (
        "server", "night", "NIGHT_KEY",
    )  # fmt: skip
    first = workspace.runner.inspector("server")
    assert first.identity.label == "server: night at localhost:8000"
    assert first.concurrency >= 32  # that many are asked for; others are being drawn
    assert workspace.runner.inspector("rules") is rules, "what did not change is kept"

    at.text_input(key="settings_server_model").set_value("dawn").run()
    find(at, "settings_save").click().run()
    assert workspace.runner.inspector("server").identity.model == "dawn"


def test_a_wrong_value_is_said_in_the_pages_words_and_cannot_be_saved(
    app, find, folder: Path
) -> None:
    at = app("settings")
    at.selectbox(key="settings_inspector").select("server").run()
    at.text_input(key="settings_server_base_url").set_value("localhost:8000").run()
    assert any("Address of the server 'localhost:8000'" in text.value for text in at.text)
    assert find(at, "settings_save").disabled
    at.text_input(key="settings_server_base_url").set_value("").run()
    at.text_input(key="settings_server_api_key_env").set_value("sk-SECRET-123").run()
    words = "\n".join(text.value for text in at.text)
    assert "Name of the variable with the key: allowed is the NAME" in words
    assert "SECRET" not in words
    assert find(at, "settings_save").disabled
    assert not (folder / "settings.json").exists()


def finished(at, html, seconds: float = 60.0) -> str:
    """The page when the check-up is over."""
    limit = time.monotonic() + seconds
    while True:
        at.run()
        if not any(one.label == "Checking …" for one in at.button):
            return html(at)
        assert time.monotonic() < limit, html(at)
        time.sleep(0.2)


def test_check_examines_the_rules(app, find, html) -> None:
    at = app("settings")
    find(at, "settings_check").click().run()
    words = finished(at, html)
    assert "<b>reply</b> asks for a window" in words
    assert "<b>database</b>" in words
    assert "5 candidates, 5 not inspected" in words
    assert 'class="not-ok"' not in words
    assert not at.exception


@pytest.mark.parametrize("served", ["night", "other"])
def test_check_examines_the_server_with_its_cure(app, find, html, served) -> None:
    reply = format_answer("Broad Hα.", "YES", "EW 75 Å.")
    with ScriptedServer([said(reply)], [served]) as server:
        at = app("settings")
        at.selectbox(key="settings_inspector").select("server").run()
        at.text_input(key="settings_server_base_url").set_value(server.url).run()
        at.text_input(key="settings_server_model").set_value("night").run()
        assert "save first" in html(at)
        find(at, "settings_save").click().run()
        find(at, "settings_check").click().run()
        words = finished(at, html)
    if served == "night":
        assert "lists night" in words
        assert "<b>reply</b> answers YES" in words
    else:
        assert 'class="not-ok"><b>server</b>' in words
        assert "give another \u201cModel\u201d" in words
        assert "<b>reply</b>" not in words
    assert not at.exception


def test_what_serve_was_given_is_in_use_and_not_in_the_file(folder, monkeypatch) -> None:
    monkeypatch.setenv("SPECREVIEW_WORKSPACE", str(folder))
    given = {"inspector": "server", "server": {"base_url": "http://h:1/v1", "model": "tonight"}}
    monkeypatch.setenv(GIVEN, json.dumps(given))
    at = AppTest.from_file(str(Path(__file__).parents[2] / "app.py"), default_timeout=60).run()
    at.switch_page("pages/settings.py").run()
    opened = room.open_workspace(*room.place())
    try:
        assert at.text_input(key="settings_server_model").value == "tonight"
        at.number_input(key="settings_turns").set_value(6).run()
        at.button(key="settings_save").click().run()
        assert not at.exception
        assert load_settings(folder) == Settings(turn_limit=6)
        assert opened.settings.server.model == "tonight"
    finally:
        opened.close()
        st.cache_resource.clear()
