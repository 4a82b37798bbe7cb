"""P on the Review page: the spectra of one source under each other, each decided on its own."""

import re

import numpy as np
import pytest

from specreview.services import ImportRequest
from specreview.ui.present.epochs import COLUMNS, columns, when

IDS = ("39627772183708817", "39627772183708818", "39627772183708819")
MJD = (58000, 57119, 59001)
"""In the queue the second of them comes first in time."""


@pytest.fixture
def source(workspace, folder):
    """A queue of a single star, then three epochs of one source within 1 arcsec."""
    rows = [f"other,spectra/star3.csv,10.0,{20.0},57000"]
    for n, (name, mjd) in enumerate(zip(IDS, MJD, strict=True)):
        rows.append(f"{name},spectra/star{n}.csv,210.1,{35.0 + n / 7200:.6f},{mjd}")
    (folder / "list.csv").write_text("id,path,ra,dec,mjd\n" + "\n".join(rows) + "\n")
    queue, _ = workspace.import_queue(ImportRequest("epochs", folder / "list.csv", "cv"))
    return queue


def shown(at, store):
    return store.queues.candidate(at.session_state["desk"].candidate_id).object_id


def order(words):
    """The ids of the stack, from above."""
    return re.findall(r'<i title="(\d+)">', words)


def test_each_epoch_is_opened_and_decided_on_its_own_and_p_leads_back(
    app, press, send, html, store, source
):
    at = app(queue="epochs", id=IDS[0])
    assert "3, others: new, new" in html(at)
    send(at, "p")
    assert order(html(at)) == [IDS[1], IDS[0], IDS[2]], "by time, not by place in the queue"
    assert "2015-04-07, MJD 57119" in html(at)
    assert at.query_params["company"] == "epochs.0"
    send(at, "p")
    assert shown(at, store) == IDS[2]
    press(at, "y")
    assert shown(at, store) == IDS[2], "an answer stays on the epoch that was visited"
    send(at, "p")
    assert shown(at, store) == IDS[1]
    press(at, "n")
    words = html(at)
    assert at.query_params["company"] == "epochs.2"
    said = re.findall(r'<span class="decided"><b>([^<]*)</b>', words)
    assert said == ["NO, confidence 3", "not answered", "YES, confidence 3"]
    assert " · began here" in words
    send(at, "p")
    assert shown(at, store) == IDS[0]
    assert "company" not in at.query_params
    assert 'class="epochs"' not in html(at)
    press(at, "u")
    assert shown(at, store) == "other", "where it began an answer goes on"
    rows = {row.candidate.object_id: row.answer for row in store.rows(source.id, "ann")}
    assert rows == {IDS[0]: "UNSURE", IDS[1]: "NO", IDS[2]: "YES", "other": None}


def test_a_refresh_a_click_the_close_and_a_single_spectrum(app, press, send, html, store, source):
    at = app(queue="epochs", id=IDS[2], company="epochs.1")
    assert 'class="epoch on" role="button" tabindex="0" data-press="epochs+3"' in html(at)
    press(at, "y")
    assert shown(at, store) == IDS[2]
    send(at, "epochs+2")
    assert shown(at, store) == IDS[0], "where the walk began"
    assert at.query_params["company"] == "epochs.0"
    send(at, "epochs+0")
    assert shown(at, store) == IDS[0]
    assert "company" not in at.query_params
    single = app(queue="epochs", id="other")
    assert "others: " not in html(single)
    send(single, "p")
    assert "the queue has no other spectrum of this source" in html(single)
    assert [one for one in single.get("plotly_chart") if "panels_chart" in one.proto.id]


def test_an_epoch_whose_file_is_gone_keeps_its_row_and_lets_the_walk_go_on(
    app, send, html, store, source, folder
):
    (folder / "spectra" / "star2.csv").unlink()
    at = app(queue="epochs", id=IDS[0])
    send(at, "p")
    assert "cannot be read" in html(at)
    assert order(html(at)) == [IDS[1], IDS[0], IDS[2]]
    send(at, "p")
    assert shown(at, store) == IDS[2]
    send(at, "p")
    assert shown(at, store) in IDS[:2]


def test_a_row_is_flux_over_its_median_in_the_range_in_sight():
    wavelength = np.linspace(4000.0, 8000.0, 8001)
    flux = np.where(abs(wavelength - 6564.6) < 20.0, 300.0, 100.0)
    flux[(wavelength > 5000) & (wavelength < 5400)] = np.nan
    row = columns(wavelength, flux, (4500.0, 7500.0))
    place = (4500.0 + (np.arange(COLUMNS) + 0.5) * 3000.0 / COLUMNS).round(1)
    assert row[abs(place - 6564.6) < 10] == pytest.approx(3.0)
    assert row[abs(place - 7000) < 50] == pytest.approx(1.0)
    assert np.isnan(row[(place > 5010) & (place < 5390)]).all(), "a gap stays a gap"
    few = columns(wavelength[::40], flux[::40], (4500.0, 7500.0))
    assert np.isfinite(few[(place > 5450) & (place < 7400)]).all(), "wide pixels are no gaps"
    assert np.isnan(few[(place > 5030) & (place < 5370)]).all()


@pytest.mark.parametrize(
    ("night", "words"),
    [("57119", "2015-04-07, MJD 57119"), ("2015-04-07", "2015-04-07, MJD 57119"), ("", "")],
)
def test_a_night_is_a_date_and_an_mjd(night, words):
    assert when(night) == words
