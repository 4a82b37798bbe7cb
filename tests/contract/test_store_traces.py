"""What every store promises of traces and their pictures."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from specreview.agent.events import (
    InspectionStopped,
    InspectorReplied,
    VerdictReached,
    ViewRendered,
    WindowSuggested,
)
from specreview.canonical import sha256_hex
from specreview.errors import NotFound, SequenceConflict, StoreError
from specreview.store.verify import verify


def test_a_trace_comes_back_event_by_event_with_its_pictures(desk, start_event):
    d = desk(1)
    traces = d.store.traces
    assert traces.latest(d.ids[0]) is None
    inspection = traces.start(d.ids[0], start_event(), "f")
    png = bytes(range(256)) * 40
    view = ViewRendered(window=(6500.25, 6600.0), label="Hα", image_sha256=sha256_hex(png))
    reply = InspectorReplied(
        text="<think>\u0007 …</think>",
        thought="…",
        calls=(),
        answer=None,
        justification="",
        flags=(),
    )
    traces.append(inspection, 1, view, png)
    traces.append(inspection, 2, reply)
    traces.append(inspection, 3, view)
    trace = traces.load(inspection)
    assert trace.events == (start_event(), view, reply, view)
    assert traces.latest(d.ids[0]) == trace
    assert traces.images(trace) == {view.image_sha256: png}
    assert traces.image(view.image_sha256) == png
    assert traces.image("0" * 64) is None
    with pytest.raises(NotFound):
        traces.load("01NONE")


def test_two_writers_of_one_position_get_one_event_and_one_conflict(desk, start_event):
    d = desk(1)
    inspection = d.store.traces.start(d.ids[0], start_event(), "f")

    def append(n):
        try:
            d.store.traces.append(
                inspection, 1, WindowSuggested(reviewer=f"r{n}", window=None, note="look")
            )
        except SequenceConflict:
            return "conflict"
        return "kept"

    with ThreadPoolExecutor(8) as pool:
        outcomes = list(pool.map(append, range(8)))
    assert sorted(outcomes) == ["conflict"] * 7 + ["kept"]
    assert len(d.store.traces.load(inspection).events) == 2
    with pytest.raises(SequenceConflict, match="not 5"):
        d.store.traces.append(inspection, 5, VerdictReached(verdict="NO", justification=""))


def test_an_event_without_its_picture_is_not_recorded(desk, start_event):
    d = desk(1)
    inspection = d.store.traces.start(d.ids[0], start_event(), "f")
    view = ViewRendered(window=None, label="", image_sha256=sha256_hex(b"one"))
    for png in (b"another", None):
        with pytest.raises(StoreError, match="again"):
            d.store.traces.append(inspection, 1, view, png)
    assert len(d.store.traces.load(inspection).events) == 1
    assert d.store.traces.image(view.image_sha256) is None


@pytest.mark.parametrize(
    ("reason", "state", "has_verdict"),
    [
        ("cancelled", "inspecting", False),
        ("backend_error", "new", False),
        ("turn_limit", "inspected", True),
        ("format_errors", "inspected", True),
    ],
)
def test_how_an_inspection_stopped_is_the_state_of_the_row(
    desk, start_event, reason, state, has_verdict
):
    d = desk(1)
    inspection = d.store.traces.start(d.ids[0], start_event(), "f")
    assert d.row(d.ids[0]).state == "inspecting"
    d.store.traces.append(inspection, 1, InspectionStopped(reason=reason))
    row = d.row(d.ids[0])
    assert (row.state, row.has_verdict, row.verdict) == (state, has_verdict, None)


def test_the_inspection_that_ended_last_counts_with_its_last_verdict(desk, start_event):
    d = desk(1)
    (a,) = d.ids
    first = d.inspect(a, "YES", 0.8)
    traces = d.store.traces
    traces.append(first, 3, WindowSuggested(reviewer="ann", window=(4600.0, 4750.0)))
    assert (d.row(a).state, d.row(a).verdict) == ("inspected", "YES")
    traces.append(first, 4, VerdictReached(verdict="NO", justification="", score=0.2))
    assert (d.row(a).verdict, d.row(a).score) == ("NO", 0.2)
    second = traces.start(a, start_event(inspector="other", rollout=1), "g")
    assert (d.row(a).inspection_id, d.row(a).verdict) == (first, "NO"), (
        "what is begun hides nothing"
    )
    traces.append(second, 1, VerdictReached(verdict=None, justification=""))
    assert (d.row(a).inspection_id, d.row(a).has_verdict) == (second, True)
    traces.append(first, 5, WindowSuggested(reviewer="ann", window=None, note="Hβ?"))
    traces.append(first, 6, InspectionStopped(reason="cancelled"))
    assert d.row(a).inspection_id == second
    traces.append(first, 7, VerdictReached(verdict="YES", justification=""))
    assert d.row(a).inspection_id == traces.counting(a).inspection_id == first
    assert traces.latest(a).inspection_id == second
    assert verify(d.store).clean
    listed = traces.of_candidate(a)
    assert [(one.id, one.verdict, one.events) for one in listed] == [
        (second, None, 2),
        (first, "YES", 8),
    ]
    assert (listed[0].inspector, listed[0].rollout, listed[0].fingerprint) == ("other", 1, "g")
