"""Two traces side by side: windows pair where they were observed, and each step once."""

from specreview.agent.events import (
    InspectionStarted,
    InspectorReplied,
    VerdictReached,
    ViewRendered,
)
from specreview.agent.traces import Trace
from specreview.evidence.comparing import compare

HALPHA, CORE, HBETA, ALL = (6400.0, 6730.0), (6500.0, 6620.0), (4780.0, 4950.0), (3800.0, 9000.0)


def trace(name, *windows, verdict="YES", redshift=None):
    started = InspectionStarted(
        spectrum_hash="0", object_id="1", title="", reader="sdss", reader_version=1,
        redshift=redshift, redshift_source=None, task_key="cv", task_hash="t", task_text="?",
        labels=("YES", "NO"), inspector=name, model=None, revision=None, prompt_hash="p",
        parser_version=1, renderer_version="1", app_version="0",
    )  # fmt: skip
    events = [started]
    for window in (None, *windows):
        label = "" if window is None else f"{window[0]:.0f}"
        events.append(ViewRendered(window=window, label=label, image_sha256="0"))
        events.append(
            InspectorReplied(
                text="a", thought="a", calls=(), answer=None, justification="", flags=()
            )
        )
    return Trace(name, (*events, VerdictReached(verdict=verdict, justification="")))


def paired(found):
    def window(step):
        return step.view.window if step is not None else "none"

    return [(window(pair.left), window(pair.right)) for pair in found.pairs]


def test_overviews_and_windows_on_one_line_pair_and_the_rest_stands_alone():
    found = compare(trace("a", HALPHA, HBETA), trace("b", ALL, CORE))
    assert paired(found) == [(None, None), (HALPHA, CORE), (HBETA, "none"), ("none", ALL)]
    told = {one.what: (one.left, one.right) for one in found.differences}
    assert told == {"inspector": ("a", "b"), "looked only here": ("4780", "3800")}


def test_a_window_seen_twice_pairs_once_and_the_better_match_wins():
    found = compare(trace("a", HALPHA), trace("a", CORE, HALPHA))
    assert paired(found) == [(None, None), (HALPHA, HALPHA), ("none", CORE)]


def test_windows_pair_by_observed_wavelength_not_by_rest():
    z = 0.3
    shifted = tuple(edge / (1 + z) for edge in HALPHA)
    found = compare(trace("a", HALPHA), trace("a", shifted, redshift=z))
    assert paired(found) == [(None, None), (HALPHA, shifted)]


def test_another_verdict_is_told_first_and_equal_traces_differ_in_nothing():
    found = compare(trace("a", HALPHA), trace("b", HALPHA, verdict=None))
    assert [(one.what, one.left, one.right) for one in found.differences] == [
        ("verdict", "YES", "no verdict"),
        ("inspector", "a", "b"),
    ]
    assert compare(trace("a", HALPHA), trace("a", HALPHA)).differences == ()
