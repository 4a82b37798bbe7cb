"""A workspace with one inspected, decided and marked candidate, made once for the room."""

import math
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest

from specreview.agent.events import Limits
from specreview.agent.protocol import format_answer, format_call
from specreview.inspectors.scripted import ScriptedInspector
from specreview.review.history import new_decision
from specreview.review.marks import new_mark
from specreview.runner.runner import Runner
from specreview.services import ImportRequest, Workspace
from specreview.views.rendered import render_view

AWKWARD = "</script><img src=x onerror=alert(1)>]]> **b** $a$ 日本 & \"q\" 'p'"
HALPHA = 6564.61


def write_star(path: Path, seed: int, *, emission: float = 60.0) -> None:
    """A hot continuum with Hα in emission (EW in Å), S/N 30, and a gap of the file."""
    rng = np.random.default_rng(seed)
    wave = np.concatenate([np.arange(3800.0, 5700.0, 2.0), np.arange(6000.0, 9000.0, 2.0)])
    flux = 100.0 * (wave / 5000.0) ** -1.5
    height = emission / (15.0 * math.sqrt(2 * math.pi))
    flux *= 1 + height * np.exp(-0.5 * ((wave - HALPHA) / 15.0) ** 2)
    error = flux / 30.0
    flux += rng.normal(0.0, error)
    rows = [f"{w:.2f},{f:.5f},{e:.5f}" for w, f, e in zip(wave, flux, error, strict=True)]
    path.write_text("# vacuum\nwavelength,flux,error\n" + "\n".join(rows) + "\n")


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory, new_database: Callable[[Path], str]) -> Path:
    """A queue "stars" of five spectra; the first was inspected and decided on by two people, the
    last has lost its file.
    """
    folder = tmp_path_factory.mktemp("report")
    new_database(folder)
    spectra = folder / "spectra"
    spectra.mkdir()
    for number in range(5):
        write_star(spectra / f"star{number}.csv", number)
    with Workspace.open(folder) as workspace:
        workspace.import_queue(ImportRequest("stars", spectra, task="cv"))
        queue = workspace.store.queues.get("stars")
        rows = workspace.store.rows(queue.id, "")
        _inspect_and_decide(workspace, rows[0].candidate.id)
        for row in rows[1:4]:
            decision = new_decision(row.candidate.id, "ann", "answer", answer="YES", confidence=4)
            workspace.store.decisions.append(decision)
    (spectra / "star4.csv").unlink()
    return folder


def _inspect_and_decide(workspace: Workspace, candidate: int) -> None:
    call = format_call(AWKWARD, (6500.0, 6640.0), "Hα <b>")
    runner = Runner(
        workspace.store,
        workspace.spectrum,
        workspace.tasks,
        {"scripted": lambda: ScriptedInspector([call, format_answer(AWKWARD, "YES", AWKWARD)])},
        render_view,
        Limits(),
    )
    try:
        trace = runner.inspect_now(candidate, "scripted")
    finally:
        runner.close()
    store = workspace.store
    position = next(i for i, e in enumerate(trace.events) if e.kind == "inspector_replied")
    store.marks.append(new_mark(trace.inspection_id, position, "zoë", "misread"))
    made = new_decision(
        candidate, "ann", "answer", answer="YES", confidence=4, comment=AWKWARD,
        inspection_id=trace.inspection_id, verdict="YES", verdict_shown=True, active_seconds=4.5,
    )  # fmt: skip
    store.decisions.append(made)
    store.decisions.append(
        new_decision(candidate, "bob", "answer", answer="NO", confidence=3, base_version=1,
                     reason="noise_as_line")
    )  # fmt: skip
    store.decisions.append(new_decision(candidate, "bob", "undo", base_version=2))


@pytest.fixture(scope="session")
def workspace(folder: Path) -> Iterator[Workspace]:
    with Workspace.open(folder) as opened:
        yield opened
