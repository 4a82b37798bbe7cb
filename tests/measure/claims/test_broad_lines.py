"""What is shown of a claim about a broad line is measured over all of that line, wings included."""

import numpy as np
import pytest

from specreview.measure.claims.checking import Checker
from specreview.measure.prepared import prepare
from specreview.spectra.spectrum import Origin, Spectrum
from specreview.tasks.load import load_tasks

HBETA, SIGMA, DEPTH, SNR, LEVEL = 4862.69, 17.0, 0.5, 60.0, 3e-16
EW = -DEPTH * SIGMA * np.sqrt(2.0 * np.pi)
"""Å of a Gaussian: -21.3. FWHM 40 Å, as a white dwarf's; ±1500 km/s hold 0.85 of it."""


@pytest.fixture(scope="module")
def dwarf() -> Spectrum:
    wave = 10 ** np.arange(np.log10(3700.0), np.log10(9000.0), 1e-4)
    flux = 1.0 - DEPTH * np.exp(-0.5 * ((wave - HBETA) / SIGMA) ** 2)
    noise = np.random.default_rng(3).normal(size=wave.size) / SNR
    good, ivar = np.ones(wave.size, bool), np.full(wave.size, SNR**2)
    level = LEVEL * (wave / HBETA) ** -2.0
    return Spectrum(wave, level * (flux + noise), ivar / level**2, good, ~good, Origin("x", "test"))


@pytest.mark.parametrize(
    ("said", "standing"),
    [
        ("Hβ is in absorption.", "supported"),
        ("Broad Hβ absorption.", "supported"),
        ("Hβ is in emission.", "contradicted"),
        ("Hβ is absent.", "contradicted"),
        ("Hβ shows no emission.", "supported"),
    ],
)
def test_numbers_area_and_continuum_are_those_of_the_broad_line(dwarf, said, standing) -> None:
    (claim,) = Checker(prepare(dwarf, None), load_tasks()["wd"]).check(said, "thought")
    assert claim.standing == standing
    assert claim.window is not None
    assert claim.window[0] < HBETA - 4 * SIGMA < HBETA + 4 * SIGMA < claim.window[1]
    assert claim.continuum is not None
    (left, low), (right, high) = claim.continuum
    assert left < HBETA - 4 * SIGMA < HBETA + 4 * SIGMA < right
    there = LEVEL * (left / HBETA) ** -2.0, LEVEL * (right / HBETA) ** -2.0
    assert (low, high) == pytest.approx(there, rel=0.01), "the spectrum's continuum, not its wings"
    value, error = claim.numbers.replace("−", "-").split()[1:4:2]
    assert abs(float(value) - EW) < 3.0 * float(error)
