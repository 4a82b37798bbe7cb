"""Real files of LAMOST medium resolution, spSpec and CALSPEC against astropy and known lines."""

import numpy as np
import pytest
from astropy.io import fits

from specreview.spectra.frames import SPEED_OF_LIGHT_KMS
from specreview.spectra.readers import read_spectrum

pytestmark = pytest.mark.reference

HALPHA, HBETA, SII = 6564.61, 4862.68, (6718.29, 6732.67)
"""Vacuum wavelengths, Å."""


def extreme(spectrum, guess, half, sign, smooth=1):
    """Wavelength (Å) of the parabola through the strongest of the good pixels within `half` Å."""
    near = spectrum.good & (np.abs(spectrum.wavelength - guess) < half)
    wave, flux = spectrum.wavelength[near] - guess, sign * spectrum.flux[near].astype(float)
    flux = np.convolve(flux / np.abs(flux).max(), np.ones(smooth) / smooth, mode="same")
    middle = int(np.argmax(flux[2:-2])) + 2
    square, slope, _ = np.polyfit(wave[middle - 2 : middle + 3], flux[middle - 2 : middle + 3], 2)
    return guess - slope / (2 * square)


def test_lamost_arms_hold_the_file_s_own_pixels(reference):
    paths = sorted((reference / "spectra").glob("lamost_laspec_med-*"))
    assert len(paths) == 3
    for path in paths:
        spectrum = read_spectrum(path)
        with fits.open(path) as hdus:
            arms = [hdus[f"COADD_{arm}"].data for arm in "BR"]
            flux, ivar, loglam = (
                np.concatenate([arm[name] for arm in arms]) for name in ("FLUX", "IVAR", "LOGLAM")
            )
            assert spectrum.origin.object_id == str(hdus[0].header["OBSID"])
        assert np.array_equal(spectrum.flux, flux)
        assert np.array_equal(spectrum.ivar, ivar)
        assert spectrum.wavelength == pytest.approx(10.0 ** loglam.astype(float), rel=1e-12)
        arm_gap = spectrum.wavelength[np.argmax(np.diff(spectrum.wavelength))]
        assert 5350 < arm_gap < 5450


def test_lamost_medium_resolution_is_in_vacuum(reference):
    """Hα of the two files with signal lies within 60 km/s of its vacuum place; air is 82 away."""
    speeds = []
    for name in ("med-58408-TD230151N343645T01_sp01-015.fits", "med-58649-TD*_sp10-159.fits.gz"):
        (path,) = (reference / "spectra").glob(f"lamost_laspec_{name}")
        centre = extreme(read_spectrum(path), HALPHA, 4.0, -1, smooth=7)
        speeds.append(SPEED_OF_LIGHT_KMS * (centre / HALPHA - 1))
    assert np.abs(speeds).max() < 60


def test_spspec_rows_and_lines(reference):
    """A galaxy at z = 0.020016: Hα and [S II] where the file's own redshift puts them."""
    path = reference / "spectra" / "pyspeckit_SIIdoublet.fits"
    spectrum = read_spectrum(path)
    with fits.open(path) as hdus:
        array, masks, z = hdus[0].data, hdus[6].data, hdus[0].header["Z"]
        fatal = (masks["andMask"] & ((1 << 18) | (1 << 24))) != 0
    assert np.array_equal(spectrum.flux, array[0])
    assert spectrum.sigma == pytest.approx(
        np.where(array[2] > 0, array[2], np.nan), rel=1e-5, nan_ok=True
    )
    assert np.array_equal(spectrum.good, (array[2] > 0) & ~fatal)
    assert spectrum.origin.redshift == z
    for line in (HALPHA, *SII):
        assert extreme(spectrum, line * (1 + z), 7.0, 1) == pytest.approx(line * (1 + z), abs=0.5)


def test_calspec_ends_where_the_star_was_observed(reference):
    """The sources that the headers list: STIS, WFC3 and NICMOS, then a model to 32 µm."""
    ends = {"g191b2b": 24700, "gd71": 24070, "lds749b": 23892, "hz21": 10241, "feige110": 25000}
    for star, end in ends.items():
        (path,) = (reference / "spectra").glob(f"calspec_{star}_*.fits*")
        spectrum = read_spectrum(path)
        with fits.open(path) as hdus:
            table = hdus[1].data
            kept = np.isin(table["WAVELENGTH"], spectrum.wavelength)
            assert np.array_equal(spectrum.flux, table["FLUX"][kept])
            assert not (table["STATERROR"][~kept] > 0).any()
            bad = table["DATAQUAL"][kept] == 0
        assert not spectrum.good[bad].any()
        assert spectrum.wavelength[-1] == pytest.approx(end, abs=5)


def test_calspec_white_dwarfs_have_their_balmer_lines_in_vacuum(reference):
    offsets = [
        extreme(read_spectrum(path), HBETA, 12.0, -1) - HBETA
        for star in ("wd0148_467", "wd1202_232", "wd2341_322", "gd71")
        for path in (reference / "spectra").glob(f"calspec_{star}_*.fits*")
    ]
    assert len(offsets) == 4
    assert np.median(offsets) == pytest.approx(0, abs=0.6)
