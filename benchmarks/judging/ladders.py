"""Harder on purpose: noise, resolution, dust, velocity, masks and a step between the arms.

Each rung changes flux, errors or mask of a spectrum by a fixed seed and nothing else.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from specreview.measure.prepared import prepare
from specreview.spectra.frames import SPEED_OF_LIGHT_KMS
from specreview.spectra.quality import snr_or_estimate
from specreview.spectra.spectrum import Spectrum

from .cases import Case

_NATIVE = 1e-4 * np.log(10.0)
"""Step of a 69 km/s pixel in ln wavelength."""
_JOIN = 5_900.0
"""Å where LAMOST's and SDSS's arms meet."""


@dataclass(frozen=True)
class Ladder:
    """`rungs` from easy to hard; `make` gives a case on one rung, None where it cannot be."""

    name: str
    unit: str
    rungs: tuple[float, ...]
    make: Callable[[Case, float, int], Case | None]


def _level(spectrum: Spectrum) -> float:
    prepared = prepare(spectrum, None)
    if not prepared.wavelength.size:
        return 0.0
    return float(np.median(np.abs(prepared.flux)) * prepared.scale)


def _pixel_share(wavelength: np.ndarray) -> np.ndarray:
    """Pixels of 69 km/s that each pixel is worth."""
    return np.gradient(np.log(wavelength)) / _NATIVE


def noisy(case: Case, rung: float, seed: int) -> Case | None:
    """Gaussian noise to S/N `rung` a 69 km/s pixel at the median, 2.5 times as much at 3700 Å and
    1.8 times at 9100 Å; None where the spectrum is no better than that.
    """
    spectrum = case.spectrum
    if (snr_or_estimate(spectrum) or 0.0) < 1.3 * rung:
        return None
    wavelength = spectrum.wavelength
    shape = np.interp(wavelength, (3700.0, 5200.0, 8000.0, 9100.0), (2.5, 1.0, 1.0, 1.8))
    share = np.maximum(_pixel_share(wavelength), 1e-3)
    sigma = _level(spectrum) / rung * shape / np.sqrt(share)
    if not np.all(np.isfinite(sigma)) or not np.any(sigma > 0):
        return None
    noise = np.random.default_rng(seed).standard_normal(wavelength.size) * sigma
    noise[spectrum.flux == 0] = 0.0  # zeros are gaps, and stay so
    ivar = sigma**-2.0
    if spectrum.ivar is not None:
        known = np.maximum(spectrum.ivar.astype(np.float64), 1e-300)
        ivar = np.where(spectrum.ivar > 0, 1.0 / (sigma**2 + 1.0 / known), 0.0)
    changed = replace(spectrum, flux=spectrum.flux + noise, ivar=ivar)
    return replace(case, spectrum=changed, snr=rung)


def coarse(case: Case, rung: float, _seed: int) -> Case | None:
    """Flux blurred by a Gaussian of resolution `rung`, pixels and errors as they are."""
    spectrum = case.spectrum
    step = float(np.median(np.abs(np.diff(np.log(spectrum.wavelength)))))
    width = 1.0 / (rung * 2.3548 * step)
    if not 0.3 < width < 400:
        return None
    half = int(np.ceil(4 * width))
    kernel = np.exp(-0.5 * (np.arange(-half, half + 1) / width) ** 2)
    good = spectrum.good & np.isfinite(spectrum.flux)
    filled = np.interp(
        np.arange(good.size), np.flatnonzero(good), spectrum.flux[good].astype(np.float64)
    )
    padded = np.pad(filled, half, mode="edge")
    blurred = np.convolve(padded, kernel / kernel.sum(), mode="valid")
    return replace(case, spectrum=replace(spectrum, flux=np.where(good, blurred, spectrum.flux)))


def reddened(case: Case, rung: float, _seed: int) -> Case | None:
    """Dust of A_V = `rung` mag, A(λ) ∝ λ^-1.3 in the optical (a power law close to R_V = 3.1)."""
    law = (case.spectrum.wavelength / 5500.0) ** -1.3
    return _scaled(case, 10.0 ** (-0.4 * rung * law))


def shifted(case: Case, rung: float, _seed: int) -> Case | None:
    """Wavelengths moved by `rung` km/s, as an uncorrected radial velocity does."""
    factor = 1.0 + rung / SPEED_OF_LIGHT_KMS
    moved = case.spectrum.wavelength * factor
    return replace(case, spectrum=replace(case.spectrum, wavelength=moved))


def masked(case: Case, rung: float, seed: int) -> Case | None:
    """A share `rung` of the pixels marked bad, in runs of 4 to 40."""
    draws = np.random.default_rng(seed)
    good = case.spectrum.good.copy()
    wanted = rung * good.size
    while np.sum(case.spectrum.good & ~good) < min(wanted, 0.95 * np.sum(case.spectrum.good)):
        start = int(draws.integers(0, good.size))
        good[start : start + int(draws.integers(4, 41))] = False
    return replace(case, spectrum=replace(case.spectrum, good=good))


def stepped(case: Case, rung: float, _seed: int) -> Case | None:
    """Flux beyond 5900 Å times 1 + `rung`."""
    return _scaled(case, np.where(case.spectrum.wavelength > _JOIN, 1.0 + rung, 1.0))


def _scaled(case: Case, factor: np.ndarray) -> Case:
    spectrum = case.spectrum
    ivar = None if spectrum.ivar is None else spectrum.ivar / factor**2
    changed = replace(spectrum, flux=spectrum.flux * factor, ivar=ivar)
    return replace(case, spectrum=changed)


LADDERS = (
    Ladder("S/N", "a pixel", (30.0, 10.0, 5.0, 3.0), noisy),
    Ladder("resolution", "λ/FWHM", (1500.0, 1000.0, 700.0), coarse),
    Ladder("reddening", "mag A_V", (0.5, 1.0, 2.0), reddened),
    Ladder("velocity", "km/s", (-300.0, -150.0, 150.0, 300.0), shifted),
    Ladder("masked share", "of the pixels", (0.1, 0.25, 0.5), masked),
    Ladder("arm-join step", "of the flux", (-0.3, -0.15, 0.15, 0.3), stepped),
)
