"""Spectra with units, and as specutils has them."""

import sys

import numpy as np
import pytest
from astropy import units as u
from astropy.nddata import InverseVariance

from specreview.api import Spectrum
from specreview.errors import SettingsError
from specreview.spectra.spectrum import Origin
from specreview.spectra.spectrum import Spectrum as ReadSpectrum

ORIGIN = Origin(
    file="a.fits", reader="sdss", survey="SDSS", object_id="1", redshift=0.5,
    flux_unit="1e-17 erg / (Angstrom s cm2)", notes=("mended",), details={"plate": "618"},
)  # fmt: skip


def read(ivar: bool = True, **changed: object) -> ReadSpectrum:
    flux = np.array([1.0, 2.0, np.nan, 4.0], dtype=np.float32)
    return ReadSpectrum(
        wavelength=np.array([5000.0, 5001.0, 5002.0, 5003.0]),
        flux=flux,
        ivar=np.array([4.0, 0.0, 1.0, 16.0], dtype=np.float32) if ivar else None,
        good=np.array([True, False, False, True]),
        warned=np.array([False, False, False, True]),
        origin=Origin(**{**ORIGIN.__dict__, **changed}),  # type: ignore[arg-type]
    )


def test_to_specutils_keeps_units_errors_mask_and_meta() -> None:
    made = Spectrum(read()).to_specutils()
    unit = 1e-17 * u.erg / u.s / u.cm**2 / u.AA
    assert made.spectral_axis.unit == u.AA
    assert made.flux[3].to_value(u.erg / u.s / u.cm**2 / u.AA) == pytest.approx(4e-17)
    assert isinstance(made.uncertainty, InverseVariance)
    sigma = made.uncertainty.quantity[3] ** -0.5
    assert sigma.to_value(unit) == pytest.approx(0.25)
    assert list(made.mask) == [False, True, True, False], "specutils masks what is bad"
    assert (made.meta["medium"], made.meta["redshift"], made.meta["plate"]) == (
        "vacuum", 0.5, "618"
    )  # fmt: skip
    assert made.redshift.value == 0.0, "the axis is observed and stays so"


def test_without_errors_and_with_relative_flux() -> None:
    spectrum = Spectrum(read(ivar=False, flux_unit="relative"))
    made = spectrum.to_specutils()
    assert (spectrum.ivar, made.uncertainty) == (None, None)
    assert made.flux.unit == u.dimensionless_unscaled
    assert (len(spectrum), list(spectrum.warned)) == (4, [False, False, False, True])


def test_what_is_handed_out_is_a_copy() -> None:
    source = read()
    spectrum = Spectrum(source)
    spectrum.wavelength[0] = 1 * u.AA
    spectrum.to_specutils().flux.value[0] = -1
    assert (source.wavelength[0], source.flux[0]) == (5000.0, 1.0)


def test_without_specutils_the_cure_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "specutils", None)
    with pytest.raises(SettingsError, match=r"pip install 'specreview\[specutils\]'"):
        Spectrum(read()).to_specutils()
