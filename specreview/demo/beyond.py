"""Objects that are no stars: galaxies, quasars, nebulae (rest frame, vacuum Å)."""

from specreview.demo.continua import power_law
from specreview.demo.cool import g_star, k_giant
from specreview.demo.hydrogen import (
    HE_I,
    N_II,
    O_III,
    S_II,
    balmer_line,
    balmer_strengths,
    recombination,
    scaled,
)
from specreview.demo.profiles import Array

_QUASAR = {
    1216.25: 92.9, 1546.15: 23.8, 1905.97: 21.2, 2800.26: 32.3, 4346.42: 12.6, 4853.13: 46.2,
    6564.93: 194.5,
}  # fmt: skip
"""Vacuum Å and EW of broad quasar lines, after Vanden Berk et al. (2001, AJ 122, 549), table 2."""


def quasar(w: Array, fwhm_kms: float = 4_600.0, narrow: float = 6.0, carbon: float = 21.2) -> Array:
    """A quasar: power law, broad lines, narrow [O III] of EW `narrow` Å at 5008.

    `carbon` is the EW of C III] at 1909, which scatters by half among quasars.
    """
    lines = recombination(w, _QUASAR | {1905.97: carbon}, fwhm_kms)
    forbidden = scaled(O_III, narrow / 2.98) | {3728.5: 0.3 * narrow}
    iron = recombination(w, {4570.0: 25.0, 5250.0: 22.0}, 9_000.0)
    iron += recombination(w, {2500.0: 60.0}, 30_000.0)
    return power_law(w, -1.5) * (1.0 + lines + iron + recombination(w, forbidden, 500.0))


def emission_galaxy(w: Array, halpha: float = 60.0) -> Array:
    """A star-forming galaxy: narrow Balmer, [O II], [O III], [N II], [S II] on starlight."""
    lines = balmer_strengths(halpha, 0.3, last=6) | scaled(O_III, 0.16 * halpha)
    lines |= scaled(N_II, 0.1 * halpha) | scaled(S_II, 0.11 * halpha) | {3728.5: 0.9 * halpha}
    stars = 0.6 * g_star(w, 6_200.0) + 0.4 * power_law(w, -1.0)
    return stars * (1.0 + recombination(w, lines, 230.0))


def quiet_galaxy(w: Array) -> Array:
    """An old galaxy: the light of K giants without emission."""
    return 0.7 * k_giant(w, 4_600.0) + 0.3 * g_star(w)


def planetary_nebula(w: Array) -> Array:
    """A nebula: enormous narrow lines, [O III] above all, hardly any continuum."""
    lines = {balmer_line(3): 900.0, balmer_line(4): 260.0, balmer_line(5): 110.0,
             balmer_line(6): 60.0, 4687.01: 40.0}  # fmt: skip
    lines |= scaled(O_III, 420.0) | scaled(N_II, 90.0) | scaled(S_II, 18.0) | scaled(HE_I, 45.0)
    return power_law(w, -1.5) * (1.0 + recombination(w, lines, 175.0))
