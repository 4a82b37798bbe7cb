"""Hydrogen and helium: Balmer troughs of stars and white dwarfs, emission of discs and winds."""

from collections.abc import Mapping

import numpy as np

from specreview.demo.profiles import Array, absorption, disc, emission

RYDBERG_H = 109_677.5834
"""Rydberg constant of hydrogen, cm^-1 (CODATA with the reduced mass)."""

BALMER = {3: 6564.61, 4: 4862.69, 5: 4341.69, 6: 4102.90}
"""Vacuum Å by upper level, H alpha to H delta (NIST, means over the fine structure)."""
HE_I = {4472.73: 0.5, 4923.30: 0.3, 5017.08: 0.35, 5877.25: 1.0, 6679.99: 0.6, 7067.14: 0.5}
"""Vacuum Å and rough relative strength in emission."""
HE_II = 4687.01
O_III = {4960.30: 1.0, 5008.24: 2.98}
"""Vacuum Å and the fixed ratio of the two lines (set by atomic physics)."""
S_II = {6718.29: 1.2, 6732.68: 1.0}
N_II = {6549.85: 1.0, 6585.27: 3.0}
CA_TRIPLET = {8500.35: 0.5, 8544.44: 1.0, 8664.52: 0.85}


def balmer_line(upper: int) -> float:
    """Vacuum Å of the Balmer line from `upper` (3 is H alpha)."""
    return BALMER.get(upper) or 1e8 / (RYDBERG_H * (0.25 - 1.0 / upper**2))


def balmer_troughs(w: Array, depth: float, fwhm: float, last: int, fading: float) -> Array:
    """Balmer absorption up to the level `last`.

    `depth` and `fwhm` (Å) are those of H beta.  `fading` multiplies the depth from each line
    to the next: near 1 in an A star (lines up to the limit), well below in a white dwarf, whose
    upper levels are dissolved by pressure.
    """
    factor = np.ones_like(w)
    for upper in range(3, last + 1):
        steps = max(0, upper - 5)
        scale = 0.8 if upper == 3 else 1.0
        gap = balmer_line(upper) - balmer_line(upper + 1)
        width = min(fwhm * (0.97 ** (upper - 4)), 0.55 * gap)
        factor *= absorption(w, balmer_line(upper), depth * scale * fading**steps, width)
    return factor


def recombination(w: Array, strengths: Mapping[float, float], fwhm_kms: float) -> Array:
    """Sum of Gaussian emission lines (wavelength to EW in Å) in units of the continuum."""
    total = np.zeros_like(w)
    for rest, ew in strengths.items():
        total += emission(w, rest, ew, fwhm_kms)
    return total


def disc_lines(w: Array, strengths: Mapping[float, float], outer_kms: float) -> Array:
    """Sum of double-peaked disc lines (wavelength to EW in Å) in units of the continuum."""
    total = np.zeros_like(w)
    for rest, ew in strengths.items():
        total += ew * disc(w, rest, outer_kms)
    return total


def balmer_strengths(halpha: float, decrement: float = 0.75, last: int = 9) -> dict[float, float]:
    """EW (Å) by wavelength when each line has `decrement` times the one before it."""
    return {balmer_line(n): halpha * decrement ** (n - 3) for n in range(3, last + 1)}


def scaled(strengths: Mapping[float, float], factor: float) -> dict[float, float]:
    """The same lines, `factor` times as strong."""
    return {rest: ew * factor for rest, ew in strengths.items()}
