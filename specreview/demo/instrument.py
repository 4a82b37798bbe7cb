"""What a multi-fibre spectrograph makes of a source: resolution, noise, sky, the arm join."""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from specreview.demo.profiles import Array, gaussian, trough

_OH = (7278.3, 7342.9, 7752.6, 7796.2, 7823.4, 7916.0, 7966.7, 7995.6, 8027.7, 8346.9, 8401.5,
       8432.5, 8468.4, 8496.0, 8507.2, 8829.5, 8838.8, 8852.3, 8870.2, 8888.3, 8905.9, 8922.0,
       8945.8, 8960.6, 8990.9, 9004.1, 9040.6, 9052.0, 9378.4, 9442.2, 9479.6, 9505.2)  # fmt: skip
"""Vacuum Å of strong OH lines of the night sky."""
_AIRGLOW = {5578.89: 10.0, 5891.58: 1.5, 5897.55: 1.0, 6302.05: 3.0, 6365.54: 1.0}
"""Vacuum Å and strength of [O I] and Na I in the night sky."""


@dataclass(frozen=True)
class Exposure:
    """How one object was observed.

    `snr` is the median S/N a pixel; `sky_residual` is the height of the 5577 Å residual in
    units of the local 1 sigma; `join_step` the relative flux step at the arm join; `masked`
    the number of masked pixel runs with spikes in them; `telluric` whether O2 and H2O stay
    in the spectrum, as in LAMOST.
    """

    snr: float
    resolution: float = 1800.0
    sky_residual: float = 3.0
    join_step: float = 0.0
    masked: int = 1
    telluric: bool = True


@dataclass(frozen=True)
class Pixels:
    """An observed spectrum: (n,) arrays; `bad` and `bright_sky` are flags."""

    wavelength: Array
    flux: Array
    ivar: Array
    bad: NDArray[np.bool_]
    bright_sky: NDArray[np.bool_]

    def cut(self, kept: NDArray[np.bool_]) -> "Pixels":
        """The pixels at which `kept` (n,) is true."""
        return Pixels(
            self.wavelength[kept],
            self.flux[kept],
            self.ivar[kept],
            self.bad[kept],
            self.bright_sky[kept],
        )

    def scaled(self, level: float) -> "Pixels":
        """The same spectrum with `level` as median flux of its unmasked pixels."""
        factor = level / float(np.median(self.flux[~self.bad]))
        return replace(self, flux=self.flux * factor, ivar=self.ivar / factor**2)


def fine_grid() -> Array:
    """Vacuum Å, rest or observed: 5e-5 dex steps (34 km/s) from 1100 to 10 600 Å."""
    return np.asarray(10.0 ** np.arange(np.log10(1100.0), np.log10(10_600.0), 5e-5))


def blur(flux: Array, resolution: float) -> Array:
    """`flux` on `fine_grid`, convolved to `resolution` = lambda / FWHM."""
    sigma = 1.0 / (resolution * 2.3548 * np.log(10.0) * 5e-5)
    half = int(np.ceil(4 * sigma))
    kernel = np.exp(-0.5 * (np.arange(-half, half + 1) / sigma) ** 2)
    padded = np.pad(flux, half, mode="edge")
    return np.convolve(padded, kernel / kernel.sum(), mode="valid")


def sky_spectrum(w: Array) -> Array:
    """Night-sky brightness in units of its continuum."""
    sky = np.ones_like(w)
    for rest, height in _AIRGLOW.items():
        sky += 3.0 * height * gaussian(w, rest, 180.0)
    for rest in _OH:
        sky += (4.0 + 0.01 * (rest - 7200.0)) * gaussian(w, rest, 180.0)
    return sky


def sensitivity(w: Array) -> Array:
    """Throughput of two arms that meet near 5900 Å, LAMOST-like, 1 at the best."""
    blue = np.exp(-0.5 * ((w - 4750.0) / 560.0) ** 2) / (1.0 + np.exp((w - 5900.0) / 30.0))
    red = np.exp(-0.5 * ((w - 7000.0) / 1150.0) ** 2) / (1.0 + np.exp((5800.0 - w) / 30.0))
    return 0.03 + 0.97 * (0.8 * blue + red)


def noise_sigma(w: Array, flux: Array, snr: float) -> Array:
    """1 sigma by photon noise of object and sky and by read noise, for a median S/N of `snr`."""
    level = float(np.median(flux))
    faint = 8.0 / (snr + 1.0)
    photons = np.clip(flux / level, 0.0, None) + faint * 0.3 * sky_spectrum(w)
    shape = np.sqrt(photons / sensitivity(w) + 0.05 * faint / sensitivity(w) ** 2)
    return np.asarray(shape * float(np.median(flux / shape)) / snr)


def telluric(w: Array) -> Array:
    """Transmission of the air in the O2 and H2O bands (observed vacuum Å)."""
    o2 = trough(w, 7596.0, 7680.0, 0.35, 8.0) * trough(w, 6870.0, 6925.0, 0.16, 8.0)
    return o2 * trough(w, 7165.0, 7330.0, 0.07, 15.0) * trough(w, 8140.0, 8330.0, 0.06, 15.0)


def _response_error(w: Array, draws: np.random.Generator, join_step: float) -> Array:
    """Smooth flux calibration error of a few per cent, with a step at the arm join."""
    x = (w - 6500.0) / 3000.0
    smooth = 1.0 + x * draws.normal(0, 0.03) + x**2 * draws.normal(0, 0.02)
    step = 0.5 * (1.0 + np.tanh((w - 5900.0) / 25.0))
    return np.asarray(smooth * (1.0 + join_step * step))


def _spikes(pixels: int, runs: int, draws: np.random.Generator) -> tuple[NDArray[np.bool_], Array]:
    """Flags of masked runs, and the spikes (in units of the median flux) inside them."""
    bad = np.zeros(pixels, dtype=bool)
    spikes = np.zeros(pixels)
    for _ in range(runs):
        start = int(draws.integers(60, pixels - 80))
        length = int(draws.integers(4, 14))
        bad[start : start + length] = True
        # Most masked runs are dull; one in five holds a cosmic ray above everything else.
        height = draws.uniform(2.0, 5.0) if draws.random() < 0.2 else draws.uniform(0.05, 0.4)
        spikes[start + length // 2] = height
    return bad, spikes


def observe(
    source: Array,
    redshift: float,
    wavelength: Array,
    exposure: Exposure,
    seed: int,
    camera: int = 0,
) -> Pixels:
    """A source on `fine_grid` (rest frame) as observed on `wavelength` (vacuum Å).

    The noise is Gaussian with exactly the inverse variance that is given, apart from sky
    residuals and masked spikes, as in real files.  Cameras share the flux calibration that
    `seed` stands for, and differ in noise, residuals and masked runs.
    """
    blurred = blur(source, exposure.resolution)
    flux = np.interp(wavelength / (1.0 + redshift), fine_grid(), blurred)
    flux *= _response_error(wavelength, np.random.default_rng(seed), exposure.join_step)
    draws = np.random.default_rng([seed, camera])
    if exposure.telluric:
        flux = flux * telluric(wavelength)
    sigma = noise_sigma(wavelength, flux, exposure.snr)
    residual = sigma * _residual(wavelength, exposure.sky_residual, draws)
    bad, spikes = _spikes(wavelength.size, exposure.masked, draws)
    observed = flux + residual + sigma * draws.standard_normal(wavelength.size)
    observed += spikes * float(np.median(flux))
    ivar = np.where(bad, 0.0, sigma**-2)
    return Pixels(wavelength, observed, ivar, bad, sky_spectrum(wavelength) > 8.0)


def _residual(w: Array, at_5577: float, draws: np.random.Generator) -> Array:
    """Left-over sky in units of 1 sigma: `at_5577`, and about 1 of either sign elsewhere."""
    residual = at_5577 * gaussian(w, 5578.89, 190.0)
    for rest in (6302.05, 6365.54, *_OH):
        residual = residual + draws.normal(0.0, 1.0) * gaussian(w, rest, 180.0)
    return np.asarray(residual)
