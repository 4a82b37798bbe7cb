"""Cool stars: M giants and dwarfs, K stars, carbon and S stars, and G stars.

Each function gives flux density per Å on the rest-frame vacuum grid `w`, in arbitrary units
(1 at about 5500 Å before the bands).
"""

from specreview.demo.continua import balmer_jump, blackbody
from specreview.demo.hydrogen import CA_TRIPLET, HE_II, O_III, balmer_line, recombination
from specreview.demo.molecules import (
    alkali,
    blanketing,
    cah,
    cn,
    metals,
    mgh,
    swan,
    tio,
    vo,
    zro,
)
from specreview.demo.profiles import Array, absorption


def _calcium_triplet(w: Array, strength: float) -> Array:
    factor = absorption(w, 8500.35, 0.35 * strength, 4.5)
    for rest in tuple(CA_TRIPLET)[1:]:
        factor = factor * absorption(w, rest, min(0.8, 0.55 * strength), 5.0)
    return factor


def m_giant(w: Array, bands: float = 1.0, temperature: float = 3_600.0) -> Array:
    """An M giant: TiO, a strong calcium triplet, no mark of high gravity.

    `bands` is 0.3 at M0, 1 at M3, 2 at M6.
    """
    triplet = max(0.2, 1.15 - 0.25 * bands)
    return (
        blackbody(w, temperature)
        * tio(w, bands)
        * vo(w, max(0.0, bands - 1.3))
        * _calcium_triplet(w, triplet)
        * metals(w, 0.9)
        * blanketing(w, 1.2)
    )


def m_dwarf(w: Array, bands: float = 1.0, activity: float = 0.0) -> Array:
    """An M dwarf: TiO with CaH, MgH, Na I and K I; `activity` is the EW of H alpha in Å."""
    photosphere = (
        blackbody(w, 3_750.0 - 300.0 * bands)
        * tio(w, bands)
        * cah(w, min(1.0, 0.55 + 0.35 * bands))
        * mgh(w, 1.0)
        * alkali(w, 0.5 + 0.5 * bands)
        * _calcium_triplet(w, 0.35)
        * metals(w, 0.7)
        * blanketing(w, 1.0)
    )
    lines = {balmer_line(n): activity * 1.05 ** (n - 3) for n in range(3, 8)}
    return photosphere * (1.0 + recombination(w, lines, 190.0))


def k_giant(w: Array, temperature: float = 4_300.0) -> Array:
    """A K giant: metals and CH, no TiO to speak of."""
    return (
        blackbody(w, temperature)
        * metals(w, 1.1)
        * blanketing(w, 1.3)
        * _calcium_triplet(w, 0.9)
        * absorption(w, balmer_line(3), 0.25, 4.0)
    )


def k_dwarf(w: Array) -> Array:
    """A late K dwarf: MgH imitates a Swan band at 5165 Å."""
    return (
        blackbody(w, 4_200.0)
        * metals(w, 1.3)
        * blanketing(w, 1.2)
        * mgh(w, 0.9)
        * tio(w, 0.08)
        * _calcium_triplet(w, 0.55)
    )


def g_star(w: Array, temperature: float = 5_700.0) -> Array:
    """A G star like the Sun."""
    factor = balmer_jump(w, 0.8) * metals(w, 0.75) * blanketing(w, 0.9)
    for upper, depth in ((3, 0.35), (4, 0.35), (5, 0.3), (6, 0.3)):
        factor = factor * absorption(w, balmer_line(upper), depth, 4.5)
    return blackbody(w, temperature) * factor * _calcium_triplet(w, 0.6)


def carbon_star(w: Array, strength: float = 1.0, temperature: float = 4_100.0) -> Array:
    """A carbon star: Swan bands of C2 and both systems of CN on a red continuum."""
    return (
        blackbody(w, temperature)
        * swan(w, strength)
        * cn(w, 1.1 * strength)
        * metals(w, 0.6)
        * blanketing(w, 1.0)
        * _calcium_triplet(w, 0.4)
    )


def ch_star(w: Array) -> Array:
    """A CH star: strong CH and barium beside moderate C2."""
    return carbon_star(w, 0.7, 4_700.0) * absorption(w, 4301.0, 0.6, 34.0) * _barium(w)


def barium_star(w: Array) -> Array:
    """A barium star: Ba II and Sr II in a G or K giant, no C2."""
    return k_giant(w, 4_900.0) * _barium(w)


def _barium(w: Array) -> Array:
    factor = absorption(w, 4555.31, 0.55, 5.0) * absorption(w, 4078.9, 0.5, 4.5)
    return factor * absorption(w, 6498.70, 0.35, 4.0)


def s_star(w: Array, zirconium: float = 1.0, titanium: float = 0.3) -> Array:
    """An S star: ZrO beside or instead of TiO in a giant's spectrum."""
    return (
        blackbody(w, 3_600.0)
        * zro(w, zirconium)
        * tio(w, titanium)
        * metals(w, 1.1)
        * blanketing(w, 1.2)
        * _calcium_triplet(w, 0.9)
    )


def symbiotic(w: Array) -> Array:
    """An M giant with a hot companion: narrow Balmer, He II and [O III] on TiO bands."""
    lines = {balmer_line(3): 55.0, balmer_line(4): 40.0, balmer_line(5): 22.0,
             balmer_line(6): 14.0, HE_II: 18.0, 5877.25: 6.0, 6830.0: 8.0}  # fmt: skip
    lines |= {rest: 7.0 * ratio for rest, ratio in O_III.items()}
    nebula = 0.18 * blackbody(w, 15_000.0)
    giant = m_giant(w, 1.4)
    return giant + nebula + (0.15 + giant) * recombination(w, lines, 200.0)
