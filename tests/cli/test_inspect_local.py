"""`specreview inspect --inspector local` from the shell to a real model's process and back."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np

from specreview.review.candidates import NewCandidate
from specreview.store import open_store

COMMAND = (sys.executable, "-c", "from specreview.cli.main import main; main()", "inspect")


def test_a_queue_is_inspected_by_a_checkpoint_in_a_folder(
    tmp_path: Path, random_checkpoint: Callable[..., Path]
) -> None:
    url = f"sqlite:///{tmp_path / 'specreview.db'}"
    store = open_store(url)
    queue = store.queues.create("night", "cv", "made up")
    wavelength = np.arange(3700.0, 9100.0, 2.0)
    for number in range(2):
        flux = np.random.default_rng(number).normal(10.0, 0.5, wavelength.size)
        rows = "\n".join(f"{w},{f:.5f}" for w, f in zip(wavelength, flux, strict=True))
        (tmp_path / f"{number}.csv").write_text(f"wavelength,flux\n{rows}\n")
    store.queues.upsert(
        queue.id,
        [NewCandidate(str(n), str(n), "cv", str(tmp_path / f"{n}.csv")) for n in range(2)],
    )
    store.close()
    options = ("--inspector", "local", "--model", str(random_checkpoint()), "--device", "cpu",
               "--dtype", "float32", "--max-new-tokens", "24", "--json")  # fmt: skip
    done = subprocess.run(
        [*COMMAND, "night", "-w", str(tmp_path), *options],
        capture_output=True, text=True, timeout=300,
    )  # fmt: skip
    told = json.loads(done.stdout)
    assert (done.returncode, told["inspector"], told["inspected"]) == (0, "local", 2), done.stderr
    store = open_store(url)
    try:
        for row in store.rows(queue.id, ""):
            trace = store.traces.latest(row.candidate.id)
            assert trace.started.inspector == "local"
            assert trace.started.model == random_checkpoint().name
            assert "24 tokens" in trace.started.decoding
            # nonsense of random weights: three unusable replies, or the same again and again
            assert trace.stopped.reason in ("format_errors", "degenerate")
            assert trace.turns >= 1
    finally:
        store.close()
    assert not (tmp_path / "settings.json").exists()
