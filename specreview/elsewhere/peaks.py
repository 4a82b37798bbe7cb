"""What stands out of a spectrum's continuum, by the wavelength at which it was OBSERVED.

A Gaussian matched filter of a few widths runs over the residual. Each peak or trough beyond 4σ
is kept once, at the width that fits it best. No redshift enters: what the instrument or the sky
puts into spectra stays at one observed wavelength, whatever the objects do.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from specreview.elsewhere.residual import Array, Mask, Residual, residual_of
from specreview.spectra.spectrum import Spectrum

THRESHOLD = 4.0
"""Least |S/N| of a peak."""

WIDTHS = (1.0, 2.0, 4.0, 9.0)
"""Standard deviations of the filters in pixels: FWHM 160, 330, 650 and 1500 km/s at 69 km/s."""

MOST = 150
"""Peaks kept a spectrum, the strongest first."""

SYSTEMATIC = 0.01
"""Of the continuum: below it a bump is calibration, however small the noise."""

_SUPPRESSED = 2.0
"""A weaker peak of the same sign within this many filter widths belongs to the stronger one."""

_EDGE = 6
_JOINED_GAP = 2
_FWHM = 2.3548


@dataclass(frozen=True, eq=False)
class Peaks:
    """Peaks of one spectrum and where it could have shown any; no redshift is applied.

    Attributes
    ----------
    wavelength : (k,) float64
        Å, vacuum, observed, rising.
    snr : (k,) float64
        Of the matched filter: above 4 for emission, below -4 for absorption.
    fwhm : (k,) float64
        Of the filter that fits best, in pixels.
    covered : (r, 2) float64
        First and last wavelength of each stretch of good pixels.
    """

    wavelength: Array
    snr: Array
    fwhm: Array
    covered: NDArray[np.float64]


def find_peaks(spectrum: Spectrum) -> Peaks:
    """All that stands beyond 4σ of the noise; empty where there is too little to tell."""
    residual = residual_of(spectrum)
    if residual is None:
        none = np.empty(0)
        return Peaks(none, none, none, np.empty((0, 2)))
    layers = np.array([_filtered(residual, width) for width in WIDTHS])
    best = np.argmax(np.abs(layers), axis=0)
    snr = layers[best, np.arange(best.size)]
    kept = _strongest(snr, best, residual.good)
    centre = _between_pixels(layers, best, kept, residual.wavelength)
    order = np.argsort(centre)
    widths = np.array(WIDTHS)[best[kept]] * _FWHM
    covered = _stretches(residual.wavelength, residual.good)
    return Peaks(centre[order], snr[kept][order], widths[order], covered)


def _filtered(residual: Residual, width: float) -> Array:
    """(n,) S/N of a Gaussian of `width` pixels at each pixel, bad pixels without weight."""
    half = int(np.ceil(3.5 * width))
    kernel = np.exp(-0.5 * (np.arange(-half, half + 1) / width) ** 2)
    weight = residual.sigma**-2.0
    signal = np.convolve(residual.flux * weight, kernel, mode="same")
    power = np.convolve(weight, kernel**2, mode="same")
    safe = np.where(power > 0, power, 1.0)
    height, error = signal / safe, safe**-0.5
    error = np.hypot(error, SYSTEMATIC * residual.level)
    return np.where(power > 0, height / error, 0.0)


def _strongest(snr: Array, best: NDArray[np.intp], good: Mask) -> NDArray[np.intp]:
    """Pixels of the peaks that stand, the strongest first, each feature once."""
    beyond = np.abs(snr) >= THRESHOLD
    beyond[:_EDGE] = beyond[-_EDGE:] = False
    beyond &= good
    inner = np.abs(snr[1:-1])
    top = (inner >= np.abs(snr[:-2])) & (inner > np.abs(snr[2:]))
    beyond[1:-1] &= top
    found = np.flatnonzero(beyond)
    found = found[np.argsort(-np.abs(snr[found]), kind="stable")]
    reach = _SUPPRESSED * np.array(WIDTHS)[best]
    kept: list[int] = []
    taken = {1.0: np.zeros(snr.size, dtype=bool), -1.0: np.zeros(snr.size, dtype=bool)}
    for pixel in found.tolist():
        side = taken[float(np.sign(snr[pixel]))]
        if side[pixel]:
            continue
        kept.append(pixel)
        around = int(np.ceil(reach[pixel]))
        side[max(0, pixel - around) : pixel + around + 1] = True
        if len(kept) == MOST:
            break
    return np.array(kept, dtype=np.intp)


def _between_pixels(
    layers: Array, best: NDArray[np.intp], kept: NDArray[np.intp], wavelength: Array
) -> Array:
    """Wavelength of each peak, by a parabola through the filter's three highest pixels."""
    before, at, after = (np.abs(layers[best[kept], kept + step]) for step in (-1, 0, 1))
    curve = before - 2.0 * at + after
    safe = np.where(curve < 0, curve, -1.0)
    shift = np.where(curve < 0, np.clip(0.5 * (before - after) / safe, -0.5, 0.5), 0.0)
    return np.asarray(np.interp(kept + shift, np.arange(wavelength.size), wavelength))


def _stretches(wavelength: Array, good: Mask) -> NDArray[np.float64]:
    """(r, 2) ends of the runs of good pixels; one or two bad pixels do not part a run."""
    pixels = np.flatnonzero(good)
    breaks = np.flatnonzero(np.diff(pixels) > _JOINED_GAP + 1)
    first = pixels[np.concatenate([[0], breaks + 1])]
    last = pixels[np.concatenate([breaks, [pixels.size - 1]])]
    return np.column_stack([wavelength[first], wavelength[last]])
