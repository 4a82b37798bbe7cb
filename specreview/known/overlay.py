"""Another spectrum laid over the data: shifted, brought to the data's pixels, smoothed, scaled."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from specreview.spectra.spectrum import Spectrum

Array = NDArray[np.float64]

_LEAST = 10
_LEAST_COVERED = 1 / 3


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
    """(n,) mean flux within each pixel; NaN where good pixels cover less than a third of it."""
    good = spectrum.good & np.isfinite(spectrum.flux)
    if np.count_nonzero(good) < 2:
        return np.full(pixels.size, np.nan)
    wave = spectrum.wavelength[good] * factor
    edges, half = _edges(pixels), _half_widths(wave)
    ends = np.column_stack([wave - half, wave + half]).ravel()
    flux = _integral(ends, spectrum.flux[good].astype(np.float64) * 2.0 * half, edges)
    covered = _integral(ends, 2.0 * half, edges)
    enough = covered > _LEAST_COVERED * np.diff(edges)
    return np.where(enough, flux / np.where(enough, covered, 1.0), np.nan)


def _edges(pixels: Array) -> Array:
    """(n + 1,) borders of pixels, halfway between them."""
    step = np.gradient(pixels)
    return np.concatenate([pixels - 0.5 * step, [pixels[-1] + 0.5 * step[-1]]])


def _half_widths(wave: Array) -> Array:
    """Half of what each pixel stands for; the nearer neighbour decides, so that gaps stay gaps."""
    step = np.diff(wave)
    left, right = np.concatenate([step[:1], step]), np.concatenate([step, step[-1:]])
    return np.asarray(0.5 * np.minimum(left, right))


def _integral(ends: Array, amounts: Array, edges: Array) -> Array:
    """(n,) of what lies between the `edges`; each amount is spread evenly between two `ends`."""
    steps = np.column_stack([np.zeros(amounts.size), amounts]).ravel()
    return np.diff(np.interp(edges, ends, np.cumsum(steps)))
