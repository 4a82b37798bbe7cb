"""One line: equivalent width with error, height, width, velocity.

EW = Σ (f/c - 1) Δλ, emission positive. Its variance is Σ (σ/c Δλ)² from the pixels, and
(σ_c/c (W + EW))² from the continuum over the window of width W, with the systematic floor in
σ_c. `random_error` is the same without that floor. Significance is against no line: without the
EW in the second term.
"""

from dataclasses import dataclass

import numpy as np

from specreview.measure.continuum import (
    LEAST_COVERED,
    Continuum,
    clipped_median,
    side_continuum,
    uncovered,
)
from specreview.measure.line_profile import Profile, line_profile
from specreview.measure.noise import FloatArray
from specreview.measure.prepared import Prepared
from specreview.spectra.frames import SPEED_OF_LIGHT_KMS

_REACH_KMS = 1500.0
"""How far from the rest wavelength a line's peak is sought."""


@dataclass(frozen=True)
class LineWindow:
    """Half-width of the window and of its side bands, Å from the rest wavelength."""

    half: float
    inner: float
    outer: float


@dataclass(frozen=True, eq=False)
class Line:
    """One line as measured in one window.

    `sense` is +1 where emission was asked for, -1 for absorption; `ew` is emission positive;
    `significance` and the profile count in that sense.
    """

    rest: float
    sense: int
    ew: float
    ew_error: float
    random_error: float
    significance: float
    profile: Profile | None
    continuum: Continuum
    window: tuple[float, float]
    covered: float
    snr: float

    @property
    def strength(self) -> float:
        """EW in Å, positive in the sense asked for."""
        return self.sense * self.ew


def measure_line(prepared: Prepared, rest: float, sense: int, window: LineWindow) -> Line | str:
    """The line at `rest` (vacuum Å), or the reason why it cannot be measured."""
    lower, upper = rest - window.half, rest + window.half
    covered = _line_covered(prepared, rest, window.half)
    if covered < LEAST_COVERED:
        return uncovered(prepared, lower, upper, "the line's window")
    blue = (rest - window.outer, rest - window.inner)
    red = (rest + window.inner, rest + window.outer)
    continuum = side_continuum(prepared, blue, red)
    if isinstance(continuum, str):
        return continuum
    part = prepared.between(lower, upper)
    if part.stop - part.start < 4:
        return "fewer than 4 pixels in the line's window"
    pixels = (prepared.wavelength[part], prepared.flux[part], prepared.sigma[part])
    return _integrate(pixels, prepared.cell[part], rest, sense, continuum, covered)


def _line_covered(prepared: Prepared, rest: float, half: float) -> float:
    """Least of the shares covered in the whole window and in its middle fifth."""
    whole = prepared.covered(rest - half, rest + half)
    return min(whole, prepared.covered(rest - 0.2 * half, rest + 0.2 * half))


def _integrate(
    pixels: tuple[FloatArray, FloatArray, FloatArray],
    cell: FloatArray,
    rest: float,
    sense: int,
    continuum: Continuum,
    covered: float,
) -> Line | str:
    wavelength, flux, sigma = pixels
    base = continuum.at(wavelength)
    level, error = continuum.level, continuum.total_error
    if level < -3.0 * continuum.level_error:
        return "the continuum is negative"
    safe = max(level, continuum.level_error, 1e-9)
    excess = float(np.sum((flux - base) * cell))
    width = float(np.sum(cell))
    pixels_noise = float(np.sqrt(np.sum((sigma * cell) ** 2)))
    noise = float(np.hypot(pixels_noise, error * width))
    significance = sense * excess / max(noise, 1e-300)
    if level < 2.0 * continuum.level_error and significance < 5.0:
        return "no continuum above the noise"
    tilt = np.where(base > 0.2 * safe, base, safe)
    ew = float(np.sum((flux - base) / tilt * cell))
    velocity = SPEED_OF_LIGHT_KMS * (wavelength / rest - 1.0)
    height, own = sense * (flux - base) / tilt, continuum.level_error / safe
    profile = line_profile(velocity, height, sigma / tilt, _REACH_KMS, own)
    reach = max(width + ew, 0.0)
    return Line(
        rest=rest,
        sense=sense,
        ew=ew,
        ew_error=float(np.hypot(pixels_noise, error * reach)) / safe,
        random_error=float(np.hypot(pixels_noise, continuum.level_error * reach)) / safe,
        significance=significance,
        profile=profile,
        continuum=continuum,
        window=(float(wavelength[0]), float(wavelength[-1])),
        covered=covered,
        snr=float(np.median(np.maximum(base, 0.0) / sigma)),
    )


def stack_lines(
    prepared: Prepared, rests: tuple[float, ...], sense: int, window: LineWindow
) -> Line | str:
    """The mean of several lines, each over its own continuum, on one axis in Å.

    The mean is measured like one line at the mean rest wavelength; lines without coverage
    are left out, and the first one's reason is given where none is left.
    """
    rows, reason = [], ""
    grid = np.arange(-window.outer, window.outer + 0.5, 1.0)
    for rest in rests:
        line = measure_line(prepared, rest, sense, window)
        if isinstance(line, str):
            reason = reason or line
        elif line.continuum.level > 3.0 * line.continuum.level_error:
            rows.append(_on_grid(prepared, line, grid))
        else:
            reason = reason or "no continuum above the noise"
    if not rows:
        return reason
    flux = np.mean([row[0] for row in rows], axis=0)
    sigma = np.sqrt(np.sum([row[1] ** 2 for row in rows], axis=0)) / len(rows)
    centre = float(np.mean(rests))
    sides = []
    for sign in (-1, 1):
        beside = (sign * grid > window.inner) & (sign * grid < window.outer)
        level, error = clipped_median(flux[beside], sigma[beside])
        sides.append((centre + float(np.median(grid[beside])), level, error))
    (x0, y0, e0), (x1, y1, e1) = sides
    continuum = Continuum((x0, y0), (x1, y1), e0, e1)
    inside = np.abs(grid) <= window.half
    pixels = (centre + grid[inside], flux[inside], sigma[inside])
    return _integrate(pixels, np.ones(int(np.sum(inside))), centre, sense, continuum, 1.0)


def _on_grid(prepared: Prepared, line: Line, grid: FloatArray) -> tuple[FloatArray, FloatArray]:
    part = prepared.between(line.rest + grid[0] - 5.0, line.rest + grid[-1] + 5.0)
    wavelength = prepared.wavelength[part]
    base = line.continuum.at(wavelength)
    base = np.maximum(base, 0.2 * line.continuum.level)
    offset = wavelength - line.rest
    flux = np.interp(grid, offset, prepared.flux[part] / base)
    step = float(np.median(prepared.cell[part]))
    sigma = np.interp(grid, offset, prepared.sigma[part] / base) * np.sqrt(max(step, 1.0))
    return flux, sigma
