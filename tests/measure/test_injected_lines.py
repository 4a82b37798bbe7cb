"""Lines of known strength, width and velocity come back, with errors that hold."""

import numpy as np
import pytest

from specreview.measure.diagnose import measure_diagnostic
from specreview.tasks.diagnostics import LineDiagnostic, Ramp

WAVELENGTH = 10 ** np.arange(np.log10(3700.0), np.log10(9000.0), 1e-4)
HA, HB = 6564.61, 4862.69
DRAWS = 150


def emission(rest=HA, **fields):
    return LineDiagnostic(
        name="line",
        label="line",
        kind=fields.pop("kind", "emission"),
        rest=(rest,) if isinstance(rest, float) else rest,
        ew=fields.pop("ew", Ramp(none=1, full=8)),
        source="test",
        **fields,
    )


@pytest.mark.parametrize(
    ("ew", "fwhm", "snr"), [(20.0, 600.0, 10.0), (60.0, 1200.0, 5.0), (5.0, 350.0, 15.0)]
)
def test_equivalent_width_has_no_bias_and_its_error_holds(make, gaussian, ew, fwhm, snr):
    rng = np.random.default_rng(1)
    pulls = []
    for _ in range(DRAWS):
        flux = 10.0 * (1 + gaussian(HA, ew, fwhm)) + rng.normal(0, 10.0 / snr, WAVELENGTH.size)
        found = measure_diagnostic(make(flux, sigma=10.0 / snr), emission(), None, {})
        pulls.append((found.ew - ew) / found.ew_error)
    assert abs(np.mean(pulls)) < 0.1 + 2.5 / np.sqrt(DRAWS)
    assert 0.8 < np.std(pulls) < 1.25


def test_absorption_is_negative_in_ew_and_positive_in_its_own_sense(make, gaussian):
    flux = 1 + gaussian(HB, -6.0, 700.0)
    found = measure_diagnostic(make(flux, sigma=0.02), emission(HB, kind="absorption"), None, {})
    assert found.ew == pytest.approx(-6.0, abs=3 * found.ew_error)
    assert found.value == pytest.approx(6.0, abs=3 * found.ew_error)
    assert found.significance > 5
    assert found.present


@pytest.mark.parametrize("intrinsic", [300.0, 800.0])
def test_width_is_corrected_for_resolution_and_velocity_is_found(make, gaussian, intrinsic):
    seen = float(np.hypot(intrinsic, 167.0))
    flux = 1 + gaussian(HA, 30.0, seen, velocity=150.0)
    found = measure_diagnostic(make(flux, sigma=0.02), emission(), None, {})
    assert found.fwhm_kms == pytest.approx(intrinsic, rel=0.04)
    assert found.velocity_kms == pytest.approx(150.0, abs=15.0)
    assert found.fwhm_angstrom == pytest.approx(found.fwhm_kms * HA / 299792.458)


def test_noise_does_not_turn_a_broad_line_into_a_spike(make, gaussian):
    rng = np.random.default_rng(3)
    widths = []
    for _ in range(40):
        flux = 1 + gaussian(HA, 40.0, 1900.0) + rng.normal(0, 0.25, WAVELENGTH.size)
        found = measure_diagnostic(make(flux, sigma=0.25), emission(), None, {})
        widths.append(found.fwhm_kms)
    assert np.median(widths) == pytest.approx(1900.0, rel=0.15)
    assert np.min(widths) > 900.0


def test_double_peak_is_one_line(make, gaussian):
    flux = 1 + gaussian(HA, 20.0, 400.0, velocity=-400) + gaussian(HA, 20.0, 400.0, velocity=400)
    found = measure_diagnostic(make(flux, sigma=0.03), emission(), None, {})
    assert found.fwhm_kms > 1000
    assert abs(found.velocity_kms) < 60


def test_emission_core_inside_a_trough_counts(make, gaussian):
    flux = 1 + gaussian(HA, -20.0, 6000.0) + gaussian(HA, 8.0, 500.0)
    found = measure_diagnostic(make(flux, sigma=0.02), emission(), None, {})
    assert found.significance > 3
    assert found.ew > 2


def test_line_far_off_its_wavelength_is_absent(make, gaussian):
    flux = 1 + gaussian(HA, 30.0, 400.0, velocity=1100.0)
    found = measure_diagnostic(make(flux, sigma=0.03), emission(), None, {})
    assert found.presence == 0.0
    assert found.velocity_kms == pytest.approx(1100.0, abs=40)


def test_redshift_moves_the_window(make, gaussian):
    flux = 1 + gaussian(HA * 1.2, 30.0, 600.0)
    spectrum = make(flux, sigma=0.03)
    assert measure_diagnostic(spectrum, emission(), None, {}).presence == 0.0
    found = measure_diagnostic(spectrum, emission(), 0.2, {})
    assert found.present
    assert abs(found.velocity_kms) < 30


@pytest.mark.parametrize("hole", [(6550.0, 6580.0), (6400.0, 6700.0)])
def test_masked_line_is_not_measurable_and_says_so(make, gaussian, hole):
    flux = 1 + gaussian(HA, 30.0, 600.0)
    good = (hole[0] > WAVELENGTH) | (hole[1] < WAVELENGTH)
    found = measure_diagnostic(make(flux, 0.03, good=good), emission(), None, {})
    assert found.presence is None
    assert "%" in found.reason
    assert "not measured" in found.sentence()


def test_line_outside_the_spectrum_is_not_measurable(make):
    found = measure_diagnostic(make(np.ones(1000), 0.03), emission(), None, {})
    assert found.presence is None
    assert "outside" in found.reason


def test_too_noisy_is_no_absence(make):
    rng = np.random.default_rng(5)
    quiet = make(1 + rng.normal(0, 0.02, WAVELENGTH.size), 0.02)
    noisy = make(1 + rng.normal(0, 1.0, WAVELENGTH.size), 1.0)
    assert measure_diagnostic(quiet, emission(), None, {}).presence == 0.0
    found = measure_diagnostic(noisy, emission(), None, {})
    assert found.presence is None
    assert found.ew_limit > 8
    assert "3σ" in found.sentence()


def test_absorption_where_emission_was_asked_for_is_a_clear_no(make, gaussian):
    rng = np.random.default_rng(9)
    flux = 1 + gaussian(HA, -14.0, 900.0) + rng.normal(0, 0.2, WAVELENGTH.size)
    found = measure_diagnostic(make(flux, 0.2), emission(), None, {})
    assert found.ew_limit > 8
    assert found.presence == 0.0
    assert found.sentence().startswith("EW −1")


def test_gaps_filled_with_zeros_are_no_flux(make):
    flux = np.ones(WAVELENGTH.size)
    flux[(WAVELENGTH > 6450) & (WAVELENGTH < 6560)] = 0.0
    found = measure_diagnostic(make(flux), emission(), None, {})
    assert found.presence is None
    assert "%" in found.reason


def test_one_pixel_spike_is_no_line(make):
    flux = np.ones(WAVELENGTH.size)
    flux[np.searchsorted(WAVELENGTH, HA)] += 20.0
    assert measure_diagnostic(make(flux, 0.03), emission(), None, {}).presence == 0.0


@pytest.mark.parametrize(("rest", "name"), [(5578.0, "5577"), (5894.0, "Na D"), (6301.0, "6300")])
def test_night_sky_lines_are_never_measured(make, gaussian, rest, name):
    flux = 1 + gaussian(rest, 40.0, 250.0)
    found = measure_diagnostic(make(flux, 0.03), emission(rest, window_kms=600), None, {})
    assert found.presence is None
    assert name in found.reason


def test_continuum_alone_at_high_signal_shows_no_line(make):
    """Curvature of a hot continuum gave 20σ lines before the systematic floor."""
    hot = (WAVELENGTH / 5000.0) ** -3.5
    flux = hot * (1 + 0.008 * np.cos(2 * np.pi * (WAVELENGTH - HA) / 250.0))
    for rest in (HA, HB, 4341.69, 4102.90):
        found = measure_diagnostic(make(flux, 0.002), emission(rest), None, {})
        assert found.presence == 0.0
        assert found.significance < 3


def test_line_without_any_continuum_is_still_a_line(make, gaussian):
    rng = np.random.default_rng(7)
    flux = 200 * gaussian(HA, 1.0, 300.0) + rng.normal(0, 0.1, WAVELENGTH.size)
    found = measure_diagnostic(make(flux, 0.1), emission(), None, {})
    assert found.present
    assert found.significance > 20


def test_fit_end_points_are_in_the_units_of_the_file(make, gaussian):
    flux = 4e-17 * (1 + gaussian(HA, 30.0, 600.0))
    found = measure_diagnostic(make(flux, 1e-18), emission(), None, {})
    (x0, y0), (x1, y1) = found.continuum
    assert x0 < HA < x1
    assert y0 == pytest.approx(4e-17, rel=0.02)
    assert y1 == pytest.approx(4e-17, rel=0.02)


def test_count_asks_for_several_lines(make, gaussian):
    rests = (4472.73, 5017.08, 6679.99)
    lines = emission(rests, combine="count", min_lines=2, significance=4)
    one = make(1 + gaussian(rests[0], 8.0, 500.0), 0.03)
    two = make(1 + sum(gaussian(r, 8.0, 500.0) for r in rests[:2]), 0.03)
    assert measure_diagnostic(one, lines, None, {}).presence == 0.0
    found = measure_diagnostic(two, lines, None, {})
    assert found.lines == 2
    assert found.presence > 0.8


def test_stack_measures_a_common_width_in_angstrom(make, gaussian):
    rests = (4862.69, 4341.69, 4102.90)
    width = 30.0
    depth = sum(gaussian(r, -12.0, width / r * 299792.458) for r in rests)
    stack = emission(
        rests,
        kind="absorption",
        combine="stack",
        core_kms=None,
        window_angstrom=76,
        sides_angstrom=(80, 115),
        fwhm_angstrom=Ramp(none=21, full=33),
        max_offset_kms=1500,
    )
    found = measure_diagnostic(make(1 + depth, 0.05), stack, None, {})
    assert found.fwhm_angstrom == pytest.approx(width, rel=0.1)
    assert found.value == pytest.approx(12.0, abs=4 * found.error)
    assert 0.5 < found.presence < 0.95
    assert found.continuum is None, "a mean of lines has no place in the spectrum"
