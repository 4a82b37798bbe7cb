"""Stated errors of any kind as inverse variances."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from specreview.spectra.readers.facts import LEAST_ERROR


def inverse_variance(stated: NDArray[Any], power: int) -> NDArray[np.float64]:
    """(n,) inverse variances of 1σ errors (`power` 2) or variances (1); 0 where none is usable."""
    values = np.asarray(stated, dtype=np.float64)
    usable = np.isfinite(values) & (values > LEAST_ERROR)
    return np.where(usable, np.where(usable, values, 1.0) ** -float(power), 0.0)
