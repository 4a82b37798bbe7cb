"""Settings says whether other programs and services are let in, and lets them in."""

from specreview.settings import load_settings


def test_fetch_and_samp_are_off_until_they_are_allowed(app, html, find, workspace, folder):
    at = app("settings")
    assert not at.toggle(key="settings_fetch").value
    at.toggle(key="settings_samp").set_value(True).run()
    assert "SAMP begins at the next start of the app" in html(at)
    at.toggle(key="settings_fetch").set_value(True).run()
    find(at, "settings_save").click().run()
    assert not at.exception
    kept = load_settings(folder)
    assert kept.fetch.allowed
    assert kept.samp.enabled
    assert workspace.samp is None, "who reviews now is not disturbed"
    at = app("settings")
    assert at.toggle(key="settings_samp").value
    at.toggle(key="settings_fetch").set_value(False).run()
    find(at, "settings_save").click().run()
    assert not load_settings(folder).fetch.allowed
