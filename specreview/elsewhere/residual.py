"""The spectrum less its pseudo-continuum, pixel by pixel in the observed frame."""

from dataclasses import dataclass

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from specreview.measure.gaps import filled
from specreview.measure.noise import combined_noise
from specreview.spectra.spectrum import Spectrum

Array = NDArray[np.float64]
Mask = NDArray[np.bool_]

WINDOW_PIXELS = 151
"""Pixels of the running median: 10 400 km/s of LAMOST or SDSS, several widths of a broad line."""

_STRIDE = 15
_CLIP = 3.0
_RELATIVE_FLOOR = 0.002
"""Noise below 0.2 % of the continuum is not believed (noise-free templates)."""


@dataclass(frozen=True, eq=False)
class Residual:
    """Flux minus continuum, all arrays (n,), one entry a pixel of the spectrum.

    `wavelength` is vacuum Å, observed frame. `flux` and `sigma` are in the file's flux unit,
    0 and infinite where a pixel is not good; `level` is the size of the continuum.
    """

    wavelength: Array
    flux: Array
    sigma: Array
    level: Array
    good: Mask


def residual_of(spectrum: Spectrum) -> Residual | None:
    """The residual, or None where fewer than a window of pixels is good; never raises.

    A gap that the file fills with zeros or a straight line is not good.
    """
    good = spectrum.good & np.isfinite(spectrum.flux) & ~filled(spectrum.flux.astype(np.float64))
    if np.count_nonzero(good) <= WINDOW_PIXELS:
        return None
    flux = spectrum.flux[good].astype(np.float64)
    typical = float(np.median(np.abs(flux)))
    if typical == 0.0:
        return None
    flux = np.clip(flux, -1e6 * typical, 1e6 * typical)  # squares of defects stay finite
    stated = None if spectrum.sigma is None else spectrum.sigma[good].astype(np.float64)
    continuum = running_median(flux)
    floor = _RELATIVE_FLOOR * np.maximum(np.abs(continuum), 1e-3 * typical)
    sigma = combined_noise(flux, stated, floor)
    kept = np.abs(flux - continuum) < _CLIP * sigma
    continuum = running_median(np.where(kept, flux, continuum))
    n = len(spectrum)
    full, error, level = np.zeros(n), np.full(n, np.inf), np.zeros(n)
    full[good], error[good], level[good] = flux - continuum, sigma, np.abs(continuum)
    return Residual(spectrum.wavelength, full, error, level, good)


def running_median(values: Array) -> Array:
    """(n,) medians over `WINDOW_PIXELS` pixels, taken at every fifteenth and interpolated."""
    half = WINDOW_PIXELS // 2
    padded = np.pad(values, half, mode="reflect")
    windows = sliding_window_view(padded, WINDOW_PIXELS)[::_STRIDE]
    centres = np.arange(0, values.size, _STRIDE)
    return np.asarray(np.interp(np.arange(values.size), centres, np.median(windows, axis=1)))
