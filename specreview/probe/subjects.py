"""What the probe asks about: known synthetic objects, pure noise and a flat line."""

from dataclasses import dataclass, replace
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from specreview.demo.cast import CAST
from specreview.demo.instrument import Pixels, fine_grid, noise_sigma, observe
from specreview.demo.roles import Role
from specreview.spectra.spectrum import Origin, Spectrum

Kind = Literal["positive", "look-alike", "noise", "flat"]

START, END = 3600.0, 9800.0
"""Vacuum Å: DESI's and BOSS's range, wider than LAMOST's, so that cropping takes something away."""
LOG_STEP = 1e-4
MASKED_RUNS = 3
"""Runs of masked pixels a spectrum, as usual in the surveys' files."""
LEVEL = 100.0
"""Median flux, in counts; only the axis of a picture shows it."""


@dataclass(frozen=True)
class Subject:
    """One spectrum under one task. `kind` positive expects the task's first label, look-alike
    the second; noise and a flat line deserve anything but the first.
    """

    name: str
    task: str
    kind: Kind
    spectrum: Spectrum


def known_objects(task: str, each: int, seed: int) -> list[Subject]:
    """The demo's first objects of the class, and first look-alikes, `each` of both at most.

    Empty for a task that the demo has no objects for.
    """
    roles = [role for role in CAST if role.task == task]
    positives = [role for role in roles if role.truth == "YES"][:each]
    look_alikes = [role for role in roles if role.truth == "NO"][:each]
    found = []
    for number, role in enumerate((*positives, *look_alikes)):
        kind: Kind = "positive" if role.truth == "YES" else "look-alike"
        found.append(Subject(role.truth_class, task, kind, _observed(role, seed + number)))
    return found


def pure_noise(task: str, count: int, seed: int) -> list[Subject]:
    """Spectra without any object: zero flux and the noise of a faint exposure, σ stated right."""
    axis = _axis()
    sigma = noise_sigma(axis, np.ones_like(axis), 1.0)
    found = []
    for number in range(count):
        draws = np.random.default_rng([seed, number])
        flux = sigma * draws.standard_normal(axis.size)
        found.append(
            Subject(f"noise {number + 1}", task, "noise", _spectrum(axis, flux, sigma**-2))
        )
    return found


def flat_line(task: str) -> Subject:
    """A spectrum of one value, as a failed reduction leaves it."""
    axis = _axis()
    ones = np.ones_like(axis)
    return Subject("flat line", task, "flat", _spectrum(axis, LEVEL * ones, ones))


def _observed(role: Role, seed: int) -> Spectrum:
    exposure = replace(role.exposure, masked=MASKED_RUNS)
    source = role.source(fine_grid())
    pixels = observe(source, role.true_redshift, _axis(), exposure, seed).scaled(LEVEL)
    return _of(pixels)


def _of(pixels: Pixels) -> Spectrum:
    return _spectrum(pixels.wavelength, pixels.flux, pixels.ivar, ~pixels.bad)


def _spectrum(
    wavelength: NDArray[np.float64],
    flux: NDArray[np.float64],
    ivar: NDArray[np.float64],
    good: NDArray[np.bool_] | None = None,
) -> Spectrum:
    kept = np.ones(wavelength.size, dtype=bool) if good is None else good
    none = np.zeros(wavelength.size, dtype=bool)
    origin = Origin("", "probe", survey="synthetic", frame="vacuum, observed")
    return Spectrum(wavelength, flux, ivar, kept, none, origin)


def _axis() -> NDArray[np.float64]:
    return np.asarray(10.0 ** np.arange(np.log10(START), np.log10(END), LOG_STEP))
