"""The line to a hub, at a real hub with a second program."""

import threading
from dataclasses import fields
from pathlib import Path

import pytest

from specreview.errors import SampError
from specreview.review.rows import Candidate
from specreview.samp.library import hub_address
from specreview.samp.link import SampLink
from specreview.samp.messages import load_spectrum, load_table, point_at
from tests.builders import until
from tests.samp.hubs import Program, only_hub_at, running_hub

pytestmark = [
    pytest.mark.filterwarnings("ignore:No client was able"),
    pytest.mark.filterwarnings("ignore:.* notification from client"),  # of one that has left
]
VOTABLE = b"<VOTABLE/>"


def candidate(**more):
    unknown = dict.fromkeys(field.name for field in fields(Candidate))
    facts = {"id": 7, "object_id": "39627772183708817", "path": "/data/a b/coadd-1.fits.gz",
             "ra": 150.12345678901235, "dec": -2.5}  # fmt: skip
    return Candidate(**unknown | facts | more)


def threads():
    return [one for one in threading.enumerate() if one.name == "specreview-samp"]


@pytest.fixture
def connected(link, topcat):
    link.wake()
    until(lambda: link.state == "connected" and "TOPCAT" in link.programs)
    return link


def test_a_table_a_place_and_a_spectrum_arrive_at_another_program(connected, topcat):
    topcat.heard.clear()
    table = connected.tables.write(VOTABLE, "gac, inspected", 3, [11, 12, 13])
    one = candidate()
    for message in (load_table(table), point_at(one), load_spectrum(one)):
        assert connected.send(message) == ("TOPCAT",)
    until(lambda: len(topcat.heard) == 3)
    told = dict(topcat.heard)
    load = told["table.load.votable"]
    assert (load["name"], load["table-id"]) == ("gac, inspected", table.table_id)
    assert Path(load["url"].removeprefix("file://")).read_bytes() == VOTABLE
    assert told["coord.pointAt.sky"] == {"ra": "150.12345678901235", "dec": "-2.5"}
    spectrum = told["spectrum.load.ssa-generic"]
    assert spectrum["url"] == "file:///data/a%20b/coadd-1.fits.gz"
    assert spectrum["meta"]["Access.Format"] == "application/fits"
    assert spectrum["name"] == "39627772183708817"
    assert point_at(candidate(ra=None)) is None


def test_a_row_pointed_at_is_the_candidate_that_was_in_it(connected, topcat):
    table = connected.tables.write(VOTABLE, "gac", 3, [11, 12, 13])
    java = table.url.replace("file:///", "file:/")
    steps = [
        (lambda: topcat.point(**{"table-id": table.table_id, "url": table.url, "row": "2"}), 13),
        (lambda: topcat.point(url=java, row="0"), 11),
        (lambda: topcat.select(**{"table-id": table.table_id, "row-list": ["1"]}), 12),
    ]
    for number, (send, wanted) in enumerate(steps, start=1):
        send()
        until(lambda number=number: connected.pointed and connected.pointed.number == number)
        pointed = connected.pointed
        assert (pointed.queue_id, pointed.candidate_id, pointed.program) == (3, wanted, "TOPCAT")


def test_what_is_not_ours_or_makes_no_sense_moves_nothing(connected, topcat):
    table = connected.tables.write(VOTABLE, "gac", 3, [11, 12, 13])
    ours = {"table-id": table.table_id, "url": table.url}
    topcat.point(**{"table-id": "t1", "url": "file:///home/ann/list.vot", "row": "1"})
    for row in ("3", "-1", "1.5", "٢", "99999999999999999999", ""):
        topcat.point(**ours, row=row)
    topcat.point(**ours)
    topcat.select(**ours, **{"row-list": ["0", "1"]})
    topcat.point(**ours, row="1")
    until(lambda: connected.pointed)
    assert (connected.pointed.number, connected.pointed.candidate_id) == (1, 12)


def test_the_environment_is_given_to_nobody(connected, topcat):
    (ours,) = topcat.client.get_subscribed_clients("table.highlight.row")
    assert set(topcat.client.get_subscriptions(ours)) == {
        "samp.app.ping", "table.highlight.row", "table.select.rowList"
    }  # fmt: skip


def test_nobody_there_who_takes_it_is_said(link, topcat):
    message = load_spectrum(candidate())
    topcat.client.unbind_receive_notification("spectrum.load.ssa-generic")
    try:
        with pytest.raises(SampError, match=r"no program .* takes spectrum.load.ssa-generic"):
            link.send(message)
    finally:
        topcat.client.bind_receive_notification("spectrum.load.ssa-generic", topcat.hear)


def test_a_hub_on_another_machine_is_not_spoken_to():
    assert hub_address({"samp.hub.xmlrpc.url": "http\\://127.0.0.1\\:4000/"})
    with pytest.raises(SampError, match="on another machine"):
        hub_address({"samp.hub.xmlrpc.url": "http://hub.example.org:4000/"})


def test_no_hub_is_said_and_one_that_comes_is_found(tmp_path):
    lockfile = tmp_path / "later"
    link = SampLink(look_every=0.05)
    with only_hub_at(lockfile):
        with pytest.raises(SampError, match="no SAMP hub runs on this machine; start TOPCAT"):
            link.send(load_spectrum(candidate()))
        assert link.state == "no hub"
        for _ in range(2):  # started, ended, started anew
            with running_hub(lockfile):
                until(lambda: link.state == "connected")
                aladin = Program("Aladin")
                assert link.send(load_spectrum(candidate())) == ("Aladin",)
                until(lambda aladin=aladin: aladin.heard)
                aladin.client.disconnect()
            until(lambda: link.state == "no hub")
        link.close()


def test_a_hub_that_hangs_holds_nobody_up(monkeypatch):
    hanging = threading.Event()
    monkeypatch.setattr(SampLink, "_look", lambda self: hanging.wait(30))
    monkeypatch.setattr("specreview.samp.link._ANSWER_WITHIN", 0.2)
    link = SampLink()
    with pytest.raises(SampError, match=r"did not answer within 0.2 s"):
        link.send(load_spectrum(candidate()))
    link.close()
    hanging.set()
    until(lambda: not threads())


def test_closed_it_leaves_no_thread_and_no_file(topcat):
    link = SampLink(look_every=0.05)
    link.wake()
    until(lambda: link.state == "connected")
    table = link.tables.write(VOTABLE, "gac", 3, [1])
    link.close()
    assert not Path(table.url.removeprefix("file://")).exists()
    assert not threads()
    assert topcat.client.get_subscribed_clients("table.highlight.row") == {}
