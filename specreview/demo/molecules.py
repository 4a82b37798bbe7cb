"""Molecular bands and metal lines of cool stars.

Heads are vacuum Å.  TiO, VO and ZrO fade to the red of a sharp head; the Swan bands of C2 fade
to the blue of it.  A strength of 1 is a well developed spectrum: TiO of M3, C2 of a C-N star.
"""

import numpy as np

from specreview.demo.profiles import Array, absorption, band, trough

_TIO = (
    (4762.6, 0.5, 60.0), (4956.4, 0.8, 60.0), (5168.0, 0.8, 90.0), (5449.5, 0.9, 90.0),
    (5760.2, 0.4, 60.0), (5848.9, 0.5, 80.0), (6160.7, 0.7, 110.0), (6652.6, 0.5, 120.0),
    (6682.6, 0.3, 110.0), (6715.2, 0.45, 110.0), (7054.2, 0.5, 70.0), (7089.6, 0.35, 70.0),
    (7127.6, 0.5, 110.0), (7591.0, 0.4, 60.0), (7672.0, 0.3, 80.0), (8434.3, 0.8, 80.0),
    (8862.4, 0.8, 90.0),
)  # fmt: skip
_SWAN = (
    (4382.5, 0.5, 45.0), (4716.5, 0.35, 50.0), (4738.4, 0.7, 60.0), (5130.4, 0.2, 60.0),
    (5166.6, 1.1, 75.0), (5586.9, 0.2, 60.0), (5637.1, 0.7, 75.0), (6061.0, 0.1, 60.0),
    (6193.0, 0.3, 70.0),
)  # fmt: skip
_CN_RED = ((5732.0, 0.1, 60.0), (6928.0, 0.15, 70.0), (7066.0, 0.25, 90.0), (7285.0, 0.25, 90.0),
           (7874.0, 0.35, 130.0), (8067.0, 0.25, 90.0), (9142.0, 0.5, 130.0))  # fmt: skip
_ZRO = (
    (4621.3, 0.4, 40.0), (4642.0, 0.5, 40.0), (5553.2, 0.45, 70.0), (5719.7, 0.4, 60.0),
    (6230.7, 0.45, 50.0), (6346.8, 0.5, 60.0), (6475.8, 0.7, 45.0), (6496.8, 0.35, 60.0),
    (7406.0, 0.15, 30.0), (7912.0, 0.15, 30.0),
)  # fmt: skip
_METALS = (
    (3934.77, 1.0, 14.0), (3969.59, 0.95, 13.0), (4227.92, 0.6, 5.0), (4384.8, 0.4, 5.0),
    (4405.9, 0.3, 5.0), (4669.3, 0.2, 5.0), (4892.0, 0.25, 5.0), (5168.7, 0.45, 5.0),
    (5174.1, 0.5, 5.0), (5185.0, 0.55, 5.5), (5271.0, 0.4, 7.0), (5329.5, 0.35, 6.0),
    (5891.58, 0.55, 4.5), (5897.55, 0.5, 4.5), (6123.9, 0.2, 4.0), (6163.9, 0.25, 4.0),
    (6496.5, 0.2, 5.0),
)  # fmt: skip


def _bands(w: Array, table: tuple[tuple[float, float, float], ...], strength: float) -> Array:
    factor = np.ones_like(w)
    for head, weight, scale in table:
        factor *= band(w, head, 1.0 - np.exp(-weight * strength), scale, "red")
    return factor


def tio(w: Array, strength: float) -> Array:
    """Factor of the titanium oxide bands."""
    return _bands(w, _TIO, strength)


def vo(w: Array, strength: float) -> Array:
    """Factor of the vanadium oxide troughs of the latest M stars."""
    return trough(w, 7340.0, 7535.0, 0.35 * strength) * trough(w, 7851.0, 7975.0, 0.3 * strength)


def swan(w: Array, strength: float) -> Array:
    """Factor of the C2 Swan bands."""
    factor = np.ones_like(w)
    for head, weight, scale in _SWAN:
        factor *= band(w, head, 1.0 - np.exp(-weight * strength), scale, "blue")
    return factor


def cn(w: Array, strength: float) -> Array:
    """Factor of the red system of CN, and of the violet band at 4216 Å (air)."""
    violet = band(w, 4217.2, 1.0 - np.exp(-0.8 * strength), 60.0, "blue")
    return _bands(w, _CN_RED, strength) * violet


def zro(w: Array, strength: float) -> Array:
    """Factor of the zirconium oxide bands, with the weak LaO heads beside them."""
    return _bands(w, _ZRO, strength)


def cah(w: Array, strength: float) -> Array:
    """Factor of calcium hydride, the mark of a dwarf's gravity."""
    return (
        trough(w, 6755.0, 6860.0, 0.35 * strength)
        * trough(w, 6905.0, 6996.0, 0.24 * strength)
        * trough(w, 6381.0, 6393.0, 0.15 * strength)
    )


def mgh(w: Array, strength: float) -> Array:
    """Factor of magnesium hydride, fading to the blue of 5212 Å (air)."""
    return band(w, 5213.0, 0.4 * strength, 150.0, "blue") * trough(
        w, 4770.0, 4790.0, 0.1 * strength
    )


def alkali(w: Array, strength: float) -> Array:
    """Factor of the Na I and K I resonance lines, strong in dwarfs."""
    factor = np.ones_like(w)
    for rest, depth, fwhm in ((7667.0, 0.5, 9.0), (7701.08, 0.5, 9.0), (8185.5, 0.4, 7.0),
                              (8197.1, 0.5, 8.0)):  # fmt: skip
        factor *= absorption(w, rest, min(0.9, depth * strength), fwhm)
    return factor


def metals(w: Array, strength: float) -> Array:
    """Factor of the strong metal lines and the CH band of F to K stars."""
    factor = trough(w, 4286.0, 4316.0, min(0.6, 0.35 * strength))
    for rest, weight, fwhm in _METALS:
        factor *= absorption(w, rest, 0.92 * (1.0 - np.exp(-weight * strength)), fwhm)
    return factor


def blanketing(w: Array, strength: float) -> Array:
    """Factor of a forest of weak lines that thins out to the red; the same forest each time."""
    lines = np.random.default_rng(20_260_101)
    centres = 3700.0 + 2600.0 * lines.random(320) ** 1.6
    depths = lines.exponential(0.1, 320)
    factor = np.ones_like(w)
    for centre, depth in zip(centres, depths, strict=True):
        near = slice(*np.searchsorted(w, (centre - 12.0, centre + 12.0)))
        factor[near] *= absorption(w[near], centre, min(0.5, depth * strength), 2.2)
    return factor
