"""A checkpoint in this machine's process and behind HTTP: the same traces, token for token."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from specreview.agent.chat import Picture, conversation, protocol_turns
from specreview.agent.inspector import Inspector, Turn
from specreview.agent.traces import Trace
from specreview.inspectors.local.inspector import LocalInspector
from specreview.inspectors.server.inspector import ServerInspector
from specreview.inspectors.server.scripted_server import ScriptedServer
from specreview.settings import LocalSettings, ServerSettings
from specreview.spectra.spectrum import Spectrum
from specreview.spectra.window import Window
from specreview.tiny.practice_spectra import practice_spectra, practice_task
from specreview.views.rendered import render_view
from tests.builders import begun, played
from tests.server.conftest import never, second_turn
from tests.server.serving_checkpoint import ServedCheckpoint, ServedWithTools

SEED = 20_261_202
"""Not one that the checkpoint is trained with."""
IDENTITY = ("inspector", "model", "revision", "decoding")
OWN = ("seconds", "score")
"""What each says of its own: how long it took, and a probability that only a model here knows."""


@cache
def drawn(number: int, window: Window | None, redshift: float | None, title: str) -> bytes:
    """A view, drawn once for both inspectors."""
    return render_view(practice_spectra(SEED, 20)[number].spectrum, window, redshift, title)


def inspected(number: int, spectrum: Spectrum, inspector: Inspector) -> Trace:
    def draw(spectrum, window, redshift, title) -> bytes:
        return drawn(number, window, redshift, title)

    task = practice_task()
    return played(begun(spectrum, task, inspector), spectrum, task, inspector, draw)


def told(trace: Trace) -> list[dict]:
    """The events without who replied, and what each says of its own."""
    return [
        {
            key: value
            for key, value in event.model_dump().items()
            if key not in OWN and not (event.kind == "inspection_started" and key in IDENTITY)
        }
        for event in trace.events
    ]


@pytest.fixture(scope="module")
def served(tiny_checkpoint: Path) -> Iterator[tuple[ScriptedServer, ServedCheckpoint]]:
    model = ServedCheckpoint(tiny_checkpoint)
    with ScriptedServer(model) as server:
        yield server, model


@pytest.fixture
def local(tiny_checkpoint: Path) -> Iterator[LocalInspector]:
    inspector = LocalInspector(LocalSettings(model=str(tiny_checkpoint), device="cpu"))
    yield inspector
    inspector.close()


@pytest.fixture
def remote(served) -> Iterator[ServerInspector]:
    settings = ServerSettings(base_url=served[0].url, model="tiny", timeout=60.0)
    inspector = ServerInspector(settings)
    yield inspector
    inspector.close()


@pytest.mark.slow
def test_eight_spectra_give_the_same_traces_token_for_token(local, remote) -> None:
    right = 0
    for number, practice in enumerate(practice_spectra(SEED, 20)[:8]):
        here = inspected(number, practice.spectrum, local)
        there = inspected(number, practice.spectrum, remote)
        assert told(here) == told(there)
        right += here.verdict is not None and here.verdict.verdict == practice.label
    assert right >= 7


def test_native_calls_lead_through_whole_inspections(remote, tiny_checkpoint) -> None:
    """Behind a server that parses calls, profile `tools` sees and says what `spec-o3` does."""
    model = ServedWithTools(tiny_checkpoint)
    with ScriptedServer(model) as server:
        settings = ServerSettings(base_url=server.url, model="tiny", timeout=60.0, profile="tools")
        native = ServerInspector(settings)
        try:
            for number, practice in enumerate(practice_spectra(SEED, 4)):
                trace = inspected(number, practice.spectrum, native)
                assert told(trace) == told(inspected(number, practice.spectrum, remote))
                assert trace.verdict.verdict == practice.label
        finally:
            native.close()
    roles = [turn["role"] for turn in server.requests[-1]["messages"]]
    assert roles[-2:] == ["assistant", "tool"]


def test_the_served_prompt_is_that_of_the_checkpoint_s_template(remote, served) -> None:
    """What the template makes of the request is what the local model is given, to the character."""
    turn = second_turn(remote)
    images = dict.fromkeys(turn.images, drawn(0, None, None, "Spectrum"))
    remote.reply(Turn(turn.task, turn.events, turn.spectrum, None, images), print, never)
    expected = ""
    for message in protocol_turns(conversation(turn.events)):
        words = (
            "<|vision_start|><|image_pad|><|vision_end|>" if isinstance(part, Picture) else part
            for part in message.parts
        )
        expected += f"<|im_start|>{message.role}\n{''.join(words)}<|im_end|>\n"
    assert served[1].prompts[-1] == expected + "<|im_start|>assistant\n"
