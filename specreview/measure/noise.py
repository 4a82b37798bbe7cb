"""The noise of a spectrum, from its ivar or from its own scatter."""

import numpy as np
from numpy.typing import NDArray

FloatArray = NDArray[np.float64]
BoolArray = NDArray[np.bool_]

_DER_FACTOR = 1.482602 / np.sqrt(6.0)
"""Stoehr et al. 2008 (ASPC 394, 505): Gaussian σ from the median |2f(i) - f(i-2) - f(i+2)|."""

_BLOCK = 100
"""Half of the 200 pixels over which the running noise is taken."""

_IVAR_TRUST = 1.5
"""The stated error holds until the scatter exceeds it by this factor (measured on LAMOST and
SDSS files: the ratio lies between 0.8 and 1.3 for stars without molecular bands)."""


def running_noise(flux: FloatArray) -> FloatArray:
    """(n,) 1σ of each pixel by DER_SNR over about 200 pixels; zeros where n < 5.

    Valid for noise uncorrelated two pixels apart and a signal linear over five; too low on
    oversampled spectra.
    """
    n = flux.size
    if n < 5:
        return np.zeros(n)
    scatter = np.empty(n)
    scatter[2:-2] = np.abs(2.0 * flux[2:-2] - flux[:-4] - flux[4:])
    scatter[:2], scatter[-2:] = scatter[2], scatter[-3]
    centres = np.arange(0, n, _BLOCK)
    medians = np.array([np.median(scatter[max(0, c - _BLOCK) : c + _BLOCK]) for c in centres])
    result: FloatArray = _DER_FACTOR * np.interp(np.arange(n), centres, medians)
    return result


def combined_noise(flux: FloatArray, stated: FloatArray | None, floor: FloatArray) -> FloatArray:
    """(n,) 1σ: the stated error, unless there is none or the scatter is clearly above it.

    `floor` (n,) keeps noise-free templates and constant spectra finite.
    """
    scatter = running_noise(flux)
    if stated is None:
        return np.maximum(scatter, floor)
    return np.maximum(np.where(scatter > _IVAR_TRUST * stated, scatter, stated), floor)
