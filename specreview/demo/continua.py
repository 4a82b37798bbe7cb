"""Continua, normalised to 1 at 5500 Å: black bodies, power laws, the Balmer jump, dust."""

import numpy as np

from specreview.demo.profiles import Array

_SECOND_RADIATION_CONSTANT = 1.438776877e8
"""h c / k in Å K (CODATA 2018)."""
_PIVOT = 5500.0
_BALMER_LIMIT = 3647.0
"""Vacuum Å: the limit of the Balmer series."""


def blackbody(w: Array, temperature: float) -> Array:
    """Planck's B_lambda at `temperature` K."""

    def planck(wavelength: Array | float) -> Array:
        return np.asarray(
            np.asarray(wavelength) ** -5.0
            / np.expm1(_SECOND_RADIATION_CONSTANT / (np.asarray(wavelength) * temperature))
        )

    return np.asarray(planck(w) / planck(_PIVOT))


def power_law(w: Array, slope: float) -> Array:
    """(w / 5500 Å) ** slope."""
    return (w / _PIVOT) ** slope


def balmer_jump(w: Array, ratio: float) -> Array:
    """Factor that drops to `ratio` below the Balmer limit (above 1: the jump in emission).

    The merging of the highest lines softens the step, as at survey resolution.
    """
    below = 0.5 * (1.0 - np.tanh((w - _BALMER_LIMIT - 25.0) / 20.0))
    return 1.0 + (ratio - 1.0) * below
