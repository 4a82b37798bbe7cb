"""Numbers, strips and cards: exact words, and foreign text that stays text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from specreview.agent.events import InspectionStopped, StopReason
from specreview.export.formats import FORMATS
from specreview.review.rows import RowFilter
from specreview.tasks.load import load_tasks
from specreview.ui.address import filter_from_url, filter_to_url
from specreview.ui.present import bar, cards, quantities
from specreview.ui.present.export import download_label, file_name
from specreview.ui.present.markup import fact, markdown_literal, rows
from specreview.ui.present.verdict import coverage_line, stop_sentence, verdict_word
from specreview.views.frames import chart_window


@pytest.mark.parametrize(
    ("ra", "dec", "text"),
    [
        (353.358, 15.37283, "23:33:25.92 +15:22:22.2"),
        (0.0, -0.5, "00:00:00.00 −00:30:00.0"),
        (359.9999999, 89.9999999, "00:00:00.00 +90:00:00.0"),
        (14.9999999, -0.00001, "01:00:00.00 −00:00:00.0"),
    ],
)
def test_sexagesimal_is_rounded_and_never_sixty(ra, dec, text):
    assert quantities.sexagesimal(ra, dec) == text


def test_what_had_no_window_is_named_though_the_overview_shows_it():
    line = coverage_line(load_tasks()["cv"], [(6400.0, 6700.0)])
    seen, unseen = line.split("No window on")
    assert "Windows on" in seen
    assert "Hα" in seen
    assert "Hβ" in unseen


@given(st.floats(0, 360, exclude_max=True), st.floats(-90, 90))
def test_sexagesimal_goes_back_to_the_degrees(ra, dec):
    first, second = quantities.sexagesimal(ra, dec).split()
    h, m, s = (float(part) for part in first.split(":"))
    sign = -1 if second[0] == "−" else 1
    d, arcmin, arcsec = (float(part) for part in second[1:].split(":"))
    assert m < 60
    assert s < 60
    assert arcmin < 60
    assert arcsec < 60
    back = 15 * (h + m / 60 + s / 3600)
    assert min(abs(back - ra), abs(back - ra + 360), abs(back - ra - 360)) < 1e-4
    assert abs(sign * (d + arcmin / 60 + arcsec / 3600) - dec) < 5e-5


def test_numbers_have_true_minus_and_thin_spaces():
    assert quantities.count(1240) == "1\u2009240"
    assert quantities.fixed(-0.5, 1) == "−0.5"
    assert quantities.signed(0.00008, 5) == "+0.00008"
    assert quantities.span(6400, 6730) == "6400–6730 Å"
    assert quantities.minutes(250) == "4:10"
    assert quantities.minutes(3661) == "1:01:01"
    assert quantities.size(14_300) == "14 kB"
    assert quantities.clock("2026-12-01T04:14:07+02:00") == "02:14:07"


@given(st.text())
def test_case_079_no_value_becomes_markup(value):
    markup = fact("label", value) + rows([(value, value)])
    inside = markup.replace("</span>", "").replace('<span class="fact ">', "")
    for tag in ("<i>", "</i>", "<b>", "</b>", '<dl class="pairs">', "</dl>", "<dt>", "</dt>"):
        inside = inside.replace(tag, "")
    inside = inside.replace("<dd>", "").replace("</dd>", "")
    assert "<" not in inside
    assert '"' not in inside


@given(st.text(alphabet="*_`[]()#$:<>~^\\ab ", min_size=1))
def test_labels_of_widgets_keep_foreign_marks_as_text(text):
    escaped = markdown_literal(text)
    place = 0
    while place < len(escaped):
        if escaped[place] == "\\":
            place += 2
            continue
        assert escaped[place] not in "*_`[]()#$:<>~^"
        place += 1


def test_the_last_twenty_have_texts_of_their_own():
    labels = [bar.distinct("N", place) for place in range(20)]
    assert len(set(labels)) == 20
    assert {label.rstrip("\u200b\u200c") for label in labels} == {"N"}


def test_verdict_words():
    assert verdict_word("YES", True) == "YES"
    assert verdict_word(None, True) == "no verdict"
    assert verdict_word(None, False) == "not reached yet"


@pytest.mark.parametrize("reason", StopReason.__args__)
def test_each_way_to_stop_has_its_words(reason):
    sentence = stop_sentence(InspectionStopped(reason=reason))
    assert sentence.startswith("Stopped: ")
    assert "_" not in sentence


def test_a_file_that_cannot_be_read_is_said_in_four_lines(tmp_path):
    path = tmp_path / "broken.fits"
    path.write_bytes(b"x")
    card = cards.unreadable(str(path), f"{path}: no SIMPLE card; fetch it again")
    assert card.found == "no SIMPLE card"
    assert card.cure.startswith("fetch it again")
    gone = cards.unreadable(str(tmp_path / "gone"), "whatever")
    assert gone.title == "This file is gone"


def test_download_label_and_name():
    fits, lines = FORMATS[".fits"], FORMATS[".jsonl"]
    assert download_label("current", 22, fits, 14_000) == "Download 22 rows, FITS, 14 kB"
    assert download_label("current", 1, FORMATS[".csv"], None) == "Download 1 row, CSV"
    assert download_label("traces", 236, fits, None) == "Download 236 steps, FITS"
    assert download_label("traces", 236, lines, None) == "Download inspections, JSONL"
    assert file_name("GAC Hα / ../x", "approved", ".csv").startswith("gac_h_x_approved_")


FILTERS = st.builds(
    RowFilter,
    states=st.lists(st.sampled_from(["new", "answered", "conflict"]), unique=True).map(tuple),
    verdicts=st.lists(st.sampled_from(["YES", "NO", "none"]), unique=True).map(tuple),
    surveys=st.lists(st.sampled_from(["SDSS", "LAMOST"]), unique=True).map(tuple),
    snr_min=st.none() | st.integers(0, 100).map(float),
    sort=st.sampled_from(["queue", "snr", "score"]),
    descending=st.booleans(),
)


@given(FILTERS)
def test_a_filter_survives_the_url(row_filter):
    assert filter_from_url(filter_to_url(row_filter)) == row_filter


@given(st.dictionaries(st.sampled_from(["state", "snr", "sort", "down", "survey"]), st.text()))
def test_any_url_gives_a_filter(query):
    found = filter_from_url(query)
    assert found.sort in ("queue", "id", "survey", "snr", "score", "verdict", "answer", "state")


def test_a_window_of_the_picture_lies_over_the_same_pixels_of_the_chart():
    observed = (6500.0 * 1.1, 6600.0 * 1.1)
    rest = chart_window((6500.0, 6600.0), 0.1, 0.002)
    assert [edge * 1.002 for edge in rest] == pytest.approx(observed)
    assert chart_window((6500.0, 6600.0), None, None) == (6500.0, 6600.0)


def test_a_filter_that_leaves_none_ends_no_queue():
    headline, lines = cards.end_lines([], 12, None)
    assert (
        headline
        == "No candidate passes the filter: clear a part of it above the table of Candidates."
    )
    assert lines == []
    assert cards.end_lines([], 0, None)[0].startswith("This queue is empty")


@pytest.mark.parametrize(
    ("arcsec", "said"), [(4.24, "4.2″"), (60.0, "1.0′"), (750.0, "12.5′"), (309960.0, "86.1°")]
)
def test_angles_are_said_in_a_unit_of_their_size(arcsec, said):
    assert quantities.angle(arcsec) == said
