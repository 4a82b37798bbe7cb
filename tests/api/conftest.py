"""A workspace with three spectra; the second has Hα in emission."""

from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest
from astropy.table import QTable

from specreview import Queue

IDS = ("39627772183708817", "39627772183708818", "11889212318912313344")
"""Neighbours beyond 2**53, and one beyond 2**63."""


def _write(path: Path, emission: float) -> None:
    rng = np.random.default_rng(7)
    wave = np.arange(3800.0, 9000.0, 4.0)
    flux = 100.0 * (wave / 5000.0) ** -1.5
    for line in (6564.61, 4862.68, 4341.68):
        flux *= 1 + emission * np.exp(-0.5 * ((wave - line) / 15.0) ** 2)
    error = flux / 40.0
    rows = zip(wave, flux + rng.normal(0.0, error), error, strict=True)
    text = "".join(f"{w:.2f},{f:.6g},{e:.6g}\n" for w, f, e in rows)
    path.write_text("# vacuum\nwavelength,flux,error\n" + text)


@pytest.fixture(scope="module")
def spectra(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("spectra")
    for number, name in enumerate(IDS):
        _write(folder / f"{name}.csv", emission=1.5 if number == 1 else 0.0)
    return folder


@pytest.fixture
def table() -> QTable:
    return QTable({"obsid": list(IDS), "note": ["<b>bold</b>", "", "x"]})


@pytest.fixture
def make(
    tmp_path: Path, spectra: Path, new_database: Callable[[Path], str]
) -> Iterator[Callable[..., Queue]]:
    """`Queue.from_table` in a workspace of its own; closed at the end."""
    new_database(tmp_path)
    made: list[Queue] = []

    def from_table(table: object, **more: object) -> Queue:
        given = {"spectra": spectra, "name": "stars", "workspace": tmp_path, **more}
        made.append(Queue.from_table(table, **given))  # type: ignore[arg-type]
        return made[-1]

    yield from_table
    for queue in made:
        queue.close()
