"""Links into the app from other programs: queue and id from the app's own address."""

from html import unescape

import pytest

from specreview.review.candidates import NewCandidate
from specreview.services import ImportRequest
from specreview.ui.place import follow, step_back
from specreview.ui.state import Desk

BEYOND = "18446744073709551617"
"""2^64 + 1."""
AWKWARD = "gäc+50% & more"


@pytest.fixture
def linked(workspace, folder):
    """A queue under an awkward name, with long ids, one with a plus, and one id under two tasks."""
    source = folder / "list.csv"
    rows = [(BEYOND, "cv", 0), ("SDSS J0001+52", "cv", 1), ("twin", "cv", 2), ("twin", "wd", 2)]
    text = "".join(f"{name},{task},spectra/star{n}.csv\n" for name, task, n in rows)
    source.write_text("id,task,path\n" + text, encoding="utf-8")
    queue, report = workspace.import_queue(ImportRequest(AWKWARD, source))
    assert not report.rejected
    return queue


LINKS = (
    ({"id": BEYOND}, 0),
    ({"id": "SDSS J0001+52"}, 1),
    ({"id": "SDSS J0001 52"}, 1),  # as a plus sign reads that nobody spelt %2B
    ({"id": "twin"}, 2),
    ({"id": "twin", "of": "2"}, 3),
)


def test_a_link_to_the_root_opens_the_candidate_on_review(app, store, linked):
    rows = store.rows(linked.id, "ann")
    for asked, place in LINKS:
        at = app("candidates", queue=AWKWARD, **asked)
        assert at.session_state["desk"].candidate_id == rows[place].candidate.id
        assert [one for one in at.get("plotly_chart") if "spectrum_chart" in one.proto.id], asked
        assert at.query_params["queue"] == AWKWARD
        assert at.query_params["id"] == rows[place].candidate.object_id


def test_the_page_of_candidates_keeps_its_place_over_a_refresh(app, store, linked):
    at = app("candidates", queue=AWKWARD, id="twin", of="2")
    at.switch_page("pages/candidates.py").run()
    assert "id" not in at.query_params
    again = app("candidates", **dict(at.query_params))
    assert len(again.dataframe[0].value) == 4, "the table, not the chart"
    assert again.session_state["desk"].candidate_id == store.rows(linked.id, "")[3].candidate.id


def test_a_plus_that_a_program_left_as_it_is_means_itself(workspace, store):
    queue = store.queues.create("signs", "cv", "signs.csv")
    made = [
        NewCandidate(object_id=name, source_id=name, task_key="cv", path="x.fits")
        for name in ("+plus", "J1234+5678", "plus+")
    ]
    store.queues.upsert(queue.id, made)
    for name in ("+plus", "J1234+5678", "plus+"):
        desk = Desk()
        assert not follow(store, desk, {"queue": "signs", "id": name.replace("+", " ")})
        assert store.queues.candidate(desk.candidate_id).object_id == name


WRONG = (
    ({"queue": "nowhere", "id": BEYOND}, "Queue 'nowhere' was not found."),
    ({"queue": "stars", "id": "18446744073709551616"}, "Candidate '18446744073709551616' was not"),
    ({"queue": "stars", "id": "1' OR '1'='1"}, "was not found in queue 'stars'"),
    ({"id": BEYOND}, "the link names no queue"),
)


def test_what_a_link_names_wrongly_is_said(app, html):
    for asked, said in WRONG:
        assert said in unescape(html(app("candidates", **asked))), asked
    assert WRONG[1][1] in html(app("review", **WRONG[1][0]))


def test_back_to_what_is_gone_keeps_what_is_in_sight(store, linked):
    desk = Desk()
    assert not follow(store, desk, {"queue": AWKWARD, "id": BEYOND})
    here = desk.queue_id, desk.candidate_id
    for asked, _ in WRONG:
        step_back(store, desk, asked)
        assert "is not in this workspace any more" in desk.message
        assert (desk.queue_id, desk.candidate_id) == here
    step_back(store, desk, {"queue": AWKWARD, "id": "twin", "of": "2"})
    assert store.queues.candidate(desk.candidate_id).task_key == "wd"
