"""Seeded synthetic spectra for the practice task: hydrogen emission, or what poses as it.

What the overview tells is chosen on purpose. In a `clear` spectrum it shows the lines. In a
`swamped` one a residual of the night sky fills it: with and without lines it is the same picture.
In a `beside` one it shows two spikes, of which only a window can say whether they are the lines.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from specreview.spectra.spectrum import Origin, Spectrum
from specreview.spectra.window import Window
from specreview.tasks.load import load_task
from specreview.tasks.task import VettingTask

Array = NDArray[np.float64]
Kind = Literal["clear", "swamped", "beside"]
Lines = Literal["both", "one", "none"]

KINDS: tuple[Kind, ...] = ("swamped", "beside", "swamped", "clear")
LINES: tuple[Lines, ...] = ("both", "none", "both", "one")
"""Emission in Hα and Hβ, in Hα alone, or in neither; `both` is YES."""

TASK_FILE = Path(__file__).with_name("practice.yaml")

H_ALPHA, H_BETA = 6564.61, 4862.69
"""Vacuum Å (NIST ASD)."""
_SKY = 5578.88
"""[O I] of the night sky, 5577.34 Å in air."""
_LOG_STEP = 2e-4
_RANGE = (3700.0, 9100.0)
_FWHM_PER_SIGMA = 2.354820045


@dataclass(frozen=True)
class Practice:
    """A spectrum with its true label and what its overview tells."""

    spectrum: Spectrum
    label: str
    kind: Kind
    lines: Lines


def practice_task() -> VettingTask:
    """The vetting task that goes with the practice spectra."""
    return load_task(TASK_FILE)


def windows(task: VettingTask) -> tuple[tuple[Window, str], ...]:
    """The windows of a task's looks, with their labels, in order."""
    return tuple((Window(*look.window), look.label) for look in task.looks)


def practice_spectra(seed: int, count: int) -> list[Practice]:
    """`count` spectra of all kinds in turn; half of them are YES. The same seed, the same flux."""
    return list(islice(_all(seed), count))


def _all(seed: int) -> Iterator[Practice]:
    number = 0
    while True:
        for kind in KINDS:
            lines = LINES[(number + number // len(KINDS)) % len(LINES)]
            yield practice_spectrum((seed, number), kind, lines)
            number += 1


def practice_spectrum(seed: tuple[int, ...], kind: Kind, lines: Lines) -> Practice:
    """One spectrum; with the same seed and kind, all but the lines is the same."""
    draws = np.random.default_rng(seed)
    wavelength = _axis()
    continuum = _continuum(wavelength, draws)
    noise = continuum / draws.uniform(20.0, 40.0)
    flux = continuum + noise * draws.standard_normal(wavelength.size)
    flux += _emission(wavelength, kind, lines, draws)
    if kind == "swamped":
        flux += draws.uniform(2e4, 8e4) * _gauss(wavelength, _SKY, 4.0)
    spectrum = _spectrum(wavelength, flux, noise, "-".join(map(str, seed)))
    return Practice(spectrum, "YES" if lines == "both" else "NO", kind, lines)


def twin(of: Practice, lines: Lines) -> Practice:
    """The same object, had it other lines."""
    seed = tuple(int(part) for part in of.spectrum.origin.object_id.split("-"))
    return practice_spectrum(seed, of.kind, lines)


def _axis() -> Array:
    lower, upper = np.log10(_RANGE)
    return 10.0 ** np.arange(lower, upper, _LOG_STEP)


def _continuum(wavelength: Array, draws: np.random.Generator) -> Array:
    """A power law of either slope, 1 at 6000 Å, with a slow wave of 5 %."""
    slope, phase = draws.uniform(-1.5, 1.0), draws.uniform(0.0, 2 * np.pi)
    wave: Array = 1.0 + 0.05 * np.sin(wavelength / 900.0 + phase)
    return (wavelength / 6000.0) ** slope * wave


def _emission(wavelength: Array, kind: Kind, lines: Lines, draws: np.random.Generator) -> Array:
    """Two lines of 1.5 to 3.5 times the continuum; what is none is a spike beside, or nothing."""
    height, width = draws.uniform(2.0, 3.5), draws.uniform(8.0, 14.0)
    aside = draws.uniform(85.0, 110.0, 2) * draws.choice([-1.0, 1.0], 2)
    flux = np.zeros_like(wavelength)
    shares = (1.0, draws.uniform(0.75, 0.95))
    for line, share, off in zip((H_ALPHA, H_BETA), shares, aside, strict=True):
        if lines == "both" or (lines == "one" and line == H_ALPHA):
            flux += height * share * _gauss(wavelength, line, width)
        elif kind == "beside":
            flux += height * share * _gauss(wavelength, line + off, width)
    return flux


def _gauss(wavelength: Array, centre: float, fwhm: float) -> Array:
    return np.exp(-0.5 * ((wavelength - centre) * _FWHM_PER_SIGMA / fwhm) ** 2)


def _spectrum(wavelength: Array, flux: Array, noise: Array, object_id: str) -> Spectrum:
    origin = Origin(
        file=f"practice-{object_id}", reader="practice", survey="practice", object_id=object_id
    )
    every = np.ones(wavelength.size, dtype=bool)
    return Spectrum(wavelength, flux, noise**-2, every, ~every, origin)
