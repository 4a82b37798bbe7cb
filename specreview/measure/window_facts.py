"""What the flux shows in any window: continuum, strongest features, band heads, surroundings."""

from dataclasses import dataclass, replace

import numpy as np

from specreview.measure.band_heads import HeadDrop, head_drops
from specreview.measure.continuum import LEAST_COVERED, uncovered
from specreview.measure.feature import Feature, Strip, measure_feature
from specreview.measure.feature_search import limit, spikes, strongest
from specreview.measure.noise import BoolArray
from specreview.measure.prepared import Prepared
from specreview.measure.pseudo_continuum import PseudoContinuum, pseudo_continuum
from specreview.measure.resolution import Resolution, resolution
from specreview.measure.surroundings import Surroundings, surroundings
from specreview.spectra.frames import SPEED_OF_LIGHT_KMS
from specreview.spectra.lines import SkyBand
from specreview.spectra.window import Window

LEAST_PIXELS = 9
_LEAST_CONTEXT = 240.0
"""Å over which the continuum is drawn at least: a window may show nothing but one line."""

_MARGIN = 0.25
"""Share of the window's width that counts for the continuum on either side of it."""

_FAINT = 3.0
"""The continuum must clear its error by so much, or no equivalent width can be told."""


@dataclass(frozen=True)
class WindowFacts:
    """What was measured in one window, or why nothing could be.

    Attributes
    ----------
    window
        Rest-frame vacuum Å, as asked for.
    reason
        Why nothing can be told, "" where it can.
    covered
        Share of the window that usable pixels cover, 0 to 1.
    snr
        Median S/N a pixel, of the continuum.
    limit
        σ from which something counts as a feature: one window of noise in a hundred has one.
    emission, absorption
        The strongest of each sense; None where nothing clears the limit.
    ew_limit
        EW in Å that a line of 480 km/s would need to clear the limit.
    continuum
        (rest Å, flux in the file's unit) at both ends of the window, for drawing.
    scatter
        Of the pixels about the continuum over their noise.
    step, step_at
        The jump of the level between two arms (red over blue minus one) and its rest Å.
    spikes
        Rest Å of spikes too narrow for a line, which were left out.
    heads
        Drops at the listed band heads in the window.
    around
        Shares of masked and warned pixels, and the sky bands in the window.
    """

    window: Window
    reason: str
    covered: float
    around: Surroundings
    resolution: Resolution
    snr: float | None = None
    limit: float | None = None
    emission: Feature | None = None
    absorption: Feature | None = None
    ew_limit: float | None = None
    continuum: tuple[tuple[float, float], ...] = ()
    scatter: float | None = None
    step: float | None = None
    step_at: float | None = None
    spikes: tuple[float, ...] = ()
    heads: tuple[HeadDrop, ...] = ()

    @property
    def told(self) -> bool:
        """Whether anything could be measured."""
        return not self.reason

    @property
    def features(self) -> tuple[Feature, ...]:
        """Those that stand out, the more significant first."""
        both = [each for each in (self.emission, self.absorption) if each is not None]
        return tuple(sorted(both, key=lambda each: -each.significance))


def measure_window(prepared: Prepared, window: Window) -> WindowFacts:
    """The facts of `window` (rest-frame vacuum Å); never raises."""
    covered = 0.0 if prepared.problem else prepared.covered(window.lower, window.upper)
    blank = WindowFacts(
        window=window,
        reason=_reason(prepared, window, covered),
        covered=covered,
        around=surroundings(prepared, window.lower, window.upper),
        resolution=resolution(prepared.survey, window.centre * prepared.factor),
    )
    if blank.reason:
        return blank
    blank = replace(blank, heads=head_drops(prepared, window.lower, window.upper))
    context = _context(prepared, window)
    joins = tuple(_rest(band, prepared.factor) for band in blank.around.bands if _is_join(band))
    left_out = np.zeros(context.stop - context.start, dtype=bool)
    level = _level(prepared, context, left_out, joins)
    left_out = _spiked(prepared, context, level, blank.resolution)
    if np.any(left_out):
        level = _level(prepared, context, left_out, joins)
    return _with_features(prepared, blank, context, level, left_out)


def _reason(prepared: Prepared, window: Window, covered: float) -> str:
    if prepared.problem:
        return prepared.problem
    part = prepared.between(window.lower, window.upper)
    if covered < LEAST_COVERED:
        return uncovered(prepared, window.lower, window.upper, "the window")
    if part.stop - part.start < LEAST_PIXELS:
        return f"fewer than {LEAST_PIXELS} pixels in the window"
    return ""


def _context(prepared: Prepared, window: Window) -> slice:
    """The window's pixels and those beside it over which the continuum is drawn."""
    margin = max(_MARGIN * window.width, 0.5 * (_LEAST_CONTEXT - window.width))
    return prepared.between(window.lower - margin, window.upper + margin)


def _is_join(band: SkyBand) -> bool:
    return band.kind == "join"


def _rest(band: SkyBand, factor: float) -> tuple[float, float]:
    return band.lower / factor, band.upper / factor


def _level(
    prepared: Prepared,
    context: slice,
    left_out: BoolArray,
    joins: tuple[tuple[float, float], ...],
) -> PseudoContinuum:
    """The continuum; what is left out has no weight in it, and a level all the same."""
    sigma = np.where(left_out, 1e6, prepared.sigma[context])
    return pseudo_continuum(prepared.wavelength[context], prepared.flux[context], sigma, joins)


def _spiked(
    prepared: Prepared, context: slice, level: PseudoContinuum, instrument: Resolution
) -> BoolArray:
    """Pixels of cosmic rays; none where the pixels are no finer than the resolution."""
    wavelength = prepared.wavelength[context]
    found = np.zeros(wavelength.size, dtype=bool)
    pixel = SPEED_OF_LIGHT_KMS * float(np.median(np.diff(wavelength) / wavelength[1:]))
    if not instrument.nominal and pixel < 0.6 * instrument.fwhm_kms:
        sigma = prepared.sigma[context] * max(level.scatter, 1.0)
        found[spikes(prepared.flux[context] - level.level, sigma)] = True
    return found


def _with_features(
    prepared: Prepared,
    blank: WindowFacts,
    context: slice,
    level: PseudoContinuum,
    left_out: BoolArray,
) -> WindowFacts:
    middle = float(np.median(level.level))
    if middle <= 0 or level.error > 1.0 / _FAINT:
        return replace(blank, reason="no continuum above the noise")
    base = np.maximum(level.level, 0.1 * middle)
    sigma = prepared.sigma[context] / base
    height = np.where(left_out, 0.0, (prepared.flux[context] - level.level) / base)
    own = prepared.between(blank.window.lower, blank.window.upper)
    inside = slice(own.start - context.start, own.stop - context.start)
    wavelength, cell = prepared.wavelength[context], prepared.cell[context]
    strip = Strip(wavelength, cell, height, sigma, level.total, inside, prepared.factor)
    least = limit(inside.stop - inside.start)
    first, last = inside.start, inside.stop - 1
    found = {sense: _feature(strip, sense, least, blank) for sense in (1, -1)}
    return replace(
        blank,
        snr=float(np.median((base / prepared.sigma[context])[inside])),
        limit=least,
        emission=found[1],
        absorption=found[-1],
        ew_limit=_ew_limit(strip, least),
        continuum=prepared.in_file_unit(
            (float(wavelength[first]), float(level.level[first])),
            (float(wavelength[last]), float(level.level[last])),
        ),
        scatter=level.scatter,
        step=level.step,
        step_at=level.step_at,
        spikes=tuple(float(each) for each in wavelength[inside][left_out[inside]]),
    )


def _feature(strip: Strip, sense: int, least: float, blank: WindowFacts) -> Feature | None:
    found = strongest(sense * strip.height, strip.noise, strip.level_error, strip.inside)
    if found is None or found.significance < least:
        return None
    return measure_feature(strip, found, sense, blank.resolution, blank.around.bands)


def _ew_limit(strip: Strip, least: float) -> float:
    """For a box of 480 km/s in the middle of the window's noise."""
    inside = strip.inside
    cell = float(np.median(strip.cell[inside]))
    noise = float(np.median(strip.noise[inside]))
    middle = float(np.median(strip.wavelength[inside]))
    pixels = max(480.0 * middle / SPEED_OF_LIGHT_KMS / cell, 1.0)
    return least * cell * float(np.hypot(noise * np.sqrt(pixels), strip.level_error * pixels))
