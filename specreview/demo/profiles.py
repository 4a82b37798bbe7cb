"""Line and band shapes on a vacuum wavelength grid (Å, rest frame)."""

from typing import Literal

import numpy as np
from numpy.typing import NDArray

from specreview.spectra.frames import SPEED_OF_LIGHT_KMS, velocity

Array = NDArray[np.float64]

_FWHM_PER_SIGMA = 2.354820045
"""2 sqrt(2 ln 2): FWHM of a Gaussian in units of its standard deviation."""

_RADII = np.linspace(0.08, 1.0, 240)
"""Disc radii from the inner to the outer edge, in units of the outer radius."""


def gaussian(w: Array, rest: float, fwhm_kms: float) -> Array:
    """Gaussian of unit peak at `rest`, FWHM in km/s."""
    return np.asarray(np.exp(-0.5 * (velocity(w, rest) * _FWHM_PER_SIGMA / fwhm_kms) ** 2))


def voigt(w: Array, rest: float, fwhm_angstrom: float, lorentz_share: float = 0.7) -> Array:
    """Pseudo-Voigt profile of unit peak: a sum of a Lorentzian and a Gaussian of equal FWHM."""
    x = (w - rest) / (0.5 * fwhm_angstrom)
    core = (1.0 - lorentz_share) * np.exp(-np.log(2.0) * x**2)
    return np.asarray(lorentz_share / (1.0 + x**2) + core)


def _disc_profile(speeds: Array, emissivity: float) -> Array:
    """Flux of an optically thin Kepler disc at `speeds` (in units of the outer edge's).

    Smak (1969, Acta Astr. 19, 155): F(u) = integral r^(3/2 - emissivity) (1 - u^2 r)^(-1/2) dr
    over the radii that rotate at |u| or faster.
    """
    root = 1.0 - np.square(speeds)[:, None] * _RADII
    seen = np.where(root > 0.02, _RADII ** (1.5 - emissivity) / np.sqrt(np.clip(root, 0.02, 1)), 0)
    return np.asarray(seen.sum(axis=1))


def disc(
    w: Array, rest: float, outer_kms: float, blur_kms: float = 180.0, emissivity: float = 2.0
) -> Array:
    """Double-peaked profile of a Kepler disc, of unit area in Å.

    `outer_kms` is the projected speed of the outer edge: the peaks lie near +-`outer_kms`.
    """
    speeds = np.linspace(-4.0, 4.0, 801)
    shape = _disc_profile(speeds, emissivity)
    width = blur_kms / outer_kms
    kernel = np.exp(-0.5 * (np.linspace(-1.5, 1.5, 301) / width) ** 2)
    shape = np.convolve(shape, kernel / kernel.sum(), mode="same")
    profile = np.interp(velocity(w, rest) / outer_kms, speeds, shape, left=0.0, right=0.0)
    area = shape.sum() * (speeds[1] - speeds[0]) * outer_kms * rest / SPEED_OF_LIGHT_KMS
    return np.asarray(profile / area)


def emission(w: Array, rest: float, ew: float, fwhm_kms: float) -> Array:
    """Gaussian emission of equivalent width `ew` Å, in units of the continuum."""
    fwhm_angstrom = rest * fwhm_kms / SPEED_OF_LIGHT_KMS
    area = fwhm_angstrom / _FWHM_PER_SIGMA * np.sqrt(2.0 * np.pi)
    return np.asarray(ew / area * gaussian(w, rest, fwhm_kms))


def absorption(w: Array, rest: float, depth: float, fwhm_angstrom: float) -> Array:
    """Factor of a Voigt trough that reaches 1 - `depth` at `rest`."""
    return 1.0 - depth * voigt(w, rest, fwhm_angstrom)


def band(w: Array, head: float, depth: float, scale: float, fades: Literal["blue", "red"]) -> Array:
    """Factor of a molecular band: sharp at `head`, fading over `scale` Å to one side."""
    distance = (w - head) if fades == "red" else (head - w)
    inside = distance >= 0
    return np.where(inside, 1.0 - depth * np.exp(-np.where(inside, distance, 0.0) / scale), 1.0)


def trough(w: Array, lower: float, upper: float, depth: float, edge: float = 6.0) -> Array:
    """Factor of a flat-bottomed blend between two wavelengths with soft edges of `edge` Å."""
    rise = 0.5 * (1.0 + np.tanh((w - lower) / edge))
    fall = 0.5 * (1.0 + np.tanh((upper - w) / edge))
    return 1.0 - depth * rise * fall
