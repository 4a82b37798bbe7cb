"""What the tests of the model's process build: scripts, turns, and waiting."""

import os
from pathlib import Path

import numpy as np

from specreview.agent.events import InspectorReplied, ViewRendered
from specreview.agent.inspection import start_event
from specreview.agent.inspector import InspectorIdentity, Turn
from specreview.agent.protocol import format_answer, format_call
from specreview.canonical import sha256_hex
from specreview.inspectors.local.inspector import LocalInspector
from specreview.inspectors.local.scripted_engine import Script
from specreview.settings import LocalSettings
from specreview.spectra.spectrum import Origin, Spectrum
from specreview.tasks.load import load_tasks

ENGINE = "specreview.inspectors.local.scripted_engine:ScriptedEngine"
LOOK = format_call("Is Hα broad? " + "I look closely. " * 20, (6480.0, 6650.0), "Hα")
YES = format_answer("Broad Hα.", "YES", "EW 75 Å.")
TASK = load_tasks()["cv"]
IDENTITY = InspectorIdentity("local", "local", "1")


def inspector(folder: Path, replies: tuple[str, ...] = (LOOK, YES), **script: object):
    """A local inspector whose process plays a script instead of loading a model."""
    Script(replies, **script).write(folder)
    return LocalInspector(LocalSettings(model=str(folder)), ENGINE)


def spectrum(level: float = 1.0) -> Spectrum:
    wavelength = np.arange(3700.0, 9100.0, 20.0)
    good = np.ones(wavelength.size, dtype=bool)
    flux = np.full(wavelength.size, level)
    return Spectrum(wavelength, flux, None, good, ~good, Origin("a.csv", "text", 1))


def turn(png: bytes = b"overview", said: tuple[str, ...] = ()) -> Turn:
    """A turn after the overview `png`, and after a look for each reply that was said."""
    started = start_event(
        spectrum(), TASK, IDENTITY, title="a", redshift=None, redshift_source=None,
        renderer_version="1", app_version="1",
    )  # fmt: skip
    events = [started, ViewRendered(window=None, image_sha256=sha256_hex(png), label="")]
    images = {sha256_hex(png): png}
    for number, text in enumerate(said):
        view = png + b"%d" % number
        images[sha256_hex(view)] = view
        events += [
            InspectorReplied(
                text=text, thought="", calls=(), answer=None, justification="", flags=()
            ),
            ViewRendered(window=(6480.0, 6650.0), image_sha256=sha256_hex(view), label="Hα"),
        ]
    return Turn(TASK, tuple(events), spectrum(), None, images)


def pid_of(local: LocalInspector) -> int:
    """The process of a loaded inspector."""
    return int(local.facts()["process"])


def alive(pid: int) -> bool:
    """Whether the process runs; one that waits for its parent to take note does not."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


def nobody() -> bool:
    """Nobody cancels."""
    return False


def wordless(piece: str | None) -> None:
    """Nobody reads along."""


def kill(pid: int) -> None:
    os.kill(pid, 9)
