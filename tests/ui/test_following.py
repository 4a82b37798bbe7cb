"""When a page may follow another program: never away from something that is begun."""

import pytest

from specreview.samp.link import Pointed
from specreview.ui.following import busy, follow, unseen
from specreview.ui.state import Desk

BEGUN = {
    "note": "Hα?", "issues": ["S"], "other_class": "QSO", "ask_window": "4800-4900",
    "ask_note": "look", "dialog": "help", "pending_decision": "01", "note_open": 3,
}  # fmt: skip
NO_STORE = None
"""What only waits looks nothing up."""


def desk(**more):
    return Desk(**{"queue_id": 1, "candidate_id": 3, "samp_seen": 1} | more)


def test_nothing_begun_is_not_busy():
    assert not busy(desk())
    assert not busy(desk(note="  ", ask_note=""))


@pytest.mark.parametrize("field", BEGUN)
def test_what_is_begun_is_left_where_it_is(field):
    here = desk(**{field: BEGUN[field]})
    assert unseen(here, Pointed(2, 1, 9, "TOPCAT"))
    assert not follow(NO_STORE, here, Pointed(2, 1, 9, "TOPCAT"))
    assert (here.candidate_id, here.samp_waiting) == (3, (1, 9, "TOPCAT"))
    assert not unseen(here, Pointed(2, 1, 9, "TOPCAT")), "it is said once"


@pytest.mark.parametrize(
    ("more", "pointed", "waiting"),
    [
        ({"samp_seen": None}, Pointed(7, 1, 9, "TOPCAT"), None),  # from before this session
        ({"samp_follow": False}, Pointed(2, 1, 9, "TOPCAT"), None),
        ({}, Pointed(2, 1, 3, "TOPCAT"), None),  # it is here already
        ({}, Pointed(1, 1, 9, "TOPCAT"), None),  # seen
        ({}, Pointed(2, 5, 9, "TOPCAT"), (5, 9, "TOPCAT")),  # another queue
    ],
)
def test_what_moves_nothing(more, pointed, waiting):
    here = desk(**more)
    assert not follow(NO_STORE, here, pointed)
    assert (here.candidate_id, here.queue_id, here.samp_waiting) == (3, 1, waiting)
