"""A spectrum laid over another: shifted, averaged onto its pixels, scaled; gaps stay gaps."""

import numpy as np
import pytest

from specreview.demo.specimens import synthetic
from specreview.known.overlay import overlaid, shift_factor

WAVE = 10.0 ** np.arange(3.6, 3.95, 1e-4)


def spectrum(flux, wave=WAVE, good=None):
    return synthetic(wave, flux, np.ones(wave.size), good)


def bump(wave, centre, width=8.0):
    return np.exp(-0.5 * ((wave - centre) / width) ** 2)


def test_a_spectrum_over_itself_is_itself_but_for_the_scale():
    flux = 50.0 + 20.0 * bump(WAVE, 6000.0)
    over = overlaid("x", spectrum(3.0 * flux), spectrum(flux))
    assert over.flux == pytest.approx(flux, rel=1e-4)
    assert over.scale == pytest.approx(1.0 / 3.0)


def test_a_line_lands_where_the_redshift_takes_it():
    known = spectrum(1.0 + bump(WAVE, 6000.0 * 1.001))
    factor = shift_factor(0.001, 0.02)
    over = overlaid("x", known, spectrum(np.ones(WAVE.size)), factor)
    assert WAVE[np.nanargmax(over.flux)] == pytest.approx(6000.0 * 1.02, abs=1.0)
    assert shift_factor(None, None) == 1.0


def test_a_finer_spectrum_keeps_its_flux_on_coarser_pixels():
    fine = np.arange(4200.0, 8500.0, 0.1)
    coarse = np.arange(4300.0, 8400.0, 5.0)
    over = overlaid(
        "x", spectrum(1.0 + bump(fine, 6000.0), fine), spectrum(np.ones(coarse.size), coarse)
    )
    area = np.sum(over.flux / over.scale - 1.0) * 5.0
    assert area == pytest.approx(np.sqrt(2.0 * np.pi) * 8.0, rel=0.01)


def test_bad_pixels_of_either_are_not_used():
    flux, good = np.full(WAVE.size, 10.0), np.ones(WAVE.size, dtype=bool)
    flux[1000:1040], good[1000:1040] = 1e6, False
    over = overlaid("x", spectrum(flux, good=good), spectrum(np.full(WAVE.size, 5.0)))
    assert np.all(np.isnan(over.flux[1001:1039]))
    kept = over.flux[np.isfinite(over.flux)]
    assert kept == pytest.approx(5.0)


def test_it_is_scaled_where_one_looks():
    onto = np.where(WAVE < 6000.0, 10.0, 40.0)
    known = spectrum(np.ones(WAVE.size))
    for extent, level in (((5000.0, 5500.0), 10.0), ((7000.0, 7500.0), 40.0)):
        assert np.nanmedian(overlaid("x", known, spectrum(onto), 1.0, extent).flux) == level


def test_beyond_the_known_spectrum_there_is_nothing():
    short = WAVE[(WAVE > 5000.0) & (WAVE < 6000.0)]
    over = overlaid("x", spectrum(np.ones(short.size), short), spectrum(np.ones(WAVE.size)))
    assert np.all(np.isnan(over.flux[WAVE > 6002.0]))
    assert np.all(np.isfinite(over.flux[(WAVE > 5002.0) & (WAVE < 5998.0)]))
