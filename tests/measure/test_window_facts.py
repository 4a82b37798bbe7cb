"""What stands out in any window comes back as injected, and noise does not stand out."""

import numpy as np
import pytest

from specreview.measure.prepared import prepare
from specreview.measure.window_facts import measure_window
from specreview.spectra.spectrum import Origin, Spectrum
from specreview.spectra.window import Window

C = 299_792.458
WAVELENGTH = 10 ** np.arange(np.log10(3700.0), np.log10(9000.0), 1e-4)
HA, HB = 6564.61, 4862.69


def facts(flux, snr, limits, survey="SDSS", good=None, redshift=None):
    n = WAVELENGTH.size
    good = np.ones(n, dtype=bool) if good is None else good
    noisy = flux + np.random.default_rng(11).normal(0.0, 1.0 / snr, n)
    origin = Origin("x", "test", survey=survey)
    seen = Spectrum(WAVELENGTH, noisy, np.full(n, float(snr) ** 2), good, np.zeros(n, bool), origin)
    return measure_window(prepare(seen, redshift), Window(*limits))


@pytest.mark.parametrize(
    ("ew", "fwhm", "velocity"), [(20.0, 500.0, 0.0), (60.0, 1500.0, 200.0), (-8.0, 900.0, -150.0)]
)
def test_an_injected_line_comes_back(gaussian, ew, fwhm, velocity):
    """Line FWHM and instrument (R 2000: 150 km/s) add in quadrature."""
    seen = float(np.hypot(fwhm, C / 2000.0))
    found = facts(1 + gaussian(HA, ew, seen, velocity=velocity), 30, (6480, 6650))
    line = found.emission if ew > 0 else found.absorption
    assert line.line.label == "Hα"
    assert abs(line.ew - ew) < 3.5 * line.ew_error
    assert line.ew_error < 0.1 * abs(ew)
    assert abs(line.velocity - velocity) < 4 * line.velocity_error + 2
    assert abs(line.vacuum - HA * (1 + velocity / C)) < 4 * line.centre_error + 0.05
    assert line.vacuum - line.air == pytest.approx(1.81, abs=0.02)
    assert abs(line.fwhm - fwhm) < 4 * line.fwhm_error + 0.03 * fwhm
    assert not line.cut
    assert (found.absorption if ew > 0 else found.emission) is None


def test_a_narrow_window_on_a_broad_line_has_its_continuum_from_beside(gaussian):
    found = facts(1 + gaussian(HA, 40.0, 900.0), 40, (6530, 6600))
    assert found.emission.ew == pytest.approx(40.0, abs=4 * found.emission.ew_error)


def test_a_feature_that_leaves_the_window_says_so(gaussian):
    assert facts(1 + gaussian(HA, 40.0, 1500.0), 40, (6564, 6700)).emission.cut


def test_two_peaks_of_a_disc_and_their_distance(gaussian):
    flux = 1 + gaussian(HA, 20.0, 620.0, velocity=-500) + gaussian(HA, 20.0, 620.0, velocity=500)
    line = facts(flux, 40, (6450, 6680)).emission
    assert line.peaks == pytest.approx(1000.0, abs=100.0)
    assert abs(line.asymmetry) < 4 * line.asymmetry_error + 0.02


def test_a_red_wing_is_an_asymmetry_to_the_red(gaussian):
    flux = 1 + gaussian(HA, 20.0, 500.0) + gaussian(HA, 14.0, 700.0, velocity=600)
    line = facts(flux, 60, (6450, 6680)).emission
    assert line.asymmetry > 5 * line.asymmetry_error


@pytest.mark.parametrize("pixels", [1, 2])
def test_a_cosmic_ray_is_left_out_and_named(pixels):
    flux = np.ones(WAVELENGTH.size)
    place = int(np.searchsorted(WAVELENGTH, 6560.0))
    flux[place : place + pixels] += 3.0
    found = facts(flux, 30, (6480, 6650))
    assert found.emission is None
    assert len(found.spikes) == pixels
    assert found.spikes[0] == pytest.approx(6560.0, abs=2.0)


def test_the_narrowest_line_that_the_instrument_lets_through_is_no_cosmic_ray(gaussian):
    for offset in (0.0, 20.0, 34.5, 50.0):
        found = facts(1 + gaussian(HA, 12.0, 150.0, velocity=offset), 30, (6480, 6650))
        assert found.spikes == ()
        assert found.emission.fwhm is None
        assert found.emission.ew == pytest.approx(12.0, abs=4 * found.emission.ew_error + 0.3)


def test_a_step_between_the_arms_is_no_line():
    """LAMOST's arms meet between 5700 and 6000 Å."""
    found = facts(np.where(WAVELENGTH > 5850, 1.2, 1.0), 40, (5700, 6000), survey="LAMOST")
    assert found.step == pytest.approx(0.2, abs=0.02)
    assert found.step_at == pytest.approx(5850, abs=15)
    assert found.features == ()
    assert [band.kind for band in found.around.bands].count("join") == 1


def test_a_line_at_the_join_is_no_step(gaussian):
    found = facts(1 + gaussian(5877.25, -12.0, 700.0), 40, (5700, 6000), survey="LAMOST")
    assert found.step is None
    assert found.absorption.line.label == "He I 5877"


def test_telluric_bands_are_told_in_the_observed_frame():
    """O2 A lies at 7590 to 7700 Å as observed: at rest 6900 to 7000 Å for z = 0.1."""
    flux = np.where((WAVELENGTH > 7595) & (WAVELENGTH < 7660), 0.7, 1.0)
    shifted = facts(flux, 40, (6850, 7050), redshift=0.1)
    assert "telluric O2 A" in shifted.around.names
    assert "O2 A" in [band.label for band in shifted.absorption.overlaps]
    assert "telluric O2 A" not in facts(flux, 40, (6850, 7050)).around.names


def test_masked_pixels_are_counted_and_too_many_are_a_reason():
    part = (WAVELENGTH < 6520) | (WAVELENGTH > 6550)
    some = facts(np.ones(WAVELENGTH.size), 30, (6450, 6650), good=part)
    assert some.told
    assert some.around.masked_share == pytest.approx(0.15, abs=0.01)
    most = (WAVELENGTH < 6470) | (WAVELENGTH > 6630)
    lost = facts(np.ones(WAVELENGTH.size), 30, (6450, 6650), good=most)
    assert "%" in lost.reason
    assert lost.features == ()


def test_outside_and_without_flux_say_why():
    assert "outside" in facts(np.ones(WAVELENGTH.size), 30, (9500, 9600)).reason
    assert "no continuum" in facts(np.zeros(WAVELENGTH.size), 30, (6500, 6600)).reason


def test_a_band_head_drops_as_much_as_was_put_in():
    """C2 5166 lies blueward of its head."""
    flux = np.where((WAVELENGTH > 5100) & (WAVELENGTH < 5166.6), 0.6, 1.0)
    heads = {head.label: head for head in facts(flux, 40, (5000, 5300)).heads}
    head = heads["C2 5166"]
    assert abs(head.drop - 0.4) < 3 * head.drop_error
    assert abs(heads["MgH 5212"].drop) < 4 * heads["MgH 5212"].drop_error


def test_resolution_is_the_surveys():
    """DESI: R 4100 at Hα, where one width cannot hide what LAMOST would."""
    flat = np.ones(WAVELENGTH.size)
    desi = facts(flat, 30, (6500, 6630), survey="DESI").resolution
    assert desi.power == pytest.approx(4100, rel=0.01)
    assert not desi.nominal
    assert facts(flat, 30, (6500, 6630), survey="unknown").resolution.nominal


def test_noise_stands_out_as_often_as_the_limit_implies():
    """One window in a hundred: of 900, 9 ± 3."""
    n, hits, looked = WAVELENGTH.size, 0, 0
    rng = np.random.default_rng(21)
    for _ in range(15):
        flux = 1 + rng.normal(0.0, 0.2, n)
        seen = Spectrum(
            WAVELENGTH,
            flux,
            np.full(n, 25.0),
            np.ones(n, bool),
            np.zeros(n, bool),
            Origin("x", "t"),
        )
        prepared = prepare(seen, None)
        for lower in np.arange(6400.0, 8900.0, 40.0):
            hits += bool(measure_window(prepared, Window(lower, lower + 40.0)).features)
            looked += 1
    assert looked >= 900
    assert 1 <= hits <= 19
