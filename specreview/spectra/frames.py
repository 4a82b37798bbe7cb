"""Air and vacuum wavelengths, velocities.

The refractive index of standard air is Ciddor (1996, Applied Optics 35, 1566), eq. 1: 15 °C,
101 325 Pa, 450 ppm CO2, dry.  Valid from 2300 Å to 1.69 µm; below 2000 Å surveys quote vacuum
wavelengths, so nothing is converted there.
"""

import numpy as np
from numpy.typing import ArrayLike, NDArray

SPEED_OF_LIGHT_KMS = 299_792.458
"""Speed of light in km/s (exact, SI)."""

_AIR_STARTS = 2000.0


def _refractive_index(vacuum: NDArray[np.float64]) -> NDArray[np.float64]:
    sigma2 = (1e4 / vacuum) ** 2
    return 1.0 + 0.05792105 / (238.0185 - sigma2) + 0.00167917 / (57.362 - sigma2)


def vacuum_to_air(wavelength: ArrayLike) -> NDArray[np.float64]:
    """Vacuum wavelengths (any shape, Å) as standard-air wavelengths (same shape, Å)."""
    vacuum = np.asarray(wavelength, dtype=np.float64)
    safe = np.where(vacuum > _AIR_STARTS, vacuum, _AIR_STARTS)
    return np.where(vacuum > _AIR_STARTS, vacuum / _refractive_index(safe), vacuum)


def air_to_vacuum(wavelength: ArrayLike) -> NDArray[np.float64]:
    """Standard-air wavelengths (any shape, Å) as vacuum wavelengths (same shape, Å).

    The inverse of `vacuum_to_air` by fixed-point iteration: three rounds leave less than 1e-9 Å.
    """
    air = np.asarray(wavelength, dtype=np.float64)
    vacuum = air.copy()
    for _ in range(3):
        safe = np.where(vacuum > _AIR_STARTS, vacuum, _AIR_STARTS)
        vacuum = np.where(air > _AIR_STARTS, air * _refractive_index(safe), air)
    return vacuum


def velocity(wavelength: ArrayLike, rest: float) -> NDArray[np.float64]:
    """Velocity in km/s of `wavelength` from `rest` (both Å, same medium), c Δλ/λ."""
    return SPEED_OF_LIGHT_KMS * (np.asarray(wavelength, dtype=np.float64) / rest - 1.0)
