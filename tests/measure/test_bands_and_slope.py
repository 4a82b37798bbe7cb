"""Band heads, indices and slopes agree with their definitions."""

import numpy as np
import pytest

from specreview.measure.diagnose import measure_diagnostic
from specreview.measure.measurement import Measurement
from specreview.tasks.diagnostics import (
    BandheadDiagnostic,
    ContinuumDiagnostic,
    IndexDiagnostic,
    Ramp,
    UnlistedEmissionDiagnostic,
)

WAVELENGTH = 10 ** np.arange(np.log10(3700.0), np.log10(9000.0), 1e-4)

C2 = BandheadDiagnostic(
    name="c2",
    label="C2 5166",
    kind="bandhead",
    head=5166.6,
    feature=(5110, 5160),
    reference=(5192, 5235),
    fades="blue",
    ratio=Ramp(none=0.84, full=0.70),
    source="test",
)
TIO5 = IndexDiagnostic(
    name="tio5",
    label="TiO5",
    kind="index",
    feature=(7125, 7140),
    reference=(7036, 7050),
    value=Ramp(none=0.90, full=0.75),
    source="test",
)
SLOPE = ContinuumDiagnostic(
    name="blue",
    label="Blue continuum",
    kind="continuum",
    windows=((4180, 4260), (5080, 5150), (6050, 6150)),
    slope=Ramp(none=-0.9, full=-1.7),
    source="test",
)


def stepped(window, level):
    return np.where((window[0] <= WAVELENGTH) & (window[1] >= WAVELENGTH), level, 1.0)


@pytest.mark.parametrize("level", [0.4, 0.75, 1.2])
def test_band_ratio_is_mean_over_mean(make, level):
    found = measure_diagnostic(make(stepped((5100, 5163), level), 0.02), C2, None, {})
    assert found.value == pytest.approx(level, abs=0.01)
    assert found.presence == pytest.approx(C2.ratio.presence(level), abs=0.08)


def test_band_ratio_error_holds(make):
    rng = np.random.default_rng(2)
    shape = stepped((5100, 5163), 0.75)
    pulls = []
    for _ in range(200):
        spectrum = make(shape + rng.normal(0, 0.1, WAVELENGTH.size), 0.1)
        found = measure_diagnostic(spectrum, C2, None, {})
        pulls.append((found.value - 0.75) / found.error)
    assert abs(np.mean(pulls)) < 0.25
    assert 0.8 < np.std(pulls) < 1.25


def test_deep_band_in_noise_is_weaker_than_the_significance_asked_for(make):
    rng = np.random.default_rng(4)
    noisy = make(1 + rng.normal(0, 1.5, WAVELENGTH.size), 1.5)
    found = measure_diagnostic(noisy, C2, None, {})
    assert found.presence is None
    assert found.reason


def test_index_subtracts_its_locus_and_adds_the_errors(make):
    flux = stepped((7125, 7140), 0.6) * stepped((6961.92, 6991.93), 0.9)
    spectrum = make(flux, 0.02)
    tio5 = measure_diagnostic(spectrum, TIO5, None, {})
    excess = IndexDiagnostic(
        name="cah3_excess",
        label="CaH3 for this TiO5",
        kind="index",
        feature=(6961.92, 6991.93),
        reference=(7036, 7050),
        minus=(0.50, 0.47, "tio5"),
        value=Ramp(none=0.03, full=0.11),
        source="test",
    )
    found = measure_diagnostic(spectrum, excess, None, {"tio5": tio5})
    assert tio5.value == pytest.approx(0.6, abs=0.015)
    assert found.value == pytest.approx(0.9 - 0.50 - 0.47 * 0.6, abs=0.02)
    assert found.error > tio5.error * 0.47
    unknown = Measurement("tio5", "TiO5", "index", None, reason="outside")
    assert measure_diagnostic(spectrum, excess, None, {"tio5": unknown}).presence is None
    assert measure_diagnostic(spectrum, excess, None, {}).presence is None


@pytest.mark.parametrize("slope", [-3.0, -0.5, 2.0])
def test_slope_of_a_power_law(make, slope):
    found = measure_diagnostic(make((WAVELENGTH / 5000) ** slope, 0.02), SLOPE, None, {})
    assert found.value == pytest.approx(slope, abs=0.03)
    assert found.presence == pytest.approx(SLOPE.slope.presence(slope), abs=0.05)


def test_slope_without_enough_reach_is_unknown(make):
    good = WAVELENGTH > 6000
    found = measure_diagnostic(make(np.ones(WAVELENGTH.size), 0.02, good=good), SLOPE, None, {})
    assert found.presence is None
    assert found.value is None


def test_subtracted_continuum_has_no_slope_but_has_bands(make, gaussian):
    """SNID-style files hold flux over continuum minus one."""
    rng = np.random.default_rng(6)
    wiggle = 0.3 * np.sin(WAVELENGTH / 60.0) + rng.normal(0, 0.01, WAVELENGTH.size)
    spectrum = make(wiggle + stepped((5100, 5163), 0.5) - 1.0)
    assert "subtracted" in measure_diagnostic(spectrum, SLOPE, None, {}).reason
    band = measure_diagnostic(spectrum, C2, None, {})
    assert band.measurable
    assert band.continuum is not None
    # What is drawn over the file's flux: its own means in the two windows, not those plus 1.
    for (_, level), (low, high) in zip(band.continuum, (C2.reference, C2.feature), strict=True):
        inside = (low < WAVELENGTH) & (high > WAVELENGTH)
        assert level == pytest.approx(spectrum.flux[inside].mean(), abs=0.02)


def test_unlisted_emission_finds_the_stranger_and_spares_the_listed(make, gaussian):
    search = UnlistedEmissionDiagnostic(
        name="unlisted",
        label="Emission at no CV line",
        kind="unlisted_emission",
        search=(4000, 8800),
        listed=(6564.61, 4862.69),
        ew=Ramp(none=2, full=6),
        source="test",
    )
    rng = np.random.default_rng(8)
    noise = rng.normal(0, 0.03, WAVELENGTH.size)
    own = make(1 + gaussian(6564.61, 60, 1000.0) + noise, 0.03)
    assert measure_diagnostic(own, search, None, {}).presence == 0.0
    stranger = make(1 + gaussian(6160.0, 30, 1000.0) + noise, 0.03)
    found = measure_diagnostic(stranger, search, None, {})
    assert found.presence == 1.0
    assert found.ew == pytest.approx(30, rel=0.3)
    assert "616" in found.caution or "615" in found.caution
    spike = np.ones(WAVELENGTH.size) + noise
    spike[2000] += 30.0
    assert measure_diagnostic(make(spike, 0.03), search, None, {}).presence == 0.0
