"""Look-alikes that the demo does not hold, as shapes on the demo's grid (rest frame, vacuum Å)."""

import numpy as np

from specreview.demo.beyond import quasar
from specreview.demo.continua import blackbody, power_law
from specreview.demo.cool import m_dwarf
from specreview.demo.hot import da
from specreview.demo.hydrogen import (
    HE_I,
    HE_II,
    N_II,
    O_III,
    S_II,
    balmer_line,
    balmer_strengths,
    recombination,
    scaled,
)
from specreview.demo.profiles import Array


def young_supernova(w: Array) -> Array:
    """Flash-ionised wind: Balmer, He II, C III/N III with narrow cores and wide wings."""
    lines: dict[float, float] = balmer_strengths(14.0, 0.8, last=6)
    lines |= {HE_II: 12.0, 4643.0: 8.0, 5877.25: 2.0, 5803.0: 3.0}
    wings = recombination(w, scaled(lines, 1.2), 2_600.0)
    return blackbody(w, 20_000.0) * (1.0 + recombination(w, lines, 450.0) + wings)


def wolf_rayet_n(w: Array) -> Array:
    """A nitrogen Wolf-Rayet star (WN6): He II and N above all."""
    lines = {HE_II: 70.0, 4643.0: 45.0, 5413.02: 22.0, 6561.8: 40.0, 4860.6: 8.0, 5877.25: 12.0,
             7117.0: 20.0, 4605.0: 12.0, 5803.0: 8.0}  # fmt: skip
    return blackbody(w, 40_000.0) * (1.0 + recombination(w, lines, 1_900.0))


def wolf_rayet_c(w: Array) -> Array:
    """A carbon Wolf-Rayet star (WC6): C IV 5803 and C III 4650 above all."""
    lines = {4655.0: 600.0, 5803.0: 500.0, 5698.0: 60.0, 5413.02: 25.0, 6561.8: 60.0,
             7067.14: 40.0, 4860.6: 12.0, 5877.25: 30.0, 7728.0: 60.0}  # fmt: skip
    return blackbody(w, 45_000.0) * (1.0 + recombination(w, lines, 2_600.0))


def flare_star(w: Array, flare: float = 0.35, halpha: float = 12.0) -> Array:
    """An active M dwarf in a flare: a 10 000 K continuum, Balmer and He I lines on TiO."""
    star = m_dwarf(w, 1.3)
    lines: dict[float, float] = balmer_strengths(halpha, 1.15, last=8)
    lines |= {4472.73: 1.5, 5877.25: 2.0, 6679.99: 0.7}
    hot = flare * blackbody(w, 10_000.0)
    return star * (1.0 + recombination(w, lines, 250.0)) + hot


def h_ii_region(w: Array, halpha: float = 350.0) -> Array:
    """A nebula of a galaxy at rest: all lines narrow, [O III], [N II], [S II], [O II]."""
    lines: dict[float, float] = balmer_strengths(halpha, 0.35, last=6)
    lines |= scaled(O_III, 0.35 * halpha) | scaled(N_II, 0.07 * halpha) | scaled(HE_I, 6.0)
    lines |= scaled(S_II, 0.08 * halpha) | {3728.5: 0.8 * halpha}
    return power_law(w, -0.8) * (1.0 + recombination(w, lines, 200.0))


def low_state_polar(w: Array, halpha: float = 4.0) -> Array:
    """A polar between accretion: two stars, a narrow H alpha, cyclotron humps."""
    humps = sum(
        height * np.exp(-0.5 * ((w - centre) / 130.0) ** 2)
        for centre, height in ((5_050.0, 0.4), (6_150.0, 0.7), (7_700.0, 0.6))
    )
    line = recombination(w, {balmer_line(3): halpha}, 350.0)
    return 0.6 * da(w, 12_000.0, depth=0.3) + 0.6 * m_dwarf(w, 1.3) * (1.0 + line) + 0.5 * humps


def nova(w: Array) -> Array:
    """A classical nova past its maximum: broad Balmer and Fe II, no continuum to speak of."""
    lines: dict[float, float] = balmer_strengths(700.0, 0.45, last=6)
    lines |= {5170.0: 60.0, 5018.0: 60.0, 5877.25: 40.0, 6302.05: 30.0, 8448.6: 90.0, 7773.0: 50.0}
    return power_law(w, -0.6) * (1.0 + recombination(w, lines, 1_900.0))


def strong_oxygen_quasar(w: Array) -> Array:
    """A quasar whose [O III] is as strong as H beta."""
    return quasar(w, 4_000.0, narrow=70.0)


def bare(w: Array, slope: float = -1.0) -> Array:
    """A continuum without any line."""
    return power_law(w, slope)
