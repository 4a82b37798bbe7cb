"""One case to be judged, and the real ones of the reference folder."""

import csv
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from specreview.errors import SpectrumReadError
from specreview.measure.diagnose import extent
from specreview.measure.prepared import prepare
from specreview.spectra.quality import snr_or_estimate
from specreview.spectra.readers import read_spectrum
from specreview.spectra.spectrum import Spectrum
from specreview.tasks.task import VettingTask

from .truth import kind_of

LEAST_COVERED = 0.6
"""Share of good pixels below which a diagnostic's window is not covered (diagnostics.md, 2.1)."""


@dataclass(frozen=True)
class Case:
    """A spectrum of known kind; `snr` is the median a pixel, `synthetic` says that it is made."""

    name: str
    kind: str
    label: str
    spectrum: Spectrum
    synthetic: bool = False
    snr: float = 0.0
    tasks: tuple[str, ...] = ()
    """The tasks that it is meant for; () for all."""


def reference() -> Path:
    default = Path(__file__).resolve().parents[3] / "shared"
    return Path(os.environ.get("SPECREVIEW_REFERENCE_DIR", default)) / "spectra"


def real_cases(folder: Path) -> Iterator[Case]:
    """Readable reference spectra of a known kind that see some of the optical."""
    with (folder / "MANIFEST.csv").open(newline="") as table:
        rows = list(csv.DictReader(table))
    for row in rows:
        kind = kind_of(row["category"], row["label"])
        if not kind or not (folder / row["file"]).is_file():
            continue
        try:
            spectrum = read_spectrum(folder / row["file"])
        except SpectrumReadError:
            continue
        if spectrum.wavelength[0] < 7000 and spectrum.wavelength[-1] > 5000:
            signal = snr_or_estimate(spectrum) or 0.0
            yield Case(row["file"], kind, row["label"], spectrum, snr=signal)


def covers(task: VettingTask, spectrum: Spectrum) -> bool:
    """Whether the spectrum holds the pixels of enough deciding diagnostics, whatever their S/N."""
    prepared = prepare(spectrum, None)
    if not prepared.wavelength.size:
        return False
    shares = [prepared.covered(*extent(task.diagnostic(name))) for name in task.scoring.deciding]
    return sum(share >= LEAST_COVERED for share in shares) >= task.scoring.deciding_least
