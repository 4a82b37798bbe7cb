"""The reviewer's name is typed, or taken from those who reviewed before."""


def test_who_reviewed_before_is_one_click_away(app, find, press):
    press(app(reviewer="bob"), "y")
    press(app(reviewer="zoe"), "n")
    at = app(reviewer=None)
    at.button_group(key="ask_name_known").set_value("zoe").run()
    assert at.text_input(key="ask_name").value == "zoe"
    find(at, "ask_begin").click().run()
    assert at.session_state["desk"].reviewer == "zoe"
    at.switch_page("pages/settings.py").run()
    at.text_input(key="settings_reviewer_zoe").set_value("yan").run()
    assert at.session_state["desk"].reviewer == "yan"
    at.button_group(key="settings_reviewer_yan_known").set_value("bob").run()
    assert at.session_state["desk"].reviewer == "bob"
    assert at.text_input(key="settings_reviewer_bob").value == "bob"
