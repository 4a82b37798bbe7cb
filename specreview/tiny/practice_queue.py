"""A workspace to practise in: spectra as files, their list with the labels, and the task."""

import csv
import shutil
from collections.abc import Sequence
from pathlib import Path

from specreview.spectra.spectrum import Spectrum
from specreview.tiny.practice_spectra import TASK_FILE, Practice

CATALOGUE = "candidates.csv"
_SPECTRA = "spectra"


def write_practice_queue(folder: Path, practice: Sequence[Practice]) -> Path:
    """Write the spectra (CSV, vacuum Å), the task and the catalogue; returns the catalogue.

    Columns of the catalogue: `id`, `path`, `task`, `label` (YES or NO), and `overview`: what
    the overview tells (clear, swamped, beside).
    """
    (folder / _SPECTRA).mkdir(parents=True, exist_ok=True)
    (folder / "tasks").mkdir(exist_ok=True)
    shutil.copyfile(TASK_FILE, folder / "tasks" / TASK_FILE.name)
    rows = []
    for number, each in enumerate(practice):
        name = f"practice-{number:03d}"
        _write_csv(folder / _SPECTRA / f"{name}.csv", each.spectrum)
        rows.append((name, f"{_SPECTRA}/{name}.csv", "practice", each.label, each.kind))
    with (folder / CATALOGUE).open("w", newline="", encoding="utf-8") as stream:
        csv.writer(stream).writerows([("id", "path", "task", "label", "overview"), *rows])
    return folder / CATALOGUE


def _write_csv(file: Path, spectrum: Spectrum) -> None:
    """Every digit, so that what is read is what was made."""
    assert spectrum.ivar is not None
    columns = (spectrum.wavelength, spectrum.flux, spectrum.ivar)
    values = zip(*(column.tolist() for column in columns), strict=True)
    with file.open("w", newline="", encoding="utf-8") as stream:
        csv.writer(stream).writerows([("wavelength_vacuum", "flux", "ivar"), *values])
