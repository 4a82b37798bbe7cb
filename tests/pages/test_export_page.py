"""The Export page: five lists, columns and filters that stay, downloads as the command writes."""

import re

import pytest

from specreview.listing import list_of
from specreview.review.history import new_decision
from specreview.review.lists import KINDS, SavedFilter
from specreview.review.rows import RowFilter
from specreview.ui.exporting import Wish, within
from specreview.ui.present import export as words
from specreview.ui.show.export_files import fresh


@pytest.fixture
def queue(store, workspace):
    """Three answers: two of ann's, one of bob's that differs from hers; a comment that is HTML."""
    queue = store.queues.get("stars")
    rows = store.rows(queue.id, "")
    for row, answer in zip(rows[:2], ("YES", "NO"), strict=True):
        made = new_decision(row.candidate.id, "ann", "answer", answer=answer, confidence=4,
                            comment="<img src=x onerror=alert(1)>")  # fmt: skip
        store.decisions.append(made)
    other = new_decision(rows[1].candidate.id, "bob", "answer", answer="YES", confidence=4,
                         base_version=1)  # fmt: skip
    store.decisions.append(other)
    workspace.runner.inspect_now(rows[0].candidate.id, "rules")
    return queue


@pytest.fixture
def export(app):
    """Opens the page as a link with these parameters does."""

    def open_page(reviewer="ann", **query):
        at = app("candidates", reviewer=reviewer, queue="stars")
        for name, value in query.items():
            at.query_params[name] = value
        if "state" in query:
            at.session_state["desk"].set_filter(RowFilter((query["state"],)))
        at.switch_page("pages/export.py").run()
        assert not at.exception, at.exception
        return at

    return open_page


def headline(html, at) -> str:
    return re.findall(r"<h5>(.*?)<", html(at))[0].strip()


def test_each_list_shows_as_many_rows_as_the_command_writes(export, html, workspace, queue):
    counted = {}
    for kind in KINDS:
        at = export(list=kind)
        counted[kind] = headline(html, at)
        rows = list_of(workspace, queue, kind, "ann").rows
        assert counted[kind] == words.rows_word(kind, len(rows)), kind
        assert "Header written into the file" in html(at)
    assert counted["approved"] == "1 row"
    assert counted["history"] == "3 acts"
    assert counted["disagreements"] == "1 difference"


def test_columns_and_period_stay_over_a_refresh_and_what_is_unknown_is_left_out(
    export, workspace, queue
):
    at = export(list="history", columns="id,nonsense,comment",
             since="2000-01-01", until="'; drop")  # fmt: skip
    assert list(at.dataframe[0].value.columns) == ["id", "comment"]
    kept = dict(at.query_params)
    assert kept["columns"] == "id,nonsense,comment"
    assert kept["since"] == "2000-01-01"
    assert "until" not in kept
    assert within(at.session_state["desk"]).since == "2000-01-01T00:00:00+00:00"


def test_a_filter_is_saved_applied_and_deleted(export, find, store, queue):
    at = export(list="current", state="conflict", columns="id,answer")
    at.text_input(key="export_save_name").set_value("to talk about <b>")
    find(at, "export_save").click().run()
    assert not at.exception
    kept = SavedFilter("to talk about <b>", "current", RowFilter(("conflict",)), ("id", "answer"))
    assert store.saved_filters.all(queue.id) == [kept]
    other = export()
    choice = next(one for one in other.selectbox if (one.key or "").startswith("export_filter_"))
    choice.select("to talk about <b>").run()
    assert not other.exception
    desk = other.session_state["desk"]
    assert (desk.export.kind, desk.filter()) == ("current", kept.row_filter)
    assert list(other.dataframe[0].value.columns) == ["id", "answer"]
    find(other, "export_delete").click().run()
    assert store.saved_filters.all(queue.id) == []


def test_a_filter_without_a_name_is_refused_in_words(export, find, store, queue, html):
    at = export()
    find(at, "export_save").click().run()
    assert "has no name" in html(at)
    assert store.saved_filters.all(queue.id) == []


def test_a_download_is_what_the_command_writes(workspace, queue, tmp_path):
    from astropy.table import Table

    wish = Wish(queue, "current", "ann", columns=("id", "answer", "comment"))
    ready = list_of(workspace, queue, "current", "ann", columns=wish.columns)
    for ending in (".csv", ".jsonl"):
        written = ready.write(tmp_path / f"list{ending}")
        assert fresh(workspace, wish, ending)() == written.path.read_bytes(), ending
    written = ready.write(tmp_path / "list.fits")  # the header holds the time of the writing
    (tmp_path / "d.fits").write_bytes(fresh(workspace, wish, ".fits")())
    there, here = (Table.read(path, hdu=1) for path in (written.path, tmp_path / "d.fits"))
    assert [tuple(row) for row in there] == [tuple(row) for row in here]


def test_foreign_text_in_the_preview_is_data(export, html, queue):
    at = export(list="current")
    assert "onerror" not in html(at)
    assert "<img src=x onerror=alert(1)>" in set(at.dataframe[0].value["comment"])


def test_an_empty_list_names_what_would_fill_it(export, html, store):
    at = export()
    assert "No candidate is approved yet" in html(at)
    download = next(one for one in at.get("download_button") if one.proto.label.startswith("Down"))
    assert download.proto.disabled
    assert len(at.get("download_button")) == 2, "the list and its provenance; no sheet of nothing"


def test_one_object_and_a_sheet_are_offered_for_what_is_on_the_list(export, queue):
    at = export(list="current")
    labels = [one.proto.label for one in at.get("download_button")]
    assert "Sheet of 2 spectra, PDF, 1 page" in labels
    assert "Page of this object, HTML" in labels
    assert len(at.selectbox(key="export_object").options) == 2
