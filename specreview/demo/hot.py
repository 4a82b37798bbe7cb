"""Hot objects: cataclysmic variables, white dwarfs, A and B stars, subdwarfs.

Each function gives flux density per Å on the rest-frame vacuum grid `w`, in arbitrary units
(1 at about 5500 Å).
"""

from collections.abc import Mapping

import numpy as np

from specreview.demo.continua import balmer_jump, blackbody, power_law
from specreview.demo.cool import m_dwarf
from specreview.demo.hydrogen import (
    CA_TRIPLET,
    HE_I,
    HE_II,
    balmer_line,
    balmer_strengths,
    balmer_troughs,
    disc_lines,
    recombination,
    scaled,
)
from specreview.demo.molecules import metals, swan
from specreview.demo.profiles import Array, absorption, trough

_DB_LINES = (3889.75, 3965.9, 4027.33, 4144.9, 4389.2, 4472.73, 4714.5, 4923.30, 5017.08, 5877.25,
             6679.99, 7067.14)  # fmt: skip


def cataclysmic_variable(
    w: Array,
    halpha: float = 65.0,
    outer_kms: float = 520.0,
    slope: float = -1.9,
    donor: float = 0.15,
    he_ii: float = 6.0,
) -> Array:
    """A quiescent disc: blue power law, double-peaked Balmer and He I lines, an M donor."""
    lines: dict[float, float] = balmer_strengths(halpha, 0.78)
    lines |= scaled(HE_I, 0.22 * halpha)
    lines |= scaled(CA_TRIPLET, 0.08 * halpha)
    if he_ii:
        lines[HE_II] = he_ii
        lines[4643.0] = 0.5 * he_ii
    disc = power_law(w, slope) * balmer_jump(w, 1.3)
    return disc * (1.0 + disc_lines(w, lines, outer_kms)) + donor * m_dwarf(w, 1.2)


def outburst(w: Array, core: float = 8.0) -> Array:
    """An optically thick disc: hot continuum, wide Balmer troughs with weak emission cores."""
    troughs = balmer_troughs(w, 0.22, 45.0, last=9, fading=0.92)
    cores = {balmer_line(3): core, balmer_line(4): 0.35 * core, HE_II: 0.4 * core,
             4643.0: 0.25 * core, 6679.99: 0.2 * core}  # fmt: skip
    return power_law(w, -2.5) * (troughs + disc_lines(w, cores, 330.0))


def polar(w: Array, halpha: float = 45.0) -> Array:
    """A magnetic system: single-peaked lines, He II as strong as H beta, a cyclotron hump."""
    lines: dict[float, float] = balmer_strengths(halpha, 0.85)
    lines |= scaled(HE_I, 0.2 * halpha) | {HE_II: 0.6 * halpha, 5413.02: 0.12 * halpha}
    hump = 1.0 + 0.25 * np.exp(-0.5 * ((w - 5650.0) / 260.0) ** 2)
    return power_law(w, -1.2) * (hump + recombination(w, lines, 800.0))


def da(w: Array, temperature: float = 16_000.0, depth: float = 0.52, fwhm: float = 48.0) -> Array:
    """A hydrogen white dwarf: Stark-broadened lines, the high ones dissolved."""
    return blackbody(w, temperature) * balmer_troughs(w, depth, fwhm, last=8, fading=0.72)


def db(w: Array, temperature: float = 17_000.0) -> Array:
    """A helium white dwarf: broad He I alone."""
    factor = np.ones_like(w)
    for rest in _DB_LINES:
        weak = 0.5 if rest in (4714.5, 3965.9, 6679.99, 7067.14) else 1.0
        factor *= absorption(w, rest, 0.33 * weak, 32.0)
    return blackbody(w, temperature) * factor


def do(w: Array) -> Array:
    """A very hot white dwarf with He II."""
    factor = absorption(w, HE_II, 0.25, 26.0) * absorption(w, 5413.02, 0.12, 26.0)
    return blackbody(w, 60_000.0) * factor


def dz(w: Array) -> Array:
    """A cool helium atmosphere with accreted calcium: huge H and K, nothing else."""
    factor = absorption(w, 3934.77, 0.75, 45.0) * absorption(w, 3969.59, 0.65, 40.0)
    return blackbody(w, 9_000.0) * factor * absorption(w, 4227.92, 0.2, 14.0)


def dc(w: Array) -> Array:
    """A white dwarf without any line."""
    return blackbody(w, 9_500.0)


def dq(w: Array, strength: float = 0.45) -> Array:
    """A helium atmosphere with dredged-up carbon: Swan bands on a blue continuum."""
    return blackbody(w, 10_500.0) * swan(w, strength)


def a_star(w: Array, temperature: float = 9_300.0, fwhm: float = 15.0) -> Array:
    """A main-sequence A star: deep, narrow Balmer lines up to the limit, and the jump."""
    troughs = balmer_troughs(w, 0.72, fwhm, last=18, fading=0.97)
    return blackbody(w, temperature) * balmer_jump(w, 0.42) * troughs * metals(w, 0.08)


def subdwarf_b(w: Array) -> Array:
    """A hot subdwarf: narrower lines than a white dwarf's and weak He I."""
    troughs = balmer_troughs(w, 0.42, 16.0, last=12, fading=0.9)
    for rest in (4027.33, 4472.73, 5877.25):
        troughs = troughs * absorption(w, rest, 0.08, 5.0)
    return blackbody(w, 27_000.0) * balmer_jump(w, 0.9) * troughs


def be_star(w: Array, halpha: float = 22.0) -> Array:
    """A B star with a decretion disc: narrow H alpha in emission, the rest photospheric."""
    troughs = balmer_troughs(w, 0.45, 11.0, last=16, fading=0.97)
    for rest in (4027.33, 4472.73, 5877.25):
        troughs = troughs * absorption(w, rest, 0.15, 4.5)
    lines: Mapping[float, float] = {balmer_line(3): halpha, balmer_line(4): 0.08 * halpha}
    return blackbody(w, 17_000.0) * balmer_jump(w, 0.7) * (troughs + recombination(w, lines, 260.0))


def wd_and_m_dwarf(w: Array) -> Array:
    """A detached pair: a DA in the blue, an M dwarf in the red, no disc."""
    return da(w, 18_000.0) + 0.55 * m_dwarf(w, 1.4)


def f_star(w: Array) -> Array:
    """An F star: Balmer lines and metals of like strength."""
    troughs = balmer_troughs(w, 0.5, 9.0, last=14, fading=0.95)
    return blackbody(w, 6_900.0) * balmer_jump(w, 0.65) * troughs * metals(w, 0.45)


def magnetic_da(w: Array) -> Array:
    """A white dwarf in a field of some MG: each Balmer line split into a triplet."""
    factor = np.ones_like(w)
    for upper, split in ((3, 95.0), (4, 55.0), (5, 45.0), (6, 40.0)):
        for side in (-1.0, 0.0, 1.0):
            factor *= absorption(w, balmer_line(upper) + side * split, 0.2, 24.0)
    return blackbody(w, 14_000.0) * factor * trough(w, 3850.0, 3990.0, 0.05, 25.0)
