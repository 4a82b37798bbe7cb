"""M and X on the Review page: cards and counts in the panels' place, another spectrum laid over."""

import json
import threading
from base64 import b64decode

import numpy as np
import pytest

from specreview.elsewhere.reading import QueueIndices
from specreview.errors import StoreError
from tests.builders import until


def spectra_drawn(at):
    """Names of the chart's traces."""
    (chart,) = [one for one in at.get("plotly_chart") if "spectrum_chart" in one.proto.id]
    return [trace.get("name") for trace in json.loads(chart.proto.spec)["data"]]


def panels(at):
    return [one for one in at.get("plotly_chart") if "panels_chart" in one.proto.id]


def test_m_shows_known_objects_then_lays_them_over_then_closes(app, press, html):
    at = app()
    assert panels(at)
    press(at, "m")
    assert not panels(at)
    words = html(at)
    assert words.count('data-press="known+') == 7  # six cards, and the close
    assert "Known positives (YES)" in words
    assert "away, synthetic" in words
    assert "overlay" not in spectra_drawn(at)
    press(at, "m")
    assert "overlay" in spectra_drawn(at)
    assert at.query_params["company"] == "known.1"
    assert 'class="known-card on"' in html(at)
    for _ in range(6):
        press(at, "m")
    assert panels(at)
    assert "company" not in at.query_params


def drawn(at, name):
    """(x, y) of one of the chart's traces, which has the sampling of the data."""
    (chart,) = [one for one in at.get("plotly_chart") if "spectrum_chart" in one.proto.id]
    data = json.loads(chart.proto.spec)["data"]
    (trace,) = [one for one in data if one.get("name") == name]
    x, y = (
        np.frombuffer(b64decode(trace[axis]["bdata"]), trace[axis]["dtype"])
        if axis in trace
        else None
        for axis in ("x", "y")
    )
    return (trace["x0"] + trace["dx"] * np.arange(y.size) if x is None else x), y


@pytest.mark.parametrize("limits", [(3850.0, 4100.0), (8200.0, 8800.0)])
def test_what_is_laid_over_is_scaled_to_the_range_in_sight(app, press, limits):
    at = app()
    press(at, "m")
    press(at, "m")
    desk = at.session_state["desk"]
    whole = drawn(at, "overlay")[1]
    told = {"number": 1, "candidate": desk.candidate_id, "range": list(limits)}
    at.session_state["keys"] = {"zoom": told}
    at.run()
    (x, flux), (_, over) = drawn(at, "flux"), drawn(at, "overlay")
    inside = (x > limits[0]) & (x < limits[1]) & np.isfinite(over)
    assert np.median(over[inside]) == pytest.approx(np.median(flux[inside]), rel=0.02)
    assert not np.allclose(over[inside], whole[inside], rtol=0.02), "another scale than before"


def test_a_decided_candidate_comes_with_who_decided(app, press, html, workspace):
    store = workspace.store
    rows = store.rows(store.queues.get("stars").id, "ann")
    workspace.company.catch_up([row.candidate for row in rows])
    at = app()
    press(at, "y")
    press(at, "m")
    assert "YES by ann in this queue" in html(at)
    assert f"YES, {rows[0].candidate.object_id}" in html(at)


def test_x_counts_who_else_shows_it_and_lays_them_over(app, press, html, workspace):
    store = workspace.store
    rows = store.rows(store.queues.get("stars").id, "ann")
    workspace.company.catch_up([row.candidate for row in rows])
    at = app()
    press(at, "x")
    words = html(at)
    assert "1 of 4" in words  # Hα: star0 and star1 have it, of five
    assert "Hα lies here, a line of the task" in words
    assert rows[1].candidate.object_id in words
    press(at, "x")
    assert "overlay" in spectra_drawn(at)
    assert at.session_state["desk"].zoom is not None  # close enough to see the line


def test_clicks_go_the_way_of_keys(app, press, send):
    at = app()
    press(at, "m")
    send(at, "known+5")
    assert at.query_params["company"] == "known.5"
    send(at, "known+0")
    assert panels(at)


@pytest.mark.parametrize("company", ["known.3", "elsewhere.0"])
def test_an_address_opens_it_again(app, company, html, workspace):
    store = workspace.store
    candidate = store.rows(store.queues.get("stars").id, "ann")[0].candidate
    at = app(queue="stars", id=candidate.object_id, company=company)
    assert not panels(at)
    assert at.query_params["company"] == company
    assert ('class="known-card on"' in html(at)) == company.startswith("known")


def test_an_unreadable_example_of_the_folder_is_said(app, press, html, folder):
    place = folder / "known" / "cv" / "positive"
    place.mkdir(parents=True)
    (place / "<b>bad.fits").write_bytes(b"nothing")
    at = app()
    press(at, "m")
    assert "&lt;b&gt;bad.fits" in html(at)
    assert "<b>bad.fits" not in html(at)


@pytest.fixture
def gate():
    """What waits for it goes on at the end of the test, however that ends."""
    made = threading.Event()
    yield made
    made.set()


def test_x_on_a_large_queue_says_how_far_the_reading_is_and_the_page_goes_on(
    app, press, html, workspace, gate
):
    store = workspace.store
    rows = store.rows(store.queues.get("stars").id, "ann")
    workspace.company.catch_up([row.candidate for row in rows])

    def block(queue_id, number):
        gate.wait()
        return store.index.block(queue_id, number)

    workspace.company.indices = QueueIndices(store.index.blocks, block)
    at = app()
    press(at, "x")
    assert "Reading the peaks of 5 spectra" in at.get("progress")[0].proto.text
    press(at, "s")  # any other key acts meanwhile
    assert at.session_state["desk"].smoothing > 1
    assert at.query_params["company"] == "elsewhere.0"
    gate.set()
    until(lambda: workspace.company.indices.reading(rows[0].candidate.queue_id) is None)
    at.run()
    assert "1 of 4" in html(at)


def test_an_index_that_cannot_be_read_is_said(app, press, html, workspace):
    def block(queue_id, number):
        raise StoreError("specreview.db: the disk cannot be read; look at its cables")

    workspace.company.indices = QueueIndices(workspace.store.index.blocks, block)
    at = press(app(), "x")
    assert "specreview.db: the disk cannot be read" in html(at)
