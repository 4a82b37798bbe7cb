"""Sixty spectra of all five tasks; in twelve of them an artefact at one observed wavelength."""

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
import pytest

from specreview.demo.build import demo_roles
from specreview.demo.roles import Role
from specreview.demo.specimens import specimen, synthetic
from specreview.elsewhere.features import Feature, features_in
from specreview.elsewhere.index import PeakIndex
from specreview.elsewhere.packing import pack, unpack
from specreview.elsewhere.peaks import find_peaks
from specreview.elsewhere.seen import Seen, Subject, ground_of, seen_elsewhere
from specreview.elsewhere.whence import Whence
from specreview.spectra.spectrum import Spectrum
from specreview.store.spectrum_index import QueueEntry
from specreview.tasks.load import load_tasks
from specreview.tasks.task import VettingTask

ARTEFACT = 6800.0
"""Vacuum Å, observed: no line of the list lies within 1000 km/s."""
PLANTED = frozenset({4, 16, 22, 25, 26, 35, 44, 47, 49, 52, 53, 57})
HEIGHT = 6.0
"""Of the artefact, in σ of a pixel."""


def plant(spectrum: Spectrum, wavelength: float, height: float, width: float = 1.6) -> Spectrum:
    """The spectrum with a Gaussian bump of `height` σ and `width` Å added."""
    sigma = np.nan_to_num(spectrum.sigma)
    profile = np.exp(-0.5 * ((spectrum.wavelength - wavelength) / width) ** 2)
    return replace(spectrum, flux=spectrum.flux + height * sigma * profile)


def flat(seed: int, snr: float = 50.0, pixels: int = 3900) -> Spectrum:
    """A flat spectrum of Gaussian noise on the surveys' sampling of 1e-4 dex."""
    wavelength = 10.0 ** (3.57 + 1e-4 * np.arange(pixels))
    noise = np.random.default_rng(seed).standard_normal(pixels) / snr
    return synthetic(wavelength, 1.0 + noise, np.full(pixels, snr**2))


def features_near(features: tuple[Feature, ...]) -> list[Feature]:
    """Those at the artefact's wavelength."""
    return [one for one in features if abs(one.wavelength - ARTEFACT) < 3.0]


@dataclass(frozen=True)
class Crowd:
    """The index of a queue, and what is needed to ask about each of its spectra."""

    roles: list[Role]
    index: PeakIndex
    tasks: dict[str, VettingTask]

    def subject(self, number: int, entries: list[QueueEntry]) -> Subject:
        role, entry = self.roles[number], entries[number]
        peaks = unpack(entry.peaks)
        assert peaks is not None
        z = role.stated_redshift if role.stated_redshift > -1 else None
        features = features_in(peaks)
        place = Whence(entry.plate, entry.spectrograph, entry.fibre, entry.night)
        return Subject(number, "X", place, self.tasks[role.task], z, features)


@pytest.fixture(scope="session")
def roles() -> list[Role]:
    return demo_roles(1)[:60]


@pytest.fixture(scope="session")
def clean(roles) -> list[Spectrum]:
    return [specimen(role, 300 + number) for number, role in enumerate(roles)]


@pytest.fixture(scope="session")
def entries(clean) -> Callable[[frozenset[int]], list[QueueEntry]]:
    """Index entries of the sixty, with the artefact in these; plate 7 holds 40 to 59."""
    packed = [pack(find_peaks(one)) for one in clean]

    def make(planted: frozenset[int]) -> list[QueueEntry]:
        made = []
        for number, one in enumerate(clean):
            spoilt = number in planted
            peaks = pack(find_peaks(plant(one, ARTEFACT, HEIGHT))) if spoilt else packed[number]
            plate = "7" if number >= 40 else "6"
            made.append(QueueEntry(number, "X", plate, "", None, "60000", peaks))
        return made

    return make


@pytest.fixture(scope="session")
def ask(roles, entries) -> Callable[..., list[tuple[int, Seen]]]:
    """(spectrum, feature counted in the others) of every feature, or of those at the artefact."""
    tasks = load_tasks(None)

    def count(planted: frozenset[int], everywhere: bool = True) -> list[tuple[int, Seen]]:
        made = entries(planted)
        crowd = Crowd(roles, PeakIndex.of(made), tasks)
        seen = []
        for number in range(len(made)):
            subject = crowd.subject(number, made)
            if not everywhere and not features_near(subject.features):
                continue
            ground = ground_of(crowd.index, subject)
            asked = subject.features if everywhere else features_near(subject.features)
            seen += [(number, seen_elsewhere(crowd.index, subject, one, ground)) for one in asked]
        return seen

    return count
