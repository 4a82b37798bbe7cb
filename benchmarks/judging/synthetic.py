"""The seeded synthetic set: positives and look-alikes at fixed S/N, on LAMOST's range.

Made by the demo's spectrograph (noise of object, sky and detector, response errors, masked
runs, sky residuals). Nothing here was observed: the tables say so.
"""

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from functools import partial

from specreview.demo import beyond, cool, hot
from specreview.demo.instrument import Exposure, fine_grid, observe
from specreview.demo.profiles import Array
from specreview.demo.specimens import axis, synthetic
from specreview.spectra.frames import SPEED_OF_LIGHT_KMS
from specreview.spectra.quality import snr_or_estimate

from . import shapes
from .cases import Case

LEVELS = (5.5, 8.0, 12.0, 20.0, 40.0)
"""Median S/N a pixel of 69 km/s."""
_FIRST, _LAST = 3_700.0, 9_100.0
_JITTER_KMS = 60.0


@dataclass(frozen=True)
class Made:
    """One synthetic object; `shift` is z, and `residual` the 5577 Å residual in sigma."""

    kind: str
    label: str
    shape: Callable[[Array], Array]
    tasks: tuple[str, ...] = ()
    shift: float = 0.0
    residual: float = 3.0
    step: float = 0.0


_CV = hot.cataclysmic_variable
_HOT = ("cv", "wd")
_COOL = ("gm", "ss", "cc")
_ALIKE = ("cv", "cc", "ss", "gm")
_Z_OXYGEN = 6564.61 / 5008.24 - 1.0
_Z_MAGNESIUM = 6564.61 / 2800.26 - 1.0
_Z_BETA = 6564.61 / 4862.69 - 1.0

OBJECTS = (
    Made("CV", "dwarf nova", _CV),
    Made("CV", "dwarf nova, wide lines", partial(_CV, halpha=110.0, outer_kms=780.0)),
    Made("CV", "dwarf nova, narrow lines, red",
         partial(_CV, halpha=35.0, outer_kms=330.0, donor=0.6)),
    Made("CV", "nova-like, weak lines",
         partial(_CV, halpha=12.0, outer_kms=420.0, slope=-2.4, donor=0.02)),
    Made("CV", "dwarf nova, red donor", partial(_CV, halpha=70.0, slope=-1.0, donor=1.2)),
    Made("CV", "polar, high state", hot.polar),
    Made("CV outburst", "dwarf nova in outburst", hot.outburst, _HOT),
    Made("CV outburst", "outburst, weak core", partial(hot.outburst, core=3.0), _HOT),
    Made("CV low state", "polar, low state", shapes.low_state_polar, ("cv",)),
    Made("nova", "classical nova", shapes.nova, ("cv",)),
    Made("PN/HII", "planetary nebula", beyond.planetary_nebula),
    Made("PN/HII", "H II region at rest", shapes.h_ii_region),
    Made("PN/HII", "H II galaxy, z = 0.004", shapes.h_ii_region, shift=0.004),
    Made("galaxy", "galaxy, z = 0.052", beyond.emission_galaxy, shift=0.052),
    Made("galaxy", "old galaxy, z = 0.11", beyond.quiet_galaxy, shift=0.11),
    Made("QSO", "quasar, [O III] at Hα", shapes.strong_oxygen_quasar, shift=_Z_OXYGEN),
    Made("QSO", "quasar, Hβ at Hα", beyond.quasar, shift=_Z_BETA),
    Made("QSO", "quasar, Mg II at Hα", partial(beyond.quasar, fwhm_kms=6_000.0),
         shift=_Z_MAGNESIUM),
    Made("QSO", "quasar, z = 2.2", beyond.quasar, shift=2.2),
    Made("Be", "Be star", hot.be_star),
    Made("Be", "Be star, strong Hα", partial(hot.be_star, halpha=45.0)),
    Made("Wolf-Rayet", "WN6", shapes.wolf_rayet_n),
    Made("Wolf-Rayet", "WC6", shapes.wolf_rayet_c),
    Made("SN", "young supernova, +1500 km/s", shapes.young_supernova, shift=0.005),
    Made("SN", "young supernova, +6000 km/s", shapes.young_supernova, shift=0.02),
    Made("dMe", "M4 Ve", partial(cool.m_dwarf, bands=1.3, activity=6.0)),
    Made("dMe", "M5 Ve, strong", partial(cool.m_dwarf, bands=1.7, activity=15.0)),
    Made("dMe", "M4 Ve in a flare", shapes.flare_star),
    Made("dMe", "M4 Ve in a strong flare", partial(shapes.flare_star, flare=0.9, halpha=25.0)),
    Made("symbiotic", "symbiotic", cool.symbiotic),
    Made("sky residual", "G star, 5577 Å residual", cool.g_star, residual=80.0),
    Made("sky residual", "bare continuum, 5577 Å residual", shapes.bare, _ALIKE, residual=80.0),
    Made("WD and M dwarf", "detached pair", hot.wd_and_m_dwarf, _ALIKE),
    Made("C", "C-N, cool", partial(cool.carbon_star, strength=1.3, temperature=3_400.0)),
    Made("C", "C-N", cool.carbon_star),
    Made("C", "C-R", partial(cool.carbon_star, strength=0.75, temperature=4_600.0)),
    Made("C", "CH", cool.ch_star),
    Made("C", "C-N, arm step 0.12", cool.carbon_star, step=0.12),
    Made("CH/Ba", "Ba star", cool.barium_star, ("cv", "ss", "gm", "wd")),
    Made("S", "S4", cool.s_star),
    Made("S", "S5, pure ZrO", partial(cool.s_star, zirconium=1.3, titanium=0.0)),
    Made("S", "S6", partial(cool.s_star, zirconium=1.2, titanium=0.2)),
    Made("weak S", "MS", partial(cool.s_star, zirconium=0.35, titanium=0.9), _COOL),
    Made("M giant", "M1 III", partial(cool.m_giant, bands=0.5)),
    Made("M giant", "M3 III", cool.m_giant),
    Made("M giant", "M5 III", partial(cool.m_giant, bands=1.6)),
    Made("M giant", "M6 III", partial(cool.m_giant, bands=2.0, temperature=3_300.0)),
    Made("M dwarf", "M1 V", partial(cool.m_dwarf, bands=0.7)),
    Made("M dwarf", "M3 V", partial(cool.m_dwarf, bands=1.2)),
    Made("M dwarf", "M6 V", partial(cool.m_dwarf, bands=1.8)),
    Made("K giant", "K3 III", cool.k_giant),
    Made("K dwarf", "K7 V", cool.k_dwarf),
    Made("OBAFGK star", "G2 V", cool.g_star),
    Made("OBAFGK star", "F5 V", hot.f_star),
    Made("BHB/A", "A1 V", hot.a_star),
    Made("BHB/A", "A5 V", partial(hot.a_star, temperature=8_200.0, fwhm=13.0)),
    Made("sdB/sdO", "sdB", hot.subdwarf_b),
    Made("WD", "DA, hot", partial(hot.da, temperature=25_000.0, depth=0.42, fwhm=52.0)),
    Made("WD", "DA", hot.da),
    Made("WD", "DA, cool", partial(hot.da, temperature=9_500.0, depth=0.5, fwhm=34.0)),
    Made("WD", "DB", hot.db),
    Made("WD", "DO", hot.do),
    Made("WD", "DZ", hot.dz),
    Made("WD", "DQ", hot.dq),
    Made("DC", "DC", hot.dc),
)  # fmt: skip


def synthetic_cases(
    levels: tuple[float, ...] = LEVELS, draws: int = 1, kinds: Collection[str] | None = None
) -> Iterator[Case]:
    """Every object (of `kinds`) at every S/N, `draws` times; noise, response, velocity by seeds."""
    for number, made in enumerate(OBJECTS):
        if kinds is not None and made.kind not in kinds:
            continue
        source = made.shape(fine_grid())
        for place, level in enumerate(levels):
            for draw in range(draws):
                seed = 4_000 + 100 * number + 10 * place + draw
                yield _observed(made, source, level, seed)


def _observed(made: Made, source: Array, level: float, seed: int) -> Case:
    wavelength = axis()
    wavelength = wavelength[(wavelength > _FIRST) & (wavelength < _LAST)]
    velocity = _JITTER_KMS * ((seed % 7) - 3) / 3.0
    shift = (1.0 + made.shift) * (1.0 + velocity / SPEED_OF_LIGHT_KMS) - 1.0
    exposure = Exposure(level, sky_residual=made.residual, join_step=made.step, masked=3)
    pixels = observe(source, shift, wavelength, exposure, seed)
    spectrum = synthetic(pixels.wavelength, pixels.flux, pixels.ivar, ~pixels.bad)
    name = f"synthetic {made.label}, S/N {level:g}"
    signal = snr_or_estimate(spectrum) or 0.0
    return Case(name, made.kind, made.label, spectrum, True, signal, made.tasks)
