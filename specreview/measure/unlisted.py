"""A blind search for emission where the task expects none: foreign lines, other redshifts."""

from dataclasses import dataclass

import numpy as np

from specreview.measure.continuum import FLOOR, uncovered
from specreview.measure.noise import BoolArray, FloatArray
from specreview.measure.prepared import Prepared
from specreview.tasks.diagnostics import UnlistedEmissionDiagnostic

_EDGE = 15
"""Pixels at either end of the spectrum in which nothing is believed."""

_BOX = 7
"""Pixels of the matched box, about 480 km/s."""

_REACH = 40
"""Most pixels on either side of the peak that count towards the EW."""


@dataclass(frozen=True)
class Foreign:
    """The strongest unlisted emission: EW and error in Å (0 if none), where, how significant."""

    wavelength: float | None
    ew: float
    ew_error: float
    significance: float
    contrast: float
    covered: float
    snr: float


def unlisted_emission(prepared: Prepared, diagnostic: UnlistedEmissionDiagnostic) -> Foreign | str:
    """The strongest emission in the search range off the listed wavelengths, or a reason."""
    lower, upper = diagnostic.search
    covered = prepared.covered(lower, upper)
    part = prepared.between(lower, upper)
    if covered < 0.5 or part.stop - part.start < 4 * _EDGE:
        return uncovered(prepared, lower, upper, "the search range")
    cell, sigma = prepared.cell[part], prepared.sigma[part]
    base = _running_median(prepared, part, diagnostic.median_width)
    floor = np.maximum(base, 1e-3 * float(np.max(np.abs(base))) + 1e-9)
    height = (prepared.flux[part] - base) / floor
    noise = np.hypot(sigma / floor, FLOOR)
    allowed = _allowed(prepared.wavelength[part], prepared, diagnostic)
    box = np.ones(_BOX)
    score = np.convolve(height, box, "same") / np.sqrt(np.convolve(noise**2, box, "same"))
    snr = float(np.median(base / sigma))
    best = Foreign(None, 0.0, float(3.0 * np.median(noise * cell)), 0.0, 0.0, covered, snr)
    for peak in _peaks(score, allowed, diagnostic.significance):
        line = _line(height, noise, cell, peak, diagnostic)
        if line is not None and line[0] > best.ew:
            place = float(prepared.wavelength[part][peak])
            best = Foreign(place, line[0], line[1], float(score[peak]), line[2], covered, snr)
    return best


def _allowed(
    wavelength: FloatArray, prepared: Prepared, diagnostic: UnlistedEmissionDiagnostic
) -> BoolArray:
    first, last = prepared.wavelength[0], prepared.wavelength[-1]
    step = float(np.median(prepared.cell))
    allowed: BoolArray = (wavelength > first + _EDGE * step) & (wavelength < last - _EDGE * step)
    for line in diagnostic.listed:
        allowed &= np.abs(wavelength - line) > diagnostic.tolerance
    return allowed


def _running_median(prepared: Prepared, part: slice, width: float) -> FloatArray:
    wavelength = prepared.wavelength
    lower, upper = wavelength[part.start], wavelength[part.stop - 1]
    centres = np.arange(lower, upper + 0.1 * width, 0.1 * width)
    left = np.searchsorted(wavelength, centres - 0.5 * width)
    right = np.searchsorted(wavelength, centres + 0.5 * width)
    used = right - left >= 5
    levels = [
        float(np.median(prepared.flux[a:b])) for a, b in zip(left[used], right[used], strict=True)
    ]
    if not levels:
        return np.full(part.stop - part.start, float(np.median(prepared.flux[part])))
    return np.interp(wavelength[part], centres[used], levels)


def _peaks(
    score: FloatArray,
    allowed: BoolArray,
    least: float,
) -> list[int]:
    """Local maxima of the box score above the least significance."""
    inner = score[1:-1]
    top = (inner >= score[:-2]) & (inner > score[2:]) & (inner >= least) & allowed[1:-1]
    return [int(i) + 1 for i in np.flatnonzero(top)]


def _line(
    height: FloatArray,
    noise: FloatArray,
    cell: FloatArray,
    peak: int,
    diagnostic: UnlistedEmissionDiagnostic,
) -> tuple[float, float, float] | None:
    """EW, its error and the height of the emission around `peak`; None for a spike."""
    left = right = peak
    while left > max(0, peak - _REACH) and height[left - 1] > 0:
        left -= 1
    while right < min(height.size - 1, peak + _REACH) and height[right + 1] > 0:
        right += 1
    run = np.maximum(height[left : right + 1], 0.0) * cell[left : right + 1]
    ew = float(np.sum(run))
    near = slice(max(0, peak - 1), peak + 2)
    contrast = float(np.median(height[near]))
    if ew <= 0 or contrast < diagnostic.min_contrast:
        return None
    if float(np.max(run)) > diagnostic.max_pixel_share * ew:
        return None
    error = float(np.sqrt(np.sum((noise[left : right + 1] * cell[left : right + 1]) ** 2)))
    return ew, error, contrast
