"""Whatever the pixels hold: no exception, no warning, three states, a score in [0, 1]."""

import math

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from specreview.measure.assessment import assess
from specreview.measure.diagnose import measure_task
from specreview.spectra.spectrum import Origin, Spectrum
from specreview.tasks.load import load_tasks

TASKS = load_tasks()
EXTREME = st.sampled_from([0.0, -0.0, 1.0, -1.0, 1e-300, 1e300, -1e300, 1e-17, np.nan, np.inf])


def build(flux, wavelength, ivar):
    good = np.isfinite(flux)
    if ivar is not None:
        good &= np.isfinite(ivar) & (ivar > 0)
    return Spectrum(wavelength, flux, ivar, good, np.zeros(flux.size, bool), Origin("x", "t"))


def check(spectrum, redshift=None):
    for task in TASKS.values():
        found = measure_task(spectrum, task, redshift)
        for measurement in found.values():
            assert measurement.presence is None or 0.0 <= measurement.presence <= 1.0
            assert (measurement.presence is None) == bool(measurement.reason)
            assert "nan" not in measurement.sentence()
            assert measurement.value is None or math.isfinite(measurement.value)
        assessment = assess(task, found)
        assert 0.0 <= assessment.score <= 1.0
        assert assessment.verdict in (*task.labels, None)
        assert (assessment.verdict is None) == bool(assessment.reason)


@st.composite
def spectra(draw):
    n = draw(st.sampled_from([2, 3, 21, 400, 3909]))
    lower = draw(st.sampled_from([100.0, 3700.0, 6000.0, 9500.0]))
    upper = lower * draw(st.sampled_from([1.0001, 1.05, 2.4]))
    wavelength = np.geomspace(lower, upper, n)
    rng = np.random.default_rng(draw(st.integers(0, 9)))
    flux = rng.normal(draw(st.sampled_from([0.0, 1.0, -1.0])), 1.0, n)
    flux *= draw(st.sampled_from([1.0, 1e-300, 1e290, 1e-17]))
    for place, value in draw(st.lists(st.tuples(st.integers(0, n - 1), EXTREME), max_size=8)):
        flux[place:] = np.where(draw(st.booleans()), value, flux[place:])
    ivar = None
    if draw(st.booleans()):
        ivar = rng.uniform(0, 1, n) * draw(st.sampled_from([0.0, 1.0, 1e-300, 1e300]))
    return build(flux, wavelength, ivar)


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(spectra(), st.sampled_from([None, 0.0, 0.3, -0.5, -1.0, -2.0, 5.0]))
def test_any_spectrum_is_measured_without_fuss(spectrum, redshift):
    check(spectrum, redshift)


@settings(max_examples=25, deadline=None)
@given(hnp.arrays(float, st.integers(2, 60), elements=EXTREME))
def test_short_and_wild_fluxes(flux):
    check(build(flux, np.linspace(6400, 6700, flux.size), None))


@pytest.mark.parametrize("level", [0.0, 1.0, -1.0, 1e300, 1e-300])
@pytest.mark.parametrize("errors", [True, False])
def test_constant_flux_gets_no_positive_verdict(level, errors):
    wavelength = np.geomspace(3700, 9100, 3909)
    ivar = np.ones(3909) if errors else None
    spectrum = build(np.full(3909, level), wavelength, ivar)
    check(spectrum)
    for task in TASKS.values():
        assert assess(task, measure_task(spectrum, task, None)).verdict != "YES"


def test_all_zero_and_all_bad_are_no_verdict_with_a_reason():
    wavelength = np.geomspace(3700, 9100, 3909)
    for flux, words in ((np.zeros(3909), "zero"), (np.full(3909, np.nan), "good pixels")):
        for task in TASKS.values():
            found = assess(task, measure_task(build(flux, wavelength, None), task, None))
            assert found.verdict is None
            assert words in found.reason


@pytest.mark.parametrize("factor", [1e-17, 1e10])
def test_unit_of_flux_changes_nothing(factor):
    rng = np.random.default_rng(3)
    wavelength = np.geomspace(3700, 9100, 3909)
    flux = (wavelength / 5500) ** -1.5 + rng.normal(0, 0.05, 3909)
    one = build(flux, wavelength, np.full(3909, 400.0))
    two = build(flux * factor, wavelength, np.full(3909, 400.0 / factor**2))
    for task in TASKS.values():
        first, second = (assess(task, measure_task(s, task, None)) for s in (one, two))
        assert first.score == pytest.approx(second.score, abs=1e-6)
        assert first.verdict == second.verdict
