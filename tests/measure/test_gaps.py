"""What files draw into their gaps is no flux: zeros, and straight lines where noise should be."""

import numpy as np
import pytest

from specreview.measure.gaps import filled

GAP = slice(700, 830)


def noisy(level=10.0, noise=0.5, seed=4):
    return level + np.random.default_rng(seed).normal(0.0, noise, 3000)


def test_a_gap_bridged_by_a_straight_line_is_found_and_nothing_beside_it():
    flux = noisy()
    flux[GAP] = np.linspace(flux[GAP.start], flux[GAP.stop - 1], GAP.stop - GAP.start)
    flux[GAP] += 1e-6 * np.arange(flux[GAP].size) ** 2 / flux[GAP].size
    found = np.flatnonzero(filled(flux))
    assert abs(found[0] - GAP.start) <= 1
    assert abs(found[-1] - (GAP.stop - 1)) <= 1
    assert found.size == found[-1] - found[0] + 1


def test_five_zeros_are_a_gap_and_four_are_flux():
    flux = noisy()
    flux[100:105] = 0.0
    flux[200:204] = 0.0
    assert np.flatnonzero(filled(flux)).tolist() == list(range(100, 105))


@pytest.mark.parametrize("seed", range(5))
def test_noise_is_no_gap_even_rounded_to_a_tenth_of_itself(seed):
    assert not np.any(filled(np.round(noisy(seed=seed), 1)))


def test_a_template_without_noise_is_flux_though_it_is_straight():
    assert not np.any(filled(np.linspace(5.0, 9.0, 3000)))
    assert not np.any(filled(np.full(3000, 3.0)))


def test_what_is_not_finite_is_no_run():
    flux = noisy()
    flux[300:400] = np.nan
    assert not np.any(filled(flux))
