"""The physics of the demo: numbers that real spectra of these classes show."""

from collections.abc import Callable

import numpy as np
import pytest
from numpy.typing import NDArray

from specreview.demo import beyond, cool, hot, instrument
from specreview.demo.hydrogen import balmer_line
from specreview.demo.profiles import disc, emission
from specreview.spectra.frames import velocity

GRID = instrument.fine_grid()
OPTICAL = (GRID > 3700) & (GRID < 9100)
Array = NDArray[np.float64]


def _seen(source: Callable[[Array], Array]) -> Array:
    """A source at survey resolution."""
    return instrument.blur(source(GRID), 1800.0)


def _mean(flux: Array, window: tuple[float, float]) -> float:
    inside = (window[0] <= GRID) & (window[1] >= GRID)
    return float(np.mean(flux[inside]))


def _ratio(flux: Array, feature: tuple[float, float], reference: tuple[float, float]) -> float:
    return _mean(flux, feature) / _mean(flux, reference)


def _slope(flux: Array) -> float:
    centres = np.array([4220.0, 5115.0, 6100.0])
    levels = [_mean(flux, (c - 35, c + 35)) for c in centres]
    return float(np.polyfit(np.log(centres), np.log(levels), 1)[0])


def test_balmer_wavelengths_are_vacuum() -> None:
    # NIST: 3890.15 and 3836.47 Å (vacuum) for H8 and H9.
    assert balmer_line(8) == pytest.approx(3890.15, abs=0.15)
    assert balmer_line(9) == pytest.approx(3836.47, abs=0.15)


def test_line_profiles_have_the_equivalent_width_they_are_given() -> None:
    step = np.gradient(GRID)
    assert np.sum(emission(GRID, 6564.61, 30.0, 400.0) * step) == pytest.approx(30.0, rel=1e-3)
    assert np.sum(disc(GRID, 6564.61, 520.0) * step) == pytest.approx(1.0, rel=0.02)


def test_a_kepler_disc_has_two_peaks_at_the_speed_of_its_edge() -> None:
    profile = disc(GRID, 6564.61, 600.0, blur_kms=60.0)
    speeds = velocity(GRID, 6564.61)
    blue, red = speeds < 0, speeds > 0
    assert speeds[blue][np.argmax(profile[blue])] == pytest.approx(-600.0, abs=80.0)
    assert speeds[red][np.argmax(profile[red])] == pytest.approx(600.0, abs=80.0)
    centre = profile[np.argmin(np.abs(speeds))]
    assert 0.3 < centre / profile.max() < 0.9


@pytest.mark.parametrize(
    ("source", "lower", "upper"),
    [
        (hot.cataclysmic_variable, -2.7, 0.7), (hot.da, -3.8, -1.9), (hot.dq, -2.6, -1.0),
        (cool.m_giant, 0.8, 4.5), (cool.carbon_star, 0.5, 4.5), (cool.s_star, 1.0, 4.5),
    ],
)  # fmt: skip
def test_continuum_slopes(source, lower, upper) -> None:  # type: ignore[no-untyped-def]
    assert lower < _slope(_seen(source)) < upper


def test_tio_grows_through_the_m_giants_and_gravity_splits_them_from_dwarfs() -> None:
    def tio5(flux: Array) -> float:
        return _ratio(flux, (7125, 7140), (7036, 7050))

    def cah3_excess(flux: Array) -> float:
        return _ratio(flux, (6961.92, 6991.93), (7036, 7050)) - (0.50 + 0.47 * tio5(flux))

    giants = [_seen(lambda w, b=b: cool.m_giant(w, b)) for b in (0.8, 1.1, 1.5, 2.0)]  # type: ignore[misc]
    depths = [tio5(flux) for flux in giants]
    assert depths == sorted(depths, reverse=True)
    assert 0.1 < depths[-1] < depths[0] < 0.75
    assert all(cah3_excess(flux) > 0.11 for flux in giants)
    for bands in (0.7, 1.3, 1.8):
        dwarf = _seen(lambda w, b=bands: cool.m_dwarf(w, b))  # type: ignore[misc]
        assert abs(cah3_excess(dwarf)) < 0.06
        assert _ratio(dwarf, (8179.25, 8203.25), (8153.24, 8177.25)) < 0.95
        assert _ratio(dwarf, (5060, 5160), (5240, 5420)) < 0.75


def test_swan_bands_have_their_edge_on_the_red_side() -> None:
    star = _seen(cool.carbon_star)
    assert _ratio(star, (5110, 5160), (5192, 5235)) < 0.7
    assert _ratio(star, (4695, 4734), (4745, 4785)) < 0.75
    assert _ratio(star, (5585, 5632), (5645, 5690)) < 0.84
    assert _ratio(star, (5135, 5160), (5169, 5195)) < 0.7
    dwarf = _seen(cool.k_dwarf)
    assert _ratio(dwarf, (4695, 4734), (4745, 4785)) > 0.97  # MgH has no band at 4737


def test_zro_marks_s_stars_alone() -> None:
    def zro6474(flux: Array) -> float:
        return _ratio(flux, (6478, 6510), (6452, 6472))

    assert zro6474(_seen(cool.s_star)) < 0.72
    for other in (cool.m_giant, cool.m_dwarf, cool.k_giant, cool.carbon_star):
        assert zro6474(_seen(other)) > 0.84


def test_white_dwarf_lines_are_broad_and_few() -> None:
    def h9(flux: Array) -> float:
        return _ratio(flux, (3830, 3842), (3856, 3870))

    def width(flux: Array, rest: float) -> float:
        near = np.abs(GRID - rest) < 76
        edge = np.interp(GRID[near], GRID[near][[0, -1]], flux[near][[0, -1]])
        depth = 1 - flux[near] / edge
        return float(np.sum((depth > depth.max() / 2) * np.gradient(GRID[near])))

    dwarf, star = _seen(hot.da), _seen(hot.a_star)
    assert h9(dwarf) > 0.86
    assert h9(star) < 0.7
    assert all(width(dwarf, balmer_line(n)) > 30 for n in (4, 5))
    assert all(width(star, balmer_line(n)) < 24 for n in (4, 5, 6))


def test_oiii_keeps_its_ratio_and_the_decrement_is_steep() -> None:
    galaxy = _seen(beyond.emission_galaxy)

    def peak(rest: float) -> float:
        near = np.abs(GRID - rest) < 15
        return float(np.sum((galaxy[near] - galaxy[near].min()) * np.gradient(GRID[near])))

    assert peak(5008.24) / peak(4960.30) == pytest.approx(2.98, rel=0.1)


def test_noise_is_what_the_inverse_variance_says() -> None:
    axis = 10 ** (3.5682 + 1e-4 * np.arange(3909))
    exposure = instrument.Exposure(20.0, sky_residual=0.0, masked=0, telluric=False)
    quiet = instrument.Exposure(1e5, sky_residual=0.0, masked=0, telluric=False)
    noisy = instrument.observe(hot.dc(GRID), 0.0, axis, exposure, seed=3)
    clean = instrument.observe(hot.dc(GRID), 0.0, axis, quiet, seed=3)
    calm = ~noisy.bright_sky & (np.abs(axis - 7900) > 700) & (axis < 8600)
    pulls = (noisy.flux - clean.flux)[calm] * np.sqrt(noisy.ivar[calm])
    assert np.std(pulls) == pytest.approx(1.0, abs=0.04)
    assert np.median(noisy.flux * np.sqrt(noisy.ivar)) == pytest.approx(20.0, rel=0.02)


def test_noise_is_worst_at_the_ends_the_join_and_the_sky_lines() -> None:
    axis = 10 ** (3.5682 + 1e-4 * np.arange(3909))
    relative = instrument.noise_sigma(axis, np.ones_like(axis), 10.0)
    at = {w: float(np.interp(w, axis, relative)) for w in (3720, 4800, 5578.89, 5900, 7000, 9050)}
    assert at[3720] > 2 * at[4800]
    assert at[9050] > at[7000]
    assert at[5578.89] > 1.5 * at[4800]
    assert at[5900] > at[7000]


def test_masked_runs_have_no_weight() -> None:
    axis = 10 ** (3.5682 + 1e-4 * np.arange(3909))
    pixels = instrument.observe(hot.dc(GRID), 0.0, axis, instrument.Exposure(20.0, masked=4), 5)
    assert pixels.bad.any()
    assert np.array_equal(pixels.ivar == 0, pixels.bad)
