"""One feature of a window, measured: centre, strength, width, shape, and what lies near it.

EW = Σ (f/c - 1) Δλ within 1.3 FWHM of the centre, emission positive, which is 99.8 % of a
Gaussian, or up to where the opposite sense
begins. Its variance is Σ (σ/c Δλ)² from the pixels and (σ_c/c (W + EW))² from the continuum.
"""

from dataclasses import dataclass

import numpy as np

from specreview.measure.band_heads import is_band
from specreview.measure.feature_search import Found
from specreview.measure.line_profile import Profile, line_profile
from specreview.measure.noise import FloatArray
from specreview.measure.resolution import Resolution
from specreview.spectra.frames import SPEED_OF_LIGHT_KMS, vacuum_to_air
from specreview.spectra.lines import Line, SkyBand, all_lines

NEAREST_KMS = 1500.0
"""Farther from every listed line, a feature has no name."""

_OWN_KNOWN = 0.1
"""Relative error of the instrument's own width: it varies over fibres and nights by that much."""

_EXTENT = 1.3
_BOX = 5
_OTHER_SIGMA = 3.0
_RESOLVED = 1.5
"""Widths of the instrument from which a shape (asymmetry, double peak) is told."""


@dataclass(frozen=True)
class Feature:
    """The strongest feature of one sense; wavelengths are rest-frame Å.

    Attributes
    ----------
    sense
        "emission" or "absorption"; `ew` is positive in emission.
    vacuum, air, centre_error
        The centre, and its 1σ from the pixels' noise.
    significance
        Of the feature as it was found, against no feature, continuum error included.
    peak_snr, contrast
        Peak height or trough depth over its noise, and over the continuum.
    fwhm_seen, fwhm, fwhm_error
        km/s; `fwhm_seen` is that of the fitted profile, instrument included; `fwhm` is corrected
        for the instrument in quadrature, None where not resolved.
    line, velocity, velocity_error
        Nearest listed line within 1500 km/s, and the km/s from it; None where there is none.
    asymmetry, asymmetry_error, peaks
        (red - blue) / (red + blue), and the km/s between two peaks; None where the width or the
        noise does not allow to tell.
    overlaps
        Sky, telluric and arm-join bands that the feature itself lies in.
    cut
        Whether the feature runs over an end of the window: EW and width are then of a part.
    """

    sense: str
    vacuum: float
    air: float
    centre_error: float
    significance: float
    peak_snr: float
    contrast: float
    ew: float
    ew_error: float
    fwhm_seen: float
    fwhm: float | None
    fwhm_error: float
    line: Line | None
    velocity: float | None
    velocity_error: float
    asymmetry: float | None
    asymmetry_error: float | None
    peaks: float | None
    overlaps: tuple[SkyBand, ...]
    cut: bool

    @property
    def fwhm_angstrom(self) -> float | None:
        """Corrected width in Å at the centre."""
        return None if self.fwhm is None else self.fwhm * self.vacuum / SPEED_OF_LIGHT_KMS


@dataclass(frozen=True, eq=False)
class Strip:
    """The pixels around a window with the continuum divided out, all arrays (n,).

    `height` is flux over continuum minus one, `noise` its 1σ, `level_error` the continuum's own
    relative error; `inside` are the window's pixels.
    """

    wavelength: FloatArray
    cell: FloatArray
    height: FloatArray
    noise: FloatArray
    level_error: float
    inside: slice
    factor: float


def measure_feature(
    strip: Strip, found: Found, sense: int, instrument: Resolution, bands: tuple[SkyBand, ...]
) -> Feature | None:
    """The feature that was found; None where it has no profile."""
    start = float(strip.wavelength[found.pixel])
    velocity = SPEED_OF_LIGHT_KMS * (strip.wavelength / start - 1.0)
    pixel = float(np.median(np.diff(velocity)))
    reach = max(0.5 * found.box, 1.5) * pixel
    height = sense * strip.height
    profile = line_profile(velocity, height, strip.noise, reach, strip.level_error)
    if profile is None:
        return None
    centre = start * (1.0 + profile.velocity_kms / SPEED_OF_LIGHT_KMS)
    wide = max(profile.fwhm_seen_kms, instrument.fwhm_kms, 2.0 * pixel)
    ends = centre * (1.0 + _EXTENT * np.array([-wide, wide]) / SPEED_OF_LIGHT_KMS)
    lower, upper = _own_part(strip, sense, centre, (float(ends[0]), float(ends[1])))
    ew, error = _equivalent_width(strip, lower, upper)
    if sense * ew <= 0.0:
        return None
    line, shift = _nearest(centre)
    shaped = profile.fwhm_seen_kms > _RESOLVED * instrument.fwhm_kms
    lopsided = shaped and abs(profile.asymmetry or 0.0) <= 1.0
    width = _corrected(profile, instrument, pixel)
    return Feature(
        sense="emission" if sense > 0 else "absorption",
        vacuum=centre,
        air=float(vacuum_to_air(centre)),
        centre_error=profile.velocity_error_kms * centre / SPEED_OF_LIGHT_KMS,
        significance=found.significance,
        peak_snr=profile.peak_significance,
        contrast=profile.contrast,
        ew=ew,
        ew_error=error,
        fwhm_seen=profile.fit_kms,
        fwhm=width,
        fwhm_error=_width_error(profile, width),
        line=line,
        velocity=shift,
        velocity_error=profile.velocity_error_kms,
        asymmetry=profile.asymmetry if lopsided else None,
        asymmetry_error=profile.asymmetry_error if lopsided else None,
        peaks=profile.peaks_kms if shaped else None,
        overlaps=_in_bands(centre, profile.fwhm_seen_kms, strip.factor, bands),
        cut=_runs_over(strip, lower, upper),
    )


def _own_part(
    strip: Strip, sense: int, centre: float, ends: tuple[float, float]
) -> tuple[float, float]:
    """The extent up to where the flux is clearly of the other sense: another feature's part."""
    box = np.ones(_BOX)
    summed = sense * np.convolve(strip.height, box, "same")
    other = summed < -_OTHER_SIGMA * np.sqrt(np.convolve(strip.noise**2, box, "same"))
    before = strip.wavelength[other & (strip.wavelength < centre)]
    after = strip.wavelength[other & (strip.wavelength > centre)]
    lower = max(ends[0], float(before[-1])) if before.size else ends[0]
    upper = min(ends[1], float(after[0])) if after.size else ends[1]
    return lower, upper


def _equivalent_width(strip: Strip, lower: float, upper: float) -> tuple[float, float]:
    """EW and error; the pixels at either end count as far as they reach in."""
    reach = np.minimum(strip.wavelength + 0.5 * strip.cell, upper)
    reach = reach - np.maximum(strip.wavelength - 0.5 * strip.cell, lower)
    part = np.clip(reach, 0.0, strip.cell)
    ew = float(np.sum(strip.height * part))
    pixels = float(np.sqrt(np.sum((strip.noise * part) ** 2)))
    level = strip.level_error * max(float(np.sum(part)) + ew, 0.0)
    return ew, float(np.hypot(pixels, level))


def _corrected(profile: Profile, instrument: Resolution, pixel: float) -> float | None:
    """Width less the instrument's in quadrature; None where it does not exceed it by 1σ."""
    own = max(instrument.fwhm_kms, 2.0 * pixel)
    seen = profile.fit_kms
    square = seen**2 - own**2
    slack = 2.0 * seen * float(np.hypot(profile.fit_error_kms, _OWN_KNOWN * own))
    return float(np.sqrt(square)) if square > slack else None


def _width_error(profile: Profile, width: float | None) -> float:
    error = profile.fit_error_kms
    return error if width is None else error * profile.fit_kms / max(width, 1.0)


def _nearest(centre: float) -> tuple[Line | None, float | None]:
    """The atomic line nearest in velocity, and the velocity from it."""
    shift = {
        line: SPEED_OF_LIGHT_KMS * (centre / line.wavelength - 1.0)
        for line in all_lines()
        if not is_band(line)
    }
    line = min(shift, key=lambda each: abs(shift[each]))
    return (line, shift[line]) if abs(shift[line]) <= NEAREST_KMS else (None, None)


def _in_bands(
    centre: float, fwhm: float, factor: float, bands: tuple[SkyBand, ...]
) -> tuple[SkyBand, ...]:
    """The bands, which are in the observed frame, that hold part of the feature's FWHM."""
    half = 0.5 * fwhm / SPEED_OF_LIGHT_KMS
    low, high = centre * factor * (1.0 - half), centre * factor * (1.0 + half)
    return tuple(band for band in bands if band.overlaps(low, high))


def _runs_over(strip: Strip, lower: float, upper: float) -> bool:
    """Whether a half of the extent reaches over an end of the window."""
    inside = strip.wavelength[strip.inside]
    edge = 0.5 * float(np.median(strip.cell))
    middle = 0.5 * (lower + upper)
    low, high = 0.5 * (lower + middle), 0.5 * (upper + middle)
    return bool(low < inside[0] - edge or high > inside[-1] + edge)
