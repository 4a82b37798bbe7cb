"""What Gaia's documents say of its spectra that its files leave out.

Gaia DR3 data model (https://gea.esac.esa.int/archive/documentation/GDR3, chapter 20): sampled
mean BP/RP spectra have 343 values from 336 to 1020 nm (xp_sampled_mean_spectrum), in W m-2 nm-1;
mean RVS spectra 2401 values from 846 to 870 nm, normalised, at rest (rvs_mean_spectrum).
Wavelengths are vacuum.  GaiaXPy (https://gaia-dpci.github.io/GaiaXPy-website) keeps a sampling of
one's own in a second file, in a header card, or in a PARAM.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from specreview.spectra.readers.assembly import NoSpectrum

CONVENTION = "Gaia convention"
XP_UNIT = "W / (m2 nm)"


@dataclass(frozen=True)
class Grid:
    """A sampling that a data release fixes: (n,) nm, and the flux unit that goes with it."""

    product: str
    nanometres: NDArray[np.float64]
    flux_unit: str


GRIDS = (
    Grid("sampled BP/RP spectra", np.linspace(336.0, 1020.0, 343), XP_UNIT),
    Grid("mean RVS spectra", np.linspace(846.0, 870.0, 2401), "relative"),
)


def grid_of(size: int) -> Grid | None:
    """The grid of so many values; None where no product has so many."""
    return next((g for g in GRIDS if g.nanometres.size == size), None)


def is_grid(values: NDArray[np.float64]) -> bool:
    """Whether the values are a grid of Gaia's, in nm."""
    grid = grid_of(values.size)
    return grid is not None and bool(np.allclose(values, grid.nanometres, rtol=0, atol=1e-3))


def is_xp_unit(stated: str) -> bool:
    """Whether a unit is W m-2 nm-1, as the archive (W.m**-2.nm**-1) or astropy writes it."""
    return sorted(re.findall("[A-Za-z]+", stated)) == ["W", "m", "nm"]


def refuse_coefficients(names: Iterable[str]) -> None:
    """Stop at tables of coefficients, and of spectra on a scale that is no wavelength.

    Raises
    ------
    NoSpectrum
        The columns are those of continuous or of internally calibrated spectra.
    """
    lower = {n.lower() for n in names}
    found = sorted(n for n in lower if n.endswith("_coefficients"))
    if found:
        raise NoSpectrum(
            f"holds coefficients ({', '.join(found)}), not flux; make sampled spectra of them "
            "first, for example by gaiaxpy.calibrate"
        )
    if {"source_id", "xp"} <= lower:
        raise NoSpectrum(
            "holds internally calibrated spectra (column xp) on a scale of pixels, not of "
            "wavelengths; use gaiaxpy.calibrate instead of convert"
        )
