"""Height, width and position of a line whose continuum is already divided out."""

from dataclasses import dataclass

import numpy as np

from specreview.measure.line_centre import Centre, line_centre
from specreview.measure.line_peaks import peak_separation
from specreview.measure.line_width import gaussian_fwhm
from specreview.measure.noise import BoolArray, FloatArray

INSTRUMENT_KMS = 167.0
"""c / R of LAMOST and SDSS at R 1800, subtracted in quadrature from every width."""

_SMOOTHING = (1, 5, 9, 13)
"""Boxcar widths in pixels, tried until the peak is significant: unsmoothed, noise spikes turned
a width of 1900 km/s into 300; smoothed more than needed, narrow lines lose their narrowness."""

_WIDTH_ERROR = 1.25
"""Error of a FWHM = 1.25 FWHM / peak significance: √3 σ / slope, where a Gaussian's slope at half
maximum is 1.386 peak / FWHM, for two crossings and the level of half the peak."""

_AGREE = 2.5
"""A Gaussian stands for the line where its width lies at most this many errors from the one at half
maximum: the flat or double top of a disc keeps its own width."""

_PEAK_SIGMA = 8.0
_BRIDGE_SIGMA = 4.0
_BRIDGE_KMS = 900.0
_BRIDGE_DEPTH = 0.10
"""A dip narrower than this between two significant peaks, and with this share of the peak left
in it, belongs to one double-peaked line; a deeper one parts Hα from [N II] in a nebula."""


@dataclass(frozen=True)
class Profile:
    """What the shape of a line says.

    Attributes
    ----------
    contrast
        Peak height (or depth) as a fraction of the continuum, after smoothing.
    peak_significance
        Peak over its noise.
    fwhm_kms, fwhm_error_kms
        Corrected for smoothing and for a resolution of R 1800.
    fwhm_seen_kms
        Corrected for smoothing only.
    fit_kms, fit_error_kms
        FWHM as seen of the Gaussian that fits best, where the width at half maximum agrees with
        it, else the latter: without the bias of up to 4 % that noise gives a half maximum.
    velocity_kms, velocity_error_kms
        Centre of the line (see `line_centre`).
    asymmetry, asymmetry_error
        (red - blue) / (red + blue) of the flux within one FWHM of the centre.
    peaks_kms
        Distance of the two peaks of a double-peaked line, None where there is one peak or the
        width or the noise does not allow to tell.
    pixel_share
        Largest share of the line's flux in one pixel: near 1 for a cosmic ray.
    """

    contrast: float
    peak_significance: float
    fwhm_kms: float
    fwhm_error_kms: float
    fwhm_seen_kms: float
    fit_kms: float
    fit_error_kms: float
    velocity_kms: float
    velocity_error_kms: float
    asymmetry: float | None
    asymmetry_error: float | None
    peaks_kms: float | None
    pixel_share: float


def line_profile(
    velocity: FloatArray,
    height: FloatArray,
    noise: FloatArray,
    reach_kms: float,
    level_error: float = 0.0,
) -> Profile | None:
    """The profile of the highest peak within ±`reach_kms`; None where nothing stands up.

    Parameters
    ----------
    velocity : (n,) float
        km/s from the rest wavelength, rising.
    height : (n,) float
        Flux over continuum minus one, positive in the sense of the line.
    noise : (n,) float
        1σ of `height`.
    reach_kms
        How far from the rest wavelength the peak may lie.
    level_error
        1σ of the continuum's level as a fraction of it.
    """
    near = np.flatnonzero(np.abs(velocity) <= reach_kms)
    if near.size < 3:
        return None
    smooth, error, width = _smoothed(height, noise, near)
    peak = int(near[np.argmax(smooth[near])])
    if smooth[peak] <= 0 or error[peak] <= 0:
        return None
    left, right = _half_maximum(velocity, smooth, error, peak)
    lower, upper = _crossings(velocity, smooth, left, right, 0.5 * smooth[peak])
    pixel = float(np.median(np.diff(velocity)))
    run = slice(left, right + 1)
    positive = np.maximum(height[max(0, left - 3) : right + 4], 0.0)
    seen = _without_boxcar(upper - lower, width * pixel if width > 1 else 0.0)
    corrected = _corrected(seen, pixel)
    significance = float(smooth[peak] / error[peak])
    raw_error = _WIDTH_ERROR * (upper - lower) / significance
    middle = _middle(velocity, height, noise, run, smooth, max(upper - lower, 2.0 * pixel))
    start = (middle.velocity_kms, max(seen, 2.0 * pixel))
    fitted = gaussian_fwhm(velocity, height, noise, start, level_error)
    if fitted is None or abs(fitted[0] - seen) > _AGREE * raw_error:
        fitted = (seen, raw_error)
    return Profile(
        contrast=float(smooth[peak]),
        peak_significance=significance,
        fwhm_kms=corrected,
        fwhm_error_kms=raw_error * (upper - lower) / max(corrected, 0.5 * (upper - lower)),
        fwhm_seen_kms=seen,
        fit_kms=fitted[0],
        fit_error_kms=fitted[1],
        velocity_kms=middle.velocity_kms,
        velocity_error_kms=middle.error_kms,
        asymmetry=middle.asymmetry,
        asymmetry_error=middle.asymmetry_error,
        peaks_kms=peak_separation(velocity, height, noise, (lower, upper)),
        pixel_share=float(np.max(positive) / max(float(np.sum(positive)), 1e-12)),
    )


def _middle(
    velocity: FloatArray,
    height: FloatArray,
    noise: FloatArray,
    run: slice,
    smooth: FloatArray,
    width: float,
) -> Centre:
    """The line's centre; the flux-weighted mean above half maximum where the search fails."""
    weight = np.maximum(smooth[run], 0.0)
    first = float(np.sum(weight * velocity[run]) / np.sum(weight))
    return line_centre(velocity, height, noise, first, width) or Centre(first, width, None, None)


def _smoothed(
    height: FloatArray, noise: FloatArray, near: "np.ndarray[tuple[int, ...], np.dtype[np.intp]]"
) -> tuple[FloatArray, FloatArray, int]:
    smooth, error, width = height, noise, 1
    for size in _SMOOTHING:
        if size >= height.size:
            break
        kernel = np.full(size, 1.0 / size)
        smooth = np.convolve(height, kernel, mode="same")
        error = np.sqrt(np.convolve(noise**2, kernel, mode="same") / size)
        width = size
        peak = near[np.argmax(smooth[near])]
        if smooth[peak] >= _PEAK_SIGMA * error[peak]:
            break
    return smooth, error, width


def _half_maximum(
    velocity: FloatArray, smooth: FloatArray, error: FloatArray, peak: int
) -> tuple[int, int]:
    above = np.flatnonzero(smooth > 0.5 * smooth[peak])
    significant = smooth > _BRIDGE_SIGMA * error
    left = right = peak
    filled = smooth > _BRIDGE_DEPTH * smooth[peak]
    for index in above[above > peak]:
        if not _joins(velocity, significant, filled, right, int(index)):
            break
        right = int(index)
    for index in above[above < peak][::-1]:
        if not _joins(velocity, significant, filled, int(index), left):
            break
        left = int(index)
    return left, right


def _joins(
    velocity: FloatArray, significant: BoolArray, filled: BoolArray, left: int, right: int
) -> bool:
    if right - left == 1:
        return True
    close = velocity[right] - velocity[left] < _BRIDGE_KMS
    both = significant[left] and significant[right]
    return bool(close and both and np.all(filled[left : right + 1]))


def _crossings(
    velocity: FloatArray, smooth: FloatArray, left: int, right: int, half: float
) -> tuple[float, float]:
    lower, upper = float(velocity[left]), float(velocity[right])
    if left > 0 and smooth[left] > smooth[left - 1]:
        share = (smooth[left] - half) / (smooth[left] - smooth[left - 1])
        lower -= float(min(share, 1.0) * (velocity[left] - velocity[left - 1]))
    if right < velocity.size - 1 and smooth[right] > smooth[right + 1]:
        share = (smooth[right] - half) / (smooth[right] - smooth[right + 1])
        upper += float(min(share, 1.0) * (velocity[right + 1] - velocity[right]))
    return lower, upper


def _without_boxcar(raw: float, smoothing: float) -> float:
    """Width less the boxcar's (FWHM of a Gaussian of the same variance)."""
    boxcar = 2.3548 * smoothing / np.sqrt(12.0)
    return float(np.sqrt(max(raw**2 - boxcar**2, 0.0)))


def _corrected(seen: float, pixel: float) -> float:
    return without_instrument(seen, max(INSTRUMENT_KMS, 2.0 * pixel))


def without_instrument(seen: float, instrument: float = INSTRUMENT_KMS) -> float:
    """Width less the instrument's, in quadrature; 0 for a line that is not resolved."""
    return float(np.sqrt(max(seen**2 - instrument**2, 0.0)))
