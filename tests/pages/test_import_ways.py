"""What the import takes is what stands in the form; what came of it is said in a line."""

from tests.pages.test_import_page import box, opened
from tests.pages.test_import_refused import over


def test_what_was_taken_away_is_not_imported(app, html, folder):
    at = opened(app)
    at.segmented_control(key="import_way").set_value("Upload").run()
    at.file_uploader(key="import_files").set_value([("few.csv", b"id\nstar0\n", "text/csv")]).run()
    assert "1 row, 1 column" in html(at)
    at.file_uploader(key="import_files").set_value([]).run()
    assert "1 row, 1 column" not in html(at)
    assert at.button(key="import_begin").disabled

    at.segmented_control(key="import_way").set_value("Paste").run()
    at.text_area(key="import_pasted").set_value("star0\nstar1").run()
    at.segmented_control(key="import_way").set_value("Path on the server").run()
    assert "2 rows" not in html(at)
    at.text_input(key="import_path").set_value(str(folder / "spectra")).run()
    at.segmented_control(key="import_way").set_value("Paste").run()
    assert at.text_area(key="import_pasted").value == "star0\nstar1", "nothing typed is lost"
    assert "2 rows, 2 columns" in html(at), "ids, and the lines in which they stood"
    at.text_area(key="import_pasted").set_value("").run()
    assert "2 rows" not in html(at)
    at.segmented_control(key="import_way").set_value("Path on the server").run()
    assert at.text_input(key="import_path").value == str(folder / "spectra")
    assert "folder, 5 files" in html(at)


def test_an_import_that_brought_nothing_says_so_and_leads_back_to_its_form(app, html, folder):
    (folder / "lost.csv").write_text("id,path\n7,none.csv\n8,none.csv\n")
    at = opened(app, folder / "lost.csv")
    at.selectbox(key="import_task").select("cv").run()
    at.text_input(key="import_name").set_value("x" * 178).run()
    at.button(key="import_begin").click().run()
    assert "178 letters" in html(at)
    assert not at.button(key="import_begin").disabled, "the form stands as it was"
    at.text_input(key="import_name").set_value("the lost").run()
    box(at, "spectra", "text_input").set_value(str(folder)).run()
    assert "No row became a candidate of queue the lost" in html(over(at))
    assert at.button(key="import_close").label == "Back to the form"
    at.button(key="import_close").click().run()
    assert box(at, "spectra", "text_input").value == str(folder)
    assert at.text_input(key="import_name").value == "the lost"


def test_what_came_of_an_import_bars_nobody_from_the_next(app, html, folder):
    (folder / "lost.csv").write_text("id,path\n7,none.csv\n")
    at = opened(app, folder / "lost.csv")
    at.selectbox(key="import_task").select("cv").run()
    over(at)
    other = app("candidates", reviewer="bob")
    assert "No row became a candidate" in html(other)
    other.button(key="import_open").click().run()
    assert other.text_input(key="import_path").value == ""
