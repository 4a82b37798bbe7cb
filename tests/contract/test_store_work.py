"""What every store promises of work under way: leases, requests, facts."""

from concurrent.futures import ThreadPoolExecutor

from specreview.store.revision import CURRENT


def test_case_143_two_claims_at_once_give_one_lease_and_an_expired_one_is_free(desk):
    d = desk(1)
    clock = ["2026-01-01T00:00:00+00:00"]
    d.store.database.now = lambda: clock[0]

    def claim(owner):
        return d.store.work.claim(d.ids[0], "task", "rules", 0, owner, 1800)

    with ThreadPoolExecutor(8) as pool:
        leases = [one for one in pool.map(claim, "abcdefgh") if one is not None]
    assert len(leases) == 1
    assert d.store.work.claim(d.ids[0], "task", "rules", 1, "z", 60) is not None
    clock[0] = "2026-01-01T00:29:59+00:00"
    assert claim("late") is None
    clock[0] = "2026-01-01T00:30:01+00:00"
    taken = claim("late")
    assert taken is not None
    assert d.store.work.renew(leases[0], 60) is None
    d.store.work.release(leases[0])
    renewed = d.store.work.renew(taken, 3600)
    assert renewed.expires_at == "2026-01-01T01:30:01+00:00"
    d.store.work.release(renewed)
    assert claim("next") is not None


def test_requests_are_kept_until_taken_back(desk):
    d = desk(1)
    (a,) = d.ids
    assert d.store.work.requested(a) is None
    d.store.work.request(a, "run")
    d.store.work.request(a, "pause")
    assert d.store.work.requested(a) == "pause"
    d.store.work.request(a, None)
    assert d.store.work.requested(a) is None


def test_facts_say_what_is_in_use(desk):
    d = desk(2)
    d.inspect(d.ids[0], "YES")
    facts = d.store.facts()
    assert facts["counts"] == {
        "queues": 1, "candidates": 2, "inspections": 1, "events": 3, "images": 1, "decisions": 0,
            "marks": 0,
    }  # fmt: skip
    assert facts["schema"] == CURRENT.head
    assert facts["warnings"] == []
    assert d.store.size_bytes() == facts["bytes"] > 0
