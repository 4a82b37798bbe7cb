"""Hand-made spectra: Gaussian lines and steps on known continua with known noise."""

from collections.abc import Callable

import numpy as np
import pytest

from specreview.spectra.spectrum import Origin, Spectrum

C = 299_792.458
WAVELENGTH = 10 ** np.arange(np.log10(3700.0), np.log10(9000.0), 1e-4)


@pytest.fixture
def make() -> Callable[..., Spectrum]:
    """make(flux, sigma=None, wavelength=None, good=None) -> Spectrum without names."""

    def build(flux, sigma=None, wavelength=None, good=None):
        flux = np.asarray(flux, dtype=float)
        n = flux.size
        wavelength = WAVELENGTH[:n] if wavelength is None else wavelength
        ivar = None if sigma is None else np.full(n, 1.0 / sigma**2)
        good = np.isfinite(flux) if good is None else good
        return Spectrum(wavelength, flux, ivar, good, np.zeros(n, bool), Origin("x", "test"))

    return build


@pytest.fixture
def gaussian() -> Callable[..., np.ndarray]:
    """gaussian(rest, ew, fwhm_kms, wavelength=None): f/c - 1 of a line, emission positive."""

    def build(rest, ew, fwhm_kms, velocity=0.0, wavelength=None):
        wavelength = WAVELENGTH if wavelength is None else wavelength
        width = fwhm_kms / 2.354820 * rest / C
        centre = rest * (1 + velocity / C)
        peak = ew / (width * np.sqrt(2 * np.pi))
        return peak * np.exp(-0.5 * ((wavelength - centre) / width) ** 2)

    return build
