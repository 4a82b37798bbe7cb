"""What the matched filter finds, and what it leaves alone."""

import math
from dataclasses import replace

import numpy as np
import pytest

from specreview.demo.specimens import synthetic
from specreview.elsewhere.peaks import THRESHOLD, WIDTHS, find_peaks

from .conftest import flat, plant

PIXEL = math.log(10.0) * 1e-4
"""Relative width of a pixel."""


def nearest(peaks, wavelength):
    return int(np.argmin(np.abs(peaks.wavelength - wavelength)))


@pytest.mark.parametrize("pixels", [1.0, 2.0, 4.0])
@pytest.mark.parametrize("sign", [1, -1])
def test_a_gaussian_has_the_signal_to_noise_of_theory(pixels, sign):
    """Filter matched: S/N = height sqrt(sqrt(pi) width), for height in σ and width in pixels."""
    centre, height = 6500.0, 9.0
    theory = height * math.sqrt(math.sqrt(math.pi) * pixels)
    found, offsets = [], []
    for seed in range(25):
        spectrum = plant(flat(seed, snr=500.0), centre, sign * height, pixels * PIXEL * centre)
        # the 1 % that calibration may be off lies above this noise, so take it out of the flux
        peaks = find_peaks(replace(spectrum, flux=spectrum.flux - 1.0))
        place = nearest(peaks, centre)
        found.append(peaks.snr[place])
        offsets.append((peaks.wavelength[place] - centre) / (PIXEL * centre))
    assert sign * np.mean(found) == pytest.approx(theory, abs=3.0 / math.sqrt(25) + 0.03 * theory)
    assert abs(np.mean(offsets)) < 0.2
    assert np.std(offsets) < 0.3


def test_noise_alone_gives_no_more_than_the_gaussian_tail():
    spectra, pixels = 30, 3900
    tail = math.erfc(THRESHOLD / math.sqrt(2.0))
    most = spectra * pixels * len(WIDTHS) * tail  # as if all widths were independent
    found = sum(find_peaks(flat(seed, pixels=pixels)).snr.size for seed in range(spectra))
    assert found <= most + 3.0 * math.sqrt(most)


def test_a_spike_in_bad_pixels_is_no_peak():
    spectrum = flat(3)
    flux, good = spectrum.flux.copy(), spectrum.good.copy()
    flux[2000:2003], good[2000:2003] = 50.0, False
    found = find_peaks(replace(spectrum, flux=flux, good=good))
    assert not np.any(np.abs(found.wavelength - spectrum.wavelength[2001]) < 10.0)
    assert found.covered.shape == (2, 2)


def test_bumps_below_the_calibration_are_left_alone():
    spectrum = plant(flat(4, snr=2000.0), 6500.0, 2000.0 * 0.02)  # 2 % of the continuum, 40σ
    assert not np.any(np.abs(find_peaks(spectrum).wavelength - 6500.0) < 5.0)


def test_a_broad_line_is_one_peak():
    spectrum = plant(flat(5), 6565.0, 40.0, width=15.0)
    near = np.abs(find_peaks(spectrum).wavelength - 6565.0) < 40.0
    assert np.count_nonzero(near & (find_peaks(spectrum).snr > 0)) == 1


@pytest.mark.parametrize("pixels", [2, 40, 151])
def test_too_short_a_spectrum_has_none(pixels):
    wave = 5000.0 + np.arange(pixels)
    found = find_peaks(synthetic(wave, np.ones(pixels), np.ones(pixels)))
    assert found.wavelength.size == 0


def test_nothing_is_raised_by_odd_values():
    spectrum = flat(6)
    flux = spectrum.flux.copy()
    flux[100], flux[200], flux[300] = np.nan, 1e300, -1e300
    assert np.all(np.isfinite(find_peaks(replace(spectrum, flux=flux)).snr))


@pytest.mark.filterwarnings("error")
def test_what_fills_a_gap_of_the_file_is_not_searched():
    spectrum = flat(3, snr=50.0)
    flux = spectrum.flux.copy()
    flux[:600] = 0.0
    flux[1500:1600] = np.linspace(flux[1499], 2.0 * flux[1600], 100)
    peaks = find_peaks(replace(spectrum, flux=flux, ivar=None))
    first, (start, stop) = spectrum.wavelength[600], spectrum.wavelength[[1500, 1599]]
    assert peaks.covered[0, 0] == pytest.approx(first)
    assert not np.any(peaks.wavelength < first)
    assert not np.any((peaks.wavelength > start) & (peaks.wavelength < stop))
