"""What other processes ask for reaches an inspection soon, at one query for all."""

import time

from specreview.runner.wishes import Wishes


class Counted:
    """A store's work whose looks are counted."""

    def __init__(self, work) -> None:
        self.work, self.looks = work, 0

    def requests(self):
        self.looks += 1
        return self.work.requests()

    def __getattr__(self, name):
        return getattr(self.work, name)


def test_many_that_ask_are_one_look(bench) -> None:
    counted = Counted(bench.store.work)
    wishes = Wishes(counted, every=60.0)
    assert [wishes.take(candidate) for candidate in bench.ids * 20] == [None] * 120
    assert counted.looks == 1


def test_a_wish_is_taken_once_by_whom_it_is_for(bench) -> None:
    one, other, *_ = bench.ids
    bench.store.work.request(one, "stop")
    wishes = Wishes(bench.store.work, every=60.0)
    assert wishes.take(other) is None
    assert wishes.take(one) == "stop"
    assert wishes.take(one) is None
    assert bench.store.work.requested(one) is None


def test_a_wish_comes_within_the_time(bench) -> None:
    wishes = Wishes(bench.store.work, every=0.05)
    assert wishes.take(bench.ids[0]) is None
    bench.store.work.request(bench.ids[0], "pause")
    time.sleep(0.06)
    assert wishes.take(bench.ids[0]) == "pause"


def test_what_was_asked_before_it_began_is_let_be(bench) -> None:
    one, other, *_ = bench.ids
    for candidate in (one, other):
        bench.store.work.request(candidate, "stop")
    wishes = Wishes(bench.store.work, every=60.0)
    assert wishes.take(other) == "stop"
    wishes.forget(one)
    assert wishes.take(one) is None
    assert bench.store.work.requests() == {}
