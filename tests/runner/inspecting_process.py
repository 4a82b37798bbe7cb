"""Inspects the queue "night" of a database with a slow script; a process that tests kill."""

import os
from multiprocessing.connection import Connection
from pathlib import Path

import numpy as np

from specreview.agent.protocol import format_answer, format_call
from specreview.inspectors.scripted import ScriptedInspector
from specreview.review.rows import Candidate
from specreview.runner.runner import Runner
from specreview.spectra.spectrum import Origin, Spectrum
from specreview.store import open_store
from specreview.tasks.load import load_tasks

REPLIES = [
    format_call("Is Hα broad?", (6480.0, 6650.0), "Hα"),
    format_call("He II?", (4640.0, 4730.0), "He II"),
    format_answer("Broad Hα.", "YES", "EW 75 Å."),
]


def load(candidate: Candidate) -> Spectrum:
    wavelength = np.arange(3700.0, 9100.0, 10.0)
    flux = np.full(wavelength.size, float(candidate.position))
    good = np.ones(wavelength.size, dtype=bool)
    return Spectrum(wavelength, flux, None, good, ~good, Origin("a.csv", "text", 1))


def draw(spectrum, window, redshift, title) -> bytes:
    return f"{window}|{spectrum.content_hash}".encode() * 500


class Noting(ScriptedInspector):
    """Notes each reply that is asked for: the spectrum and the turn."""

    def __init__(self, notes: Path, delay: float) -> None:
        super().__init__(REPLIES, delay)
        self._notes = os.open(notes, os.O_WRONLY | os.O_APPEND | os.O_CREAT)

    def reply(self, turn, on_text, cancelled):
        line = f"{turn.spectrum.flux[0]:.0f} {len(turn.events)}\n"
        os.write(self._notes, line.encode())
        return super().reply(turn, on_text, cancelled)


def main(told: Connection, url: str, notes: Path, delay: float, lease: float) -> None:
    """Inspects all that is open; tells when it begins, then how many it did and failed at.

    `notes` is where each reply asked for is noted, `delay` the seconds that a reply takes,
    `lease` those of a lease.
    """
    store = open_store(url)
    inspector = Noting(notes, delay)
    runner = Runner(
        store, load, load_tasks(), {"scripted": lambda: inspector}, draw, lease_seconds=lease
    )
    queue_id = store.queues.get("night").id
    told.send("ready")
    runner.start_queue(queue_id, "scripted")
    runner.wait_for_queue(queue_id, 60.0)
    progress = runner.queue_progress(queue_id)
    runner.close()
    store.close()
    told.send((progress.done, progress.failed))
