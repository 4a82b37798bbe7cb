"""What a window holds that is not the object's."""

import numpy as np
import pytest

from specreview.measure.measurement import Measurement
from specreview.measure.prepared import prepare
from specreview.measure.surroundings import surroundings, with_surroundings
from specreview.spectra.lines import sky_bands
from specreview.spectra.spectrum import Origin, Spectrum

WAVELENGTH = np.arange(5000.0, 8000.0, 1.0)


def spectrum(masked=(), warned=(), survey=""):
    """1 Å pixels of flux 1; `masked` and `warned` are [lower, upper) in Å."""
    good, warn = np.ones(WAVELENGTH.size, bool), np.zeros(WAVELENGTH.size, bool)
    for lower, upper in masked:
        good &= (lower > WAVELENGTH) | (upper <= WAVELENGTH)
    for lower, upper in warned:
        warn |= (lower <= WAVELENGTH) & (upper > WAVELENGTH)
    flux = 1.0 + 0.01 * np.sin(WAVELENGTH)
    ivar = np.full(WAVELENGTH.size, 1e4)
    return Spectrum(WAVELENGTH, flux, ivar, good, warn, Origin("x", "test", survey=survey))


def test_shares_count_the_pixels_of_the_file():
    prepared = prepare(spectrum(masked=[(6100, 6120)], warned=[(6100, 6150)]), None)
    found = surroundings(prepared, 6100.0, 6200.0)
    assert found.pixels == 100
    assert found.masked_share == pytest.approx(0.20)
    assert found.warned_share == pytest.approx(0.50)


def test_no_pixels_are_no_share():
    found = surroundings(prepare(spectrum(), None), 9000.0, 9100.0)
    assert (found.pixels, found.masked_share, found.warned_share) == (0, 0.0, 0.0)


@pytest.mark.parametrize("redshift", [None, 0.1])
def test_bands_lie_in_the_observed_frame(redshift):
    """O2 A lies at 7590 to 7700 Å observed, whatever the redshift (Xiang et al. 2015)."""
    factor = 1.0 + (redshift or 0.0)
    prepared = prepare(spectrum(), redshift)
    inside = surroundings(prepared, 7600.0 / factor, 7680.0 / factor)
    assert any("O2 A" in name or "O₂ A" in name for name in inside.names)
    assert all(name.startswith("telluric") for name in inside.names)
    assert surroundings(prepared, 6050.0 / factor, 6100.0 / factor).names == ()


def test_bands_that_only_touch_do_not_overlap():
    band = next(each for each in sky_bands(None) if each.kind == "telluric")
    prepared = prepare(spectrum(), None)
    assert band not in surroundings(prepared, band.lower - 20.0, band.lower).bands
    assert band in surroundings(prepared, band.lower - 20.0, band.lower + 0.1).bands


def test_arm_joins_are_those_of_the_survey():
    join = next(each for each in sky_bands("LAMOST") if each.kind == "join")
    window = (join.lower - 5.0, join.upper + 5.0)
    assert join.label in surroundings(prepare(spectrum(survey="LAMOST LRS"), None), *window).names
    assert join.label not in surroundings(prepare(spectrum(), None), *window).names


def test_a_measurement_gets_what_surrounds_its_window():
    prepared = prepare(spectrum(masked=[(6100, 6150)]), None)
    blank = Measurement("x", "x", "emission", 0.0)
    assert with_surroundings(prepared, blank) is blank
    placed = Measurement("x", "x", "emission", 0.0, window=(6100.0, 6200.0))
    assert with_surroundings(prepared, placed).masked_share == pytest.approx(0.5)
