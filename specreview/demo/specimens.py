"""Demo objects as spectra in memory, on a range wider than LAMOST's, for trying an inspector."""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from specreview.demo.instrument import fine_grid, observe
from specreview.demo.roles import Role
from specreview.spectra.spectrum import Origin, Spectrum

START, END = 3600.0, 9800.0
"""Vacuum Å: DESI's and BOSS's range, so that cropping to LAMOST's takes something away."""
LOG_STEP = 1e-4
MASKED_RUNS = 3
"""Runs of masked pixels a spectrum, as usual in the surveys' files."""
LEVEL = 100.0
"""Median flux, in counts; only the axis of a picture shows it."""


def axis() -> NDArray[np.float64]:
    """(n,) vacuum Å, observed frame, log-linear."""
    return np.asarray(10.0 ** np.arange(np.log10(START), np.log10(END), LOG_STEP))


def specimen(role: Role, seed: int) -> Spectrum:
    """The role's object as one exposure of it; the same seed gives the same noise."""
    exposure = replace(role.exposure, masked=MASKED_RUNS)
    pixels = observe(role.source(fine_grid()), role.true_redshift, axis(), exposure, seed)
    scaled = pixels.scaled(LEVEL)
    return synthetic(scaled.wavelength, scaled.flux, scaled.ivar, ~scaled.bad)


def synthetic(
    wavelength: NDArray[np.float64],
    flux: NDArray[np.float64],
    ivar: NDArray[np.float64],
    good: NDArray[np.bool_] | None = None,
) -> Spectrum:
    """A spectrum whose origin says that it is no observation; all (n,) pixels good by default."""
    kept = np.ones(wavelength.size, dtype=bool) if good is None else good
    none = np.zeros(wavelength.size, dtype=bool)
    origin = Origin("", "synthetic", survey="synthetic", frame="vacuum, observed")
    return Spectrum(wavelength, flux, ivar, kept, none, origin)
