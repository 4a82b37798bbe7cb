"""The import on the page of candidates: by path, upload or paste; columns put right; rejects."""

import csv
import io
import time

import pytest

from specreview.ui.present.rejects import rejects_csv
from specreview.ui.show.rejects import fresh

BEYOND = "18446744073709551617"


@pytest.fixture
def odd(folder):
    """A list whose columns go by no usual names, with rows that become no candidates."""
    rows = [f"3962777218370881{n};spectra/star{n}.csv;{'CV' if n < 2 else 'star'};r{n}"
            for n in range(4)]  # fmt: skip
    rows += [f"{BEYOND};spectra/star4.csv;nova;=1+1", ";spectra/star0.csv;CV;", "7;none.csv;CV;"]
    path = folder / "odd.csv"
    path.write_text("\ufeffnumber;where;kind;remark\n" + "\n".join(rows) + "\n", encoding="utf-8")
    return path


def opened(app, path="", **more):
    at = app("candidates", **more)
    at.button(key="import_open").click().run()
    if path:
        at.text_input(key="import_path").set_value(str(path)).run()
    assert not at.exception, at.exception
    return at


def box(at, prefix, kind="selectbox"):
    """The one widget whose key begins so; the rest of it names the source."""
    (found,) = [one for one in getattr(at, kind) if (one.key or "").startswith(f"import_{prefix}_")]
    return found


def imported(at, html):
    """Click, and wait until it is said what came of it."""
    at.button(key="import_begin").click().run()
    deadline = time.monotonic() + 60
    while "<td>unchanged" not in html(at.run()):
        assert time.monotonic() < deadline, html(at)
        time.sleep(0.05)
    assert not at.exception
    return at


def test_columns_are_put_right_kept_over_a_refresh_and_remembered(app, html, store, odd):
    at = opened(app, odd)
    assert "odd.csv: CSV, 7 rows, 4 columns" in html(at)
    assert box(at, "role_id").value == "", "nothing here is called an id"
    box(at, "role_id").select("number").run()
    box(at, "role_path").select("where").run()
    box(at, "spectra", "text_input").set_value(str(odd.parent)).run()
    box(at, "label").select("kind").run()
    assert "CV (4)" in box(at, "positive", "multiselect").options
    box(at, "positive", "multiselect").select("CV").run()
    at.selectbox(key="import_task").select("cv").run()
    at.text_input(key="import_share").set_value("150").run()
    at.button(key="import_begin").click().run()
    assert any("percent between 0 and 100" in one.value for one in at.text)
    at.text_input(key="import_share").set_value("2.5 %").run()
    at.text_input(key="import_name").set_value("odd ones").run()
    assert "CV" not in html(at).partition("</table>")[0], "a label is kept back from who imports"

    at = app("candidates", **dict(at.query_params))
    assert (box(at, "role_id").value, box(at, "role_path").value) == ("number", "where")
    assert at.selectbox(key="import_task").value == "cv"
    imported(at, html)
    queue = store.queues.get("odd ones")
    assert queue.expected_share == 0.025
    assert sorted(store.queues.labels(queue.id).values()) == ["NO", "NO", "NO", "YES", "YES"]
    assert store.queues.find(queue.id, BEYOND)
    rejected = at.dataframe[0].value
    assert list(rejected["Row"]) == [7, 8]
    assert "missing id" in rejected["Reason"].iloc[0]

    at.button(key="import_close").click().run()
    at.text_input(key="import_path").set_value(str(odd)).run()
    at.text_input(key="import_name").set_value("odd ones").run()
    assert (box(at, "role_id").value, box(at, "label").value) == ("number", "kind")
    assert box(at, "spectra", "text_input").value == str(odd.parent)
    assert box(at, "positive", "multiselect").value == ["CV"]
    assert at.selectbox(key="import_task").value == "cv"
    imported(at, html)
    assert "<td>unchanged</td><td class='figure'>5" in html(at)
    at.button(key="import_show").click().run()
    assert "import" not in at.query_params
    assert at.download_button[0].label == "Download 2 rejected rows, CSV"


def test_a_guessed_column_can_be_refused(app, html, store, folder):
    (folder / "mags.csv").write_text("id,path,z\n1,spectra/star0.csv,0.25\n")
    at = opened(app, folder / "mags.csv")
    assert box(at, "role_redshift").value == "z"
    box(at, "role_redshift").select("").run()
    at.selectbox(key="import_task").select("cv").run()
    imported(at, html)
    (row,) = store.rows(store.queues.get("mags").id, "")
    assert row.candidate.redshift is None
    assert row.candidate.catalogue == {"z": "0.25"}
    (folder / "mags.csv").write_text("ID,path,z\n1,spectra/star0.csv,0.5\n")
    at.button(key="import_close").click().run()
    at.text_input(key="import_path").set_value(str(folder / "mags.csv")).run()
    assert box(at, "role_redshift").value == "", "a refused guess is remembered"


def test_uploads_are_judged_by_content_and_kept(app, html, store, workspace, folder):
    spectra = [(f"star{n}.csv", (folder / "spectra" / f"star{n}.csv").read_bytes(), "text/csv")
               for n in (0, 1)]  # fmt: skip
    at = opened(app)
    at.segmented_control(key="import_way").set_value("Upload").run()
    wrong = [
        ("obs.csv", b"PK\x03\x04rest", "text/csv"),
        ("obs.fits", b"MZ\x90\x00", "application/fits"),
        ("list.csv", b"<html><body>404</body></html>", "text/csv"),
    ]
    at.file_uploader(key="import_files").set_value(wrong).run()
    said = html(at)
    for words in ("zip archive", "a program", "an HTML page"):
        assert words in said
    assert at.button(key="import_begin").disabled
    assert not list((workspace.folder / "uploads").iterdir())

    table = b"id,path\n11,star0.csv\n12,star1.csv\n"
    at.file_uploader(key="import_files").set_value(
        [("../../My list.csv", table, "text/csv"), *spectra]
    ).run()
    (kept,) = (workspace.folder / "lists").iterdir()
    assert kept.name.startswith("My_list-")
    assert kept.read_bytes() == table
    assert "2 rows, 2 columns" in html(at)
    at.selectbox(key="import_task").select("cv").run()
    imported(at, html)
    rows = store.rows(store.queues.get("My_list").id, "")
    assert [row.candidate.object_id for row in rows] == ["11", "12"]
    assert all("/uploads/spectra-" in row.candidate.path for row in rows)

    at.button(key="import_close").click().run()
    at.segmented_control(key="import_way").set_value("Upload").run()
    at.file_uploader(key="import_files").set_value(spectra[:1]).run()
    assert "folder, 1 file" in html(at), "spectra alone are a folder to import"


def test_pasted_ids_and_tables(app, html, store, workspace, folder):
    at = opened(app)
    at.segmented_control(key="import_way").set_value("Paste").run()
    at.text_area(key="import_pasted").set_value("3.96E+16").run()
    assert any("line 1" in one.value for one in at.text)
    at.text_area(key="import_pasted").set_value("star0\nstar3\nstar9").run()
    assert "pasted" in html(at)
    box(at, "known").select(str(folder / "spectra")).run()
    assert box(at, "spectra", "text_input").value == str(folder / "spectra")
    at.selectbox(key="import_task").select("cv").run()
    at.text_input(key="import_name").set_value("few").run()
    imported(at, html)
    queue = store.queues.get("few")
    assert [row.candidate.object_id for row in store.rows(queue.id, "")] == ["star0", "star3"]
    (reject,) = store.queues.rejects(queue.id)
    assert reject.name == "star9"


def test_a_spectrum_given_as_a_list_is_told_so(app, html, folder):
    at = opened(app, folder / "spectra" / "star0.csv")
    assert "is a spectrum, not a list of candidates" in html(at)
    assert at.button(key="import_begin").disabled


def test_case_074_the_rejects_are_those_of_the_click_and_harmless(store):
    from specreview.review.candidates import Reject

    queue = store.queues.get("stars")
    download = fresh(store, queue.id)
    store.queues.set_rejects(queue.id, [Reject(4, '=HYPERLINK("x")', 'a,b\n"c"')])
    rows = list(csv.reader(io.StringIO(download().decode(), newline="")))
    assert rows == [["row", "name", "reason"], ["4", '\'=HYPERLINK("x")', 'a,b\n"c"']]
    assert rejects_csv([]) == b"row,name,reason\n"
