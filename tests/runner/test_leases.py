"""A candidate is held while it is worked on, and free as soon as its process has gone in order."""

from specreview.runner.leases import LeaseKeeper

LONG = 600.0
"""Seconds of a lease that no test waits for."""


def test_closing_gives_back_what_is_still_held(bench) -> None:
    work, mine = bench.store.work, (bench.ids[0], "task", "inspector")
    keeper = LeaseKeeper(work, "here", LONG)
    with keeper.holding(*mine) as hold:
        assert hold is not None
        assert work.claim(*mine, 0, "there", LONG) is None
        keeper.close()
        assert hold.lost, "whoever still works on it must record nothing more"
        taken = work.claim(*mine, 0, "there", LONG)
        assert taken is not None
    assert work.renew(taken, LONG) is not None, "leaving the block does not free another's"


def test_what_was_not_closed_stays_held(bench) -> None:
    """As a killed process leaves it: held until the lease has run out."""
    work, mine = bench.store.work, (bench.ids[0], "task", "inspector")
    keeper = LeaseKeeper(work, "here", LONG)
    block = keeper.holding(*mine)
    assert block.__enter__() is not None
    assert work.claim(*mine, 0, "there", LONG) is None
    block.__exit__(None, None, None)
    keeper.close()
    assert work.claim(*mine, 0, "there", LONG) is not None
