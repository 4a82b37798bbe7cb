"""A spectrum made ready for measuring: good pixels, rest frame, one flux scale, known noise."""

from dataclasses import dataclass

import numpy as np

from specreview.measure.gaps import filled
from specreview.measure.measurement import Point
from specreview.measure.noise import BoolArray, FloatArray, combined_noise, running_noise
from specreview.spectra.spectrum import Spectrum

GRID_DEX = 1e-4
"""69 km/s, the sampling of LAMOST and SDSS; finer spectra are averaged to it."""

_LIMIT = 1e8
"""Scaled flux beyond this is a defect; clipping keeps squares finite."""

_RELATIVE_FLOOR = 0.002
"""Noise below 0.2 % of the local flux is not believed (noise-free templates)."""

_SKY_BANDS = ((5570.0, 5587.0), (5888.0, 5900.0), (6296.0, 6306.0))
"""[O I] 5577, Na D, [O I] 6300 as night-sky residuals, observed vacuum Å."""

SKY_NAMES = ("the 5577 sky line", "Na D", "the 6300 sky line")


@dataclass(frozen=True, eq=False)
class AllPixels:
    """Every pixel of the file, (n,), rest-frame vacuum Å: which are masked, which carry a warning.

    Gaps that the file fills (`gaps.filled`) count as masked; what is left out around the night-sky
    lines does not.
    """

    wavelength: FloatArray
    masked: BoolArray
    warned: BoolArray

    def between(self, lower: float, upper: float) -> slice:
        """The pixels from `lower` to `upper` rest Å."""
        left, right = np.searchsorted(self.wavelength, (lower, upper), side="left")
        return slice(int(left), int(right))


@dataclass(frozen=True, eq=False)
class Prepared:
    """Usable pixels of one spectrum; all arrays (n,), rest-frame vacuum Å, rising.

    Attributes
    ----------
    wavelength, flux, sigma
        Flux and 1σ error divided by `scale`; finite.
    cell
        Width in Å that each pixel stands for; gaps wider than about three pixels are not
        filled.
    factor
        1 + z: observed = rest times factor.
    scale
        Flux unit: median absolute flux of the file's good pixels, in the file's unit.
    offset
        1.0 where the file holds a continuum-subtracted spectrum and 1 was added, else 0.
    problem
        Why nothing can be measured, "" if it can.
    all_pixels
        Every pixel of the file with its state, for the shares of masked and warned ones.
    survey
        As the file states it, for the resolution and the arm joins that are shown.
    """

    wavelength: FloatArray
    flux: FloatArray
    sigma: FloatArray
    cell: FloatArray
    factor: float
    scale: float
    offset: float
    problem: str
    all_pixels: AllPixels
    survey: str

    def between(self, lower: float, upper: float) -> slice:
        """The pixels from `lower` to `upper` rest Å."""
        left, right = np.searchsorted(self.wavelength, (lower, upper), side="left")
        return slice(int(left), int(right))

    def in_file_unit(self, blue: Point, red: Point) -> tuple[Point, Point]:
        """Ends of a continuum (rest Å, prepared flux) with flux as the file has it: the 1 that was
        added to a continuum-subtracted spectrum is taken away again.
        """
        (x0, y0), (x1, y1) = blue, red
        return (x0, y0 * self.scale - self.offset), (x1, y1 * self.scale - self.offset)

    def covered(self, lower: float, upper: float) -> float:
        """Share of [lower, upper] that usable pixels cover, 0 to 1."""
        part = self.between(lower, upper)
        near = slice(max(0, part.start - 1), part.stop + 1)
        centre, half = self.wavelength[near], 0.5 * self.cell[near]
        inside = np.minimum(centre + half, upper) - np.maximum(centre - half, lower)
        return min(1.0, float(np.sum(np.maximum(inside, 0.0))) / (upper - lower))

    def sky_in(self, lower: float, upper: float) -> str:
        """Name of the night-sky line inside rest [lower, upper], "" if there is none."""
        for (low, high), name in zip(_SKY_BANDS, SKY_NAMES, strict=True):
            if low < upper * self.factor and lower * self.factor < high:
                return name
        return ""


def prepare(spectrum: Spectrum, redshift: float | None) -> Prepared:
    """Good pixels outside the night-sky lines, in the rest frame; never raises."""
    factor = 1.0 + (redshift or 0.0)
    known = spectrum.good & np.isfinite(spectrum.flux)
    if np.any(spectrum.flux[known] != 0):
        known &= ~filled(spectrum.flux.astype(np.float64))
    usable = known & _outside_sky(spectrum.wavelength)
    safe = max(factor, 1e-6)
    pixels = AllPixels(spectrum.wavelength / safe, ~known, spectrum.warned)
    survey = spectrum.origin.survey
    observed = spectrum.wavelength[usable]
    raw = spectrum.flux[usable].astype(np.float64)
    stated = None if spectrum.sigma is None else spectrum.sigma[usable].astype(np.float64)
    problem = _problem(raw, factor)
    if problem:
        empty = np.empty(0)
        return Prepared(empty, empty, empty, empty, safe, 1.0, 0.0, problem, pixels, survey)
    scale = _scale(raw)
    most = _LIMIT * scale
    flux = np.clip(raw, -most, most) / scale
    error = None if stated is None else np.clip(stated, 1e-12 * scale, most) / scale
    offset = 1.0 / scale if stated is None and _continuum_subtracted(flux, scale) else 0.0
    rest, flux, error, cell = _to_grid(observed / factor, flux + offset, error)
    floor = _RELATIVE_FLOOR * np.maximum(_local_level(flux), 1e-3)
    sigma = combined_noise(flux, error, floor)
    subtracted = float(offset > 0)
    return Prepared(rest, flux, sigma, cell, factor, scale, subtracted, "", pixels, survey)


def _problem(raw: FloatArray, factor: float) -> str:
    if not factor > 0:
        return "the redshift lies below −1"
    if raw.size < 20:
        return "fewer than 20 good pixels"
    if not np.any(raw != 0):
        return "the flux is zero everywhere"
    return ""


def _scale(raw: FloatArray) -> float:
    size = np.abs(raw[raw != 0])
    return min(max(float(np.median(size)), 1e-290), 1e290)


def _outside_sky(observed: FloatArray) -> BoolArray:
    outside = np.ones(observed.size, dtype=bool)
    for low, high in _SKY_BANDS:
        outside &= (observed < low) | (observed > high)
    return outside


def _continuum_subtracted(flux: FloatArray, scale: float) -> bool:
    """SNID-style input, flux / continuum - 1: median near 0, both signs, structure not noise."""
    filled = flux[flux != 0]
    low, middle, high = (float(level) for level in np.percentile(filled, [16, 50, 84]))
    spread = 0.5 * (high - low)
    if not (abs(middle) * scale < 0.1 and 0.02 < spread * scale < 3.0):
        return False
    if not np.mean(filled < 0) > 0.3:
        return False
    return bool(np.median(running_noise(filled)) < 0.5 * spread)


def _cells(wavelength: FloatArray) -> FloatArray:
    gaps = np.diff(wavelength)
    left = np.concatenate([gaps[:1], gaps])
    right = np.concatenate([gaps, gaps[-1:]])
    most = 2.5 * np.minimum(left, right)
    result: FloatArray = 0.5 * (np.minimum(left, most) + np.minimum(right, most))
    return result


def _to_grid(
    wavelength: FloatArray, flux: FloatArray, error: FloatArray | None
) -> tuple[FloatArray, FloatArray, FloatArray | None, FloatArray]:
    """Average pixels finer than half the 69 km/s grid onto it; leave coarser ones alone."""
    cell = _cells(wavelength)
    step = float(np.median(cell / wavelength)) / np.log(10.0)
    if step > 0.5 * GRID_DEX:
        return wavelength, flux, error, cell
    index = np.floor(np.log10(wavelength) / GRID_DEX).astype(np.int64)
    _, start, count = np.unique(index, return_index=True, return_counts=True)
    mean_wave = np.add.reduceat(wavelength, start) / count
    mean_flux = np.add.reduceat(flux, start) / count
    mean_error = None
    if error is not None:
        mean_error = np.sqrt(np.add.reduceat(error**2, start)) / count
    return mean_wave, mean_flux, mean_error, np.add.reduceat(cell, start)


def _local_level(flux: FloatArray) -> FloatArray:
    centres = np.arange(0, flux.size, 100)
    levels = [np.median(np.abs(flux[max(0, c - 100) : c + 100])) for c in centres]
    result: FloatArray = np.interp(np.arange(flux.size), centres, levels)
    return result
