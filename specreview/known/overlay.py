"""Another spectrum laid over the data: shifted, brought to the data's pixels, smoothed, scaled."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from specreview.spectra.spectrum import Spectrum

Array = NDArray[np.float64]

_LEAST = 10


@dataclass(frozen=True, eq=False)
class Overlaid:
    """A spectrum on the pixels of another; `flux` (n,) in that one's unit, NaN where unknown.

    `name` says what is drawn, in words; `scale` is the factor that was applied.
    """

    name: str
    flux: Array
    scale: float


def overlaid(
    name: str,
    spectrum: Spectrum,
    onto: Spectrum,
    factor: float = 1.0,
    extent: tuple[float, float] | None = None,
) -> Overlaid:
    """`spectrum` with its wavelengths times `factor`, averaged onto the pixels of `onto`.

    The scale is the median ratio over the pixels both have, within `extent` (observed vacuum Å of
    `onto`) where that leaves enough of them. Finer sampling is averaged, so that the overlay
    is no sharper than the pixels it is compared with.
    """
    flux = _onto(spectrum, onto.wavelength, factor)
    ok = np.isfinite(flux) & onto.good & np.isfinite(onto.flux)
    near = ok if extent is None else ok & _between(onto.wavelength, extent)
    used = near if np.count_nonzero(near) >= _LEAST else ok
    scale = _scale(flux[used], onto.flux[used].astype(np.float64)) if used.any() else 1.0
    return Overlaid(name, flux * scale, scale)


def shift_factor(own: float | None, wanted: float | None) -> float:
    """Takes a spectrum of redshift `own` to the redshift `wanted`; None is no shift."""
    return (1.0 + (wanted or 0.0)) / (1.0 + (own or 0.0))


def _between(wavelength: Array, extent: tuple[float, float]) -> NDArray[np.bool_]:
    return np.asarray((wavelength >= extent[0]) & (wavelength <= extent[1]))


def _scale(flux: Array, target: Array) -> float:
    level, wanted = float(np.median(flux)), float(np.median(target))
    return wanted / level if level > 0 and wanted > 0 else 1.0


def _onto(spectrum: Spectrum, pixels: Array, factor: float) -> Array:
    """(n,) mean flux within each pixel; NaN beyond the spectrum and in gaps of bad pixels."""
    good = spectrum.good & np.isfinite(spectrum.flux)
    if np.count_nonzero(good) < 2:
        return np.full(pixels.size, np.nan)
    wave = spectrum.wavelength[good] * factor
    flux = spectrum.flux[good].astype(np.float64)
    step = np.gradient(pixels)
    edges = np.concatenate([pixels - 0.5 * step, [pixels[-1] + 0.5 * step[-1]]])
    widths = np.gradient(wave)
    summed = np.concatenate([[0.0], np.cumsum(flux * widths)])
    at = np.concatenate([[wave[0] - 0.5 * widths[0]], wave + 0.5 * widths])
    mean = np.diff(np.interp(edges, at, summed)) / np.diff(edges)
    nearest = wave[np.clip(np.searchsorted(wave, pixels), 0, wave.size - 1)]
    before = wave[np.clip(np.searchsorted(wave, pixels) - 1, 0, wave.size - 1)]
    gap = np.minimum(np.abs(nearest - pixels), np.abs(before - pixels))
    inside = (pixels >= wave[0]) & (pixels <= wave[-1])
    usual = max(float(np.median(np.diff(wave))), float(np.median(step)))
    return np.where(inside & (gap <= 3.0 * usual), mean, np.nan)
