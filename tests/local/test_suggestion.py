"""A checkpoint is sent what an astronomer suggests after its verdict, and answers again."""

import pytest

from specreview.agent.chat import Picture, conversation
from specreview.agent.events import InspectorReplied, WindowSuggested
from specreview.settings import LocalSettings
from specreview.tiny.practice_spectra import practice_spectra, practice_task
from specreview.views.rendered import render_view
from tests.builders import begun, played
from tests.local.test_trajectories import UNSEEN, Asked


@pytest.fixture(scope="module")
def asked(tiny_checkpoint):
    from specreview.inspectors.local.engine import Engine

    return Asked(Engine.load(LocalSettings(model=str(tiny_checkpoint), device="cpu")))


def test_the_tiny_checkpoint_looks_where_it_is_told(asked) -> None:
    practice, task, images = practice_spectra(UNSEEN, 1)[0], practice_task(), {}
    what = (practice.spectrum, task, asked, render_view, images)
    before = played(begun(practice.spectrum, task, asked), *what)
    assert before.verdict is not None
    window = tuple(float(edge) for edge in practice.spectrum.wavelength[[100, 400]])
    hint = WindowSuggested(reviewer="ann", window=window, note="is this a line?")
    after = played(before.plus(hint), *what)
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
