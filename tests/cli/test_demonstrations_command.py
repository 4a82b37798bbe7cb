"""Demonstrations through the shell: import, look, replay, import again with spectra."""

import json
from pathlib import Path

import numpy as np
import pytest
from astropy.io import fits

from specreview.settings import database_url
from specreview.store import open_store
from tests.builders import commanded
from tests.catalogues.demonstration_files import (
    NAME,
    QUESTION,
    SYSTEM,
    answer,
    call,
    demonstration,
    seen,
    write_demonstrations,
)


@pytest.fixture
def run(tmp_path: Path):
    return lambda *args: commanded(*args, "-w", tmp_path)


def write_fits(path: Path) -> None:
    """A flat 1-D spectrum from 3700 to 9100 Å."""
    image = fits.PrimaryHDU(np.ones(2701, dtype=np.float32) + np.arange(2701) % 7)
    image.header.update(CTYPE1="WAVE", CUNIT1="Angstrom", CRVAL1=3700.0, CDELT1=2.0, CRPIX1=1.0)
    image.writeto(path)


@pytest.fixture
def source(tmp_path: Path) -> Path:
    """Three demonstrations; the third asks for the same window three times."""
    turns = [("system", SYSTEM), ("human", QUESTION)]
    for _ in range(3):
        turns += [("gpt", call(6480, 6650)), ("human", seen("Hα"))]
    stubborn = demonstration(3, "NO", [*turns, ("gpt", answer("NO"))])
    rows = [demonstration(1), demonstration(2, "NO"), stubborn]
    return write_demonstrations(tmp_path / "sft", rows)


def test_import_show_and_replay(run, source: Path) -> None:
    code, out, _ = run("queue", "create", "demos", source, "--task", "cv")
    assert code == 0
    assert "3 new, 0 changed, 0 unchanged, 0 rejected" in out
    assert "3 demonstrations are traces in the queue" in out
    assert "3 rows with a label (1 YES, 2 NO), 0 without" in out
    _, out, _ = run("queue", "show", "demos")
    assert [line.split()[3:5] for line in out.splitlines()] == [
        ["inspected", "YES"],
        ["inspected", "NO"],
        ["inspected", "NO"],
    ]
    code, out, _ = run("replay", "demos")
    assert code == 2, "one comes out otherwise: here the same window a third time ends it"
    assert "2 of 3 traces come out the same" in out
    assert "turn 3: was a view of 6480 to 6650 Å, now stop repeated_call" in out
    code, out, _ = run("replay", "demos", "--id", NAME.format(1)[:-5], "--json")
    assert code == 0
    (one,) = json.loads(out)["traces"]
    assert (one["inspector"], one["turns"], one["difference"]) == ("demonstration", 3, None)
    assert run("verify")[0] == 0, "the log's hashes and derived tables hold"


def test_again_with_spectra_keeps_traces_and_adds_the_files(run, source, tmp_path: Path) -> None:
    run("queue", "create", "demos", source, "--task", "cv")
    spectra = tmp_path / "spectra"
    spectra.mkdir()
    write_fits(spectra / f"{NAME.format(1)}.gz")
    code, out, _ = run(
        "queue", "create", "demos", source, "--task", "cv", "--spectra", spectra, "--json"
    )
    said = json.loads(out)
    assert (code, said["new"], said["changed"], said["unchanged"]) == (0, 0, 1, 2)
    assert said["traces"] == 3
    store = open_store(database_url(tmp_path, None))
    try:
        queue = store.queues.get("demos")
        candidates = [row.candidate for row in store.rows(queue.id, "")]
        assert [one.content_hash is not None for one in candidates] == [True, False, False]
        assert [len(store.traces.of_candidate(one.id)) for one in candidates] == [1, 1, 1]
    finally:
        store.close()


def test_faults_are_named_in_one_line(run, source: Path, tmp_path: Path) -> None:
    code, _, err = run("queue", "create", "demos", source)
    assert code == 2
    assert "which task" in err
    (tmp_path / "x.json").write_text('{"a": 1}')
    code, _, err = run("queue", "create", "other", tmp_path / "x.json", "--task", "cv")
    assert code == 2
    assert "no list of demonstrations" in err
    code, _, err = run("replay", "none")
    assert code == 2
    run("queue", "create", "demos", source, "--task", "cv")
    code, _, err = run("replay", "demos", "--id", "none")
    assert code == 2
    assert "no object none in queue demos" in err
