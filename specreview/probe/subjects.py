"""What the probe asks about: known synthetic objects, pure noise and a flat line."""

from dataclasses import dataclass
from typing import Literal

import numpy as np

from specreview.demo.cast import CAST
from specreview.demo.instrument import noise_sigma
from specreview.demo.specimens import LEVEL, axis, specimen, synthetic
from specreview.spectra.spectrum import Spectrum

Kind = Literal["positive", "look-alike", "noise", "flat"]


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
        found.append(Subject(role.truth_class, task, kind, specimen(role, seed + number)))
    return found


def pure_noise(task: str, count: int, seed: int) -> list[Subject]:
    """Spectra without any object: zero flux and the noise of a faint exposure, σ stated right."""
    pixels = axis()
    sigma = noise_sigma(pixels, np.ones_like(pixels), 1.0)
    found = []
    for number in range(count):
        draws = np.random.default_rng([seed, number])
        flux = sigma * draws.standard_normal(pixels.size)
        spectrum = synthetic(pixels, flux, sigma**-2)
        found.append(Subject(f"noise {number + 1}", task, "noise", spectrum))
    return found


def flat_line(task: str) -> Subject:
    """A spectrum of one value, as a failed reduction leaves it."""
    pixels = axis()
    ones = np.ones_like(pixels)
    return Subject("flat line", task, "flat", synthetic(pixels, LEVEL * ones, ones))
