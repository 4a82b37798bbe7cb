"""The pseudo-continuum of any window: a smooth curve that lines, bands and spikes do not pull.

A Legendre polynomial by iteratively reweighted least squares, first of absolute values and then
with Tukey's biweight (Beaton & Tukey 1974), so that pixels far from the curve count nothing. Where
spectrograph arms meet, a step of the level is tried and kept where it clears its error.
"""

from dataclasses import dataclass

import numpy as np
from numpy.polynomial import legendre

from specreview.measure.continuum import FLOOR
from specreview.measure.noise import FloatArray

_TUKEY = 4.685
"""Scatters beyond which a pixel has no weight: 95 % efficient for Gaussian noise."""

_ROUNDS = 15
_STEP_SIGMA = 6.0
_STEP_LEAST = 0.02
"""Least step between the arms, over its error and as a share of the level."""


@dataclass(frozen=True, eq=False)
class PseudoContinuum:
    """Level at each pixel, its relative error, and the step between arms if there is one.

    Attributes
    ----------
    level : (n,) float
        In the prepared flux scale.
    error
        1σ of the level from the pixels, relative to it; `total` has the 0.8 % floor in it.
    scatter
        Robust scatter of the pixels about the level over their noise: near 1 for a smooth
        spectrum, large among molecular bands.
    step, step_at
        Red level over blue level minus one, and the rest Å; None where no step is sure.
    """

    level: FloatArray
    error: float
    scatter: float
    step: float | None = None
    step_at: float | None = None

    @property
    def total(self) -> float:
        return float(np.hypot(self.error, FLOOR))


def degree(width: float) -> int:
    """Of the polynomial for a window `width` Å wide: 1 below 300 Å, 2 below 800, and so on."""
    return 1 if width < 300.0 else min(2 + int(width // 800.0), 9)


def pseudo_continuum(
    wavelength: FloatArray,
    flux: FloatArray,
    sigma: FloatArray,
    joins: tuple[tuple[float, float], ...],
) -> PseudoContinuum:
    """Through pixels that rise in wavelength; `joins` are rest Å between which arms may meet."""
    width = float(wavelength[-1] - wavelength[0])
    axis = 2.0 * (wavelength - wavelength[0]) / width - 1.0
    basis = legendre.legvander(axis, degree(width))
    plain = _fit(basis, flux, sigma)
    best = _stepped(wavelength, basis, flux, sigma, joins, plain)
    return best or _result(plain, flux, sigma)


@dataclass(frozen=True, eq=False)
class _Fit:
    level: FloatArray
    step: float
    step_error: float
    error: float
    loss: float
    """Tukey's loss, in squares of the pixels' noise."""


def _fit(basis: FloatArray, flux: FloatArray, sigma: FloatArray) -> _Fit:
    """The last column's coefficient is the step, where one is tried."""
    weight = 1.0 / sigma
    level = np.full(flux.size, float(np.median(flux)))
    scale = 1.0
    for turn in range(_ROUNDS):
        pull = (flux - level) / sigma
        scale = max(1.4826 * float(np.median(np.abs(pull))), 1.0)
        far = np.abs(pull) / scale
        share = 1.0 / np.maximum(far, 0.1) if turn < 5 else _biweight(far)
        root = weight * np.sqrt(share)
        level = basis @ np.linalg.lstsq(basis * root[:, None], flux * root, rcond=None)[0]
    coefficients, covariance = _solve(basis, flux, root)
    mean_variance = float(np.mean(np.einsum("ij,jk,ik->i", basis, covariance, basis)))
    far = np.minimum(np.abs(flux - level) / (sigma * scale) / _TUKEY, 1.0)
    return _Fit(
        level=level,
        step=float(coefficients[-1]),
        step_error=scale * float(np.sqrt(covariance[-1, -1])),
        error=scale * float(np.sqrt(mean_variance)),
        loss=float(np.sum(1.0 - (1.0 - far**2) ** 3)) * scale**2,
    )


def _biweight(far: FloatArray) -> FloatArray:
    return np.maximum((1.0 - np.minimum(far / _TUKEY, 1.0) ** 2) ** 2, 1e-6)


def _solve(basis: FloatArray, flux: FloatArray, root: FloatArray) -> tuple[FloatArray, FloatArray]:
    rows = basis * root[:, None]
    covariance: FloatArray = np.asarray(np.linalg.pinv(rows.T @ rows), dtype=np.float64)
    return covariance @ (rows.T @ (flux * root)), covariance


def _stepped(
    wavelength: FloatArray,
    basis: FloatArray,
    flux: FloatArray,
    sigma: FloatArray,
    joins: tuple[tuple[float, float], ...],
    plain: _Fit,
) -> PseudoContinuum | None:
    """The continuum with the surest step within the joins, None where none is sure."""
    found = None
    for place in _places(wavelength, joins):
        tried = _fit(np.column_stack([basis, wavelength > place]), flux, sigma)
        level = max(abs(float(np.median(tried.level))), 1e-9)
        sure = abs(tried.step) > max(_STEP_SIGMA * tried.step_error, _STEP_LEAST * level)
        better = tried.loss < 0.9 * plain.loss
        if sure and better and (found is None or tried.loss < found[0].loss):
            blue = float(tried.level[wavelength <= place][-1])
            share = tried.step / max(abs(blue), 1e-9)
            found = (tried, share, place)
    if found is None:
        return None
    fit, share, place = found
    return _result(fit, flux, sigma, share, place)


def _places(wavelength: FloatArray, joins: tuple[tuple[float, float], ...]) -> list[float]:
    """Where a step is tried: at most 25 places a join, with pixels enough on either side."""
    first, last = float(wavelength[0]), float(wavelength[-1])
    edge = 0.15 * (last - first)
    places: list[float] = []
    for lower, upper in joins:
        low, high = max(lower, first + edge), min(upper, last - edge)
        if low < high:
            places += [float(place) for place in np.linspace(low, high, 25)]
    return places


def _result(
    fit: _Fit,
    flux: FloatArray,
    sigma: FloatArray,
    step: float | None = None,
    step_at: float | None = None,
) -> PseudoContinuum:
    size = max(abs(float(np.median(fit.level))), 1e-9)
    scatter = 1.4826 * float(np.median(np.abs(flux - fit.level) / sigma))
    return PseudoContinuum(fit.level, fit.error / size, scatter, step, step_at)
