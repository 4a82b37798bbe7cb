"""`specreview inspect --inspector local` from the command to a real model's process and back."""

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from specreview.agent.protocol import format_answer
from specreview.inspectors import choices
from specreview.inspectors.local.inspector import LocalInspector
from specreview.inspectors.local.scripted_engine import Script
from specreview.review.candidates import NewCandidate
from specreview.services import ImportRequest, Workspace
from specreview.store import open_store
from tests.builders import commanded

ANSWER = format_answer("Broad Hα.", "YES", "EW 75 Å.")
ENGINE = "specreview.inspectors.local.scripted_engine:ScriptedEngine"


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
    code, said, refused = commanded("inspect", "night", "-w", tmp_path, *options)
    told = json.loads(said)
    assert (code, told["inspector"], told["inspected"]) == (0, "local", 2), refused
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


def test_a_model_that_loads_is_said_on_stderr_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(choices, "_local", lambda settings: LocalInspector(settings, ENGINE))
    rows = "\n".join(f"{w},{10 + w % 3}" for w in range(3700, 9100, 2))
    spectra = tmp_path / "spectra"
    spectra.mkdir()
    for number in range(2):
        (spectra / f"{number}.csv").write_text(f"wavelength,flux\n{rows}{number}\n")
    with Workspace.open(tmp_path) as workspace:
        workspace.import_queue(ImportRequest("night", spectra, task="cv"))
    model = Script((ANSWER,), load_seconds=1.0).write(tmp_path / "model")
    code, said, refused = commanded(
        "inspect", "night", "-w", tmp_path, "--inspector", "local", "--model", model, "--json"
    )
    assert (code, refused.splitlines()) == (0, [f"loading {model}"])
    assert json.loads(said)["inspected"] == 2
