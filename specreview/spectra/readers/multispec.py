"""Dispersion functions of IRAF's multispec format, from pixels to wavelengths.

The attribute strings and formulas are those of Valdes, "The IRAF/NOAO Spectral World Coordinate
Systems" (1993; help topic onedspec.specwcs), sections 5 to 5.7.  One departure: the Doppler factor
of a log-linear axis divides the wavelength, not its logarithm, which is what it means.
"""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.polynomial import chebyshev, legendre
from numpy.typing import NDArray

from specreview.spectra.readers.assembly import NoSpectrum

Array = NDArray[np.float64]
Function = Callable[[Array], Array]

_NOT_CALIBRATED, _LINEAR, _LOG_LINEAR, _NONLINEAR = -1, 0, 1, 2


@dataclass(frozen=True)
class Dispersion:
    """One aperture's entry: which it is, and its way from physical pixels (from 1) to wavelengths.

    `valid` counts the physical pixels that hold data; `beam` is the order of an echelle.
    """

    aperture: int
    beam: int
    valid: int
    doppler: float
    function: Function

    def wavelengths(self, pixels: Array) -> Array:
        """(n,) wavelengths of (n,) physical pixels, in the unit of the axis."""
        return self.function(pixels) / (1.0 + self.doppler)


def parse_dispersion(text: str) -> Dispersion:
    """The entry in one attribute string: ap beam dtype w1 dw nw z aplow aphigh [functions].

    Raises
    ------
    NoSpectrum
        Fields are missing, no numbers, or of an unknown kind; the spectrum is not calibrated.
    """
    fields = _Fields(text)
    aperture, beam, kind = fields.whole(), fields.whole(), fields.whole()
    first, step, valid, doppler = (fields.number() for _ in range(4))
    fields.skip(2)
    if kind == _NOT_CALIBRATED:
        raise NoSpectrum(f"aperture {aperture} has no wavelengths (it is not calibrated)")
    if not doppler > -1:
        raise NoSpectrum(f"aperture {aperture}: a Doppler factor of {doppler:g} means nothing")
    function = _plain(kind, first, step) if kind in (_LINEAR, _LOG_LINEAR) else _sum(kind, fields)
    return Dispersion(aperture, beam, int(valid), doppler, function)


class _Fields:
    """The numbers of an attribute string, taken one by one."""

    def __init__(self, text: str) -> None:
        self._words = text.split()
        self._at = 0

    def __bool__(self) -> bool:
        return self._at < len(self._words)

    def number(self) -> float:
        if not self:
            raise NoSpectrum(f"a spec string of {len(self._words)} fields ends too early")
        word = self._words[self._at]
        self._at += 1
        try:
            value = float(word.upper().replace("D", "E"))
        except ValueError:
            value = math.nan
        if not math.isfinite(value):
            raise NoSpectrum(f'"{word[:40]}" in a spec string is no number')
        return value

    def whole(self) -> int:
        return int(self.number())

    def skip(self, many: int) -> None:
        self._at += many

    def numbers(self, many: int) -> Array:
        """The next `many` numbers, counted before they are read."""
        left = len(self._words) - self._at
        if not 0 < many <= left:
            raise NoSpectrum(f"a dispersion function needs {many} coefficients, {left} are there")
        return np.array([self.number() for _ in range(many)])


def _plain(kind: int, first: float, step: float) -> Function:
    if kind == _LINEAR:
        return lambda p: np.asarray(first + step * (p - 1.0), dtype=np.float64)
    if not -2 < first < 8:
        raise NoSpectrum(f"a log-linear axis from {first:g}, which is no logarithm of a wavelength")
    return lambda p: np.asarray(10.0 ** (first + step * (p - 1.0)), dtype=np.float64)


def _sum(kind: int, fields: _Fields) -> Function:
    """The weighted sum of the functions that follow, until the string ends."""
    if kind != _NONLINEAR:
        raise NoSpectrum(f"dispersion type {kind} is none of -1, 0, 1, 2")
    terms = list(_terms(fields))
    if not terms:
        raise NoSpectrum("a nonlinear dispersion without a function")
    return lambda p: np.asarray(sum(weight * (zero + f(p)) for weight, zero, f in terms))


def _terms(fields: _Fields) -> Iterator[tuple[float, float, Function]]:
    while fields:
        weight, zero, kind = fields.number(), fields.number(), fields.whole()
        if kind not in _FUNCTIONS:
            raise NoSpectrum(f"dispersion function {kind} is none of 1 to 6")
        yield weight, zero, _FUNCTIONS[kind](fields)


def _chebyshev(fields: _Fields) -> Function:
    many, low, high = fields.whole(), *_limits(fields)
    coefficients = fields.numbers(many)
    return lambda p: np.asarray(chebyshev.chebval(_normal(p, low, high), coefficients))


def _legendre(fields: _Fields) -> Function:
    many, low, high = fields.whole(), *_limits(fields)
    coefficients = fields.numbers(many)
    return lambda p: np.asarray(legendre.legval(_normal(p, low, high), coefficients))


def _cubic_spline(fields: _Fields) -> Function:
    pieces, low, high = fields.whole(), *_limits(fields)
    c = fields.numbers(pieces + 3)

    def function(p: Array) -> Array:
        j, a, b = _knots(p, low, high, pieces)
        x = a**3, 1 + 3 * a * (1 + a * b), 1 + 3 * b * (1 + a * b), b**3
        return np.asarray(sum(c[i + j] * x[i] for i in range(4)))

    return function


def _linear_spline(fields: _Fields) -> Function:
    pieces, low, high = fields.whole(), *_limits(fields)
    c = fields.numbers(pieces + 1)

    def function(p: Array) -> Array:
        j, a, b = _knots(p, low, high, pieces)
        return np.asarray(c[j] * a + c[j + 1] * b)

    return function


def _pixel_array(fields: _Fields) -> Function:
    c = fields.numbers(fields.whole())
    return lambda p: np.interp(p, np.arange(1.0, c.size + 1.0), c, left=np.nan, right=np.nan)


def _sampled_array(fields: _Fields) -> Function:
    many, _ = fields.whole(), fields.number()
    pairs = fields.numbers(2 * many).reshape(-1, 2)
    if np.any(np.diff(pairs[:, 0]) <= 0):
        raise NoSpectrum("the pixels of a sampled dispersion do not rise")
    return lambda p: np.interp(p, pairs[:, 0], pairs[:, 1], left=np.nan, right=np.nan)


_FUNCTIONS: dict[int, Callable[[_Fields], Function]] = {
    1: _chebyshev,
    2: _legendre,
    3: _cubic_spline,
    4: _linear_spline,
    5: _pixel_array,
    6: _sampled_array,
}


def _limits(fields: _Fields) -> tuple[float, float]:
    low, high = fields.number(), fields.number()
    if not low < high:
        raise NoSpectrum(f"a dispersion function from pixel {low:g} to {high:g}")
    return low, high


def _normal(p: Array, low: float, high: float) -> Array:
    """Pixels as -1 to 1 over the range of the function."""
    return (p - (high + low) / 2) / ((high - low) / 2)


def _knots(p: Array, low: float, high: float, pieces: int) -> tuple[NDArray[np.intp], Array, Array]:
    """The piece of each pixel, and how far it is from the piece's two ends."""
    s = (p - low) / (high - low) * pieces
    j = np.clip(s.astype(np.intp), 0, pieces - 1)
    return j, (j + 1) - s, s - j
