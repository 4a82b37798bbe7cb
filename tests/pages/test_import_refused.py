"""The import refuses in the page's words, and what was said of the list is kept."""

import os
import time

from tests.pages.test_import_page import box, imported, opened


def over(at):
    """Click Import, and wait until it has ended."""
    at.button(key="import_begin").click().run()
    deadline = time.monotonic() + 60
    while not [one for one in at.button if one.key == "import_close"]:
        assert time.monotonic() < deadline
        time.sleep(0.05)
        at.run()
    return at


def test_a_path_that_is_none_is_refused_in_the_form(app, html, folder):
    os.mkfifo(folder / "pipe")
    for path, said in (
        ("~nobody-here/list.csv", "no home folder ~nobody-here on this machine"),
        ("/" + "a" * 5000, "File name too long"),
        (str(folder / ("b" * 300)), "File name too long"),
        ("nul\0.csv", "nul\\0.csv: no file can have this name"),
        (str(folder / "pipe"), "neither a file nor a folder"),
    ):
        at = opened(app, path)
        assert "cannot be shown" not in html(at)
        assert said in html(at)
        assert at.button(key="import_begin").disabled
        at = app("candidates", **{**dict(at.query_params), "import": path})
        assert "cannot be shown" not in html(at), "the same again at a refresh"


def test_what_nobody_foresaw_in_a_list_is_said_of_the_list(app, html, folder, monkeypatch):
    from specreview.catalogues import preview

    def fails(path):
        raise RecursionError("maximum recursion depth exceeded")

    monkeypatch.setattr(preview, "preview_with_values", fails)
    (folder / "deep.csv").write_text("id\n1\n")
    at = opened(app, folder / "deep.csv")
    assert "deep.csv: cannot be read, for a reason that nobody foresaw" in html(at)


def test_import_waits_for_a_task_and_for_rows(app, html, folder):
    (folder / "bare.csv").write_text("id,path\n")
    (folder / "one.csv").write_text("id\nstar0\n")
    at = opened(app, folder / "bare.csv")
    assert at.button(key="import_begin").disabled
    assert "The list has no rows" in html(at)
    at.text_input(key="import_path").set_value(str(folder / "one.csv")).run()
    assert "1 row, 1 column" in html(at)
    assert "1 columns" not in html(at)
    assert "Choose a task" in html(at)
    assert at.button(key="import_begin").disabled
    at.selectbox(key="import_task").select_index(0).run()
    assert "No column names each row's task" in html(at)
    at.selectbox(key="import_task").select("cv").run()
    assert not at.button(key="import_begin").disabled


def test_all_that_was_said_is_there_after_an_import_that_failed(app, html, store, folder):
    rows = "".join(f"star{n},{'CV' if n < 2 else 'star'},0.5\n" for n in range(4))
    (folder / "kinds.csv").write_text(f"id,truth,score\n{rows}")
    at = opened(app, folder / "kinds.csv")
    assert box(at, "label").options[0] == "truth, where it says YES or NO"
    box(at, "role_score").select("").run()
    box(at, "label").select("truth").run()
    box(at, "positive", "multiselect").select("star").run()
    at.selectbox(key="import_task").select("cv").run()
    at.text_input(key="import_name").set_value("kinds of stars").run()
    at.text_input(key="import_share").set_value("3").run()
    box(at, "spectra", "text_input").set_value(str(folder / "gone")).run()
    assert "Nothing was imported" in html(over(at))
    assert "no such folder" in html(at)
    assert "--spectra" not in html(at)

    at.button(key="import_close").click().run()
    assert (box(at, "role_score").value, box(at, "label").value) == ("", "truth")
    assert box(at, "positive", "multiselect").value == ["star"]
    assert at.text_input(key="import_name").value == "kinds of stars"
    assert at.text_input(key="import_share").value == "3"
    assert at.selectbox(key="import_task").value == "cv"
    assert box(at, "spectra", "text_input").value == str(folder / "gone")

    box(at, "spectra", "text_input").set_value(str(folder / "spectra"))
    imported(at, html)  # the box is left by the click itself
    queue = store.queues.get("kinds of stars")
    assert len(store.queues.labels(queue.id)) == 4
    assert queue.expected_share == 0.03
