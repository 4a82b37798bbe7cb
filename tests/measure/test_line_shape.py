"""Centre, asymmetry, width and double peaks of lines of known shape."""

import numpy as np
import pytest

from specreview.measure.line_centre import line_centre
from specreview.measure.line_peaks import peak_separation
from specreview.measure.line_width import gaussian_fwhm

VELOCITY = np.arange(-3000.0, 3000.0, 69.0)
NOISE = np.full(VELOCITY.size, 0.02)


def gauss(centre, fwhm, height=1.0):
    return height * np.exp(-0.5 * ((VELOCITY - centre) / (fwhm / 2.354820)) ** 2)


@pytest.mark.parametrize(("centre", "fwhm"), [(0.0, 400.0), (37.0, 700.0), (-210.0, 1800.0)])
def test_centre_of_a_gaussian_from_a_poor_start(centre, fwhm):
    found = line_centre(VELOCITY, gauss(centre, fwhm), NOISE, centre + 0.4 * fwhm, fwhm)
    assert found.velocity_kms == pytest.approx(centre, abs=0.02 * fwhm / 2.35)
    assert found.asymmetry == pytest.approx(0.0, abs=0.01)


def test_error_of_the_centre_is_that_of_a_least_squares_fit():
    """Lenz & Ayres 1992 (PASP 104, 1104): σ_v = √2 π^(-1/4) (σ / peak) √(pixel σ_line)."""
    sigma = 800.0 / 2.354820
    found = line_centre(VELOCITY, gauss(0.0, 800.0), NOISE, 0.0, 800.0)
    expected = np.sqrt(2.0) * np.pi**-0.25 * 0.02 * np.sqrt(69.0 * sigma)
    assert found.error_kms == pytest.approx(expected, rel=0.01)


@pytest.mark.parametrize("share", [0.4, -0.4])
def test_asymmetry_is_red_less_blue_over_both(share):
    """Half-Gaussians of areas 1 + share and 1 - share about a common peak, as far as one FWHM."""
    width = 800.0 * (1.0 + share * np.sign(VELOCITY))
    line = np.exp(-0.5 * (VELOCITY / (width / 2.354820)) ** 2)
    found = line_centre(VELOCITY, line, NOISE, 0.0, 800.0)
    assert np.sign(found.velocity_kms) == np.sign(share)
    assert np.sign(found.asymmetry) == np.sign(share)
    assert abs(found.asymmetry) > 3 * found.asymmetry_error


def test_no_centre_where_no_flux_stands_or_where_it_is_far():
    assert line_centre(VELOCITY, np.full(VELOCITY.size, -0.1), NOISE, 0.0, 500.0) is None
    assert line_centre(VELOCITY, gauss(1500.0, 900.0), NOISE, 0.0, 700.0) is None


@pytest.mark.parametrize("fwhm", [300.0, 800.0, 2000.0])
@pytest.mark.parametrize("start", [0.6, 1.0, 1.6])
def test_fitted_width_is_the_gaussians_from_any_start(fwhm, start):
    width, error = gaussian_fwhm(VELOCITY, gauss(0.0, fwhm), NOISE, (0.0, start * fwhm), 0.0)
    assert width == pytest.approx(fwhm, rel=0.003)
    assert 0 < error < 0.1 * fwhm


def test_error_of_the_width_grows_with_the_error_of_the_continuum():
    line = gauss(0.0, 800.0)
    alone = gaussian_fwhm(VELOCITY, line, NOISE, (0.0, 800.0), 0.0)
    with_level = gaussian_fwhm(VELOCITY, line, NOISE, (0.0, 800.0), 0.02)
    moved = gaussian_fwhm(VELOCITY, line + 0.02, NOISE, (0.0, 800.0), 0.0)
    added = np.sqrt(with_level[1] ** 2 - alone[1] ** 2)
    assert added == pytest.approx(moved[0] - alone[0], rel=0.15)


def test_no_width_without_flux():
    flat = np.full(VELOCITY.size, -0.1)
    assert gaussian_fwhm(VELOCITY, flat, NOISE, (0.0, 800.0), 0.0) is None


@pytest.mark.parametrize("separation", [500.0, 800.0, 1200.0, 1800.0])
def test_two_peaks_are_found_at_their_separation(separation):
    half = 0.5 * separation
    line = gauss(-half, 0.6 * separation) + gauss(half, 0.6 * separation)
    found = peak_separation(VELOCITY, line, NOISE, (-half - 500.0, half + 500.0))
    assert found == pytest.approx(separation, abs=2 * 69.0)


def test_unequal_peaks_count_and_a_single_one_does_not():
    two = gauss(-450.0, 450.0) + gauss(450.0, 450.0, 0.6)
    limits = (-900.0, 900.0)
    assert peak_separation(VELOCITY, two, NOISE, limits) == pytest.approx(900.0, abs=140.0)
    assert peak_separation(VELOCITY, gauss(0.0, 900.0), NOISE, limits) is None


def test_peaks_too_close_or_too_far_or_too_shallow_are_not_told_apart():
    near = gauss(-100.0, 180.0) + gauss(100.0, 180.0)
    assert peak_separation(VELOCITY, near, NOISE, (-260.0, 260.0)) is None
    far = gauss(-1300.0, 600.0) + gauss(1300.0, 600.0)
    assert peak_separation(VELOCITY, far, NOISE, (-1800.0, 1800.0)) is None
    shallow = gauss(-400.0, 900.0) + gauss(400.0, 900.0)
    assert peak_separation(VELOCITY, shallow, NOISE, (-900.0, 900.0)) is None


def test_noise_makes_no_second_peak():
    """A dip must be 4σ deep. The deepest of a dozen valleys exceeds that in a few of 1000."""
    rng = np.random.default_rng(11)
    line = gauss(0.0, 1200.0)
    noise = np.full(VELOCITY.size, 0.08)
    found = [
        peak_separation(VELOCITY, line + rng.normal(0, 0.08, line.size), noise, (-620.0, 620.0))
        for _ in range(1000)
    ]
    assert sum(each is not None for each in found) <= 20
