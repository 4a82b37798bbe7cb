"""Quantities agree with their published definitions, computed here in another way."""

import numpy as np
import pytest

from specreview.measure.diagnose import measure_diagnostic
from specreview.measure.lines import LineWindow, measure_line
from specreview.measure.noise import combined_noise, running_noise
from specreview.measure.prepared import prepare
from specreview.spectra.frames import air_to_vacuum
from specreview.tasks.diagnostics import IndexDiagnostic, LineDiagnostic, Ramp

WAVELENGTH = 10 ** np.arange(np.log10(3700.0), np.log10(9000.0), 1e-4)
FINE = np.arange(4700.0, 5000.0, 0.01)
C = 299_792.458

LICK_HBETA = {"feature": (4847.875, 4876.625), "blue": (4827.875, 4847.875),
              "red": (4876.625, 4891.625)}  # fmt: skip
"""Hβ of Worthey et al. 1994 (ApJS 94, 687), air Å."""

PYHAMMER = {
    "CaH2": ((6815.8576, 6847.8664), (7043.9419, 7047.9430)),
    "CaH3": ((6961.9198, 6991.9279), (7043.9419, 7047.9430)),
    "TiO5": ((7127.9646, 7136.9670), (7043.9419, 7047.9430)),
    "VO7434": ((7432.0465, 7472.0573), (7552.0789, 7572.0843)),
}
"""Numerator and denominator, vacuum Å: `indexDict` in spectrum.py of PyHammer (Kesseli et al. 2017,
ApJS 230, 16), after Reid et al. 1995 and Lépine et al. 2003."""


@pytest.mark.parametrize(("height", "sigma"), [(3.0, 8.0), (0.6, 20.0), (-0.5, 6.0)])
def test_equivalent_width_of_a_gaussian_is_its_area_over_the_continuum(make, height, sigma):
    """W = A σ √(2π) / c, whatever the unit and slope of the continuum."""
    rest = 6564.61
    base = 3e-16 * (1.0 + 2e-5 * (WAVELENGTH - rest))
    peak = height * np.exp(-0.5 * ((WAVELENGTH - rest) / sigma) ** 2)
    wanted = LineDiagnostic(
        name="line", label="line", kind="emission" if height > 0 else "absorption",
        rest=(rest,), ew=Ramp(none=1, full=8), source="test",
    )  # fmt: skip
    found = measure_diagnostic(make(base * (1.0 + peak), 3e-18), wanted, None, {})
    assert found.ew == pytest.approx(height * sigma * np.sqrt(2.0 * np.pi), rel=0.005)


def lick(spectrum, windows):
    """W = ∫ (1 - F / F_c) dλ, F_c the line through the mean fluxes at the middles of the bands."""
    edges = {name: air_to_vacuum(np.array(window)) for name, window in windows.items()}
    points = []
    for name in ("blue", "red"):
        lower, upper = edges[name]
        inside = FINE[(lower <= FINE) & (upper > FINE)]
        points.append((0.5 * (lower + upper), np.mean(spectrum(inside))))
    (x0, y0), (x1, y1) = points
    lower, upper = edges["feature"]
    inside = FINE[(lower <= FINE) & (upper > FINE)]
    continuum = y0 + (y1 - y0) * (inside - x0) / (x1 - x0)
    return float(np.sum(1.0 - spectrum(inside) / continuum) * 0.01)


@pytest.mark.parametrize(("depth", "fwhm", "slope"), [(0.5, 6.0, 0.0), (0.3, 8.0, -2.0)])
def test_equivalent_width_is_that_of_the_lick_index(make, depth, fwhm, slope):
    """Our side bands are alike on both sides: the line is narrow enough to leave all bands free."""
    lower, upper = air_to_vacuum(np.array(LICK_HBETA["feature"]))
    centre, half = 0.5 * (lower + upper), 0.5 * (upper - lower)

    def spectrum(wavelength):
        trough = depth * np.exp(-0.5 * ((wavelength - centre) / (fwhm / 2.354820)) ** 2)
        return (wavelength / centre) ** slope * (1.0 - trough)

    prepared = prepare(make(spectrum(WAVELENGTH), 0.001), None)
    found = measure_line(prepared, centre, -1, LineWindow(half, half, half + 15.0))
    assert found.strength == pytest.approx(lick(spectrum, LICK_HBETA), rel=0.02)


def molecular(wavelength):
    """A continuum that rises to the red, with band-like troughs of several depths."""
    flux = (wavelength / 7000.0) ** 3.0
    for head, depth, reach in ((6814.0, 0.4, 60.0), (7054.0, 0.5, 90.0), (7430.0, 0.3, 80.0)):
        behind = np.clip((wavelength - head) / reach, 0.0, None)
        flux = flux * (1.0 - np.where(wavelength > head, depth * np.exp(-behind), 0.0))
    return flux


@pytest.mark.parametrize("name", list(PYHAMMER))
def test_index_is_pyhammers_ratio_of_mean_fluxes(make, name):
    feature, reference = PYHAMMER[name]
    wanted = IndexDiagnostic(
        name="index", label=name, kind="index", feature=feature, reference=reference,
        value=Ramp(none=0.9, full=0.7), source="test",
    )  # fmt: skip
    flux = molecular(WAVELENGTH)
    found = measure_diagnostic(make(flux, 0.005), wanted, None, {})
    top, base = (
        np.mean(flux[(lower < WAVELENGTH) & (upper > WAVELENGTH)])
        for lower, upper in (feature, reference)
    )
    assert found.value == pytest.approx(top / base, rel=1e-9)


def test_noise_is_der_snr():
    """Stoehr et al. 2008: 1.482602 / √6 × median |2 f(i) - f(i-2) - f(i+2)|."""
    rng = np.random.default_rng(5)
    flux = 10.0 + rng.normal(0.0, 0.7, 150)
    apart = [abs(2 * flux[i] - flux[i - 2] - flux[i + 2]) for i in range(2, flux.size - 2)]
    expected = 1.482602 / np.sqrt(6.0) * np.median(apart)
    assert np.median(running_noise(flux)) == pytest.approx(expected, rel=0.08)
    assert np.median(running_noise(flux)) == pytest.approx(0.7, rel=0.2)


def test_der_snr_sees_no_straight_line_and_is_not_led_by_spikes():
    rng = np.random.default_rng(6)
    noise = rng.normal(0.0, 0.5, 4000)
    ramp = np.arange(4000.0)
    spikes = np.zeros(4000)
    spikes[::100] = 1e3
    for flux in (noise, noise + ramp, noise + spikes):
        assert np.median(running_noise(flux)) == pytest.approx(0.5, rel=0.1)


def test_stated_errors_hold_until_the_scatter_is_half_as_large_again():
    flux = np.random.default_rng(7).normal(0.0, 1.0, 2000)
    floor = np.zeros(2000)
    for stated, expected in ((2.0, 2.0), (0.8, 0.8), (0.2, 1.0)):
        sigma = combined_noise(flux, np.full(2000, stated), floor)
        assert np.median(sigma) == pytest.approx(expected, rel=0.08)


def test_velocity_is_the_optical_one(make):
    """v = c (λ / λ0 - 1)."""
    rest, shifted = 6564.61, 6564.61 + 5.0
    flux = 1.0 + 2.0 * np.exp(-0.5 * ((WAVELENGTH - shifted) / 7.0) ** 2)
    wanted = LineDiagnostic(
        name="line",
        label="line",
        kind="emission",
        rest=(rest,),
        ew=Ramp(none=1, full=8),
        source="x",
    )
    found = measure_diagnostic(make(flux, 0.01), wanted, None, {})
    assert found.velocity_kms == pytest.approx(C * 5.0 / rest, abs=1.0)
    assert found.fwhm_seen_kms == pytest.approx(2.354820 * 7.0 / rest * C, rel=0.02)
