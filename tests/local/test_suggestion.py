"""A checkpoint is sent what an astronomer suggests after its verdict, and answers again."""

import pytest

from specreview.agent.chat import Picture, conversation
from specreview.agent.events import InspectorReplied, WindowSuggested
from specreview.agent.inspection import Inspection
from specreview.settings import LocalSettings
from specreview.tiny.practice_spectra import practice_spectra, practice_task
from specreview.views.rendered import render_view
from tests.builders import begun
from tests.local.test_trajectories import UNSEEN, Asked


@pytest.fixture(scope="module")
def asked(tiny_checkpoint):
    from specreview.inspectors.local.engine import Engine

    return Asked(Engine.load(LocalSettings(model=str(tiny_checkpoint), device="cpu")))


def advanced(asked, practice, trace, images):
    """The trace after its inspection went on to an end."""
    task = practice_task()
    while step := Inspection(trace, practice.spectrum, task, asked, render_view, images).advance():
        trace = trace.plus(step.event)
        if step.image is not None:
            images[step.event.image_sha256] = step.image
    return trace


def test_the_tiny_checkpoint_looks_where_it_is_told(asked) -> None:
    practice, images = practice_spectra(UNSEEN, 1)[0], {}
    before = advanced(asked, practice, begun(practice.spectrum, practice_task(), asked), images)
    assert before.verdict is not None
    window = tuple(float(edge) for edge in practice.spectrum.wavelength[[100, 400]])
    hint = WindowSuggested(reviewer="ann", window=window, note="is this a line?")
    after = advanced(asked, practice, before.plus(hint), images)
    kinds = [event.kind for event in after.events[len(before.events) :]]
    assert kinds[:3] == ["window_suggested", "view_rendered", "inspector_replied"]
    reply = next(e for e in after.events[len(before.events) :] if isinstance(e, InspectorReplied))
    assert reply.tokens > 0
    place = after.events.index(reply)
    last = conversation(after.events[:place])[-1]
    assert last.role == "user"
    assert last.parts[0] == "is this a line?"
    assert isinstance(last.parts[2], Picture)
    assert after.finished
