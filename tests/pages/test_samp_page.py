"""SAMP on the pages: the table goes out, a row that is pointed at comes to the screen."""

import io
import json
from urllib.request import urlopen

import pytest
from astropy.table import Table

from specreview.ui import drafts
from specreview.ui.presses import NoteText
from tests.builders import until
from tests.samp.hubs import Program, only_hub_at, running_hub

pytestmark = [
    pytest.mark.filterwarnings("ignore:No client was able"),
    pytest.mark.filterwarnings("ignore:.* notification from client"),
]


@pytest.fixture
def folder(folder):
    (folder / "settings.json").write_text(json.dumps({"samp": {"enabled": True}}))
    with only_hub_at(folder / "hub"):
        yield folder


@pytest.fixture
def topcat(folder):
    with running_hub(folder / "hub"):
        program = Program()
        yield program
        program.client.disconnect()


@pytest.fixture
def ids(store):
    """Candidate id by object id."""
    queue = store.queues.get("stars")
    return {row.candidate.object_id: row.candidate.id for row in store.rows(queue.id, "")}


def connected(workspace):
    workspace.samp.wake()
    until(lambda: workspace.samp.state == "connected" and "TOPCAT" in workspace.samp.programs)


def pointed(workspace, topcat, table, row):
    """TOPCAT points at a row, and the app has heard it."""
    before = workspace.samp.pointed.number if workspace.samp.pointed else 0
    topcat.point(**{"table-id": table["table-id"], "url": table["url"], "row": str(row)})
    until(lambda: workspace.samp.pointed and workspace.samp.pointed.number > before)


@pytest.fixture
def sent(workspace, topcat, app, find):
    """The app on Candidates after the table was sent, and what TOPCAT heard of it."""
    connected(workspace)
    at = app("candidates", queue="stars", sort="id", down="1")
    find(at, "samp_table").click().run()
    assert "table stars (5) sent to TOPCAT" in [text.value for text in at.text]
    until(lambda: topcat.heard)
    (mtype, table) = topcat.heard[-1]
    assert (mtype, table["name"]) == ("table.load.votable", "stars (5)")
    return at, table


def test_a_table_in_filter_and_order_is_followed_unless_something_is_begun(
    workspace, topcat, sent, ids, html, find
):
    at, table = sent
    rows = Table.read(io.BytesIO(urlopen(table["url"]).read()), format="votable")
    assert [str(one) for one in rows["id"]] == ["star4", "star3", "star2", "star1", "star0"]
    assert rows["id"].meta["ucd"] == "meta.id;meta.main"
    pointed(workspace, topcat, table, 1)
    at.run()
    assert at.session_state["desk"].candidate_id == ids["star3"]
    assert "TOPCAT points at star3" in html(at)
    desk = at.session_state["desk"]
    desk.note = "is that H"
    pointed(workspace, topcat, table, 0)
    at.run()
    assert desk.candidate_id == ids["star3"], "a note is begun"
    assert "TOPCAT points at star4; what is begun here stays." in html(at)
    find(at, "samp_open_").click().run()
    assert desk.candidate_id == ids["star4"]
    assert desk.samp_waiting is None


def test_a_key_pressed_while_the_page_is_moved_counts_for_what_was_drawn(
    workspace, topcat, sent, app, send, store, ids
):
    _, table = sent
    at = app("review", queue="stars", id="star0")
    pointed(workspace, topcat, table, 3)
    send(at, "y")
    queue = store.queues.get("stars")
    made = [(one.candidate_id, one.answer) for one in store.decisions.history(queue.id)]
    assert made == [(ids["star0"], "YES")]
    assert at.session_state["desk"].candidate_id == ids["star1"], "and the page went where asked"


def test_an_open_note_holds_the_page_and_late_letters_stay_its_candidates(
    workspace, topcat, sent, app, store, ids
):
    _, table = sent
    at = app("review", queue="stars", id="star0")
    desk = at.session_state["desk"]
    drafts.take_note(store, desk, NoteText(1, ids["star0"], "", closed=False))
    pointed(workspace, topcat, table, 0)
    at.run()
    assert desk.candidate_id == ids["star0"], "the note is open, though empty"
    drafts.take_note(store, desk, NoteText(2, ids["star0"], "", closed=True))
    pointed(workspace, topcat, table, 1)
    at.run()
    assert desk.candidate_id == ids["star3"]
    drafts.take_note(store, desk, NoteText(3, ids["star0"], "late", closed=True))
    assert store.work.draft("ann", ids["star0"])["note"] == "late"
    assert desk.note == ""


def test_without_a_hub_the_page_says_so_and_goes_on(workspace, app, send, html, find):
    at = app("review", queue="stars", id="star0")
    until(lambda: workspace.samp.state == "no hub")
    send(at, "j")
    assert "nobody can point at star0: its position is not known" in html(at)
    at = app("candidates")
    assert "no SAMP hub runs on this machine; start TOPCAT or Aladin" in html(at)
    assert find(at, "samp_table").disabled


def test_a_form_that_is_begun_holds_candidates_too(workspace, topcat, sent, ids, find, html):
    at, table = sent
    at.text_input(key="answers_yes").input("STAR").run()
    pointed(workspace, topcat, table, 1)
    at.run()
    assert at.session_state["desk"].candidate_id is None
    assert "TOPCAT points at star3; what is begun here stays." in html(at)
    find(at, "samp_open_").click().run()
    assert at.session_state["desk"].candidate_id == ids["star3"]
    assert "TOPCAT points at star3" in html(at)
